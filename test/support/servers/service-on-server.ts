import pino, { type Logger } from 'pino';
import type { Config } from '../../../src/platform/config.ts';
import { createDb } from '../../../src/platform/db/create-db.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { openServer } from '../../../src/platform/db/server/server-database.ts';
import { CARD_OK, daysAhead, makeCheckout } from '../faults/trip-journeys.ts';
import type { TestDatabase } from '../service/database.ts';
import { type Answer, startService, type TestService } from '../service/service.ts';
import { closedAtTheEnd } from '../service/leak-check.ts';
import { until } from './postgres-servers.ts';

const ROUTE = { origin: 'PAR', destination: 'LIS' } as const;
const DAYS = 200;

/** A service on a server of the test's own; `close` closes its database, too. */
export async function startOnServer(settings: {
  readonly url: string;
  readonly arePrepared?: boolean;
  readonly config?: Partial<Config>;
  readonly log?: Logger;
}): Promise<TestService> {
  const { url, arePrepared = true, config = {}, log = pino({ level: 'silent' }) } = settings;
  const opened = createDb('server', openServer({ url, arePrepared, poolMax: 6 }, log), log);
  await migrate(opened);
  const db: TestDatabase = { ...opened, databaseUrl: url };
  const service = await startService({ db, config, log });
  const close = closedAtTheEnd(async () => {
    await service.close();
    await db.close();
  });
  return { ...service, close };
}

/** Trips that lack nothing but the payment, on days of their own: a flight has only so many seats. */
export async function makeCheckouts(service: TestService, count: number): Promise<readonly string[]> {
  const tripIds: string[] = [];
  for (let index = 0; index < count; index += 1)
    tripIds.push((await makeCheckout(service, { ...ROUTE, departure_date: daysAhead(30 + (index % DAYS)) })).tripId);
  return tripIds;
}

/** Pays once, under a key of the trip's own. */
export function payOnce(service: TestService, tripId: string): Promise<Answer> {
  return service.call(
    'POST',
    '/v1/sandbox/pay',
    { trip_id: tripId, card: CARD_OK },
    { 'idempotency-key': `pay ${tripId}` },
  );
}

/** Pays as an honest client does: what may pass is asked again, under its key. */
export async function payPatiently(service: TestService, tripId: string): Promise<void> {
  const answers: string[] = [];
  await until(
    async () => {
      const { status, text } = await payOnce(service, tripId);
      answers.push(`${new Date().toISOString()} ${status} ${text}`);
      if (![200, 409, 503].includes(status)) throw new Error(answers.at(-1));
      return status === 200;
    },
    () => answers.slice(-3).join('; '),
  );
}

/** Runs jobs until every trip is fulfilled, however often the database is away meanwhile. */
export async function fulfilAll(service: TestService, tripIds: readonly string[]): Promise<void> {
  let open = tripIds;
  await until(async () => {
    await service.drain().catch(() => undefined);
    const still: string[] = [];
    for (const tripId of open) {
      const { status, body } = await service.call('POST', '/v1/trip_status', { trip_id: tripId });
      if (status !== 200 || body.status !== 'fulfilled') still.push(tripId);
    }
    open = still;
    return open.length === 0;
  });
}
