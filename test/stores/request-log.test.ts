import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '../../src/platform/observability/metrics.ts';
import { DatabaseUnavailable } from '../../src/platform/db/database-failure.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import { asId, type OrganizationId } from '../../src/platform/ids.ts';
import { forgetOldRequests } from '../../src/request-log/forget-old-requests.ts';
import { createRequestRecorder } from '../../src/request-log/request-recorder.ts';
import {
  countGaps,
  insertRequests,
  listRequests,
  type RequestFilter,
  SCANNED_MAX,
} from '../../src/request-log/store.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const NOW = new Date('2026-03-10T12:30:00.000Z');
const DAY_MS = 86_400_000;
const busy = asId('organization', 'org_busy');
const quiet = asId('organization', 'org_quiet');
const never = new AbortController().signal;

let db: TestDatabase;
/** How far the recorder's clock is ahead of `NOW`. */
let aheadMs = 0;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  aheadMs = 0;
  await forgetOldRequests({ db, clock: { now: () => new Date(NOW.getTime() + 100 * DAY_MS) } }, never);
});
afterAll(() => db.close());

const recorderOn = (on: Db, metrics = createMetrics()) =>
  createRequestRecorder({
    db: on,
    clock: { now: () => new Date(NOW.getTime() + aheadMs) },
    log: pino({ level: 'silent' }),
    metrics,
  });
const countIn = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;

/** A database whose connection is lost as a transaction commits: what is there, no answer says. Then it is away. */
function cutDatabase(isCommitted: boolean) {
  const rolledBack = new Error('rolled back');
  const cut = {
    state: 'up' as 'up' | 'cut' | 'away',
    on: { ...db, transaction: (work) => begin(work) } satisfies Db as Db,
  };
  async function begin<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (cut.state === 'up') return await db.transaction(work);
    if (cut.state === 'cut')
      await db
        .transaction(async (tx) => {
          await work(tx);
          if (!isCommitted) throw rolledBack;
        })
        .catch((error: unknown) => error === rolledBack || Promise.reject(error));
    throw new DatabaseUnavailable(new Error('Connection terminated unexpectedly'));
  }
  return cut;
}

const callOf = (organizationId: OrganizationId, status = 200, requestId = 'req_1') => ({
  organizationId,
  requestId,
  method: 'GET',
  path: '/v1/account',
  params: {},
  operationId: 'account',
  status,
  elapsedMs: 3,
  principal: { kind: 'api_key' as const, keyId: asId('apiKey', 'key_1') },
  condition: undefined,
  limit: undefined,
});
const ALL: RequestFilter = {
  requestId: undefined,
  statusClass: undefined,
  credentialId: undefined,
  path: undefined,
  from: undefined,
  to: undefined,
  after: undefined,
  limit: 10_000,
};
const listOf = async (organizationId: OrganizationId) => (await listRequests(db, organizationId, ALL)).requests;

test('while nothing can be written an organization holds its share, refused calls last, and others are recorded', async () => {
  // Nothing is written before this turn of the event loop ends.
  const recorder = recorderOn(db);
  for (let n = 0; n < 2_500; n += 1) recorder.record(callOf(busy));
  for (let n = 0; n < 700; n += 1) recorder.record(callOf(busy, 429));
  for (let n = 0; n < 10; n += 1) recorder.record(callOf(quiet));
  await recorder.settle();
  const requests = await listOf(busy);
  expect(requests.filter(({ status }) => status === 200)).toHaveLength(1_500);
  expect(requests.filter(({ status }) => status === 429)).toHaveLength(500);
  expect(await listOf(quiet)).toHaveLength(10);
  expect(await countGaps(db, busy, ALL)).toBe(1_200);
  expect(await countGaps(db, quiet, ALL)).toBe(0);
});

test('what could not be written is counted once the database takes something again', async () => {
  let isDown = true;
  const metrics = createMetrics();
  const recorder = recorderOn(
    {
      ...db,
      get q() {
        if (isDown) throw new Error('the database is gone');
        return db.q;
      },
      transaction: (work) => (isDown ? Promise.reject(new Error('the database is gone')) : db.transaction(work)),
    },
    metrics,
  );
  for (let n = 0; n < 7; n += 1) recorder.record(callOf(busy));
  await recorder.settle();
  isDown = false;
  recorder.record(callOf(busy, 200, 'req_after'));
  await recorder.settle();
  expect((await listOf(busy)).map(({ requestId }) => requestId)).toContain('req_after');
  expect(await countGaps(db, busy, ALL)).toBe(7);
  const dropped = await metrics.registry.getSingleMetric('bly_request_log_dropped_total')?.get();
  expect(dropped?.values[0]?.value).toBe(7);
  const { from, to } = { from: new Date('2026-03-10T12:59:00Z'), to: new Date('2026-03-10T12:00:00Z') };
  expect(await countGaps(db, busy, { from, to: undefined })).toBe(7);
  expect(await countGaps(db, busy, { from: undefined, to })).toBe(0);
});

test.each([true, false])(
  'what a commit without an answer took (committed: %s) is in the log once, and is not counted as lost',
  async (isCommitted) => {
    const cut = cutDatabase(isCommitted);
    const metrics = createMetrics();
    const recorder = recorderOn(cut.on, metrics);
    cut.state = 'away';
    for (let n = 0; n < 3; n += 1) recorder.record(callOf(busy));
    await recorder.settle();
    cut.state = 'cut';
    for (let n = 0; n < 7; n += 1) recorder.record(callOf(busy));
    await recorder.settle();
    // Still away: nothing is known yet, and it is asked again ten seconds later.
    cut.state = 'away';
    await recorder.settle();
    cut.state = 'up';
    aheadMs += 10_000;
    await recorder.settle();
    expect(await listOf(busy)).toHaveLength(7);
    expect(await countGaps(db, busy, ALL)).toBe(3);
    expect(await countIn(metrics, 'bly_request_log_written_total')).toBe(7);
    expect(await countIn(metrics, 'bly_request_log_dropped_total')).toBe(3);
  },
);

test('entries that may be there hold up no others, and are lost after five minutes without an answer', async () => {
  const cut = cutDatabase(false);
  const metrics = createMetrics();
  const recorder = recorderOn(cut.on, metrics);
  cut.state = 'cut';
  for (let n = 0; n < 7; n += 1) recorder.record(callOf(busy));
  await recorder.settle();
  cut.state = 'away';
  await recorder.settle();
  cut.state = 'up';
  recorder.record(callOf(quiet));
  await recorder.settle();
  expect([(await listOf(quiet)).length, (await listOf(busy)).length]).toEqual([1, 0]);
  cut.state = 'away';
  aheadMs += 300_000;
  await recorder.settle();
  cut.state = 'up';
  await recorder.settle();
  expect((await listOf(busy)).length).toBe(0);
  expect(await countGaps(db, busy, ALL)).toBe(7);
  expect(await countIn(metrics, 'bly_request_log_dropped_total')).toBe(7);
});

test('at a stop, entries that may be there are tried once more, and counted as lost where they stay unknown', async () => {
  for (const [isBack, dropped] of [
    [true, 0],
    [false, 7],
  ] as const) {
    const cut = cutDatabase(true);
    const metrics = createMetrics();
    const recorder = recorderOn(cut.on, metrics);
    cut.state = 'cut';
    for (let n = 0; n < 7; n += 1) recorder.record(callOf(quiet));
    await recorder.settle();
    cut.state = isBack ? 'up' : 'away';
    await recorder.stop();
    expect(await countIn(metrics, 'bly_request_log_dropped_total')).toBe(dropped);
    expect(await countIn(metrics, 'bly_request_log_written_total')).toBe(7 - dropped);
  }
});

test('entries go after seven days, and not before', async () => {
  const recorder = recorderOn(db);
  recorder.record(callOf(quiet));
  await recorder.settle();
  const after = (ms: number) => ({ db, clock: { now: () => new Date(NOW.getTime() + ms) } });
  await forgetOldRequests(after(7 * DAY_MS), never);
  expect(await listOf(quiet)).toHaveLength(1);
  await forgetOldRequests(after(7 * DAY_MS + 1), never);
  expect(await listOf(quiet)).toHaveLength(0);
});

test('looking for what no index finds ends after some entries, and goes on behind them', async () => {
  const rows = Array.from({ length: SCANNED_MAX + 1 }, (_, n) => ({
    ...callOf(busy, 200, `req_${n}`),
    path: n === 0 ? '/v1/oldest' : '/v1/account',
    at: new Date(NOW.getTime() + n),
    entry: String(n),
    credential: { kind: 'api_key' as const, id: 'key_1', program: undefined },
  }));
  for (let from = 0; from < rows.length; from += 5_000) await insertRequests(db, rows.slice(from, from + 5_000));
  const filter = { ...ALL, path: '/v1/oldest', limit: 5 };
  const first = await listRequests(db, busy, filter);
  expect(first).toEqual({ requests: [], scannedTo: { at: new Date(NOW.getTime() + 1), entry: '1' } });
  const next = await listRequests(db, busy, { ...filter, after: first.scannedTo });
  expect(next.requests.map(({ requestId }) => requestId)).toEqual(['req_0']);
  expect(next.scannedTo).toBeUndefined();
});
