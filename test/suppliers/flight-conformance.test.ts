import { afterAll, beforeAll } from 'vitest';
import { createSandboxFlights } from '../../simulator/flights/flights.ts';
import type { FlightSupplier } from '../../src/suppliers/ports/flights.ts';
import { testWorld, worldQuery } from '../support/products/world.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { aContext } from '../support/suppliers/booking-conformance.ts';
import { describeFlightSupplier } from '../support/suppliers/flight-conformance.ts';

let db: TestDatabase;
let flights: FlightSupplier;
beforeAll(async () => {
  db = await openTestDatabase();
  flights = createSandboxFlights({ world: testWorld(), db, clock: { now: () => new Date() } });
});
afterAll(() => db.close());

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
