import { expect, test } from 'vitest';
import { money } from '../travel/money.ts';
import { aBooking, aBookingItem } from '../../test/support/products/bookings.ts';
import { fewPlaces } from '../../test/support/products/flights.ts';
import { viewBooking } from './view-booking.ts';

const facts = { places: fewPlaces, now: new Date('2026-06-02T12:00:00Z') };
const given = aBookingItem('one', { status: 'refunded', refunded: money(20_000, 'EUR') });
const booking = aBooking([given], { status: 'cancelled', phase: 'done', totalRefunded: money(20_000, 'EUR') });

test('an item given up is told as refunded, and as cancelled and no more while the processor has refused to give any of it back', () => {
  expect(viewBooking(booking, facts).items.map(({ status }) => status)).toEqual(['refunded']);
  expect(
    viewBooking({ ...booking, totalRefundRefused: money(1, 'EUR') }, facts).items.map(({ status }) => status),
  ).toEqual(['cancelled']);
});
