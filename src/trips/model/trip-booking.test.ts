import { expect, test } from 'vitest';
import { anItem, aTrip } from '../../../test/support/products/trips.ts';
import { asBookingRef, asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import { isStanding, itemsNow, type TripBooking, type TripBookingItem } from './trip-booking.ts';

const id = (name: string) => asId('item', name);
const held = (name: string, status: TripBookingItem['status'], replacedBy?: string): TripBookingItem => ({
  item: anItem({ itemId: id(name) }),
  status,
  replacedBy: replacedBy === undefined ? undefined : id(replacedBy),
  scheduleChange: undefined,
});
const holding = (...items: readonly TripBookingItem[]): TripBooking => ({
  bookingRef: asBookingRef('BLY-AAAAAA'),
  status: 'confirmed',
  totalPaid: money(0, 'EUR'),
  totalRefunded: money(0, 'EUR'),
  items,
});
const trip = aTrip({ items: [anItem({ itemId: id('a') }), anItem({ itemId: id('b') })] });

test("items keep the trip's order, and each is followed by all it was ever exchanged for", () => {
  const booking = holding(
    held('b', 'confirmed'),
    held('a', 'exchanged', 'a2'),
    held('a2', 'exchanged', 'a3'),
    held('a3', 'confirmed'),
  );
  const now = itemsNow(trip, booking);
  expect(now.map(({ item }) => item.itemId)).toEqual(['a', 'a2', 'a3', 'b']);
  expect(now.filter(isStanding).map(({ item }) => item.itemId)).toEqual(['a3', 'b']);
});

test('a line that leads back into itself ends all the same', () => {
  const now = itemsNow(trip, holding(held('a', 'exchanged', 'a2'), held('a2', 'exchanged', 'a')));
  expect(now.map(({ item }) => item.itemId)).toEqual(['a', 'a2']);
});
