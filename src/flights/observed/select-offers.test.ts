import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aFare, anOffer } from '../../../test/support/products/flights.ts';
import type { FlightOffer } from '../../travel/flight.ts';
import { stopsOf } from '../model/filter-offers.ts';
import { packOffers, unpackOffers } from './pack-offers.ts';
import { createScratch } from './pack-small.ts';
import { selectOffers } from './select-offers.ts';

/** What an airline sells: a price, stops, conditions. */
const offers = fc.array(
  fc.record({
    carrier: fc.constantFrom('AF', 'BA', 'IB', 'LH', 'TP', 'U2', 'FR', 'AZ'),
    stops: fc.nat(2),
    fares: fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 2_000 }),
        cabinClass: fc.constantFrom('economy' as const, 'business' as const),
        isRefundable: fc.constantFrom(true, false, undefined),
        pieces: fc.constantFrom(0, 1, undefined),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  { maxLength: 30 },
);
type Sold = (typeof offers extends fc.Arbitrary<infer T> ? T : never)[number];

function toOffer({ carrier, stops, fares }: Sold, index: number): FlightOffer {
  const plain = anOffer({
    offerKey: `off_${index}`,
    fares: fares.map(({ price, cabinClass, isRefundable, pieces }) => {
      const fare = aFare({ price });
      return { ...fare, cabinClass, isRefundable, checkedBags: { ...fare.checkedBags, pieces } };
    }),
  });
  return {
    ...plain,
    validatingCarrier: carrier,
    slices: plain.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.slice(0, 1).flatMap((segment) => Array.from({ length: stops + 1 }, () => segment)),
    })),
  };
}

const lowest = (found: readonly FlightOffer[], wanted: (fare: FlightOffer['fares'][number]) => boolean = () => true) =>
  Math.min(
    ...found.flatMap(({ fares }) =>
      fares.filter((fare) => fare.cabinClass === 'economy' && wanted(fare)).map(({ total }) => total.value),
    ),
  );

test('of whatever was found the cheapest is stored: of all, without a stop, refundable and with a bag', () => {
  fc.assert(
    fc.property(offers, (sold) => {
      const found = sold.map(toOffer);
      const { offers: stored, isWhole } = selectOffers(found, 'economy');
      const direct = (all: readonly FlightOffer[]) => all.filter((offer) => stopsOf(offer) === 0);
      expect(stored.length).toBeLessThanOrEqual(6);
      expect(lowest(stored)).toBe(lowest(found));
      expect(lowest(direct(stored))).toBe(lowest(direct(found)));
      expect(lowest(stored, ({ isRefundable }) => isRefundable === true)).toBe(
        lowest(found, ({ isRefundable }) => isRefundable === true),
      );
      const hasBag = ({ checkedBags }: FlightOffer['fares'][number]) => (checkedBags.pieces ?? 0) > 0;
      expect(lowest(stored, hasBag)).toBe(lowest(found, hasBag));
      const prices = stored.map(({ fares }) => fares[0]?.total.value ?? 0);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      expect(stored.every(({ fares }) => fares.every(({ cabinClass }) => cabinClass === 'economy'))).toBe(true);
      const count = (all: readonly FlightOffer[]) =>
        all.flatMap(({ fares }) => fares.filter(({ cabinClass }) => cabinClass === 'economy')).length;
      expect(isWhole).toBe(count(stored) === count(found));
    }),
  );
});

const scratch = createScratch();

test('what is packed is what is unpacked, and other bytes are nothing', () => {
  fc.assert(
    fc.property(offers, fc.boolean(), (sold, isWhole) => {
      const found = { supplierName: 'Duffel', isWhole, offers: selectOffers(sold.map(toOffer), 'economy').offers };
      const packed = packOffers(found);
      // What is undefined is not there after JSON.
      expect(unpackOffers(packed, scratch)).toEqual(found);
      // The cheapest alone are the first of them, and all that rounding could put first.
      const { offers: cheapest = [] } = unpackOffers({ ...packed, others: undefined }, scratch) ?? {};
      expect(cheapest).toEqual(found.offers.slice(0, cheapest.length));
      const bound = (found.offers[0]?.fares[0]?.total.value ?? 0) * 1.01;
      expect(found.offers.filter(({ fares }) => (fares[0]?.total.value ?? 0) <= bound).length).toBe(cheapest.length);
    }),
  );
  const bytes = fc.option(fc.uint8Array({ maxLength: 200 }), { nil: undefined });
  fc.assert(
    fc.property(bytes, bytes, bytes, (cheapestSmall, cheapest, others) => {
      expect(unpackOffers({ cheapestSmall, cheapest, others }, scratch)).toBeUndefined();
    }),
  );
});

test('the cheapest offer is small; too many at one price are not, and are packed as they were before', () => {
  const small = packOffers({ supplierName: 'Duffel', isWhole: true, offers: [toOffer(SOLD, 0)] });
  expect(small.cheapest).toBeUndefined();
  expect(small.cheapestSmall?.length).toBeLessThan(500);
  // Texts that no dictionary knows.
  const many = Array.from({ length: 40 }, (_, n) => ({ ...toOffer(SOLD, n), owner: randomUUID() }));
  const large = packOffers({ supplierName: 'Duffel', isWhole: true, offers: many });
  expect(large.cheapestSmall).toBeUndefined();
  expect(unpackOffers({ ...large, others: undefined }, scratch)?.offers).toEqual(many);
});

test('offers that are alike pack small, and are read whole: a text longer than the memory for it is not small', () => {
  for (const count of [1, 4, 8, 16]) {
    const alike = Array.from({ length: count }, () => toOffer(SOLD, 0));
    const packed = packOffers({ supplierName: 'Duffel', isWhole: true, offers: alike });
    expect(unpackOffers({ ...packed, others: undefined }, scratch)?.offers).toEqual(alike);
  }
  const longest = Array.from({ length: 16 }, () => toOffer(SOLD, 0));
  expect(packOffers({ supplierName: 'Duffel', isWhole: true, offers: longest }).cheapestSmall).toBeUndefined();
});

test('a text that was packed small stays readable: its dictionary never changes', () => {
  const packed = Buffer.from(PACKED_SMALL, 'base64');
  const unpacked = unpackOffers({ cheapestSmall: packed, cheapest: undefined, others: undefined }, scratch);
  expect(unpacked).toEqual({ supplierName: 'Duffel', isWhole: true, offers: [toOffer(SOLD, 0)] });
  packed[0] = 99;
  expect(unpackOffers({ cheapestSmall: packed, cheapest: undefined, others: undefined }, scratch)).toBeUndefined();
});

test('what an earlier version has packed in one part is read as a whole, and goes before what it did not know of', () => {
  const found = { supplierName: 'Duffel', isWhole: true, offers: selectOffers([toOffer(SOLD, 0)], 'economy').offers };
  const bytes = deflateRawSync(JSON.stringify({ format: 1, ...found }));
  const { cheapestSmall } = packOffers({ supplierName: 'Duffel', isWhole: false, offers: [] });
  for (const small of [undefined, cheapestSmall]) {
    expect(unpackOffers({ cheapestSmall: small, cheapest: bytes, others: undefined }, scratch)).toEqual(found);
    expect(unpackOffers({ cheapestSmall: small, cheapest: bytes, others: bytes }, scratch)).toEqual(found);
  }
});
const SOLD: Sold = {
  carrier: 'AF',
  stops: 1,
  fares: [{ price: 120, cabinClass: 'economy', isRefundable: undefined, pieces: 1 }],
};
const PACKED_SMALL =
  'ASOnBsBe4uenpcUTX4ITW1p6uXnjLC2NdQ1MsZWWJhY0KC0xikIztPrUPJzYchAigFkogfyDr1BCkcdbDkJCDclKiAAuKy0IWGlB' +
  'qBwEhzhyOWhqYWKApcAbDXi6BDzO+iMHWlNgqz1QmqruIaTUJ2Eg9diqFKUwkDBSk9gcSx1jZICtNYtZw1QrZWfmgRISqO2mo1RY' +
  'mphXkllSCW7GJSUWp7olFqUimatrbmGB1eQStBrKAr2GQqjzAbX5IWUlcTUWVCv2kh1Hsx9WIFeDWSGVBaAYSAarA5e9jjk5+eWp' +
  'KTBz0lKRfWluit3xuZmwROKUmpZflOoCK0HBAQ7KmkiWFYGrHFTLwI4DeRtP7YOt/kR0YwyNQEkzNzUP3E5WslIyNVWoUDAGEUam' +
  'Csm5SuRVtSA3oTbuq+H8SkgyT0pMBxc1JbCwBPsgPikxHVK/JBdlFkDrF2eInEJSYrpCfpqCkbFCdjqsevLMS0mtAMcwxEugpj6o' +
  'S1YASpFIcWCGIwHBUqhvYoWSlVEtbfsgZoagfA8A';
