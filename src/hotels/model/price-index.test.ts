import { expect, test } from 'vitest';
import { indexMonths, type MonthNights, sampleNights } from './price-index.ts';

const nights = (month: string, percentile50: number): MonthNights => ({
  month: `${month}-01`,
  percentile25: percentile50 - 10,
  percentile50,
  percentile75: percentile50 + 10,
  count: 4,
  seen: 0,
});

test('100 is the mean of the months shown; the year before is compared with and not shown', () => {
  const { base, months } = indexMonths(
    [
      nights('2027-02', 150),
      nights('2027-01', 50),
      nights('2026-01', 40),
      nights('2027-04', 100),
      nights('2027-06', 999),
    ],
    '2027-01-01',
    '2027-05-01',
  );
  expect(base).toBe(100);
  expect(months.map(({ month, index, yearOnYear }) => [month, index, yearOnYear])).toEqual([
    ['2027-01-01', 50, 0.25],
    ['2027-02-01', 150, undefined],
    ['2027-04-01', 100, undefined],
  ]);
});

test('an index has one decimal, a change four, and nothing known is nothing shown', () => {
  const { months } = indexMonths(
    [nights('2027-01', 100), nights('2027-02', 200), nights('2026-02', 300)],
    '2027-01-01',
    '2027-02-01',
  );
  expect(months.map(({ index, yearOnYear }) => [index, yearOnYear])).toEqual([
    [66.7, undefined],
    [133.3, -0.3333],
  ]);
  expect(indexMonths([nights('2026-02', 300)], '2027-01-01', '2027-02-01')).toEqual({ base: undefined, months: [] });
});

test('every month is sampled on a Tuesday, a Friday, a Saturday and a Wednesday of its own, each in another week', () => {
  expect(sampleNights('2027-02-01')).toEqual(['2027-02-09', '2027-02-12', '2027-02-20', '2027-02-24']);
  for (let month = 1; month <= 12; month += 1) {
    const first = `2026-${String(month).padStart(2, '0')}-01`;
    const sampled = sampleNights(first);
    expect(sampled.map((date) => new Date(date).getUTCDay())).toEqual([2, 5, 6, 3]);
    expect(sampled.every((date) => date.startsWith(first.slice(0, 7)))).toBe(true);
    expect(sampled).toEqual([...new Set(sampled)].sort());
  }
});
