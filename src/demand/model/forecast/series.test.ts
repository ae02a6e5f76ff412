import { expect, test } from 'vitest';
import { epochDayToIsoDate, isoDateToEpochDay } from '../../../travel/dates.ts';
import { bucketsOf, calendarFrom, granularityOf, growthWithin, monthsBefore, sumBuckets } from './series.ts';

const day = isoDateToEpochDay;
const shown = (from: string, to: string, granularity: 'day' | 'week' | 'month', completeThrough = '2030-01-01') =>
  bucketsOf({ from, to }, granularity, completeThrough).map(
    ({ start, isPartial }) => `${epochDayToIsoDate(start)}${isPartial ? ' partial' : ''}`,
  );

test('weeks begin on Monday, and those that an end of the period cuts are partial', () => {
  expect(shown('2026-10-28', '2026-11-10', 'week')).toEqual(['2026-10-26 partial', '2026-11-02', '2026-11-09 partial']);
  expect(shown('2026-11-02', '2026-11-08', 'week')).toEqual(['2026-11-02']);
});

test('months are calendar months, over the turn of the year and in leap years', () => {
  expect(shown('2023-12-02', '2024-03-01', 'month')).toEqual([
    '2023-12-01 partial',
    '2024-01-01',
    '2024-02-01',
    '2024-03-01 partial',
  ]);
});

test('what is not over yet is partial: today, and its week and month', () => {
  expect(shown('2026-11-20', '2026-11-22', 'day', '2026-11-21')).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22 partial',
  ]);
  expect(shown('2026-11-09', '2026-11-22', 'week', '2026-11-21')).toEqual(['2026-11-09', '2026-11-16 partial']);
});

test('each day of a period is counted in one bucket, and those outside it in none', () => {
  const since = day('2026-10-01');
  const daily = new Float64Array(62).fill(1);
  for (const granularity of ['day', 'week', 'month'] as const) {
    const buckets = bucketsOf({ from: '2026-10-07', to: '2026-11-18' }, granularity, '2030-01-01');
    expect(sumBuckets(daily, since, buckets).reduce((sum, value) => sum + value, 0)).toBe(43);
  }
});

test('a quarter is read as days, two years as weeks, more as months', () => {
  expect([1, 92, 93, 731, 732, 1_827].map(granularityOf)).toEqual(['day', 'day', 'week', 'week', 'month', 'month']);
});

test('months before keep the day of the month, the last day stays the last, and no month is run over', () => {
  const before = (date: string, months: number) => epochDayToIsoDate(monthsBefore(day(date), months));
  expect(before('2026-11-15', 12)).toBe('2025-11-15');
  expect(before('2026-02-28', 24)).toBe('2024-02-29');
  expect(before('2024-03-30', 1)).toBe('2024-02-29');
  expect(before('2026-01-01', 1)).toBe('2025-12-01');
});

test('growth is the last 52 weeks against the same weeks a year before, where those are known', () => {
  const since = day('2024-01-01');
  const daily = Float64Array.from({ length: 728 }, (_, at) => (at < 364 ? 10 : 12));
  const range = { from: since + 364, to: since + 727 };
  expect(growthWithin(daily, since, { ...range, knownFrom: since })).toEqual({
    value: expect.closeTo(0.2),
    against: 'year_before',
  });
  // The same days against themselves: a period of two years looks at the last of them only.
  expect(growthWithin(daily, since, { from: since, to: since + 727, knownFrom: since })).toEqual({
    value: expect.closeTo(0.2),
    against: 'year_before',
  });
});

test('else one half of the days against the other, in whole weeks; of nothing, nothing', () => {
  const since = day('2026-01-05');
  const rising = Float64Array.from({ length: 30 }, (_, at) => (at < 16 ? 10 : 15));
  expect(growthWithin(rising, since, { from: since, to: since + 29, knownFrom: since })).toEqual({
    value: expect.closeTo(0.5),
    against: 'half_before',
  });
  expect(growthWithin(rising, since, { from: since, to: since, knownFrom: since })).toBeUndefined();
  expect(growthWithin(new Float64Array(30), since, { from: since, to: since + 29, knownFrom: since })).toBeUndefined();
});

test('a calendar tells weekdays and how far into its year each bucket lies', () => {
  const days = calendarFrom(day('2026-11-22'), 'day', 3);
  expect([...days.weekdays]).toEqual([6, 0, 1]);
  const months = calendarFrom(day('2025-12-01'), 'month', 3);
  expect([...months.phases].map((phase) => Math.floor(phase * 12))).toEqual([11, 0, 1]);
  expect(months.starts.map(epochDayToIsoDate)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
});
