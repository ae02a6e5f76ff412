import { expect, test } from 'vitest';
import { epochDayToIsoDate, isoDateToEpochDay } from '../../src/travel/dates.ts';
import { easterSunday, holidaySpans, islamicDays, lunarNewYear, thanksgivingDay } from './holidays.ts';

test('Easter is where the churches of the west have it', () => {
  const found = [2019, 2024, 2025, 2026, 2027, 2038].map((year) => epochDayToIsoDate(easterSunday(year)));
  expect(found).toEqual(['2019-04-21', '2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25']);
});

test('Lunar New Year falls on its day, early and late', () => {
  const found = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028].map((year) =>
    epochDayToIsoDate(lunarNewYear(year)),
  );
  expect(found).toEqual([
    '2019-02-05',
    '2020-01-25',
    '2021-02-12',
    '2022-02-01',
    '2023-01-22',
    '2024-02-10',
    '2025-01-29',
    '2026-02-17',
    '2027-02-06',
    '2028-01-26',
  ]);
});

test('Thanksgiving is the fourth Thursday of November', () => {
  expect([2019, 2024, 2025, 2026, 2029].map((year) => epochDayToIsoDate(thanksgivingDay(year)))).toEqual([
    '2019-11-28',
    '2024-11-28',
    '2025-11-27',
    '2026-11-26',
    '2029-11-22',
  ]);
});

test.each([
  [2019, '2019-05-06'],
  [2024, '2024-03-11'],
  [2025, '2025-03-01'],
  [2026, '2026-02-18'],
])('Ramadan of %i begins within a day of %s', (year, day) => {
  const [first = 0] = islamicDays(year, 9, 1);
  expect(Math.abs(first - isoDateToEpochDay(day))).toBeLessThanOrEqual(1);
});

test('a year in which the fast begins twice has both', () => {
  expect(islamicDays(2030, 9, 1).map((day) => epochDayToIsoDate(day).slice(0, 7))).toEqual(['2030-01', '2030-12']);
});

test('a name that is no event is refused', () => {
  expect(() => holidaySpans('christmass', 2026)).toThrow('demand_markets.csv names no known event: christmass');
});
