import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { createZoneClock } from './zones.ts';

const ZONES = [
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Pacific/Kiritimati',
  'Asia/Gaza',
  'UTC',
  'Australia/Sydney',
  'Asia/Tokyo',
  'America/Phoenix',
];
const clock = createZoneClock(ZONES);
const minuteOf = (text: string): number => Date.parse(`${text}Z`) / 60_000;
const anyMinute = fc.integer({ min: minuteOf('2025-01-02T00:00'), max: minuteOf('2028-12-30T00:00') });
const anyZone = fc.nat({ max: ZONES.length - 1 });

describe('zone clock', () => {
  test("local time is Temporal's local time at every instant", () => {
    fc.assert(
      fc.property(anyZone, anyMinute, (zone, minute) => {
        const local = Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
          .toZonedDateTimeISO(ZONES[zone] ?? 'UTC')
          .toPlainDateTime();
        expect(clock.toLocal(zone, minute)).toBe(minuteOf(local.toString({ smallestUnit: 'minute' })));
      }),
    );
  });

  test("the instant of a wall-clock time is Temporal's, also where DST skips or repeats it", () => {
    const nearChange = fc
      .constantFrom(
        '2026-03-29T02:30',
        '2026-10-25T02:30',
        '2026-03-08T02:15',
        '2026-11-01T01:45',
        '2026-04-05T01:45',
        '2026-10-04T02:15',
      )
      .map(minuteOf);
    fc.assert(
      fc.property(anyZone, fc.oneof(anyMinute, nearChange), (zone, minute) => {
        const wall = Temporal.PlainDateTime.from(new Date(minute * 60_000).toISOString().slice(0, 16));
        expect(clock.toUtc(zone, minute)).toBe(wall.toZonedDateTime(ZONES[zone] ?? 'UTC').epochMilliseconds / 60_000);
      }),
    );
  });

  test('New York skips 02:30 on the night summer time begins and repeats 01:30 on the night it ends', () => {
    const newYork = ZONES.indexOf('America/New_York');
    expect(clock.toUtc(newYork, minuteOf('2027-03-14T02:30'))).toBe(minuteOf('2027-03-14T07:30'));
    expect(clock.toUtc(newYork, minuteOf('2027-11-07T01:30'))).toBe(minuteOf('2027-11-07T05:30'));
  });

  test('Paris skips 02:30 on 28 March 2027 and repeats it on 31 October', () => {
    const paris = ZONES.indexOf('Europe/Paris');
    expect(clock.toUtc(paris, minuteOf('2027-03-28T02:30'))).toBe(minuteOf('2027-03-28T01:30'));
    expect(clock.toLocal(paris, minuteOf('2027-03-28T01:30'))).toBe(minuteOf('2027-03-28T03:30'));
    expect(clock.toUtc(paris, minuteOf('2027-10-31T02:30'))).toBe(minuteOf('2027-10-31T00:30'));
    expect(clock.toLocal(paris, minuteOf('2027-10-31T01:30'))).toBe(minuteOf('2027-10-31T02:30'));
  });

  test('Sydney changes in April and October, the other way round, and Lord Howe by half an hour', () => {
    const sydney = ZONES.indexOf('Australia/Sydney');
    expect(clock.toUtc(sydney, minuteOf('2027-04-04T02:30'))).toBe(minuteOf('2027-04-03T15:30'));
    expect(clock.toUtc(sydney, minuteOf('2027-10-03T02:30'))).toBe(minuteOf('2027-10-02T16:30'));
    const lordHowe = ZONES.indexOf('Australia/Lord_Howe');
    expect(clock.offsetAt(lordHowe, minuteOf('2027-01-15T00:00'))).toBe(660);
    expect(clock.offsetAt(lordHowe, minuteOf('2027-07-15T00:00'))).toBe(630);
    expect(clock.toUtc(lordHowe, minuteOf('2027-10-03T02:15'))).toBe(minuteOf('2027-10-02T15:45'));
  });

  test('Tokyo, Phoenix and Kiribati keep one clock all year, Kiribati fourteen hours ahead', () => {
    const offsets = ['Asia/Tokyo', 'America/Phoenix', 'Pacific/Kiritimati'].map((name) => ZONES.indexOf(name));
    for (const month of ['01', '03', '04', '07', '10', '11']) {
      expect(offsets.map((zone) => clock.offsetAt(zone, minuteOf(`2027-${month}-28T02:30`)))).toEqual([540, -420, 840]);
    }
  });
});
