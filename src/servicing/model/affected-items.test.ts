import { expect, test } from 'vitest';
import { aBookingItem, aTripItem } from '../../../test/support/products/bookings.ts';
import { aRentalItem, aStayItem } from '../../../test/support/products/products.ts';
import type { SegmentMove } from '../../travel/schedule-change.ts';
import { findAffectedItems } from './affected-items.ts';

/**
 * A flight to Lisbon or from there on one of the days of the stay and the rental of 3 to 8 October 2026; Lisbon is an
 * hour ahead of UTC.
 */
function aMove(before: readonly [string, string], after: readonly [string, string]): SegmentMove {
  const time = (timeLocal: string) => ({ timeLocal, instant: new Date(`${timeLocal}+01:00`) });
  const times = ([depart, arrive]: readonly [string, string]) => ({ depart: time(depart), arrive: time(arrive) });
  return {
    segmentId: 's1-1',
    flightNumber: 'AF1',
    origin: 'CDG',
    destination: 'LIS',
    before: times(before),
    after: times(after),
    departMinutes: 0,
    arriveMinutes: 0,
  };
}

const flight = aBookingItem('flight', { status: 'confirmed' });
const items = [
  flight,
  aBookingItem('hotel', { kind: 'hotel', status: 'confirmed', tripItem: aStayItem() }),
  aBookingItem('car', { kind: 'car', status: 'confirmed', tripItem: aRentalItem() }),
  aBookingItem('gone', { kind: 'car', status: 'refunded', tripItem: aRentalItem() }),
];
const affected = (move: SegmentMove) => findAffectedItems(items, flight, [move]).map(({ itemId }) => itemId);

test('who lands the day after has paid for a night and a car nobody uses', () => {
  expect(
    affected(aMove(['2026-10-03T08:00:00', '2026-10-03T11:00:00'], ['2026-10-04T08:00:00', '2026-10-04T11:00:00'])),
  ).toEqual(['hotel', 'car']);
});

test('who lands an hour after the car was to be picked up misses the car alone', () => {
  expect(
    affected(aMove(['2026-10-03T08:00:00', '2026-10-03T11:00:00'], ['2026-10-03T10:00:00', '2026-10-03T13:00:00'])),
  ).toEqual(['car']);
  expect(
    affected(aMove(['2026-10-03T08:00:00', '2026-10-03T11:00:00'], ['2026-10-03T09:00:00', '2026-10-03T12:00:00'])),
  ).toEqual([]);
});

test('who leaves before the car is brought back, or a day before the stay is over', () => {
  expect(
    affected(aMove(['2026-10-08T12:00:00', '2026-10-08T15:00:00'], ['2026-10-08T09:30:00', '2026-10-08T12:30:00'])),
  ).toEqual(['car']);
  expect(
    affected(aMove(['2026-10-08T12:00:00', '2026-10-08T15:00:00'], ['2026-10-07T20:00:00', '2026-10-07T23:00:00'])),
  ).toEqual(['hotel', 'car']);
});

test('what never fitted is no worse than before', () => {
  expect(
    affected(aMove(['2026-10-05T08:00:00', '2026-10-05T11:00:00'], ['2026-10-06T08:00:00', '2026-10-06T11:00:00'])),
  ).toEqual([]);
});

test('another flight that is in the air at the same time is missed', () => {
  const other = aBookingItem('other', { status: 'confirmed', tripItem: aTripItem('other') });
  const move = aMove(['2026-06-10T08:00:00', '2026-06-10T11:00:00'], ['2026-06-10T11:00:00', '2026-06-10T14:00:00']);
  expect(findAffectedItems([flight, other], flight, [move])).toMatchObject([{ itemId: 'other', kind: 'flight' }]);
});
