import { expect, test } from 'vitest';
import { emptyMonthCounts, packCells, packDaily } from './packed-cells.ts';
import { askDays, askMarkets, askTotal, cityOfMarket, countryOfMarket, regroup, spanMonths, sumByName, sumDays, sumTotal } from './sum-cells.ts';

function counted(days: Readonly<Record<number, number>>, fare = 0) {
  const counts = { ...emptyMonthCounts(), lowestFare: fare };
  for (const [day, volume] of Object.entries(days)) {
    counts.days[Number(day)] = volume;
    counts.volume += volume;
  }
  counts.bins[0] = counts.volume;
  return counts;
}

function month(first: string, names: readonly (readonly [string, ReturnType<typeof counted>])[], all: ReturnType<typeof counted>) {
  return { number: 0, month: first, cells: packCells(all, names), daily: packDaily(names), dayTotals: all.days };
}

test('a period knows its months, and which of them are not asked for as a whole', () => {
  expect(spanMonths({ from: '2026-01-01', to: '2026-03-31' })).toEqual({ from: '2026-01-01', to: '2026-03-01', edges: [] });
  expect(spanMonths({ from: '2026-01-02', to: '2026-03-30' })).toEqual({ from: '2026-01-01', to: '2026-03-01', edges: ['2026-01-01', '2026-03-01'] });
  expect(spanMonths({ from: '2028-02-01', to: '2028-02-28' })).toEqual({ from: '2028-02-01', to: '2028-02-01', edges: ['2028-02-01'] });
  expect(spanMonths({ from: '2028-02-01', to: '2028-02-29' }).edges).toEqual([]);
});

test('a market is its city, its country, or neither', () => {
  expect(['FR/PAR', 'FR/??', 'FR', '??/??', '*'].map(cityOfMarket)).toEqual(['PAR', undefined, undefined, undefined, undefined]);
  expect(['FR/PAR', 'FR/??', 'FR', '??/??', '*'].map(countryOfMarket)).toEqual(['FR', 'FR', 'FR', undefined, undefined]);
});

test('a country holds its cities and what is known by country only; a city only itself', () => {
  const names = ['*', '??/??', 'DE/BER', 'FR', 'FR/LYS', 'FR/PAR'];
  const held = (market: string) => names.filter((name) => askMarkets({ kind: 'search', market }).wants?.(name));
  expect([held('FR'), held('PAR'), held('IT')]).toEqual([['FR', 'FR/LYS', 'FR/PAR'], ['FR/PAR'], []]);
});

test('whole months count with all they hold, months in part by their days in the period', () => {
  const paris = counted({ 0: 100, 1: 1, 20: 10 }, 500);
  const rows = [month('2026-01-01', [['FR/PAR', paris]], paris), month('2026-02-01', [['FR/PAR', paris]], paris)];
  const filter = { kind: 'search', destination: 'LIS' } as const;
  const days = { from: '2026-01-10', to: '2026-02-28' };
  const span = spanMonths(days);
  expect(sumByName(rows, askMarkets(filter), days, span).get('FR/PAR')).toMatchObject({ volume: 121, lowestFare: 500 });
  expect(sumTotal(rows, askTotal(filter), days, span).volume).toBe(121);
  const daily = sumDays(rows.map((row) => ({ ...row, daily: undefined })), askDays(filter), days);
  expect(sumDays(rows.map((row) => ({ ...row, dayTotals: undefined })), askDays({ ...filter, market: 'PAR' }), days)).toEqual(daily);
  expect(sumDays(rows.map((row) => ({ ...row, dayTotals: undefined })), askDays({ ...filter, market: 'DE' }), days)).toEqual(new Float64Array(50));
  expect([daily.length, daily[10], daily[22], daily[41], daily.reduce((sum, volume) => sum + volume, 0)]).toEqual([50, 10, 1, 10, 21]);
});

test('markets of one country become one, those of none are left out', () => {
  const sums = new Map(['FR/PAR', 'FR', '??/??'].map((name, index) => [name, { ...counted({}), volume: 10 ** index }]));
  const countries = regroup(sums, countryOfMarket);
  expect([...countries].map(([country, { volume }]) => [country, volume])).toEqual([['FR', 11]]);
});
