import { expect, test } from 'vitest';
import { emptyMonthCounts, packCells } from './monthly-counts-codec.ts';
import { packedText } from './packed-text.ts';
import {
  askDays,
  sumMonths,
  askTotal,
  cityOfMarket,
  countryOfMarket,
  countWholeMonths,
  isOfMarket,
  spanMonths,
  sumDays,
  sumHeads,
  sumNames,
  sumShapes,
  sumTotal,
} from './sum-monthly-counts.ts';

function counted(days: Readonly<Record<number, number>>, fare = 0) {
  const counts = { ...emptyMonthCounts(), lowestFare: fare };
  for (const [day, volume] of Object.entries(days)) {
    counts.days[Number(day)] = volume;
    counts.volume += volume;
  }
  counts.bins[0] = counts.volume;
  return counts;
}

function month(
  first: string,
  names: readonly (readonly [string, ReturnType<typeof counted>])[],
  all: ReturnType<typeof counted>,
) {
  const { head, index, shapes, daily } = packCells(all, names);
  return {
    number: 0,
    month: first,
    head,
    index,
    shapes: textOf(shapes),
    daily: textOf(daily),
    dayTotals: all.days,
    volume: undefined,
  };
}

function textOf(bytes: Uint8Array) {
  return packedText(Buffer.from(bytes).toString('base64'));
}

test('a period knows its months, and which of them are not asked for as a whole', () => {
  expect(spanMonths({ from: '2026-01-01', to: '2026-03-31' })).toEqual({
    from: '2026-01-01',
    to: '2026-03-01',
    edges: [],
  });
  expect(spanMonths({ from: '2026-01-02', to: '2026-03-30' })).toEqual({
    from: '2026-01-01',
    to: '2026-03-01',
    edges: ['2026-01-01', '2026-03-01'],
  });
  expect(spanMonths({ from: '2028-02-01', to: '2028-02-28' })).toEqual({
    from: '2028-02-01',
    to: '2028-02-01',
    edges: ['2028-02-01'],
  });
  expect(spanMonths({ from: '2028-02-01', to: '2028-02-29' }).edges).toEqual([]);
});

test('a market is its city, its country, or neither', () => {
  expect(['FR/PAR', 'FR/??', 'FR', '??/??', '*'].map(cityOfMarket)).toEqual([
    'PAR',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['FR/PAR', 'FR/??', 'FR', '??/??', '*'].map(countryOfMarket)).toEqual([
    'FR',
    'FR',
    'FR',
    undefined,
    undefined,
  ]);
});

test('a country holds its cities and what is known by country only; a city only itself', () => {
  const names = ['*', '??/??', 'DE/BER', 'FR', 'FR/LYS', 'FR/PAR'];
  const held = (market: string) => names.filter((name) => isOfMarket(name, market));
  expect([held('FR'), held('PAR'), held('IT')]).toEqual([['FR', 'FR/LYS', 'FR/PAR'], ['FR/PAR'], []]);
});

test('months of two periods are read once, shapes for the first only', () => {
  const requested = sumMonths([
    { from: '2026-02-10', to: '2026-03-31' },
    { from: '2026-01-10', to: '2026-02-28' },
  ]);
  expect(requested).toEqual({
    months: ['2026-02-01', '2026-03-01', '2026-01-01'],
    edges: ['2026-02-01', '2026-01-01'],
    shapes: ['2026-02-01', '2026-03-01'],
  });
});

test('whole months count with all they hold, months in part by their days in the period', () => {
  const paris = counted({ 0: 100, 1: 1, 20: 10 }, 500);
  const rows = [month('2026-01-01', [['FR/PAR', paris]], paris), month('2026-02-01', [['FR/PAR', paris]], paris)];
  const days = { from: '2026-01-10', to: '2026-02-28' };
  const sums = sumNames(rows, [days, { from: '2026-01-01', to: '2026-01-19' }]);
  expect([sums.names, sums.volumes]).toEqual([['FR/PAR'], [[121], [1]]]);
  expect(sumShapes(sums, () => 'all').get('all')).toMatchObject({
    volume: 0,
    lowestFare: 500,
    bins: sumHeads(rows, days).bins,
  });
  expect(sumHeads(rows, { from: '2026-02-01', to: '2026-02-28' }).bins[0]).toBe(111);
  expect(
    sumTotal(
      rows.map((row) => ({ ...row, index: undefined, shapes: undefined, daily: undefined })),
      days,
    ),
  ).toMatchObject({ volume: 121, lowestFare: 500 });
  const one = rows.map((row) => ({ ...row, head: undefined, dayTotals: undefined, volume: 111 }));
  expect(sumTotal(one, days)).toMatchObject({ volume: 121, lowestFare: 500 });
  const daily = sumDays(
    rows.map((row) => ({ ...row, daily: undefined })),
    days,
  );
  expect(sumDays(one, days)).toEqual(daily);
  expect([daily.length, daily[10], daily[22], daily[41], daily.reduce((sum, volume) => sum + volume, 0)]).toEqual([
    50, 10, 1, 10, 21,
  ]);
});

test('a destination and a market are one name of the slice of the market', () => {
  const filter = { kind: 'search', destination: 'LIS', market: 'FR' } as const;
  expect(askTotal(filter)).toEqual({
    part: 'name',
    axis: 'destination',
    kind: 'search',
    place: 'FR',
    audience: '*',
    name: 'LIS',
  });
  expect(askDays(filter).part).toBe('name_days');
  expect([askDays({ ...filter, market: undefined }), askDays({ ...filter, destination: undefined })]).toMatchObject([
    { part: 'days', axis: 'market', place: 'LIS' },
    { part: 'days', axis: 'destination', place: 'FR' },
  ]);
});

test('markets of one country become one, those of none are left out', () => {
  const cell = counted({ 1: 1 });
  const sums = sumNames(
    [
      month(
        '2026-01-01',
        ['FR/PAR', 'FR', '??/??'].map((name) => [name, cell]),
        cell,
      ),
    ],
    [{ from: '2026-01-01', to: '2026-01-31' }],
  );
  expect([...sumShapes(sums, countryOfMarket)].map(([country, { bins }]) => [country, bins[0]])).toEqual([['FR', 2]]);
});

test('by days, what could be shown only for a month as a whole is left out of whole months too', () => {
  const paris = counted({ 0: 100, 1: 1, 20: 10 });
  const rows = [month('2026-01-01', [['FR/PAR', paris]], paris), month('2026-02-01', [['FR/PAR', paris]], paris)];
  const days = { from: '2026-01-01', to: '2026-02-28' };
  expect([
    countWholeMonths(days),
    countWholeMonths({ from: '2026-01-02', to: '2026-02-28' }),
    countWholeMonths({ from: '2026-01-02', to: '2026-01-30' }),
  ]).toEqual([2, 1, 0]);
  expect(sumNames(rows, [days, { ...days, byDays: true }]).volumes).toEqual([[222], [22]]);
  expect(sumMonths([{ ...days, byDays: true }]).edges).toEqual(['2026-01-01', '2026-02-01']);
  const all = rows.map((row) => ({ ...row, index: undefined, shapes: undefined, daily: undefined }));
  expect([sumTotal(all, days).volume, sumTotal(all, { ...days, byDays: true }).volume]).toEqual([222, 22]);
});
