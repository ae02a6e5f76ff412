import { expect, test } from 'vitest';
import { leadBucket, marketKey, monthOf } from './fare-market.ts';

test('lead times are told apart at 3, 7, 14, 30, 60 and 120 days', () => {
  expect([0, 3, 4, 7, 8, 14, 15, 30, 31, 60, 61, 120, 121, 361].map(leadBucket)).toEqual([3, 3, 7, 7, 14, 14, 30, 30, 60, 60, 120, 120, 400, 400]);
});

test('a market is its cities, month, lead time, cabin and kind of trip, and nothing else', () => {
  const market = { originCity: 'PAR', destinationCity: 'NYC', departureMonth: monthOf('2027-03-31'), leadDays: 60, cabinClass: 'economy', tripKind: 'oneway' } as const;
  expect(marketKey(market)).toBe('PAR>NYC|2027-03-01|60|economy|oneway');
});
