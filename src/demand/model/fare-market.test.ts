import { expect, test } from 'vitest';
import { leadBucket, leadRange, marketKey, monthOf } from './fare-market.ts';

test('lead times are told apart at 3, 7, 14, 30, 60 and 120 days', () => {
  expect([0, 3, 4, 7, 8, 14, 15, 30, 31, 60, 61, 120, 121, 361].map(leadBucket)).toEqual([
    3, 3, 7, 7, 14, 14, 30, 30, 60, 60, 120, 120, 400, 400,
  ]);
});

test('a market is its cities, month, lead time, cabin and kind of trip, and nothing else', () => {
  const market = {
    originCity: 'PAR',
    destinationCity: 'NYC',
    departureMonth: monthOf('2027-03-31'),
    leadDays: 60,
    cabinClass: 'economy',
    tripKind: 'oneway',
  } as const;
  expect(marketKey(market)).toBe('PAR>NYC|2027-03-01|60|economy|oneway');
});

test('the buckets of lead times cover every day flights are on sale, each once', () => {
  expect([3, 7, 14, 30, 60, 120, 400].map(leadRange)).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 7 },
    { from: 8, to: 14 },
    { from: 15, to: 30 },
    { from: 31, to: 60 },
    { from: 61, to: 120 },
    { from: 121, to: 361 },
  ]);
});
