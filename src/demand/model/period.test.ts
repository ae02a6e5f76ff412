import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, epochDayToIsoDate, isIsoDate } from '../../travel/dates.ts';
import { comparedPeriod, daysOf, daysOfMonth, defaultPeriod, periodProblems, yearEarlier } from './period.ts';

const TODAY = '2026-11-22';
const problemsOf = (start: string, end: string) => periodProblems({ start, end }, TODAY);

test('a period nobody names is the last 30 days that are over', () => {
  expect(defaultPeriod('2026-02-28')).toEqual({ from: '2026-01-30', to: '2026-02-28' });
});

test('today may be asked for, tomorrow may not', () => {
  expect(problemsOf('2026-11-22', '2026-11-22')).toEqual([]);
  expect(problemsOf('2026-11-22', '2026-11-23')).toEqual([
    { path: 'period.end', problem: 'must not be after today, 2026-11-22 (UTC)' },
  ]);
});

test('five years are answered with their leap days, and not a day more', () => {
  expect(problemsOf('2021-11-22', '2026-11-22')).toEqual([]);
  expect(problemsOf('2021-11-21', '2026-11-22')).toEqual([
    { path: 'period.end', problem: 'makes more than 1827 days; ask for five years at most' },
  ]);
});

test('everything wrong with a period is named at once', () => {
  expect(problemsOf('2026-12-02', '2026-12-01').map(({ path }) => path)).toEqual([
    'period.start',
    'period.end',
    'period.end',
  ]);
  expect(problemsOf('2026-02-30', '1926-01-01')).toEqual([
    { path: 'period.start', problem: '2026-02-30 is not on the calendar' },
    { path: 'period.end', problem: 'must be 2015-01-01 or later: nothing was counted before' },
  ]);
  expect(periodProblems({ start: '2026-02-02', end: '2026-02-01' }, TODAY, 'when')).toEqual([
    { path: 'when.end', problem: 'is before start' },
  ]);
});

test('a period is compared with as many days just before it, or with the same dates a year earlier', () => {
  const march = { from: '2024-03-01', to: '2024-03-31' };
  expect(comparedPeriod(march, 'previous_period')).toEqual({ from: '2024-01-30', to: '2024-02-29' });
  expect(comparedPeriod(march, 'previous_year')).toEqual({ from: '2023-03-01', to: '2023-03-31' });
  expect(comparedPeriod({ from: '2024-02-29', to: '2024-02-29' }, 'previous_year')).toEqual({
    from: '2023-02-28',
    to: '2023-02-28',
  });
});

test('a month has its own days', () => {
  expect([daysOfMonth('2024-02'), daysOfMonth('2026-12')]).toEqual([
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2026-12-01', to: '2026-12-31' },
  ]);
});

const Day = fc.integer({ min: 16_436, max: 20_779 }).map(epochDayToIsoDate);

test('the previous period ends where the period begins and is exactly as long; a year earlier is a date', () => {
  fc.assert(
    fc.property(Day, fc.integer({ min: 0, max: 1_826 }), (from, length) => {
      const period = { from, to: addDays(from, length) };
      const before = comparedPeriod(period, 'previous_period');
      expect(daysOf(before)).toBe(daysOf(period));
      expect(addDays(before.to, 1)).toBe(from);
      expect(isIsoDate(yearEarlier(from))).toBe(true);
      expect([365, 366]).toContain(daysOf({ from: yearEarlier(from), to: from }) - 1);
      const yearBefore = comparedPeriod(period, 'previous_year');
      expect(Math.abs(daysOf(yearBefore) - daysOf(period))).toBeLessThanOrEqual(1);
    }),
  );
});

test('a period has no problem exactly when it is in order, over, known and not too long', () => {
  fc.assert(
    fc.property(Day, Day, (start, end) => {
      const isGood = start >= '2015-01-01' && end >= start && end <= TODAY && daysOf({ from: start, to: end }) <= 1_827;
      expect(problemsOf(start, end).length === 0).toBe(isGood);
    }),
  );
});
