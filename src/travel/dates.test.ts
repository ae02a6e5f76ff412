import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  ageOn,
  daysBetween,
  epochDayToIsoDate,
  instantOfLocal,
  isIsoDate,
  isoDateToEpochDay,
  localOfInstant,
  todayIn,
  weekdayOfEpochDay,
  isLocalDateTime,
} from './dates.ts';

const epochDays = fc.integer({ min: -20_000, max: 60_000 });
const zones = fc.constantFrom(
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
);

describe('calendar dates', () => {
  test('only real dates in the exact form are dates', () => {
    expect(['2026-02-28', '2024-02-29', '2026-12-31'].map(isIsoDate)).toEqual([true, true, true]);
    expect(
      ['2026-02-29', '2026-2-28', '2026-13-01', '20260228', '2026-02-28T00:00:00', '', '+002026-02-28'].map(isIsoDate),
    ).toEqual(Array(7).fill(false));
    expect(epochDayToIsoDate(isoDateToEpochDay('2026-03-01'))).toBe('2026-03-01');
    expect(['2026-03-01', '2026-02-29'].map(isIsoDate)).toEqual([true, false]);
  });

  test('days count the same forwards and backwards', () => {
    fc.assert(
      fc.property(epochDays, fc.integer({ min: -800, max: 800 }), (day, days) => {
        const date = epochDayToIsoDate(day);
        expect(isoDateToEpochDay(date)).toBe(day);
        expect(daysBetween(date, addDays(date, days))).toBe(days);
      }),
    );
  });

  test('weekdays are ISO weekdays', () => {
    expect(weekdayOfEpochDay(isoDateToEpochDay('2026-11-20'))).toBe(5);
    expect(weekdayOfEpochDay(isoDateToEpochDay('1970-01-01'))).toBe(4);
    expect(weekdayOfEpochDay(isoDateToEpochDay('1969-12-28'))).toBe(7);
  });
});

describe('zones', () => {
  test('one instant is two dates on the two sides of the date line', () => {
    const now = new Date('2026-11-20T10:30:00Z');
    expect(todayIn('Pacific/Kiritimati', now)).toBe('2026-11-21');
    expect(todayIn('Pacific/Pago_Pago', now)).toBe('2026-11-19');
  });

  test('today is the date of the wall clock, however close two instants are', () => {
    const instants = fc.date({
      min: new Date('1960-01-01T00:00:00Z'),
      max: new Date('2050-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -90_000, max: 90_000 }), zones, (instant, apart, zone) => {
        for (const now of [instant, new Date(instant.getTime() + apart)])
          expect(todayIn(zone, now)).toBe(localOfInstant(now, zone).slice(0, 10));
      }),
    );
    const midnight = Date.parse('2026-11-20T18:30:00Z');
    expect([-1, 0].map((ms) => todayIn('Asia/Kolkata', new Date(midnight + ms)))).toEqual(['2026-11-20', '2026-11-21']);
  });

  test('a wall-clock time skipped by DST moves forward, a repeated one is the earlier', () => {
    expect(instantOfLocal('2026-03-29T02:30:00', 'Europe/Paris').toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(instantOfLocal('2026-10-25T02:30:00', 'Europe/Paris').toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  test('from instant to wall clock and back is the same instant outside the repeated hour', () => {
    fc.assert(
      fc.property(zones, epochDays, fc.integer({ min: 0, max: 1_439 }), (zone, day, minute) => {
        const instant = new Date(day * 86_400_000 + minute * 60_000);
        const back = instantOfLocal(localOfInstant(instant, zone), zone);
        expect(instant.getTime() - back.getTime()).toBeOneOf([0, 3_600_000, 1_800_000]);
      }),
    );
  });
});

describe('age', () => {
  test('turns on the birthday, not before', () => {
    expect(ageOn('2014-06-15', '2026-06-14')).toBe(11);
    expect(ageOn('2014-06-15', '2026-06-15')).toBe(12);
    expect(ageOn('2027-01-01', '2026-06-15')).toBe(0);
    expect(ageOn('2028-01-01', '2026-06-15')).toBe(-1);
  });
});

test.each([
  ['2027-02-28T23:59:59', true],
  ['2028-02-29T00:00:00', true],
  ['2027-02-29T10:00:00', false],
  ['2027-13-01T10:00:00', false],
  ['2027-01-01T24:00:00', false],
  ['2027-01-01T10:60:00', false],
  ['2027-01-01 10:00:00', false],
  ['2027-01-01T10:00', false],
])('%s is a moment: %s', (text, isOne) => expect(isLocalDateTime(text)).toBe(isOne));
