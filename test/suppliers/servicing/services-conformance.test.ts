import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { addDays, todayIn } from '../../../src/travel/dates.ts';
import type { FlightOffer, FlightQuery } from '../../../src/travel/flight.ts';
import { testWorld, worldQuery } from '../../support/products/world.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { aContext, aReference, CONTACT, contextAt, NELLIE } from '../../support/suppliers/booking-conformance.ts';
import { describeAddedServices } from '../../support/suppliers/conformance/services-conformance.ts';
import { aDuffelQuery } from '../../support/suppliers/duffel-reading.ts';
import { type DuffelSupplierFixture, openDuffelSupplier } from '../../support/suppliers/duffel-supplier.ts';

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

/** Books the first journey that is wanted, at its first fare, without bags or seats. */
async function bookFirst(
  supplier: FlightSupplier,
  query: FlightQuery,
  isWanted: (offer: FlightOffer) => boolean,
  context: SupplierContext,
): Promise<string> {
  const found = await supplier.search(query, context);
  const offer = ('offers' in found ? found.offers : found).find(isWanted);
  const fare = offer?.fares[0];
  if (offer === undefined || fare === undefined) throw new Error('no such offer');
  const priced = await supplier.price({ offerKey: offer.offerKey, fareKey: fare.fareKey }, context);
  if (priced.kind !== 'priced') throw new Error(priced.reason);
  const reference = aReference();
  const booked = await supplier.book(
    {
      reference,
      offerKey: offer.offerKey,
      fareKey: fare.fareKey,
      total: priced.flight.fare.total,
      travelers: [NELLIE],
      contact: { ...CONTACT, phone: '+442080160509' },
      ancillaries: [],
    },
    context,
  );
  if (booked.kind !== 'confirmed') throw new Error(JSON.stringify(booked));
  return reference;
}

describeAddedServices('the built-in world', {
  supplier: () => flights,
  aContext,
  book: (context) => bookFirst(flights, worldQuery('QAA', 'QAL', ['2027-02-14']), () => true, context),
});

const today = todayIn('UTC', systemClock.now());
const bookAtDuffel = (context: SupplierContext, at = duffel.flights) =>
  bookFirst(
    at,
    aDuffelQuery({ slices: [{ origins: ['LHR'], destinations: ['JFK'], date: addDays(today, 60) }] }),
    ({ validatingCarrier, slices }) => validatingCarrier === 'ZZ' && slices[0]?.segments.length === 1,
    context,
  );
describeAddedServices('Duffel, as its stand-in answers', {
  supplier: () => duffel.flights,
  aContext: () => contextAt(systemClock.now()),
  book: bookAtDuffel,
});

test('an airline behind Duffel that sells nothing after the sale says so', async () => {
  const context = contextAt(systemClock.now());
  const reference = await bookAtDuffel(context);
  const query = {
    reference,
    travelers: [{ travelerId: NELLIE.travelerId, type: NELLIE.type }],
    wants: { bags: true, seats: true },
  };
  duffel.stub.control.set({ order_services: false, seat_maps_by_order: false });
  expect(await duffel.flights.addedServices?.list(query, context)).toEqual({
    kind: 'not_sold',
    reason: 'The airline sells nothing for this ticket after its sale through us. Ask the airline.',
  });
  duffel.stub.control.set({ order_services: true });
  const listed = await duffel.flights.addedServices?.list(query, context);
  expect(listed?.kind === 'addable' && [listed.bags.length > 0, listed.seats]).toEqual([true, []]);
});
