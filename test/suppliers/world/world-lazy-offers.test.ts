import { expect, test } from 'vitest';
import { mergeDuplicates } from '../../../src/flights/model/merge-offers.ts';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import { carriersOf } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { cheapestFareHint, plainOffer, LazyOffer } from '../../../src/travel/plain-offer.ts';
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

test('prices known before a fare is written are those it has when it is written', () => {
  expect(found.length).toBeGreaterThan(100);
  for (const { fares } of found) {
    for (const { kindSums, passengerPrices, bookingFees, total } of fares) {
      const written = passengerPrices.flatMap(({ quantity, baseFare, taxLines }) => [
        quantity,
        baseFare.value,
        taxLines.reduce((sum, { amount }) => sum + amount.value, 0),
      ]);
      expect(kindSums).toEqual(written);
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
    const first = cheapestFareHint(offer);
    if (first === undefined) throw new Error('no fare at hand');
    expect(offer.fares[0]).toBe(first);
    for (const { kindSums, bookingFees, cabinClass } of offer.fares) {
      expect([cabinClass, bookingFees]).toEqual([first.cabinClass, first.bookingFees]);
      for (const [index, part] of (kindSums ?? []).entries())
        expect(part).toBeGreaterThanOrEqual(first.kindSums?.[index] ?? 0);
    }
  }
});

test('of an offer that is not our own no fare is believed to be the cheapest', () => {
  const [offer] = found;
  if (offer === undefined) throw new Error('nothing found');
  const told = { ...plainOffer(offer), cheapestFare: offer.fares.at(-1) };
  expect(cheapestFareHint(told)).toBeUndefined();
});

test('who sells a direction is known before its segments are written', () => {
  for (const { slices } of found)
    for (const slice of slices)
      expect(carriersOf(slice)).toEqual(slice.segments.map(({ marketingCarrier }) => marketingCarrier));
});

test('offers made again of their numbers are what they were, each direction, brand and passenger of them', () => {
  const numbers: number[] = [];
  const [first] = found;
  const ofOneSearch = found.filter(
    (offer) => offer instanceof LazyOffer && first instanceof LazyOffer && offer.source === first.source,
  );
  for (const offer of ofOneSearch)
    if (offer instanceof LazyOffer) offer.writeNumbers({ add: (value) => numbers.push(value) });
  const again =
    first instanceof LazyOffer ? first.source.readOffers(Float64Array.from(numbers), Number.POSITIVE_INFINITY) : [];
  expect(ofOneSearch.length).toBeGreaterThan(20);
  expect(again.map(plainOffer)).toEqual(ofOneSearch.map(plainOffer));
});

test('an offer that loses a fare to another supplier keeps its flights, its key and its other fares', () => {
  const [offer] = found;
  const [light, ...others] = offer?.fares ?? [];
  if (offer === undefined || light === undefined) throw new Error('nothing found');
  const cheaper = {
    ...plainOffer(offer),
    fares: plainOffer(offer)
      .fares.slice(0, 1)
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
  expect(offers[0]?.offer).toEqual({ ...plainOffer(offer), fares: plainOffer(offer).fares.slice(1) });
  expect(offers[0]?.offer.fares).toHaveLength(others.length);
});
