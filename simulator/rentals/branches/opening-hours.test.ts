import { expect, test } from 'vitest';
import { OWN_BUNDLE } from '../../../test/support/products/rentals.ts';
import { isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { clockText, counterAt, openingHours } from './opening-hours.ts';
import { readRentalTables } from '../rental-tables.ts';

const tables = readRentalTables(OWN_BUNDLE);
const branch = (kind: 'airport' | 'town' | 'station', size: number, country: string, code: string) => {
  const company = tables.companyByCode.get(code);
  if (!company) throw new Error(`no company ${code}`);
  return { kind, size, company, market: tables.market(country) };
};
/** Monday to Sunday of a week. */
const WEEK = ['2027-06-07', '2027-06-08', '2027-06-09', '2027-06-10', '2027-06-11', '2027-06-12', '2027-06-13'].map(
  isoDateToEpochDay,
);
const week = (...of: Parameters<typeof branch>): readonly string[] =>
  WEEK.map((day) => {
    const hours = openingHours(branch(...of), day);
    return hours ? `${clockText(hours.opens)}-${clockText(hours.closes)}` : 'closed';
  });

test('offices in town keep the week of their country', () => {
  expect(week('town', 2, 'PT', 'VL')).toEqual([...Array(5).fill('08:00-18:30'), '08:30-13:00', 'closed']);
  expect(week('town', 2, 'US', 'VL')).toEqual([...Array(5).fill('08:00-18:30'), '09:00-16:00', '09:00-16:00']);
  expect(week('town', 2, 'SA', 'VL')).toEqual([
    ...Array(4).fill('08:00-18:30'),
    'closed',
    '08:00-18:30',
    '08:00-18:30',
  ]);
  expect(week('town', 2, 'IL', 'VL')).toEqual([
    ...Array(4).fill('08:00-18:30'),
    '08:30-13:00',
    'closed',
    '08:00-18:30',
  ]);
});

test('stations rest on Sundays where the city is small; airports never do', () => {
  expect([
    week('station', 2, 'DE', 'LN')[6],
    week('station', 3, 'DE', 'LN')[6],
    week('station', 3, 'DE', 'LN')[0],
  ]).toEqual(['09:00-15:00', 'closed', '07:30-20:00']);
  expect([0, 1, 2, 3, 4].map((size) => week('airport', size, 'DE', 'LN')[6])).toEqual([
    '06:00-23:59',
    '06:30-23:00',
    '07:00-22:00',
    '07:30-21:00',
    '08:00-18:30',
  ]);
  expect(week('airport', 0, 'DE', 'VL')[6]).toBe('00:00-24:00');
});

test('a counter that waits does so two hours, and over midnight', () => {
  const state = (code: string, time: string): string =>
    counterAt(
      branch('airport', 2, 'PT', code),
      (WEEK[2] ?? 0) * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
    ).kind;
  expect(['04:59', '05:00', '07:00', '22:00', '22:01', '23:59'].map((time) => state('CV', time))).toEqual([
    'closed',
    'late',
    'open',
    'open',
    'late',
    'late',
  ]);
  expect(['06:59', '07:00', '22:01'].map((time) => state('ZP', time))).toEqual(['closed', 'open', 'closed']);
  expect(
    ['01:59', '02:00'].map(
      (time) =>
        counterAt(
          branch('airport', 0, 'PT', 'CV'),
          (WEEK[2] ?? 0) * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
        ).kind,
    ),
  ).toEqual(['late', 'closed']);
});
