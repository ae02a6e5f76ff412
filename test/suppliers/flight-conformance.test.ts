import { afterAll, beforeAll } from 'vitest';
import { createSandboxFlights } from '../../simulator/flights/flights.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { FlightSupplier } from '../../src/suppliers/ports/flights.ts';
import { addDays, todayIn } from '../../src/travel/dates.ts';
import { testWorld, worldQuery } from '../support/products/world.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { aContext, contextAt } from '../support/suppliers/booking-conformance.ts';
import { aDuffelQuery } from '../support/suppliers/duffel-reading.ts';
import { type DuffelSupplierFixture, openDuffelSupplier } from '../support/suppliers/duffel-supplier.ts';
import { describeFlightSupplier } from '../support/suppliers/flight-conformance.ts';

let db: TestDatabase;
let flights: FlightSupplier;
let duffel: DuffelSupplierFixture;
beforeAll(async () => {
  db = await openTestDatabase();
  flights = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  duffel = await openDuffelSupplier();
});
afterAll(async () => {
  await duffel.close();
  await db.close();
});

describeFlightSupplier('the built-in world', {
  supplier: () => flights,
  aContext,
  query: worldQuery('PAR', 'LIS', ['2027-01-14']),
  nothingQuery: worldQuery('PAR', 'QAE', ['2027-01-14']),
  async countOrders(reference, context) {
    const rows = await db.q
      .withTables<{ sandbox_order: { organization_id: string; reference: string } }>()
      .selectFrom('sandbox_order')
      .select('reference')
      .where('organization_id', '=', context.organizationId)
      .where('reference', '=', reference)
      .execute();
    return rows.length;
  },
});

const date = addDays(todayIn('UTC', systemClock.now()), 60);
const flightsOf = (origin: string, destination: string) =>
  aDuffelQuery({ slices: [{ origins: [origin], destinations: [destination], date }] });

describeFlightSupplier('Duffel, as its stand-in answers', {
  supplier: () => duffel.flights,
  aContext: () => contextAt(systemClock.now()),
  query: flightsOf('LHR', 'JFK'),
  nothingQuery: flightsOf('PVD', 'RAI'),
  countOrders: async (reference) =>
    duffel.stub.control.orders().filter(({ metadata }) => metadata?.['bly_reference'] === reference).length,
});
