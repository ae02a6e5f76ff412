import { expect, test } from 'vitest';
import { mergeDuplicates } from '../../../src/flights/model/merge-offers.ts';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import { carriersOf, type Fare } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { WorldFare } from '../../../simulator/fares/world-fare.ts';
import { lowestTotal } from '../../../simulator/flights/published-fares.ts';
import { plainOffer, plainOffers } from '../../../simulator/offers/plain-offer.ts';
import { WorldOffer } from '../../../simulator/offers/world-offer.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../../support/products/world.ts';

const family = { ...NO_PASSENGERS, adt: 2, chd: 1, inf_lap: 1 };
const found = ['economy', 'business'].flatMap((cabin) =>
  [
    ['NYC', 'LAX'],
    ['PAR', 'TYO'],
    ['LON', 'DUB'],
  ].flatMap(([from = '', to = '']) => {
    const cabinClass = cabin === 'business' ? 'business' : 'economy';
    return testWorld().find(worldQuery(from, to, ['2027-01-14', '2027-01-21'], { passengers: family, cabinClass }), {
      now: WORLD_NOW,
      sold: NOTHING_SOLD,
    }).offers;
  }),
);

const kindSumsOf = (fare: Fare) => (fare instanceof WorldFare ? fare.kindSums : undefined);

test('prices known before a fare is written are those it has when it is written', () => {
  expect(found.length).toBeGreaterThan(100);
  for (const { fares } of found) {
    for (const fare of fares) {
      const { passengerPrices, bookingFees, total } = fare;
      const written = passengerPrices.flatMap(({ quantity, baseFare, taxLines }) => [
        quantity,
        baseFare.value,
        taxLines.reduce((sum, { amount }) => sum + amount.value, 0),
      ]);
      expect(kindSumsOf(fare)).toEqual(written);
      expect(
        passengerPrices.reduce(
          (sum, { quantity, baseFare, taxes }) => sum + quantity * (baseFare.value + taxes.value),
          bookingFees.value,
        ),
      ).toBe(total.value);
    }
  }
});

test('the cheapest fare at hand is the first, and none undercuts it in any part of its price', () => {
  for (const offer of found) {
    const first = offer instanceof WorldOffer ? offer.cheapestFare : undefined;
    if (first === undefined) throw new Error('no fare at hand');
    expect(offer.fares[0]).toBe(first);
    for (const fare of offer.fares) {
      const { bookingFees, cabinClass } = fare;
      expect([cabinClass, bookingFees]).toEqual([first.cabinClass, first.bookingFees]);
      for (const [index, part] of (kindSumsOf(fare) ?? []).entries())
        expect(part).toBeGreaterThanOrEqual(kindSumsOf(first)?.[index] ?? 0);
    }
  }
});

test('of an offer that is not our own no fare is believed to be the cheapest', () => {
  const [offer] = found;
  if (offer === undefined) throw new Error('nothing found');
  const told = { ...plainOffer(offer), cheapestFare: offer.fares.at(-1) };
  expect(lowestTotal(told)).toEqual(offer.fares[0]?.total);
});

test('the carriers of a direction are those that sell its segments', () => {
  for (const { slices } of found)
    for (const slice of slices)
      expect(carriersOf(slice)).toEqual(slice.segments.map(({ marketingCarrier }) => marketingCarrier));
});

test('plain offers are what they were, each direction, brand and passenger of them, and share what was shared', () => {
  const plain = plainOffers(found);
  expect(plain).toEqual(found.map(plainOffer));
  expect(plain.map((offer) => ({ ...offer }))).toEqual(plain);
  expect(plain[0]?.slices[0]?.segments.map((segment) => ({ ...segment }).flightNumber)).toEqual(
    found[0]?.slices[0]?.segments.map(({ flightNumber }) => flightNumber),
  );
  const directions = (offers: typeof found) => new Set(offers.flatMap(({ slices }) => slices)).size;
  expect(directions([...plain])).toBe(directions(found));
});

test('an offer that loses a fare to another supplier keeps its flights, its key and its other fares', () => {
  const [offer] = found.slice(0, 1).map(plainOffer);
  const [light, ...others] = offer?.fares ?? [];
  if (offer === undefined || light === undefined) throw new Error('nothing found');
  const cheaper = {
    ...offer,
    fares: offer.fares
      .slice(0, 1)
      .map((fare) => ({ ...fare, total: { ...fare.total, value: fare.total.value - 100 } })),
  };
  const supplied = (supplierId: string, own: typeof offer) => ({
    supplierId,
    supplierName: supplierId,
    queryIndex: 0,
    offer: own,
  });
  const { offers, duplicates } = mergeDuplicates(
    [supplied('a', offer), supplied('b', cheaper)],
    (fare) => fare.total.value,
  );
  expect([offers.length, duplicates]).toEqual([2, 1]);
  expect(offers[0]?.offer).toEqual({ ...offer, fares: offer.fares.slice(1) });
  expect(offers[0]?.offer.fares).toHaveLength(others.length);
});
