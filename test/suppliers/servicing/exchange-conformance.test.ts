import { afterAll, beforeAll } from 'vitest';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { addDays, todayIn } from '../../../src/travel/dates.ts';
import type { FlightOffer, FlightQuery } from '../../../src/travel/flight.ts';
import { testWorld, worldQuery } from '../../support/products/world.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { aContext, aReference, CONTACT, contextAt, NELLIE } from '../../support/suppliers/booking-conformance.ts';
import { aDuffelQuery } from '../../support/suppliers/duffel-reading.ts';
import { type DuffelSupplierFixture, openDuffelSupplier } from '../../support/suppliers/duffel-supplier.ts';
import { describeFlightExchanges } from '../../support/suppliers/exchanges/exchange-conformance.ts';

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

/** Books the first journey that has a fare of a brand. */
async function bookBrand(
  supplier: FlightSupplier,
  query: FlightQuery,
  isWanted: (offer: FlightOffer, fare: FlightOffer['fares'][number]) => boolean,
  context: SupplierContext,
): Promise<string> {
  const found = await supplier.search(query, context);
  const offers = 'offers' in found ? found.offers : found;
  for (const offer of offers) {
    const fare = offer.fares.find((candidate) => isWanted(offer, candidate));
    if (fare === undefined) continue;
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
  throw new Error('no such fare');
}

describeFlightExchanges('the built-in world', {
  supplier: () => flights,
  aContext,
  day: '2027-02-10',
  book: (context) =>
    bookBrand(
      flights,
      worldQuery('QAA', 'QAK', ['2027-02-14', '2027-02-24']),
      (_, { brandCode }) => brandCode === 'STANDARD',
      context,
    ),
});

const today = todayIn('UTC', systemClock.now());
describeFlightExchanges('Duffel, as its stand-in answers', {
  supplier: () => duffel.flights,
  aContext: () => contextAt(systemClock.now()),
  day: addDays(today, 55),
  book: (context) =>
    bookBrand(
      duffel.flights,
      aDuffelQuery({
        slices: [
          { origins: ['LHR'], destinations: ['JFK'], date: addDays(today, 60) },
          { origins: ['JFK'], destinations: ['LHR'], date: addDays(today, 70) },
        ],
      }),
      ({ slices }, { brandName }) => brandName === 'Flex' && slices.every(({ segments }) => segments.length === 1),
      context,
    ),
});
