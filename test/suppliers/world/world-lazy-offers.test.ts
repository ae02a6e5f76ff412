import { expect, test } from 'vitest';
import { mergeInParts } from '../../../src/flights/model/merge-offers.ts';
import { NOTHING_SOLD } from '../../../simulator/cabins/inventory.ts';
import { carriersOf } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { plainOffer } from '../../../simulator/offers/plain-offer.ts';
import { WorldOffer } from '../../../simulator/offers/world-offer.ts';
import { testWorld, WORLD_NOW, worldQuery } from '../../support/products/world.ts';
import { runParts } from '../../../src/platform/scheduling/in-parts.ts';

const mergeDuplicates = (...args: Parameters<typeof mergeInParts>) => runParts(mergeInParts(...args));

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

test('the parts of a price add up: tax lines to taxes, travelers and fees to the total', () => {
  expect(found.length).toBeGreaterThan(100);
  for (const { fares } of found) {
    for (const { passengerPrices, bookingFees, total } of fares) {
      for (const { taxes, taxLines } of passengerPrices)
        expect(taxLines.reduce((sum, { amount }) => sum + amount.value, 0)).toBe(taxes.value);
      expect(
        passengerPrices.reduce(
          (sum, { quantity, baseFare, taxes }) => sum + quantity * (baseFare.value + taxes.value),
          bookingFees.value,
        ),
      ).toBe(total.value);
    }
  }
});

test('the lowest total, known before a fare is written, is that of the first, and none undercuts it in any part', () => {
  const partsOf = ({ passengerPrices }: (typeof found)[number]['fares'][number]) =>
    passengerPrices.flatMap(({ baseFare, taxes }) => [baseFare.value, taxes.value]);
  for (const offer of found) {
    const lowest = offer instanceof WorldOffer ? offer.lowestTotal : undefined;
    const [first] = offer.fares;
    if (first === undefined) throw new Error('no fare at hand');
    expect(lowest).toEqual(first.total);
    for (const fare of offer.fares) {
      expect([fare.cabinClass, fare.bookingFees]).toEqual([first.cabinClass, first.bookingFees]);
      for (const [index, part] of partsOf(fare).entries())
        expect(part).toBeGreaterThanOrEqual(partsOf(first)[index] ?? 0);
    }
  }
});

test('the lowest total of a key is that of its offer; flights that are not sold have none', () => {
  const asked = { now: WORLD_NOW, sold: NOTHING_SOLD };
  for (const { offerKey, fares } of found) expect(testWorld().lowestTotal(offerKey, asked)).toEqual(fares[0]?.total);
  const [key = ''] = found.map(({ offerKey }) => offerKey);
  expect(testWorld().lowestTotal(key, { ...asked, now: new Date('2027-06-01T00:00:00Z') })).toBeUndefined();
  expect(testWorld().lowestTotal(`${key}9`, asked)).toBeUndefined();
});

test('the carriers of a direction are those that sell its segments', () => {
  for (const { slices } of found)
    for (const slice of slices)
      expect(carriersOf(slice)).toEqual(slice.segments.map(({ marketingCarrier }) => marketingCarrier));
});

test('plain offers and all in them can be copied by spreading, and share the directions that offers share', () => {
  const plain = found.map(plainOffer);
  const copies = plain.map((offer) => ({
    ...offer,
    slices: offer.slices.map((slice) => ({ ...slice, segments: slice.segments.map((segment) => ({ ...segment })) })),
    fares: offer.fares.map((fare) => ({
      ...fare,
      passengerPrices: fare.passengerPrices.map((price) => ({ ...price })),
    })),
  }));
  expect(copies).toEqual(plain);
  for (const [index, { offerKey, slices, fares, emissionsKg }] of found.entries())
    expect(copies[index]).toMatchObject({ offerKey, slices, fares, emissionsKg });
  const directions = plain.flatMap(({ slices }) => slices);
  const flown = new Set(directions.map(({ segments }) => JSON.stringify(segments))).size;
  expect(new Set(directions).size).toBeLessThan(directions.length / 2);
  expect(new Set(directions).size).toBeGreaterThanOrEqual(flown);
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
