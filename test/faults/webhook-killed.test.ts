import { afterEach, expect, test } from 'vitest';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import { type Receiver, startReceiver } from '../support/service/receiver.ts';
import { type CrashFixture, makeCrashFixture } from '../support/faults/crash-fixture.ts';
import { type Server, until } from '../support/service/server-fixture.ts';

const patienceMs = 60_000;
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface Stage {
  readonly fixture: CrashFixture;
  readonly receiver: Receiver;
  readonly webhookId: number;
  server: Server;
}

async function open(): Promise<Stage> {
  const receiver = await startReceiver();
  opened.push(() => receiver.close());
  const fixture = await makeCrashFixture({ BLY_WEBHOOK_ALLOW_LOCAL: '1' });
  const server = await fixture.start();
  const { body } = await server.call('POST', '/v1/webhooks', { url: receiver.url, events: ['booking.completed'] });
  const stage: Stage = { fixture, receiver, webhookId: body.id, server };
  opened.push(() => stage.server.kill());
  return stage;
}

/**
 * A sample event whose process dies on the way and is started again; answers how often it arrived once it had settled.
 */
async function sendAndDie(stage: Stage, die: () => Promise<void>): Promise<number> {
  const before = stage.receiver.received.length;
  const { body: sample } = await stage.server.call('POST', `/v1/webhooks/${stage.webhookId}/test`, {});
  await die();
  stage.receiver.answerWith({ status: 200 });
  stage.server = await stage.fixture.start();
  const path = `/v1/webhooks/${stage.webhookId}/deliveries`;
  await until(async () => (await stage.server.call('GET', path)).body.deliveries[0].status === 'delivered', patienceMs);
  const arrived = stage.receiver.received.slice(before);
  expect(arrived.every(({ event }) => event.event_id === sample.event_id)).toBe(true);
  expect(new Set(arrived.map(({ body }) => body)).size).toBe(1);
  const [delivery] = (await stage.server.call('GET', path)).body.deliveries;
  expect(delivery).toMatchObject({ event_id: sample.event_id, attempt_count: 1, attempts: [{ outcome: 'delivered' }] });
  return arrived.length;
}

test(
  'killed at any step, an event still arrives: the same event with the same bytes, at least once, and its delivery settles',
  async () => {
    const stage = await open();
    const dieAt = (point: FaultPoint) => {
      stage.fixture.arm(point);
      return async () => {
        expect(await stage.server.ended).toBe('SIGKILL');
        stage.fixture.arm(undefined);
      };
    };
    expect(await sendAndDie(stage, dieAt('webhook.before_send'))).toBe(1);
    expect(await sendAndDie(stage, dieAt('webhook.after_send'))).toBe(2);
    // Recorded before it died: the job comes back, finds its delivery settled, and sends nothing.
    expect(await sendAndDie(stage, dieAt('webhook.after_record'))).toBe(1);
    stage.receiver.answerWith('hang');
    const inTheMiddle = async () => {
      await stage.receiver.waitFor(5);
      await stage.server.kill();
    };
    expect(await sendAndDie(stage, inTheMiddle)).toBe(2);
  },
  6 * patienceMs,
);
