import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type OwnServer, startOwnServer } from '../../support/servers/postgres-servers.ts';
import { startPgBouncer } from '../../support/servers/pgbouncer.ts';
import { fulfilAll, makeCheckouts, payOnce, startOnServer } from '../../support/servers/service-on-server.ts';

const ORDERS = Number(process.env['BLY_TEST_ORDERS'] ?? 10);
const AT_ONCE = 5;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.stop());

describe.each([
  { mode: 'session', arePrepared: true },
  { mode: 'transaction', arePrepared: false },
] as const)('through PgBouncer in $mode mode', ({ mode, arePrepared }) => {
  test('the schema is made, every order is fulfilled, and no statement is refused for its name', async () => {
    const database = `pooled_${mode}`;
    await server.ask(`create database ${database}`);
    const pooler = await startPgBouncer({ mode, serverPort: server.port });
    const url = `postgres://postgres@127.0.0.1:${pooler.port}/${database}`;
    const service = await startOnServer({ url, arePrepared });
    const tripIds = await makeCheckouts(service, ORDERS);
    for (let from = 0; from < ORDERS; from += AT_ONCE) {
      const paid = await Promise.all(tripIds.slice(from, from + AT_ONCE).map((tripId) => payOnce(service, tripId)));
      expect(paid.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(paid.map(() => 200));
      await service.drain();
    }
    await fulfilAll(service, tripIds);
    expect(await reconcile(service.app)).toMatchObject({ bookings: ORDERS, payments: ORDERS, problems: [] });
    await service.close();
    expect(pooler.log().match(/42P05|26000|prepared statement|unsupported startup/g)).toBeNull();
    await pooler.stop();
  });

  test('a statement that takes too long is ended by the server where a session or transaction can be told so', async () => {
    const pooler = await startPgBouncer({ mode, serverPort: server.port });
    const url = `postgres://postgres@127.0.0.1:${pooler.port}/pooled_${mode}`;
    const service = await startOnServer({ url, arePrepared });
    const { rows } = await service.app.db.transaction((tx) => sql`show statement_timeout`.execute(tx.q));
    expect(rows).toEqual([{ statement_timeout: '15s' }]);
    await service.close();
    // What one client was told is not left behind for the next.
    expect(await server.ask('show statement_timeout', `pooled_${mode}`)).toEqual([{ statement_timeout: '0' }]);
    await pooler.stop();
  });
});
