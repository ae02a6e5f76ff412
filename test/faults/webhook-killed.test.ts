import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { prepareTestDataDir } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { BOOTSTRAP_KEY, testWorldDir } from '../support/service.ts';

const started: { child: ChildProcess | undefined; dataDir: string; receiver: Receiver }[] = [];

afterEach(async () => {
  for (const { child, dataDir, receiver } of started.splice(0)) {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL');
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Two whole processes start here, on a machine that may be busy. */
const startTimeoutMs = 40_000;

test('a delivery whose process was killed in the middle of it arrives again, as the same event, and then settles', async () => {
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(join(tmpdir(), 'bly-killed-'));
  const stage: (typeof started)[number] = { child: undefined, dataDir, receiver };
  started.push(stage);
  await prepareTestDataDir(dataDir);
  const port = await freePort();
  stage.child = startProcess(dataDir, port);
  await untilReady(port);
  receiver.answerWith('hang');
  const webhook = await post(port, '/v1/webhooks', z.object({ id: z.int() }), { url: receiver.url, events: ['booking.completed'] });
  const sample = await post(port, `/v1/webhooks/${webhook.id}/test`, z.object({ event_id: z.string() }), {});
  await receiver.waitFor(1);
  await end(stage.child, 'SIGKILL');

  receiver.answerWith({ status: 200 });
  stage.child = startProcess(dataDir, port);
  await untilReady(port);
  await receiver.waitFor(2);
  expect(receiver.received.map((received) => received.event.event_id)).toEqual([sample.event_id, sample.event_id]);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  await expect.poll(() => statusOf(port, webhook.id), { timeout: startTimeoutMs }).toBe('delivered');
  await end(stage.child, 'SIGTERM');
  expect(receiver.received).toHaveLength(2);
}, 3 * startTimeoutMs);

function startProcess(dataDir: string, port: number): ChildProcess {
  return spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'), stdio: 'ignore',
    env: {
      PATH: process.env['PATH'], BLY_DATA_DIR: dataDir, BLY_PORT: String(port), BLY_BOOTSTRAP_API_KEY: BOOTSTRAP_KEY, BLY_WORLD_DIR: testWorldDir(),
      BLY_WEBHOOK_ALLOW_LOCAL: '1', BLY_LOG_LEVEL: 'silent',
    },
  });
}

async function untilReady(port: number): Promise<void> {
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.status, () => 0), { timeout: startTimeoutMs }).toBe(200);
}

async function post<T>(port: number, path: string, shape: z.ZodType<T>, body: unknown): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST', body: JSON.stringify(body), headers: { 'x-api-key': BOOTSTRAP_KEY, 'content-type': 'application/json' },
  });
  expect(answer.ok).toBe(true);
  return shape.parse(await answer.json());
}

async function statusOf(port: number, webhookId: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhooks/${webhookId}/deliveries`, { headers: { 'x-api-key': BOOTSTRAP_KEY } });
  const { deliveries } = z.object({ deliveries: z.tuple([z.object({ status: z.string() })]) }).parse(await answer.json());
  return deliveries[0].status;
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
