import { expect, test } from 'vitest';
import { aBookingItem, aTripItem } from '../../../test/support/products/bookings.ts';
import { aRentalItem, aStayItem } from '../../../test/support/products/products.ts';
import type { Segment } from '../../travel/flight.ts';
import type { SegmentChange } from '../../travel/schedule-change.ts';
import { findAffectedItems } from './affected-items.ts';

/**
 * A flight to Lisbon or from there on one of the days of the stay and the rental of 3 to 8 October 2026; Lisbon is an
 * hour ahead of UTC.
 */
function aMove(before: readonly [string, string], after?: readonly [string, string]): SegmentChange {
  const point = (airport: string, timeLocal: string) => ({
    airport,
    cityCode: airport,
    terminal: undefined,
    timeLocal,
    instant: new Date(`${timeLocal}+01:00`),
  });
  const segment = ([depart, arrive]: readonly [string, string]): Segment => ({
    segmentId: 's1-1',
    marketingCarrier: 'AF',
    operatingCarrier: 'AF',
    flightNumber: 'AF1',
    aircraft: undefined,
    depart: point('CDG', depart),
    arrive: point('LIS', arrive),
    durationMinutes: 180,
    distanceKm: undefined,
  });
  return {
    change: after === undefined ? 'cancelled' : 'retimed',
    sliceIndex: 0,
    before: segment(before),
    after: after && segment(after),
  };
}

const flight = aBookingItem('flight', { status: 'confirmed' });
const items = [
  flight,
  aBookingItem('hotel', { kind: 'hotel', status: 'confirmed', tripItem: aStayItem() }),
  aBookingItem('car', { kind: 'car', status: 'confirmed', tripItem: aRentalItem() }),
  aBookingItem('gone', { kind: 'car', status: 'refunded', tripItem: aRentalItem() }),
];
const found = (...moves: readonly SegmentChange[]) => findAffectedItems(items, flight, moves);
const affected = (move: SegmentChange) => found(move).map(({ itemId }) => itemId);

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

test('the nights and the times that no longer fit are named, at either end', () => {
  const late = aMove(['2026-10-03T08:00:00', '2026-10-03T11:00:00'], ['2026-10-05T08:00:00', '2026-10-05T11:00:00']);
  expect(found(late)).toMatchObject([
    { kind: 'hotel', nights: ['2026-10-03', '2026-10-04'] },
    { kind: 'car', nights: [], pickUpAt: expect.stringMatching(/^2026-10-03T/), dropOffAt: undefined },
  ]);
  const early = aMove(['2026-10-08T12:00:00', '2026-10-08T15:00:00'], ['2026-10-06T20:00:00', '2026-10-06T23:00:00']);
  expect(found(late, { ...early, sliceIndex: 1 })).toMatchObject([
    { kind: 'hotel', nights: ['2026-10-03', '2026-10-04', '2026-10-06', '2026-10-07'] },
    { kind: 'car', pickUpAt: expect.any(String), dropOffAt: expect.stringMatching(/^2026-10-08T/) },
  ]);
});

test('whoever does not get there needs none of the nights and no car; whoever does not get back needs both', () => {
  const out: readonly [string, string] = ['2026-10-03T08:00:00', '2026-10-03T11:00:00'];
  const back: readonly [string, string] = ['2026-10-08T12:00:00', '2026-10-08T15:00:00'];
  const nights = ['2026-10-03', '2026-10-04', '2026-10-05', '2026-10-06', '2026-10-07'];
  expect(found(aMove(out), { ...aMove(back, back), sliceIndex: 1, change: 'unchanged' })).toMatchObject([
    { kind: 'hotel', nights },
    { kind: 'car', pickUpAt: expect.any(String) },
  ]);
  expect(found({ ...aMove(out, out), change: 'unchanged' }, { ...aMove(back), sliceIndex: 1 })).toEqual([]);
});
