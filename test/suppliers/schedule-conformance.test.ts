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
import { describeScheduleService } from '../support/suppliers/conformance/schedule-conformance.ts';

let db: TestDatabase;
let flights: FlightSupplier;
let duffel: DuffelSupplierFixture;
beforeAll(async () => {
  db = await openTestDatabase();
  flights = createSandboxFlights({ world: testWorld(), db, clock: systemClock });
  duffel = await openDuffelSupplier();
  duffel.stub.control.set({ documents_required: false, sparse: false });
});
afterAll(async () => {
  await duffel.close();
  await db.close();
});

describeScheduleService('the built-in world', {
  supplier: () => flights,
  aContext,
  query: worldQuery('PAR', 'LIS', ['2027-01-14', '2027-01-20']),
  async change({ reference, slices }, { change, sliceIndex }, context) {
    const segmentId = slices[sliceIndex]?.segments[0]?.segmentId;
    const moved = await flights.schedules?.rehearse?.({ reference, change, segmentId, minutes: 95 }, context);
    if (moved !== 'moved') throw new Error(`it was not changed: ${moved}`);
  },
});

const date = (days: number) => addDays(todayIn('UTC', systemClock.now()), days);
const KINDS = { shifted: 'time_shift', renumbered: 'other_flight', cancelled: 'slice_removed' } as const;

describeScheduleService('Duffel, as its stand-in answers', {
  supplier: () => duffel.flights,
  aContext: () => contextAt(systemClock.now()),
  query: aDuffelQuery({
    slices: [
      { origins: ['LHR'], destinations: ['JFK'], date: date(60) },
      { origins: ['JFK'], destinations: ['LHR'], date: date(70) },
    ],
  }),
  async change({ reference }, { change, sliceIndex }) {
    const { control } = duffel.stub;
    const order = control.orders().find(({ metadata }) => metadata?.['bly_reference'] === reference);
    control.changeByAirline({ order_id: order?.id ?? '', kind: KINDS[change], slice: sliceIndex, minutes: 95 });
  },
});
