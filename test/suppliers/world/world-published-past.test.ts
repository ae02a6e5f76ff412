import { expect, test } from 'vitest';
import { samplePublishedHistory } from '../../../simulator/flights/published-history.ts';
import { daysBetween } from '../../../src/travel/dates.ts';
import { stayQuery, testStays } from '../../support/products/stays.ts';
import { testWorld } from '../../support/service/service.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const readers = (now: Date) => ({
  calendar: (query: Parameters<ReturnType<typeof testWorld>['calendar']>[0]) =>
    testWorld().calendar(query, { now, sold: new Map(), signal: new AbortController().signal }),
  readTotal: (offerKey: string, at: Date) => testWorld().lowestTotal(offerKey, { now: at, sold: new Map() }),
});

test('a night of the index costs what a search of 30 days before it is answered for two: the cheapest rate of a house, taxes beside it included', () => {
  const checkIn = '2026-06-12';
  const [night] = testStays().nights?.({ cityCode: 'LIS', checkIns: [checkIn], daysAhead: 30 }) ?? [];
  const found = testStays().search(stayQuery('LIS', { checkIn, nights: 1 }), {
    now: new Date('2026-05-13T00:00:00Z'),
    sold: new Map(),
  }).hotels;
  const searched = new Set(
    found
      .map(({ cheapestOfRooms }) => cheapestOfRooms?.[0])
      .map((sum) => (sum === undefined ? 0 : sum.total + sum.taxesBeside.reduce((all, tax) => all + tax, 0))),
  );
  expect(night?.prices.length).toBeGreaterThan(80);
  expect(found.length).toBeGreaterThan(3 * (night?.prices.length ?? 0));
  expect(night?.prices.filter(({ value, currency }) => currency !== 'EUR' || !searched.has(value))).toEqual([]);
});

test('a city without hotels and a day nobody sells have no prices', () => {
  expect(testStays().nights?.({ cityCode: 'QAA', checkIns: ['2026-06-12'], daysAhead: 30 })).toEqual([
    { checkIn: '2026-06-12', prices: [] },
  ]);
  expect(testStays().nights?.({ cityCode: 'LIS', checkIns: ['2026-06-12'], daysAhead: 600 })).toEqual([
    { checkIn: '2026-06-12', prices: [] },
  ]);
});

test('what a journey was filed at earlier is what it was sold at that day: two fares a purchase, at most three days from the day asked for', async () => {
  const purchases = [
    { boughtOn: '2026-03-01', departure: '2026-06-09' },
    { boughtOn: '2026-11-01', departure: '2027-02-09' },
  ];
  const [origins, destinations] = [['LHR'], ['JFK']];
  const sampled = await samplePublishedHistory(
    { origins, destinations, cabinClass: 'economy', stayDays: undefined, purchases },
    NOW,
    readers(NOW),
  );
  expect(sampled.map(({ boughtOn }) => boughtOn)).toEqual(['2026-03-01', '2026-03-01', '2026-11-01', '2026-11-01']);
  for (const [at, { departure, total, boughtOn }] of sampled.entries()) {
    expect(Math.abs(daysBetween(departure, purchases[Math.floor(at / 2)]?.departure ?? ''))).toBeLessThanOrEqual(3);
    const found = testWorld().search(
      {
        slices: [{ origins, destinations, date: departure }],
        passengers: { adt: 1, chd: 0, inf_lap: 0, inf_seat: 0, youth: 0, student: 0 },
        cabinClass: 'economy',
        connectionsMax: 2,
        offersMax: 150,
      },
      { now: new Date(`${boughtOn}T12:00:00Z`), sold: new Map() },
    );
    expect(found.flatMap(({ fares }) => fares.map((fare) => fare.total))).toContainEqual(total);
  }
});

test('places between which nobody flies have no history', async () => {
  const purchases = [{ boughtOn: '2026-03-01', departure: '2026-06-09' }];
  expect(
    await samplePublishedHistory(
      { origins: ['QAA'], destinations: ['QAB'], cabinClass: 'economy', stayDays: 7, purchases },
      NOW,
      readers(NOW),
    ),
  ).toEqual([]);
});
