import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNode } from '../support/process/process.ts';
import { QUICK_NODE_ARGS, QUICK_NODE_ENV } from '../support/process/small-world.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../support/service/redis.ts';

// The state of accounts is shared through Redis, or through PostgreSQL alone where `npm run test:deep` names a server;
// the embedded database has one process.
const KINDS = [
  ...(hasRedisServer ? (['Redis'] as const) : []),
  ...(process.env['BLY_TEST_DATABASE_URL'] === undefined ? [] : (['PostgreSQL'] as const)),
];
/** Both processes are up by then, on a busy machine as well. */
const startInMs = 2_500;

describe.each(KINDS)('processes that share an account through %s', (kind) => {
  let redis: RedisServer | undefined;
  let db: TestDatabase | undefined;
  beforeAll(async () => {
    if (kind === 'Redis') redis = await startRedis();
    else db = await openTestDatabase();
  });
  afterAll(async () => {
    await redis?.remove();
    await db?.close();
  });

  test('three of them search as often as the day allows, to the call, and each of them some', async () => {
    const env = {
      ...QUICK_NODE_ENV,
      PATH: process.env['PATH'] ?? '',
      SEARCHES_PER_DAY: '1000',
      START_AT: String(Date.now() + startInMs),
      ...(redis === undefined ? { DATABASE_URL: db?.databaseUrl ?? '' } : { REDIS_URL: redis.url }),
    };
    const ends = await Promise.all(
      Array.from(
        { length: 3 },
        () => runNode([...QUICK_NODE_ARGS, 'test/support/process/supplier-caller.ts'], env).finished,
      ),
    );
    expect(ends.map(({ code, errors }) => [code, errors])).toEqual(Array.from({ length: 3 }, () => [0, '']));
    const sent = ends.map(({ output }) => Number(/^sent (\d+)$/m.exec(output)?.[1]));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(700);
    expect(Math.min(...sent)).toBeGreaterThan(0);
  }, 60_000);
});
