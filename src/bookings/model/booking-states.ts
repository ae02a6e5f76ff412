import type { StoredBookingStatus } from './booking.ts';

/** The life of a booking as a whole. */
export const NEXT_BOOKING_STATUS = {
  pending: ['confirmed', 'failed'],
  confirmed: ['cancelled'],
  cancelled: [],
  failed: [],
} as const satisfies Record<StoredBookingStatus, readonly StoredBookingStatus[]>;

/** The moved value; staying answers the same value, any other move is a programming error and throws. */
export function moveBooking<B extends { readonly status: StoredBookingStatus }>(
  booking: B,
  to: StoredBookingStatus,
): B {
  if (booking.status === to) return booking;
  const next: readonly StoredBookingStatus[] = NEXT_BOOKING_STATUS[booking.status];
  if (!next.includes(to)) throw new Error(`A booking cannot go from ${booking.status} to ${to}.`);
  return { ...booking, status: to };
}
