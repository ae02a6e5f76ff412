import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/platform/clock.ts';
import { newId } from '../../../src/platform/ids.ts';
import { createRedisState } from '../../../src/platform/redis/shared-state-redis.ts';
import { createMemoryState } from '../../../src/platform/shared-state/shared-state-memory.ts';
import type { SharedState } from '../../../src/platform/shared-state/shared-state.ts';
import { createSealedCache } from '../../../src/suppliers/common/cache/create-sealed-cache.ts';
import { supplierJobs } from '../../../src/suppliers/common/jobs.ts';
import type { CacheScope, SealedCache } from '../../../src/suppliers/common/sealed-cache.ts';
import { createPlatformApp } from '../../support/service/platform.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../../support/service/redis.ts';
import { aSealer } from '../../support/service/sealer.ts';

// On the embedded database: in memory; on a server: in its table; with Redis: there, whatever the database.
const MIB = 1024 * 1024;
const log = pino({ level: 'silent' });
const sealer = aSealer();

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

function aScope(changes: Partial<CacheScope> = {}): CacheScope {
  return { organizationId: newId('organization'), accountId: 'installation', supplier: 'duffel', ...changes };
}

function inFive(minutes = 5): Date {
  return new Date(Date.now() + minutes * 60_000);
}

/** Text that cannot be compressed. */
const noise = (bytes: number): string =>
  randomBytes(Math.ceil(bytes / 1.3))
    .toString('base64')
    .slice(0, bytes);

describe.each(hasRedisServer ? ['the database', 'redis'] : ['the database'])('answers of suppliers in %s', (kind) => {
  let redis: RedisServer | undefined;
  const states: SharedState[] = [];
  /** The caches of two processes of one installation. */
  let here: SealedCache;
  let there: SealedCache;

  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    const memory = createMemoryState();
    const open = () => {
      const shared = redis === undefined ? memory : createRedisState(redis.url, 'test', 10_000);
      states.push(shared);
      return createSealedCache({ db, shared, sealer, clock: systemClock, log });
    };
    here = open();
    there = open();
  });
  afterAll(async () => {
    for (const state of states) await state.close();
    await redis?.remove();
  });

  test('what one process stores every process finds, until it expires', async () => {
    const scope = aScope();
    const value = { offers: [{ id: 'off_1', price: '90.80', text: 'ü\u2028' }], none: null };
    await here.store(scope, 'set', value, inFive());
    expect(await here.find(scope, 'set')).toEqual(value);
    expect(await there.find(scope, 'set')).toEqual(value);
    await here.store(scope, 'brief', value, new Date(Date.now() + 300));
    await expect.poll(() => here.find(scope, 'brief')).toBeUndefined();
    expect(await there.find(scope, 'brief')).toBeUndefined();
    await here.store(scope, 'past', value, new Date(Date.now() - 1));
    expect(await here.find(scope, 'past')).toBeUndefined();
  });

  test('a newer answer of another process is seen at once, although this one has the older at hand', async () => {
    const scope = aScope();
    await here.store(scope, 'set', { generation: 1 }, inFive());
    expect(await here.find(scope, 'set')).toEqual({ generation: 1 });
    expect(await there.find(scope, 'set')).toEqual({ generation: 1 });
    await there.store(scope, 'set', { generation: 2 }, inFive());
    expect(await here.find(scope, 'set')).toEqual({ generation: 2 });
  });

  test('a value at hand is the same object: paging unpacks nothing', async () => {
    const scope = aScope();
    await here.store(scope, 'set', { offers: [1, 2, 3] }, inFive());
    const found = await here.find(scope, 'set');
    expect(await here.find(scope, 'set')).toBe(found);
  });

  test('another organization, account or name finds nothing', async () => {
    const scope = aScope();
    await here.store(scope, 'set', { offers: [1] }, inFive());
    expect(await here.find(aScope(), 'set')).toBeUndefined();
    expect(await here.find({ ...scope, accountId: 'sac_1' }, 'set')).toBeUndefined();
    expect(await here.find(scope, 'other')).toBeUndefined();
  });

  test('an organization beyond its share loses its own oldest entries and nobody else any', async () => {
    const [greedy, modest] = [aScope(), aScope()];
    await here.store(modest, 'set', { text: noise(100_000) }, inFive());
    for (let at = 0; at < 14; at += 1)
      await here.store(greedy, `set ${at}`, { text: noise(3.3 * MIB) }, inFive(5 + at / 60));
    const found: boolean[] = [];
    for (let at = 0; at < 14; at += 1) found.push((await there.find(greedy, `set ${at}`)) !== undefined);
    expect(found[0]).toBe(false);
    expect(found[13]).toBe(true);
    expect(found.filter((isStored) => isStored).length).toBeLessThanOrEqual(12);
    expect(found).toEqual([...found].toSorted());
    expect(await there.find(modest, 'set')).toBeDefined();
  }, 60_000);

  test('what stays too large when it is compressed is not stored', async () => {
    const scope = aScope();
    await here.store(scope, 'set', { text: noise(6 * MIB) }, inFive());
    expect(await here.find(scope, 'set')).toBeUndefined();
  });

  test('megabytes of JSON come back as they were', async () => {
    const scope = aScope();
    const offer = { id: 'off_1', slices: Array.from({ length: 40 }, () => ({ from: 'LHR', to: 'JFK', minutes: 90 })) };
    const value = { offers: Array.from({ length: 2_600 }, (_, at) => ({ ...offer, at })) };
    expect(JSON.stringify(value).length).toBeGreaterThan(4_000_000);
    await here.store(scope, 'set', value, inFive());
    expect(await there.find(scope, 'set')).toEqual(value);
  });
});

test('an answer that does not open is as good as none, and a store that is away fails nobody', async () => {
  const shared = createMemoryState();
  const stored = createSealedCache({ db, shared, sealer, clock: systemClock, log });
  const scope = aScope();
  await stored.store(scope, 'set', { a: 1 }, inFive());
  const changedKeys = createSealedCache({
    db,
    shared,
    sealer: { ...sealer, openBytes: () => undefined },
    clock: systemClock,
    log,
  });
  expect(await changedKeys.find(scope, 'set')).toBeUndefined();
  const away = async () => await Promise.reject(new Error('away'));
  const broken = createSealedCache({
    db: { ...db, kind: 'embedded' },
    shared: { ...shared, getBytes: away, setBytes: away, getFirstBytes: away },
    sealer,
    clock: systemClock,
    log,
  });
  await broken.store(scope, 'set', { a: 1 }, inFive());
  expect(await broken.find(scope, 'set')).toBeUndefined();
});

test('the standing job deletes expired answers from the table and leaves the others', async () => {
  const job = supplierJobs.find(({ name }) => name === 'suppliers.purge_answers');
  const server = { ...db, kind: 'server' } as const;
  const cache = createSealedCache({ db: server, shared: createMemoryState(), sealer, clock: systemClock, log });
  const scope = aScope();
  await cache.store(scope, 'brief', { a: 1 }, new Date(Date.now() + 50));
  await cache.store(scope, 'long', { a: 2 }, inFive());
  expect(await cache.find(scope, 'long')).toEqual({ a: 2 });
  await expect.poll(() => cache.find(scope, 'brief')).toBeUndefined();
  const app = createPlatformApp(db, []);
  const run = {
    organizationId: scope.organizationId,
    now: new Date(),
    attempt: 1,
    signal: new AbortController().signal,
  };
  expect(await job?.run({}, app, run)).toEqual({ runAgainInSeconds: 600 });
  const { rows } = await db.q
    .withTables<{ supplier_answer: { organization_id: string } }>()
    .selectFrom('supplier_answer')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .execute()
    .then((found) => ({ rows: found.length }));
  expect(rows).toBe(1);
});
