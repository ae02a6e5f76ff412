import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/** The life of a booking as it is stored; `completed` (travelled) is derived from when the last item ends. */
export const bookingLifecycle = defineLifecycle('A booking', {
  pending: ['confirmed', 'failed'],
  confirmed: ['cancelled'],
  cancelled: [],
  failed: [],
});
export type StoredBookingStatus = StateOf<typeof bookingLifecycle>;

/** The moved value; staying returns the value itself, any other move is a programming error and throws. */
export function moveBooking<B extends { readonly status: StoredBookingStatus }>(
  booking: B,
  to: StoredBookingStatus,
): B {
  return booking.status === to ? booking : { ...booking, status: bookingLifecycle.move(booking.status, to) };
}
