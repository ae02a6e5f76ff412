import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCredits } from '../../src/metering/change-credits.ts';
import { createMemoryState } from '../../src/platform/shared-state/shared-state-memory.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { daysAhead } from '../support/faults/trip-journeys.ts';
import { connectAgent } from '../support/mcp.ts';
import { readRoute } from '../support/hostile/probe-routes.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../support/service/redis.ts';
import { type Answer, startService, type TestService } from '../support/service/service.ts';

let redis: RedisServer;
let db: TestDatabase;
let services: readonly [TestService, TestService];
const rate = { perSecond: 1_000, burst: 10_000 };
const settleMs = 20_000;
/** Counting exactly is promised while Redis answers in time: on a busy machine it may take its time here. */
const redisTimeoutMs = 10_000;

beforeAll(async () => {
  if (!hasRedisServer) return;
  redis = await startRedis();
  db = await openTestDatabase();
  // The one database outlives both.
  const shared = { ...db, close: async () => undefined };
  const start = () =>
    startService({
      db: shared,
      config: { redisUrl: redis.url, redisTimeoutMs },
      routes: [readRoute('read'), readRoute('dear', { cost: 10 })],
    });
  services = [await start(), await start()];
});
afterAll(async () => {
  if (!hasRedisServer) return;
  for (const service of services) await service.close();
  await db.close();
  await redis.remove();
});

const read = (key: string, turn: number, name = 'read'): Promise<Answer> =>
  at(turn).call('GET', `/v1/probe/${name}`, undefined, { 'x-api-key': key });
const at = (turn: number): TestService => (turn % 2 === 0 ? services[0] : services[1]);
/** Calls made at once, in turn at each process; answers how many were let through. */
async function callAtOnce(key: string, count: number, name = 'read'): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_entry, turn) => read(key, turn, name)));
  return answers.filter(({ status }) => status === 200).length;
}
const usage = async (key: string, turn = 0) =>
  (await at(turn).call('GET', '/v1/usage', undefined, { 'x-api-key': key })).body;
const balance = async (key: string, turn = 0): Promise<number> =>
  (await at(turn).call('GET', '/v1/account', undefined, { 'x-api-key': key })).body.balance;
async function flushAll(): Promise<void> {
  for (const { app } of services) await app.gate.flush();
}

test('one process counts for itself', () => {
  expect(createMemoryState().pools).toBeUndefined();
});

/**
 * Redis is taken where this machine has one; the counters of a single process are tested in
 * routes/identity/metering.test.ts.
 */
describe.each(hasRedisServer ? ['by Redis'] : [])('two processes, %s,', () => {
  test('let exactly the quota through, together and however the calls fall', async () => {
    const { key } = await services[0].makeKey({ quotaCalls: 10, rate });
    expect(await callAtOnce(key, 40)).toBe(10);
    expect(await callAtOnce(key, 4)).toBe(0);
    await flushAll();
    for (const turn of [0, 1]) expect((await usage(key, turn)).keys).toMatchObject([{ used: 10, remaining: 0 }]);
    const refusal = await read(key, 1);
    expect(refusal.body).toMatchObject({ error: { code: 'RATE_LIMITED' }, limit: 'quota' });
    expect(Date.parse(refusal.body.resets_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });

  test('say together what is left of the quota, and count nothing for a key without one', async () => {
    const { key } = await services[0].makeKey({ quotaCalls: 10, rate });
    const left: (string | null)[] = [];
    for (const turn of [0, 1, 0, 1]) left.push((await read(key, turn)).headers.get('x-quota-remaining'));
    expect(left).toEqual(['9', '8', '7', '6']);
    const { key: free } = await services[0].makeKey({ quotaCalls: 'unlimited', rate });
    expect(await callAtOnce(free, 20)).toBe(20);
    await flushAll();
    expect((await usage(free)).keys).toMatchObject([{ limit: null, used: 20 }]);
    expect(await balance(free)).toBe(100_000 - 20);
  });

  test('spend exactly the balance; a top-up at one counts at the other from the next call', async () => {
    const { key, organizationId } = await services[0].makeKey({ rate });
    await addCredits(services[0].app, organizationId, -100_000 + 105);
    expect(await callAtOnce(key, 40, 'dear')).toBe(10);
    expect((await read(key, 1, 'dear')).body).toMatchObject({ error: { code: 'PAYMENT_REQUIRED' }, balance: 5 });
    expect(await callAtOnce(key, 20)).toBe(5);
    await addCredits(services[1].app, organizationId, 3);
    expect(await callAtOnce(key, 20)).toBe(3);
    await flushAll();
    expect([await balance(key, 0), await balance(key, 1)]).toEqual([0, 0]);
  });

  test('count nothing twice while they write what they have counted', async () => {
    const { key } = await services[0].makeKey({ quotaCalls: 60, rate });
    const passed: number[] = [];
    for (let round = 0; round < 10; round += 1)
      passed.push(...(await Promise.all([callAtOnce(key, 8), flushAll().then(() => 0)])));
    expect(passed.reduce((sum, count) => sum + count)).toBe(60);
    await flushAll();
    expect((await usage(key)).keys).toMatchObject([{ used: 60 }]);
    expect(await balance(key)).toBe(100_000 - 60);
  });

  test('an emptied Redis forgives at most what was not written yet, and the record stays exact', async () => {
    const { key } = await services[0].makeKey({ quotaCalls: 40, rate });
    expect(await callAtOnce(key, 20)).toBe(20);
    await flushAll();
    expect(await callAtOnce(key, 10)).toBe(10);
    await redis.flush();
    const more = await callAtOnce(key, 40);
    expect(more).toBeGreaterThanOrEqual(10);
    expect(more).toBeLessThanOrEqual(20);
    await flushAll();
    expect((await usage(key)).keys).toMatchObject([{ used: 30 + more }]);
    expect(await balance(key)).toBe(100_000 - 30 - more);
    await expect.poll(() => callAtOnce(key, 4), { timeout: settleMs }).toBe(0);
  });

  test('without Redis the figures of the database decide; with it again, they count together again', async () => {
    const { key } = await services[0].makeKey({ quotaCalls: 30, rate });
    expect(await callAtOnce(key, 10)).toBe(10);
    await redis.stop();
    const alone = await callAtOnce(key, 10);
    await flushAll();
    expect((await usage(key)).keys).toMatchObject([{ used: 20, remaining: 10 }]);
    expect(alone).toBe(10);
    await redis.start();
    for (const { app } of services)
      await expect.poll(() => app.shared.pools?.isAnswering(), { timeout: settleMs }).toBe(true);
    await expect
      .poll(
        async () =>
          (await services[0].app.shared.addToCounter(key, 1, 60)) +
          (await services[1].app.shared.addToCounter(key, 1, 60)),
        { timeout: settleMs },
      )
      .toBeGreaterThan(4);
    expect(await callAtOnce(key, 40)).toBe(10);
    await flushAll();
    expect((await usage(key)).keys).toMatchObject([{ used: 30 }]);
    expect(await balance(key)).toBe(100_000 - 30);
  });
});

describe.each(hasRedisServer ? ['by Redis'] : [])('handles of offers at two processes, %s,', () => {
  test('stand for the same offer at both, and for nothing once they are gone', async () => {
    const { key } = await services[0].makeKey({ rate });
    const connect = ({ url }: TestService, by = key) => connectAgent(url, { headers: { 'x-api-key': by } });
    const [first, second] = [await connect(services[0]), await connect(services[1])];
    const { data } = await first.call('flight_search', {
      origin: 'MUC',
      destination: 'LIS',
      departure_date: daysAhead(60),
      limit: 1,
    });
    const args = { add_item: { trip_item_token: data.live_offers[0].fares[0].trip_item_token } };
    expect(args.add_item.trip_item_token).toMatch(/^f[2-9a-z]{4}-a1$/);
    expect((await second.call('trip', args)).data).toMatchObject({ trip_id: expect.any(String) });
    const stranger = await connect(services[1], (await services[1].makeKey({ rate })).key);
    expect((await stranger.call('trip', args)).data).toMatchObject({ error: { code: 'OFFER_EXPIRED' } });
    await redis.flush();
    expect((await second.call('trip', args)).data).toMatchObject({ error: { code: 'OFFER_EXPIRED' } });
    await Promise.all([first.close(), second.close(), stranger.close()]);
  });
});
