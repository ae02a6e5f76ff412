import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createMemoryState } from '../../src/platform/shared-state/shared-state-memory.ts';
import { createRedisState } from '../../src/platform/redis/shared-state-redis.ts';
import type { SharedState } from '../../src/platform/shared-state/shared-state.ts';
import { hasRedisServer, startRedis } from '../support/service/redis.ts';

const redisUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const hasRedis = await new Promise<boolean>((resolve) => {
  const socket = connect(Number(new URL(redisUrl).port || 6379), new URL(redisUrl).hostname, () => {
    socket.end();
    resolve(true);
  });
  socket.on('error', () => resolve(false));
});

/** Redis is taken where one is running; the same promises hold for both. */
const states: [string, SharedState][] = [['memory', createMemoryState()]];
if (hasRedis) states.push(['redis', createRedisState(redisUrl, `test-${randomBytes(6).toString('hex')}`, 10_000)]);
afterAll(async () => {
  for (const [, state] of states) await state.close();
});

describe.each(states)('shared state in %s', (_name, state) => {
  test('a bucket gives its burst at once and then refuses', async () => {
    const bucket = { perSecond: 1, burst: 5 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => state.takeToken('a', bucket, 1)));
    expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(5);
    expect(await state.takeToken('a', bucket, 1)).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 1 });
    expect(await state.takeToken('b', bucket, 2)).toMatchObject({ isAllowed: true, remaining: 3 });
  });

  test('a counter adds up, can be set, and is dropped', async () => {
    expect(await state.getCounter('c')).toBeUndefined();
    expect(await state.addToCounter('c', 2, 60)).toBe(2);
    expect(await state.addToCounter('c', 3, 60)).toBe(5);
    await state.setCounter('c', 40, 60);
    expect(await state.addToCounter('c', 2, 60)).toBe(42);
    expect(await state.getCounter('c')).toBe(42);
    await state.drop('c');
    expect(await state.getCounter('c')).toBeUndefined();
  });

  test('bytes come back as they were', async () => {
    const bytes = randomBytes(1_000);
    await state.setBytes('d', bytes, 60);
    expect((await state.getBytes('d'))?.equals(bytes)).toBe(true);
    expect(await state.getFirstBytes('d', 16)).toEqual(bytes.subarray(0, 16));
    await state.drop('d');
    expect(await state.getBytes('d')).toBeUndefined();
    expect(await state.getFirstBytes('d', 16)).toBeUndefined();
  });

  test('of many who change a text each sees what the one before has made of it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        state.changeText('t', 60, (text, nowMs) => {
          const count = Number(text ?? '0') + 1;
          return { text: String(count), answer: { count, isRealTime: Math.abs(nowMs - Date.now()) < 60_000 } };
        }),
      ),
    );
    expect(answers.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, at) => at + 1),
    );
    expect(answers.every(({ isRealTime }) => isRealTime)).toBe(true);
    await state.drop('t');
    expect(await state.changeText('t', 60, (text) => ({ text: 'a', answer: text }))).toBeUndefined();
  });

  test('an owner has its share of bytes and no more: what expires first goes, and others lose nothing', async () => {
    const owner = { name: 'a', bytesMax: 3_000 };
    await state.setBytes('theirs', randomBytes(2_900), 60, { name: 'b', bytesMax: 3_000 });
    for (const [at, key] of ['e1', 'e2', 'e3', 'e4'].entries())
      await state.setBytes(key, randomBytes(1_000), 60 + at, owner);
    const stored = async () => Promise.all(['e1', 'e2', 'e3', 'e4', 'theirs'].map((key) => state.getBytes(key)));
    expect((await stored()).map((value) => value?.length)).toEqual([undefined, 1_000, 1_000, 1_000, 2_900]);
    await state.setBytes('e4', randomBytes(1_500), 70, owner);
    expect((await stored()).map((value) => value?.length)).toEqual([undefined, undefined, 1_000, 1_500, 2_900]);
    await state.setBytes('e5', randomBytes(400), 70, owner);
    expect((await stored()).map((value) => value?.length)).toEqual([undefined, undefined, 1_000, 1_500, 2_900]);
  });

  test('an entry of more than 4 MiB is not stored, and what stood there before may be gone', async () => {
    await state.setBytes('f', Buffer.alloc(4 * 1024 * 1024 + 1), 60, { name: 'c', bytesMax: 64 * 1024 * 1024 });
    expect(await state.getBytes('f')).toBeUndefined();
    await state.setBytes('f', Buffer.alloc(4 * 1024 * 1024), 60, { name: 'c', bytesMax: 64 * 1024 * 1024 });
    expect((await state.getBytes('f'))?.length).toBe(4 * 1024 * 1024);
  });
});

describe('lives', () => {
  test('a counter lapses its time after the first addition, bytes after they were set', async () => {
    let now = 0;
    const state = createMemoryState(() => now);
    await state.addToCounter('c', 1, 10);
    await state.setBytes('d', Buffer.of(1), 10);
    now = 9_999;
    expect(await state.addToCounter('c', 1, 10)).toBe(2);
    expect(await state.getBytes('d')).toEqual(Buffer.of(1));
    now = 10_000;
    expect(await state.addToCounter('c', 1, 10)).toBe(1);
    expect(await state.getBytes('d')).toBeUndefined();
  });

  test('while Redis does not answer, the process counts for itself and no call fails', async () => {
    const reported: unknown[] = [];
    const state = createRedisState(
      'redis://127.0.0.1:1',
      'test',
      500,
      undefined,
      (outage) => void reported.push(outage),
    );
    expect(await state.addToCounter('c', 2, 60)).toBe(2);
    expect(await state.addToCounter('c', 2, 60)).toBe(4);
    expect(await state.takeToken('b', { perSecond: 1, burst: 2 }, 1)).toMatchObject({ isAllowed: true, remaining: 1 });
    expect(reported).toEqual([{ host: '127.0.0.1:1', failure: expect.any(Error) }]);
    await state.close();
  });
});

test.each(hasRedis ? ['Redis'] : [])(
  'four processes that change one text in %s lose no change of each other',
  async () => {
    const environment = `test-${randomBytes(6).toString('hex')}`;
    const states = Array.from({ length: 4 }, () => createRedisState(redisUrl, environment, 10_000));
    const addOne = (state: SharedState) =>
      state.changeText('t', 60, (text) => ({ text: String(Number(text ?? '0') + 1), answer: undefined }));
    await Promise.all(states.flatMap((state) => Array.from({ length: 50 }, () => addOne(state))));
    for (const state of states) {
      expect(await state.changeText('t', 60, (text = '') => ({ text, answer: text }))).toBe('200');
      await state.close();
    }
  },
);

describe.each(hasRedis ? ['redis'] : [])('pools in %s', () => {
  test('a process that says it lives, with nothing to write, keeps what it holds and counts on', async () => {
    const state = createRedisState(redisUrl, `test-${randomBytes(6).toString('hex')}`, 10_000);
    const draw = { key: 'p', allowance: 10, amount: 4, mark: 7 };
    await state.pools?.load('p', { base: 0, mark: 7, held: 0, versions: [] });
    expect(await state.pools?.reserve([draw])).toEqual({ kind: 'reserved', available: [6] });
    await state.pools?.post('p', []);
    await state.pools?.giveBack([{ key: 'p', amount: 0 }]);
    expect(state.pools?.isAnswering()).toBe(true);
    expect(await state.pools?.reserve([{ ...draw, amount: 7 }])).toEqual({ kind: 'short', index: 0, available: 6 });
    await state.close();
  });
});

describe.each(hasRedisServer ? ['two Redis servers'] : [])('cached answers and counters on %s', () => {
  test('an emptied or lost cache takes no counter along', async () => {
    const [counters, cache] = await Promise.all([startRedis(), startRedis()]);
    const state = createRedisState(counters.url, 'test', 10_000, cache.url);
    try {
      await state.addToCounter('guesses', 3, 60);
      await state.setBytes('answer', Buffer.of(1), 60);
      await cache.flush();
      expect([await state.getCounter('guesses'), await state.getBytes('answer')]).toEqual([3, undefined]);
      await state.setBytes('answer', Buffer.of(2), 60);
      await counters.flush();
      expect([await state.getCounter('guesses'), (await state.getBytes('answer'))?.[0]]).toEqual([undefined, 2]);
      await cache.stop();
      expect([
        await state.getBytes('answer'),
        await state.addToCounter('guesses', 1, 60),
        state.pools?.isAnswering(),
      ]).toEqual([undefined, 1, true]);
    } finally {
      await state.close();
      await Promise.all([counters.remove(), cache.remove()]);
    }
  });
});
