import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSupplier } from '../../support/products/flights.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ flightSuppliers: [aSupplier()] });
});
afterAll(() => service.close());

test('a history that cannot be read is left empty; the price is told and watched all the same', async () => {
  const departure_date = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  // The rest of the database answers: only the past of prices is out of reach.
  await sql`alter table fare_observation rename to fare_observation_away`.execute(service.app.db.q);
  const { status, body } = await service.call('POST', '/v1/price_monitoring', {
    origin: 'PAR',
    destination: 'NYC',
    departure_date,
    watch: {},
  });
  await sql`alter table fare_observation_away rename to fare_observation`.execute(service.app.db.q);
  expect([status, body.status, body.history, body.flight.total_amount.value]).toEqual([200, 'ok', [], 50_000]);
  expect((await service.call('GET', `/v1/price_monitoring/${body.monitor_id}`)).status).toBe(200);
});
