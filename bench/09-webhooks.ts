import { execFileSync, spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import * as z from 'zod';
import { interleave, median, percent, quantile, ratePerSecond, type Benchmark } from './harness.ts';
import { freshDatabase, type Service, startProcess } from './service.ts';

const targets = { drain: 0.15, commitToPostMs: 10, slowedShareMax: 0.1 };
/** Enough that opening the connections, which the bare POSTs hold open already, is a small part. */
const events = 5_000;
/** As many POSTs at once as one endpoint is given by the product. */
const inFlight = 64;
const seconds = 3;
const deadEvents = 200;
/** The failed attempts come again after 5 s, find their endpoint disabled and settle. */
const deadRestMs = 7_000;
const quietEvents = 60;
const quietPauseMs = 40;
const pollMs = 10;
const pollsMax = 3_000;
const receiverPort = 18_109;
const hookUrl = `https://localhost:${receiverPort}`;

const Stats = z.object({
  count: z.number(),
  waiting: z.number(),
  lastMs: z.number(),
  arrivals: z.array(z.tuple([z.string(), z.number()])),
});
const Committed = z.object({ committed_ms: z.number() });

/** What the rounds speak to. */
interface Stage {
  readonly service: Service;
  readonly receiver: Pool;
  readonly key: string;
}

/**
 * Budget 9: how fast the outbox drains, how soon a single event is on its way, and what a dead endpoint does to the
 * others.
 */
export const webhooksBenchmark: Benchmark = {
  number: 9,
  name: 'Webhook drain from the durable outbox to one HTTPS endpoint, against bare kept-alive signed POSTs',
  async measure() {
    const directory = mkdtempSync(join(tmpdir(), 'bly-bench-'));
    const certificate = makeCertificate(directory);
    const receiverProcess = startReceiver(certificate);
    const receiver = new Pool(hookUrl, {
      connections: inFlight,
      pipelining: 1,
      connect: { ca: readFileSync(certificate.cert) },
    });
    const database = await freshDatabase();
    // The certificate is the process's own business (Node adds it to the authorities it knows): the product has no such
    // setting.
    const service = await startProcess(['bench/anchors/webhook-service.ts'], 18_108, {
      DATABASE_URL: database.url,
      BLY_DATA_DIR: directory,
      BENCH_KEY_FILE: join(directory, 'key'),
      BLY_SECRET_KEYS: randomBytes(32).toString('base64'),
      BLY_LOG_LEVEL: 'warn',
      BLY_VALIDATE_RESPONSES: '0',
      NODE_ENV: 'production',
      BLY_WORLD_DIR: 'data/world',
      BLY_WEBHOOK_ALLOW_LOCAL: '1',
      NODE_EXTRA_CA_CERTS: certificate.cert,
    });
    try {
      const stage: Stage = { service, receiver, key: readFileSync(join(directory, 'key'), 'utf8') };
      return { number: 9, name: this.name, ...(await measureAll(stage)) };
    } finally {
      await service.stop();
      await receiver.close();
      receiverProcess.kill('SIGTERM');
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function measureAll(stage: Stage) {
  await call(stage, 'POST', '/v1/webhooks', { url: `${hookUrl}/hook`, events: ['booking.completed'] });
  const { id } = z.object({ id: z.int() }).parse(
    await call(stage, 'POST', '/v1/webhooks', {
      url: `${hookUrl}/dead`,
      events: ['booking.failed'],
      status: 'active',
    }),
  );
  const rounds = await interleave([
    { name: 'drain', round: () => drain(stage) },
    { name: 'bare', round: () => barePosts(stage) },
    { name: 'beside dead', round: () => drainBesideDead(stage, id) },
  ]);
  const quietMs = await commitToPost(stage);
  const [drained, bare, beside] = [
    median(rounds.get('drain') ?? []),
    median(rounds.get('bare') ?? []),
    median(rounds.get('beside dead') ?? []),
  ];
  const [p50, slowed] = [quantile(quietMs, 0.5), Math.max(0, 1 - beside / drained)];
  return {
    target: `drain ≥ ${percent(targets.drain)}, commit to POST p50 ≤ ${targets.commitToPostMs} ms, a dead endpoint slows others ≤ ${percent(targets.slowedShareMax)}`,
    result: `${percent(drained / bare)}, ${p50.toFixed(1)} ms, ${percent(slowed)}`,
    isMet: drained / bare >= targets.drain && p50 <= targets.commitToPostMs && slowed <= targets.slowedShareMax,
    detail: [
      `drained ${drained.toFixed(0)}/s, bare ${bare.toFixed(0)}/s at ${inFlight} in flight, beside a dead endpoint ${beside.toFixed(0)}/s`,
      `commit to POST p90 ${quantile(quietMs, 0.9).toFixed(1)} ms, over ${quietMs.length} events one at a time`,
    ],
  };
}

/** Deliveries a second, from the commit that made all of them due to the arrival of the last. */
async function drain(stage: Stage): Promise<number> {
  await stats(stage, '/forget');
  const { committed_ms: committedMs } = await publish(stage, 'booking.completed', events);
  const { lastMs } = await arrivalsOf(stage, events);
  return events / ((lastMs - committedMs) / 1_000);
}

/** The figure while another endpoint of the organization holds all of its connections and has more waiting. */
async function drainBesideDead(stage: Stage, deadId: number): Promise<number> {
  await call(stage, 'PATCH', `/v1/webhooks/${deadId}`, { status: 'active' });
  await publish(stage, 'booking.failed', deadEvents);
  await until(async () => (await stats(stage, '/stats')).waiting >= inFlight);
  const rate = await drain(stage);
  // What still waits for the dead endpoint settles before the next round, so that it is measured in its own round only.
  await call(stage, 'PATCH', `/v1/webhooks/${deadId}`, { status: 'disabled' });
  await stats(stage, '/release');
  await wait(deadRestMs);
  return rate;
}

async function barePosts({ receiver }: Stage): Promise<number> {
  const body = JSON.stringify({
    event: 'booking.completed',
    booking_ref: 'BLY-ABCDEF',
    status: 'confirmed',
    occurred_at: new Date().toISOString(),
    event_id: `evt_${randomUUID()}`,
    livemode: false,
  });
  const secret = randomBytes(32);
  return await ratePerSecond(
    async () => {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      const answer = await receiver.request({
        method: 'POST',
        path: '/hook',
        body,
        headers: {
          'content-type': 'application/json',
          'x-service-timestamp': timestamp,
          'x-service-signature': `sha256=${signature}`,
          'webhook-id': 'bare',
        },
      });
      await answer.body.dump();
    },
    { seconds, inFlight },
  );
}

/** Milliseconds from the commit's return to the arrival, one event at a time. */
async function commitToPost(stage: Stage): Promise<readonly number[]> {
  await stats(stage, '/forget');
  const committed: number[] = [];
  for (let i = 0; i < quietEvents; i += 1) {
    committed.push((await publish(stage, 'booking.completed', 1)).committed_ms);
    await wait(quietPauseMs);
  }
  const { arrivals } = await arrivalsOf(stage, quietEvents);
  // Event ids begin with their time: sorted, they are in the order they were published in.
  return arrivals
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, atMs], index) => Math.max(0, atMs - (committed[index] ?? Number.NaN)));
}

async function publish(stage: Stage, type: string, count: number): Promise<z.infer<typeof Committed>> {
  return Committed.parse(await call(stage, 'POST', '/v1/publish', { type, count }));
}

async function arrivalsOf(stage: Stage, count: number): Promise<z.infer<typeof Stats>> {
  await until(async () => (await stats(stage, '/stats')).count >= count);
  return await stats(stage, '/stats');
}

async function stats({ receiver }: Stage, path: string): Promise<z.infer<typeof Stats>> {
  const answer = await receiver.request({ method: 'GET', path });
  const text = await answer.body.text();
  return text === '' ? { count: 0, waiting: 0, lastMs: 0, arrivals: [] } : Stats.parse(JSON.parse(text));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let poll = 0; poll < pollsMax; poll += 1) {
    if (await isSo()) return;
    await wait(pollMs);
  }
  throw new Error('The deliveries did not arrive.');
}

async function call({ service, key }: Stage, method: 'POST' | 'PATCH', path: string, body: unknown): Promise<unknown> {
  const answer = await service.pool.request({
    method,
    path,
    body: JSON.stringify(body),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

function makeCertificate(directory: string): { readonly key: string; readonly cert: string } {
  const files = { key: join(directory, 'tls-key.pem'), cert: join(directory, 'tls-cert.pem') };
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      files.key,
      '-out',
      files.cert,
    ],
    { stdio: 'ignore' },
  );
  return files;
}

function startReceiver({ key, cert }: { readonly key: string; readonly cert: string }) {
  return spawn(process.execPath, ['bench/anchors/https-receiver.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BLY_PORT: String(receiverPort), BENCH_TLS_KEY: key, BENCH_TLS_CERT: cert },
  });
}
