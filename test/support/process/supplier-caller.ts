import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { asId } from '../../../src/platform/ids.ts';
import { createDb } from '../../../src/platform/db/create-db.ts';
import { openServer } from '../../../src/platform/db/server/server-database.ts';
import { createMetrics } from '../../../src/platform/observability/metrics.ts';
import { createRedisState } from '../../../src/platform/redis/shared-state-redis.ts';
import { createSealer } from '../../../src/platform/security/crypto.ts';
import { createMemoryState } from '../../../src/platform/shared-state/shared-state-memory.ts';
import { createAccountCalls } from '../../../src/suppliers/common/door/create-account-calls.ts';

// A process of an installation that searches with one account, again and again from a moment on, until the day's budget
// is used up; prints how often it searched. DATABASE_URL and REDIS_URL say where the state of the account is shared.
const { DATABASE_URL: databaseUrl = 'postgres://127.0.0.1:1/none', REDIS_URL: redisUrl } = process.env;
const searchesPerDayMax = Number(process.env['SEARCHES_PER_DAY']);
const log = pino({ level: 'silent' });
const db = createDb('server', openServer({ url: databaseUrl, poolMax: 4 }, log), log);
const shared = redisUrl === undefined ? createMemoryState() : createRedisState(redisUrl, 'test', 20_000);
const organizationId = asId('organization', 'org_0000000000000000000001');
const calls = createAccountCalls({
  db,
  shared,
  sealer: createSealer({ environment: 'sandbox' }, [Buffer.alloc(32, 7)]),
  metrics: createMetrics(),
  log,
  health: { report: () => undefined, read: async () => ({ status: 'unknown', since: undefined, detail: undefined }) },
  limits: { perMinute: 60_000, concurrency: 50 },
});
const account = {
  accountId: 'installation',
  supplier: 'duffel',
  organizationId: undefined,
  token: 'duffel_test_0123456789',
  webhookSecret: undefined,
  baseUrl: 'http://127.0.0.1:1',
  isLive: false,
  searchesPerDayMax,
} as const;

let sent = 0;
async function searchUntilRefused(): Promise<void> {
  const context = { organizationId, now: new Date(), log, purpose: 'search', deadlineMs: 60_000 } as const;
  for (;;) {
    try {
      await calls.call(
        account,
        { ...context, signal: new AbortController().signal },
        {
          send: async () => {
            sent += 1;
          },
          health: () => ({ kind: 'well' }),
        },
      );
    } catch {
      return;
    }
  }
}

await wait(Math.max(0, Number(process.env['START_AT']) - Date.now()));
await Promise.all(Array.from({ length: 8 }, searchUntilRefused));
console.log(`sent ${sent}`);
await shared.close();
await db.close();
