import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { WriteThroughReadHandle } from '../../../src/platform/db/reads/read-only-text.ts';
import type { TestService } from '../../support/service/service.ts';
import { type OwnServer, startOwnServer, startReplicated, until } from '../../support/servers/postgres-servers.ts';
import { fulfilAll, makeCheckouts, payPatiently, startOnServer } from '../../support/servers/service-on-server.ts';

const LAG_MAX_MS = 1_000;
const BEHIND = 'the replica is away or too far behind: all reads go to the primary';
const FRESH = 'reads that may be a moment old go to the replica';

let primary: OwnServer;
let standby: OwnServer;
beforeAll(async () => {
  ({ primary, standby } = await startReplicated());
});
afterAll(async () => {
  await primary.stop();
  await standby.stop();
});

const urlOf = (server: OwnServer, database: string) => `postgres://postgres@127.0.0.1:${server.port}/${database}`;

/** A service that reads from a replica, and what it logs. */
async function startReading(database: string, replica: OwnServer = standby) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const service = await startOnServer({
    url: urlOf(primary, database),
    log,
    config: { databaseReadUrl: urlOf(replica, database), databaseReadLagMaxMs: LAG_MAX_MS },
  });
  const said = (text: string) => lines.filter((line) => line === text).length;
  return { service, said };
}

/** Statements that each server has answered so far. */
async function readsOf(service: TestService): Promise<{ replica: number; primary: number }> {
  const metric = await service.app.metrics.registry.getSingleMetric('bly_database_reads_total')?.get();
  const of = (server: string) => metric?.values.find(({ labels }) => labels['server'] === server)?.value ?? 0;
  return { replica: of('replica'), primary: of('primary') };
}

async function listedTrips(service: TestService): Promise<readonly string[]> {
  const { status, body } = await service.call('GET', '/v1/trips?limit=50');
  expect(status).toBe(200);
  return body.trips.map((trip: { trip_id: string }) => trip.trip_id);
}

test('lists and reconcile read from the standby; who has just written reads that, and nobody what is older than the bound', async () => {
  await primary.ask('create database lagging');
  const { service, said } = await startReading('lagging');
  const tripIds = await makeCheckouts(service, 2);
  for (const tripId of tripIds) await payPatiently(service, tripId);
  await fulfilAll(service, tripIds);
  await until(async () => said(FRESH) === 1);
  // The last write is older than the bound: the list is the standby's.
  await until(async () => {
    const before = (await readsOf(service)).replica;
    expect([...(await listedTrips(service))].sort()).toEqual([...tripIds].sort());
    return (await readsOf(service)).replica > before;
  });
  const before = await readsOf(service);
  expect(await reconcile(service.app)).toMatchObject({ bookings: 2, payments: 2, problems: [] });
  expect((await readsOf(service)).replica).toBeGreaterThan(before.replica);

  // The standby hears of changes, and applies none.
  const other = await startReading('lagging');
  await until(async () => other.said(FRESH) === 1);
  await standby.ask('select pg_wal_replay_pause()');
  const [late = ''] = await makeCheckouts(service, 1);
  expect(await listedTrips(service)).toContain(late);
  // Another process knows nothing of that write: within the bound it may answer what was; then it asks the primary.
  await until(async () => other.said(BEHIND) === 1);
  expect(await listedTrips(other.service)).toContain(late);
  await until(async () => said(BEHIND) === 1);
  expect(await listedTrips(service)).toContain(late);
  const paused = await readsOf(other.service);
  expect(await listedTrips(other.service)).toContain(late);
  expect(await readsOf(other.service)).toEqual({ replica: paused.replica, primary: paused.primary + 1 });
  expect(await service.app.metrics.registry.metrics()).toMatch(/bly_database_replica_age_seconds [1-9]/);

  await standby.ask('select pg_wal_replay_resume()');
  await until(async () => other.said(FRESH) === 2);
  expect(await listedTrips(other.service)).toContain(late);
  // One line for each turn, however many looks there were.
  expect([said(BEHIND), other.said(BEHIND)]).toEqual([1, 1]);
  await other.service.close();
  await service.close();
});

test('what money and writes depend on is read from the primary while the standby stands still', async () => {
  await primary.ask('create database exact');
  const { service, said } = await startReading('exact');
  await until(async () => said(FRESH) === 1);
  await standby.ask('select pg_wal_replay_pause()');
  const tripIds = await makeCheckouts(service, 1);
  for (const tripId of tripIds) await payPatiently(service, tripId);
  await fulfilAll(service, tripIds);
  const [tripId = ''] = tripIds;
  expect((await service.call('GET', `/v1/trip/${tripId}/ledger`)).body.entries.length).toBeGreaterThan(0);
  await standby.ask('select pg_wal_replay_resume()');
  await service.close();
});

test('a write through the handle for reads is refused before it is sent', async () => {
  await primary.ask('create database guarded');
  const { service } = await startReading('guarded');
  const { q } = service.app.reads.recent;
  await expect(sql`delete from trip`.execute(q)).rejects.toThrow(WriteThroughReadHandle);
  await expect(sql`with gone as (delete from trip returning 1) select * from gone`.execute(q)).rejects.toThrow(
    WriteThroughReadHandle,
  );
  await service.close();
});

test('a server that is no standby of the primary is never read from, and the log says why', async () => {
  await primary.ask('create database foreign_read');
  const stranger = await startOwnServer();
  await stranger.ask('create database foreign_read');
  const { service, said } = await startReading('foreign_read', stranger);
  await until(async () => said(BEHIND) === 1);
  await makeCheckouts(service, 1);
  expect(await listedTrips(service)).toHaveLength(1);
  expect((await readsOf(service)).replica).toBe(0);
  await service.close();
  await stranger.stop();
});

test('a standby that is killed is noticed by nobody who reads', async () => {
  await primary.ask('create database standing');
  // Nothing waits for the standby any more.
  await primary.ask(`alter system set synchronous_standby_names = ''`);
  await primary.ask('select pg_reload_conf()');
  const { service, said } = await startReading('standing');
  const tripIds = await makeCheckouts(service, 1);
  await until(async () => {
    await listedTrips(service);
    return (await readsOf(service)).replica > 0;
  });
  await standby.kill();
  expect(await listedTrips(service)).toEqual(tripIds);
  await until(async () => said(BEHIND) === 1);
  expect(await listedTrips(service)).toEqual(tripIds);
  expect((await service.call('GET', '/readyz')).status).toBe(200);
  await service.close();
});
