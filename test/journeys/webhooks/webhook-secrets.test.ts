import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import { publishEvent } from '../../../src/webhooks/publish-event.ts';
import {
  isSignedWith,
  isStandardSignedWith,
  type Received,
  type Receiver,
  startReceiver,
} from '../../support/service/receiver.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const daySeconds = 86_400;
let service: TestService;
let key: string;
let organizationId: OrganizationId;
let hook: Receiver;
let endpoint: { readonly id: number; readonly secret: string };

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ key, organizationId } = await service.makeKey({ quotaCalls: 100_000, rate: { perSecond: 1_000, burst: 10_000 } }));
  hook = await startReceiver();
  ({ body: endpoint } = await call('POST', '/v1/webhooks', { url: hook.url, events: ['booking.completed'] }));
});
afterEach(() => hook.close());

function call(method: string, path: string, body?: unknown) {
  return service.call(method, path, body, { 'x-api-key': key });
}

function rotate() {
  return call('POST', `/v1/webhooks/${endpoint.id}/rotate_secret`, {});
}

async function advance(seconds: number): Promise<void> {
  await call('POST', '/v1/sandbox/clock', { advance_seconds: seconds });
  await service.drain();
}

/** Publishes an event and answers what the receiver got of it last. */
async function receive(): Promise<Received> {
  const occurredAt = await service.app.organizationNow(organizationId);
  await service.app.db.transaction((tx) =>
    publishEvent(
      tx,
      { organizationId, type: 'booking.completed', bookingRef: 'BLY-ABCDEF', status: 'confirmed', occurredAt },
      service.app,
    ),
  );
  await service.drain();
  const last = hook.received.at(-1);
  if (last === undefined) throw new Error('Nothing arrived.');
  return last;
}

describe('a secret that was replaced', () => {
  test('stays valid for its own 24 hours, however often the one after it is replaced too', async () => {
    const first = endpoint.secret;
    const second = (await rotate()).body.secret;
    await advance(daySeconds / 2);
    const third = (await rotate()).body.secret;
    const both = await receive();
    expect([first, second, third].map((secret) => isStandardSignedWith(both, secret))).toEqual([true, true, true]);

    hook.answerWith({ status: 500 });
    const attempts = [await receive()];
    for (const wait of [5, 60, 600]) {
      await advance(wait);
      attempts.push(hook.received.at(-1) ?? both);
    }
    expect(attempts.map((post) => [first, second, third].findIndex((secret) => isSignedWith(post, secret)))).toEqual([
      2, 1, 2, 0,
    ]);

    hook.answerWith({ status: 200 });
    await advance(daySeconds / 2);
    const later = await receive();
    expect([first, second, third].map((secret) => isStandardSignedWith(later, secret))).toEqual([false, true, true]);
    await advance(daySeconds / 2);
    const last = await receive();
    expect([first, second, third].map((secret) => isStandardSignedWith(last, secret))).toEqual([false, false, true]);
  });

  test('is never dropped for a newer one: a fourth rotation within 24 hours is refused, and says when it is not', async () => {
    const secrets = [endpoint.secret];
    for (let round = 0; round < 3; round += 1) secrets.push((await rotate()).body.secret);
    const refused = await rotate();
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: expect.stringMatching(/Rotate again after \d{4}-\d{2}-\d{2}T/) } },
    });
    const post = await receive();
    expect(secrets.map((secret) => isStandardSignedWith(post, secret))).toEqual([true, true, true, true]);
    await advance(daySeconds);
    expect((await rotate()).status).toBe(200);
  });

  test('has as long to go after a reset as before it, for the clock went back', async () => {
    await advance(45 * daySeconds);
    const first = endpoint.secret;
    const second = (await rotate()).body.secret;
    await advance(daySeconds / 2);
    const third = (await rotate()).body;
    expect((await call('POST', '/v1/sandbox/reset', {})).status).toBe(200);
    const { previous_secret_expires_at: expiresAt } = (await call('GET', `/v1/webhooks/${endpoint.id}`)).body;
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - daySeconds * 1_000)).toBeLessThan(60_000);
    await advance(daySeconds / 2 + 60);
    const post = await receive();
    expect([first, second, third.secret].map((secret) => isStandardSignedWith(post, secret))).toEqual([
      false,
      true,
      true,
    ]);
    await advance(daySeconds / 2);
    const last = await receive();
    expect([second, third.secret].map((secret) => isStandardSignedWith(last, secret))).toEqual([false, true]);
  });

  test('does not come back with a reset once its time was over', async () => {
    await rotate();
    await advance(2 * daySeconds);
    await call('POST', '/v1/sandbox/reset', {});
    expect(isStandardSignedWith(await receive(), endpoint.secret)).toBe(false);
  });
});
