import { describe, expect, test } from 'vitest';
import { aFare, anOffer, aSegment, aSlice } from '../../../test/support/products/flights.ts';
import { labelPrice, measureFares } from './advice.ts';
import { bandPrices, countFacets } from './facets.ts';
import type { DisplayOffer } from './flight-search.ts';
import { mergeInParts } from './merge-offers.ts';
import { scoreOffer, sortOffers } from './sort-offers.ts';
import { runParts } from '../../platform/scheduling/in-parts.ts';

const mergeDuplicates = (...args: Parameters<typeof mergeInParts>) => runParts(mergeInParts(...args));

function shown(
  part: {
    readonly price?: number;
    readonly minutes?: number;
    readonly stops?: number;
    readonly key?: string;
    readonly departs?: string;
    readonly emissionsKg?: number;
  } = {},
): DisplayOffer {
  const {
    price = 50_000,
    minutes = 480,
    stops = 0,
    key = 'k',
    departs = '2027-03-05T10:00:00',
    emissionsKg = 600,
  } = part;
  const fare = aFare({ price });
  return {
    supplierId: 'few',
    supplierName: 'Few',
    queryIndex: 0,
    rate: 1,
    stops,
    durationMinutes: minutes,
    offer: anOffer({
      offerKey: key,
      emissionsKg,
      slices: [aSlice(aSegment({ departs, arrives: '2027-03-06T00:00:00' }))],
    }),
    fares: [{ fare, total: fare.total }],
  };
}
const keys = (offers: readonly DisplayOffer[]) => offers.map((each) => each.offer.offerKey);

describe('sorting', () => {
  test('lowest: by price, then time under way, then departure', () => {
    const offers = [
      shown({ key: 'late', departs: '2027-03-05T12:00:00' }),
      shown({ key: 'slow', minutes: 600 }),
      shown({ key: 'early' }),
      shown({ key: 'cheap', price: 40_000, minutes: 900 }),
    ];
    expect(keys(sortOffers(offers, 'lowest'))).toEqual(['cheap', 'early', 'late', 'slow']);
  });
  test('variety: the cheapest, then airlines in turn, each with other stops and times of day first', () => {
    const flown = (key: string, carrier: string, price: number, departs = '2027-03-05T10:00:00') => {
      const base = shown({ key, price, departs });
      const slices = base.offer.slices.map((slice) => ({
        ...slice,
        segments: slice.segments.map((segment) => ({ ...segment, marketingCarrier: carrier })),
      }));
      return { ...base, offer: { ...base.offer, slices } };
    };
    const offers = [
      flown('tap morning', 'TP', 50_000),
      flown('tap morning, too', 'TP', 50_100),
      flown('tap evening', 'TP', 52_000, '2027-03-05T19:00:00'),
      flown('easy morning', 'U2', 51_000),
      flown('easy night', 'U2', 49_000, '2027-03-05T02:00:00'),
      flown('ryanair', 'FR', 60_000),
    ];
    expect(keys(sortOffers(offers, 'variety'))).toEqual([
      'easy night',
      'tap morning',
      'easy morning',
      'ryanair',
      'tap evening',
      'tap morning, too',
    ]);
    expect(sortOffers([], 'variety')).toEqual([]);
  });
  test('recommendation: a little dearer and much shorter comes first', () => {
    const offers = [
      shown({ key: 'cheap and slow', price: 48_000, minutes: 1_400, stops: 2 }),
      shown({ key: 'direct', price: 50_000 }),
    ];
    expect(keys(sortOffers(offers, 'recommendation'))).toEqual(['direct', 'cheap and slow']);
  });
  test('the score is 50 for price, 30 for time, 12 for stops, 5 for daylight, 3 for changes', () => {
    const base = { price: 50_000, durationMinutes: 480 };
    expect(scoreOffer(shown(), base)).toBe(100);
    expect(scoreOffer(shown({ price: 100_000 }), base)).toBe(75);
    expect(scoreOffer(shown({ minutes: 960 }), base)).toBe(85);
    expect(scoreOffer(shown({ stops: 1 }), base)).toBe(96);
    expect(scoreOffer(shown({ departs: '2027-03-05T23:00:00' }), base)).toBe(95);
  });
});

describe('facets', () => {
  test('count each value once for each offer and average emissions', () => {
    const facets = countFacets([shown({ emissionsKg: 500 }), shown({ stops: 1, emissionsKg: 700 })], 'USD');
    expect(facets.airlines).toEqual({ AF: 2 });
    expect(facets.cabins).toEqual({ economy: 2 });
    expect(facets.stops).toEqual({ 0: 1, 1: 1 });
    expect(facets.origins).toEqual({ CDG: 2 });
    expect(facets.destinations).toEqual({ JFK: 2 });
    expect(facets.emissions).toEqual({ avg: 600, max: 700, min: 500 });
  });
  test('an empty result has empty facets', () => {
    expect(countFacets([], 'USD')).toEqual({
      airlines: {},
      cabins: {},
      destinations: {},
      origins: {},
      stops: {},
      emissions: undefined,
      prices: [],
    });
  });
  test('price bands hold every price once and do not overlap', () => {
    const bands = bandPrices([100, 101, 150, 199, 199], 'USD');
    expect(bands).toEqual([
      { count: 2, from: { value: 100, currency: 'USD' }, to: { value: 119, currency: 'USD' } },
      { count: 1, from: { value: 140, currency: 'USD' }, to: { value: 159, currency: 'USD' } },
      { count: 2, from: { value: 180, currency: 'USD' }, to: { value: 199, currency: 'USD' } },
    ]);
  });
  test('one price is one band', () => {
    expect(bandPrices([100, 100], 'JPY')).toEqual([
      { count: 2, from: { value: 100, currency: 'JPY' }, to: { value: 100, currency: 'JPY' } },
    ]);
  });
});

describe('merging', () => {
  const supplied = (supplierId: string, ...fares: readonly ReturnType<typeof aFare>[]) => ({
    supplierId,
    supplierName: supplierId,
    queryIndex: 0,
    offer: anOffer({ fares }),
  });
  const priceOf = (fare: ReturnType<typeof aFare>) => fare.total.value;

  test('the same flights and brand from two suppliers: the cheaper stays', () => {
    const merged = mergeDuplicates(
      [supplied('a', aFare({ price: 500 })), supplied('b', aFare({ price: 400 }))],
      priceOf,
    );
    expect(merged.offers.map((offer) => offer.supplierId)).toEqual(['b']);
    expect(merged.duplicates).toBe(1);
  });
  test('another brand of the same flights stays beside it', () => {
    const merged = mergeDuplicates(
      [
        supplied('a', aFare({ price: 500 }), aFare({ brandCode: 'FLX', price: 900 })),
        supplied('b', aFare({ price: 400 })),
      ],
      priceOf,
    );
    expect(merged.offers.map((offer) => [offer.supplierId, offer.offer.fares.map((fare) => fare.brandCode)])).toEqual([
      ['a', ['FLX']],
      ['b', ['LGT']],
    ]);
  });
  test('other flights are no duplicates', () => {
    const other = {
      ...supplied('b', aFare({ price: 400 })),
      offer: anOffer({ slices: [aSlice(aSegment({ flightNumber: 'AF8' }))] }),
    };
    expect(mergeDuplicates([supplied('a', aFare()), other], priceOf)).toMatchObject({
      duplicates: 0,
      offers: [{ supplierId: 'a' }, { supplierId: 'b' }],
    });
  });
});

describe('advice', () => {
  test('quantiles lie between neighbours', () => {
    expect(measureFares([400, 100, 300, 200])).toEqual({
      minFare: 100,
      percentile25: 175,
      percentile50: 250,
      percentile75: 325,
      maxFare: 400,
    });
  });
  test('one fare is every quantile; none is no measure', () => {
    expect(measureFares([7])).toEqual({ minFare: 7, percentile25: 7, percentile50: 7, percentile75: 7, maxFare: 7 });
    expect(measureFares([])).toBeUndefined();
  });
  test('labels follow the quartiles, bounds included below', () => {
    const quantiles = { minFare: 100, percentile25: 175, percentile50: 250, percentile75: 325, maxFare: 400 };
    expect([100, 175, 176, 325, 326].map((price) => labelPrice(price, quantiles))).toEqual([
      'Lowest',
      'Low',
      'Medium',
      'Medium',
      'High',
    ]);
  });
});
