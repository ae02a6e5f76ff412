import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type OwnServer, startReplicated, until } from '../../support/servers/postgres-servers.ts';
import {
  fulfilAll,
  makeCheckouts,
  payOnce,
  payPatiently,
  startOnServer,
} from '../../support/servers/service-on-server.ts';
import { openTcpSwitch } from '../../support/servers/tcp-switch.ts';

const ORDERS = Number(process.env['BLY_TEST_ORDERS'] ?? 8);

let primary: OwnServer;
let standby: OwnServer;
beforeAll(async () => {
  ({ primary, standby } = await startReplicated());
});
afterAll(async () => {
  await primary.stop();
  await standby.stop();
});

const addressOf = (...ports: readonly number[]) =>
  `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}`;

/** Connections of the service that a server has. */
async function connectionsOn(server: OwnServer, database: string): Promise<number> {
  const rows = await server.ask(
    `select 1 from pg_stat_activity where application_name = 'bly' and datname = '${database}'`,
  );
  return rows.length;
}

test('an address that leads to the standby for a while, and back: nothing is stuck on it, every order is fulfilled', async () => {
  await primary.ask('create database switched');
  const address = await openTcpSwitch(primary.port);
  const service = await startOnServer({ url: `${addressOf(address.port)}/switched` });
  const tripIds = await makeCheckouts(service, ORDERS);
  const [first = '', ...others] = tripIds;
  await payPatiently(service, first);

  address.leadTo(standby.port);
  address.cut();
  const refused = await payOnce(service, others[0] ?? '');
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'UPSTREAM_UNAVAILABLE',
    '2',
  ]);
  // What the standby answers is as old as what it was told: reads go on.
  expect((await service.call('GET', `/v1/trip/${first}`)).status).toBe(200);
  const ready = await service.call('GET', '/readyz');
  expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable', problem: 'database_read_only' }]);

  // Not one connection is cut on the way back.
  address.leadTo(primary.port);
  expect((await payOnce(service, others[0] ?? '')).status).toBe(200);
  expect((await service.call('GET', '/readyz')).status).toBe(200);
  for (const tripId of others) await payPatiently(service, tripId);
  await fulfilAll(service, tripIds);
  await until(async () => (await connectionsOn(standby, 'switched')) === 0);
  expect(await reconcile(service.app)).toMatchObject({ bookings: ORDERS, payments: ORDERS, problems: [] });
  await service.close();
  address.close();
});

test('a primary that is killed: its standby is found, no acknowledged order is lost and none is charged twice', async () => {
  await primary.ask('create database followed');
  const service = await startOnServer({ url: `${addressOf(primary.port, standby.port)}/followed` });
  const tripIds = await makeCheckouts(service, ORDERS);
  const early = tripIds.slice(0, ORDERS / 2);
  for (const tripId of early) expect((await payOnce(service, tripId)).status).toBe(200);
  await primary.kill();

  const [late = ''] = tripIds.slice(ORDERS / 2);
  const away = await payOnce(service, late);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
  const ready = await service.call('GET', '/readyz');
  expect([ready.status, ready.body.problem]).toEqual([503, 'database']);
  await standby.promote();
  await Promise.all(tripIds.slice(ORDERS / 2).map((tripId) => payPatiently(service, tripId)));
  expect((await service.call('GET', '/readyz')).status).toBe(200);
  await fulfilAll(service, tripIds);
  expect(await reconcile(service.app)).toMatchObject({ bookings: ORDERS, payments: ORDERS, problems: [] });
  await service.close();
});
