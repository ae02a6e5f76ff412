import { connect, createServer, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../src/identity/audit-store.ts';
import { claimFreePort } from '../../../scripts/free-port.ts';
import { type OwnServer, startReplicated, until } from '../../support/servers/postgres-servers.ts';
import { makeCheckouts, startOnServer } from '../../support/servers/service-on-server.ts';
import { closedAtTheEnd } from '../../support/service/leak-check.ts';
import { hasRedisServer, type RedisServer, startRedis } from '../../support/service/redis.ts';
import type { TestService } from '../../support/service/service.ts';
import { aStaffMember } from '../../support/staff.ts';

/** A replica that stands still is read from for so long. */
const LAG_MAX_MS = 5_000;
const ROUNDS_MAX = 10;

/** A way to a server that can be cut. */
interface Line {
  readonly url: string;
  cut(): void;
}

let primary: OwnServer;
let standby: OwnServer;
let redis: RedisServer;
let line: Line;
/** Two processes of one installation, which read from the standby; the first reaches Redis by a line of its own. */
let writer: TestService;
let reader: TestService;
let stranger: { readonly 'x-api-key': string };

beforeAll(async () => {
  if (!hasRedisServer) return;
  ({ primary, standby } = await startReplicated());
  redis = await startRedis();
  line = await openLine(redis.url);
  await primary.ask('create database written');
  const urlOf = (server: OwnServer) => `postgres://postgres@127.0.0.1:${server.port}/written`;
  const start = (redisUrl: string) =>
    startOnServer({
      url: urlOf(primary),
      log: pino({ level: 'silent' }),
      config: { databaseReadUrl: urlOf(standby), databaseReadLagMaxMs: LAG_MAX_MS, redisUrl, redisTimeoutMs: 10_000 },
    });
  writer = await start(line.url);
  reader = await start(redis.url);
  stranger = { 'x-api-key': (await writer.makeKey()).key };
});
afterAll(async () => {
  if (!hasRedisServer) return;
  await writer.close();
  await reader.close();
  line.cut();
  await redis.remove();
  await primary.stop();
  await standby.stop();
});

async function openLine(serverUrl: string): Promise<Line> {
  const target = Number(new URL(serverUrl).port);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1');
    for (const one of [socket, onward]) {
      open.add(one);
      one.on('error', () => undefined).on('close', () => open.delete(one));
    }
    socket.pipe(onward).pipe(socket);
  });
  const port = await claimFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  closedAtTheEnd(async () => cut());
  return { url: `redis://127.0.0.1:${port}`, cut };
}

/** Reads of the second process that the standby has answered. */
async function readAtStandby(): Promise<number> {
  const metric = await reader.app.metrics.registry.getSingleMetric('bly_database_reads_total')?.get();
  return metric?.values.find(({ labels }) => labels['server'] === 'replica')?.value ?? 0;
}

/** An organization that has not written lists at the second process: whether that was answered by the standby. */
async function isStandbyRead(): Promise<boolean> {
  const before = await readAtStandby();
  expect((await reader.call('GET', '/v1/trips', undefined, stranger)).status).toBe(200);
  return (await readAtStandby()) > before;
}

/**
 * Does something while the standby stands still and is read from by others, and proves so; where the machine was too
 * slow for that, once more.
 */
async function whileStale(work: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await until(isStandbyRead);
    await standby.ask('select pg_wal_replay_pause()');
    try {
      await work();
      if (await isStandbyRead()) return;
    } finally {
      await standby.ask('select pg_wal_replay_resume()');
    }
  }
  throw new Error('The standby was never read from.');
}

async function listedTrips(): Promise<readonly string[]> {
  const { body } = await reader.call('GET', '/v1/trips?limit=50');
  return body.trips.map((trip: { trip_id: string }) => trip.trip_id);
}

describe.each(hasRedisServer ? ['at another process'] : [])('with a standby that is behind, %s,', () => {
  test('an organization lists what it has just written', async () => {
    await whileStale(async () => {
      const [tripId = ''] = await makeCheckouts(writer, 1);
      expect(await listedTrips()).toContain(tripId);
    });
  });

  test('what somebody has changed on a page stands in the list of their next', async () => {
    const { organizationId } = await writer.makeKey();
    const owner = await aStaffMember(writer, 'owner', organizationId);
    let made = 0;
    await whileStale(async () => {
      made += 1;
      await owner.get('/console/keys');
      const name = `till ${made}`;
      expect((await owner.post('/console/keys', { name, scope_search: 'on' })).text).toMatch(/bly_s\w{32,}/);
      const rows = await reader.app.reads.ofOrganization(organizationId);
      const acts = await listAuditEvents(rows, organizationId, { after: undefined, action: undefined, limit: 10 });
      expect(JSON.stringify(acts)).toContain(name);
    });
  });

  test('a Redis that was started again has forgotten who wrote, and nobody reads what is too old', async () => {
    await until(isStandbyRead);
    await standby.ask('select pg_wal_replay_pause()');
    const [tripId = ''] = await makeCheckouts(writer, 1);
    await redis.stop();
    expect(await listedTrips()).toContain(tripId);
    await redis.start();
    expect(await listedTrips()).toContain(tripId);
    await standby.ask('select pg_wal_replay_resume()');
  });

  test('a process that cannot reach Redis answers a write once the standby has it, or is read from no more', async () => {
    await until(isStandbyRead);
    line.cut();
    await standby.ask('select pg_wal_replay_pause()');
    const [tripId = ''] = await makeCheckouts(writer, 1);
    expect(await listedTrips()).toContain(tripId);
    await standby.ask('select pg_wal_replay_resume()');
    await until(isStandbyRead);
    const [next = ''] = await makeCheckouts(writer, 1);
    expect(await listedTrips()).toContain(next);
  });
});
