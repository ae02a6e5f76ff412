import { expect, test } from 'vitest';
import { aBooking, aBookingItem } from '../../../test/support/products/bookings.ts';
import type { Booking, BookingItem } from './booking.ts';
import { codeOfRefusal, failureOf } from './failure-of.ts';

const item = (status: BookingItem['status'], failureCode?: BookingItem['failureCode']) =>
  aBookingItem(status, { status, failureCode });
const ended = (items: readonly BookingItem[], part: Partial<Booking> = {}) =>
  failureOf(aBooking(items, { status: 'failed', phase: 'done', failure: 'refused', ...part }));

test('a booking says why it failed: the word of the item a traveler can do something about comes first', () => {
  expect(ended([item('failed', 'refused'), item('failed', 'sold_out')])).toBe('sold_out');
  expect(ended([item('cancelled'), item('failed', 'price_changed')])).toBe('price_changed');
  expect(ended([item('failed')])).toBe('refused');
  expect(ended([item('cancelled')])).toBe('not_confirmed');
});

test('money that came too late, or ended too early, is told before what became of the items', () => {
  expect(ended([item('failed', 'sold_out')], { failure: 'expired_quote' })).toBe('quote_expired');
  expect(ended([item('cancelled')], { failure: 'unpaid' })).toBe('payment_lapsed');
});

test('a confirmed booking says why what is missing was not booked, and nothing where nothing is; one that is being made says nothing yet', () => {
  expect(ended([item('confirmed'), item('failed', 'not_confirmed')], { status: 'confirmed', failure: undefined })).toBe(
    'not_confirmed',
  );
  expect(ended([item('confirmed'), item('refunded')], { status: 'confirmed', failure: undefined })).toBeUndefined();
  expect(ended([item('failed', 'sold_out')], { status: 'pending', phase: 'releasing' })).toBeUndefined();
});

test('a supplier says in one word that it is sold out or priced anew; its own sentences are told as a refusal', () => {
  expect(
    ['unavailable: the seats are gone', 'price_changed', 'ticketing was refused by the airline'].map(codeOfRefusal),
  ).toEqual(['sold_out', 'price_changed', 'refused']);
});
