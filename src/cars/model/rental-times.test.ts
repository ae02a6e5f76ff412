import { describe, expect, test } from 'vitest';
import { checkRentalTimes } from './rental-times.ts';

const now = new Date('2026-03-01T12:00:00Z');
const lisbon = (at: string) => ({ at, zone: 'Europe/Lisbon' });
const ends = (from: string, to: string, zone = 'Europe/Lisbon') =>
  checkRentalTimes({ at: from, zone }, { at: to, zone }, now).map(({ end }) => end);

describe('a rental', () => {
  test('from this very minute on is no past one, in the zone of the branch', () => {
    expect(ends('2026-03-01T12:00:00', '2026-03-02T12:00:00')).toEqual([]);
    expect(ends('2026-03-01T11:59:59', '2026-03-02T12:00:00')).toEqual(['pick_up']);
    expect(ends('2026-03-01T20:59:00', '2026-03-02T12:00:00', 'Asia/Tokyo')).toEqual(['pick_up']);
    expect(ends('2026-03-01T04:00:00', '2026-03-02T12:00:00', 'America/Los_Angeles')).toEqual([]);
  });
  test('ends after it begins, by instants: later by the clock may be earlier', () => {
    expect(ends('2026-04-01T10:00:00', '2026-04-01T10:00:00')).toEqual(['drop_off']);
    expect(ends('2026-04-01T10:00:00', '2026-04-01T09:00:00')).toEqual(['drop_off']);
    const westward = checkRentalTimes(
      { at: '2026-04-01T10:30:00', zone: 'Europe/Madrid' },
      { at: '2026-04-01T10:00:00', zone: 'Europe/Lisbon' },
      now,
    );
    const eastward = checkRentalTimes(
      lisbon('2026-04-01T10:00:00'),
      { at: '2026-04-01T10:30:00', zone: 'Europe/Madrid' },
      now,
    );
    expect([westward.length, eastward.map(({ end }) => end)]).toEqual([0, ['drop_off']]);
  });
  test('begins and ends at times that the clocks of the branch show', () => {
    expect(ends('2026-03-29T01:30:00', '2026-04-01T10:00:00')).toEqual(['pick_up']);
    expect(ends('2026-03-28T10:00:00', '2026-03-29T01:30:00')).toEqual(['drop_off']);
    expect(ends('2026-03-29T02:00:00', '2026-04-01T10:00:00')).toEqual([]);
    expect(ends('2026-03-29T01:30:00', '2026-04-01T10:00:00', 'Asia/Tokyo')).toEqual([]);
    // Shown twice in autumn: the earlier of the two is meant.
    expect(ends('2026-10-25T01:30:00', '2026-10-28T10:00:00')).toEqual([]);
  });
  test('lasts at most 90 days of the calendar, over a change of the clocks too', () => {
    expect(ends('2026-09-01T10:00:00', '2026-11-30T10:00:00')).toEqual([]);
    expect(ends('2026-09-01T10:00:00', '2026-11-30T10:00:01')).toEqual(['drop_off']);
  });
  test('begins at most 330 days ahead', () => {
    expect(ends('2027-01-25T10:00:00', '2027-03-01T10:00:00')).toEqual([]);
    expect(ends('2027-01-26T10:00:00', '2027-03-01T10:00:00')).toEqual(['pick_up']);
  });
});
