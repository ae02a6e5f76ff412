import type { BookingItemStatus } from './booking.ts';

/** The life of one item at its supplier. */
export const NEXT_BOOKING_ITEM_STATUS = {
  // Cancelled without a call: another item failed before this one was asked for.
  pending: ['booking', 'cancelled'],
  booking: ['confirmed', 'awaiting', 'unknown', 'failed', 'cancelling'],
  awaiting: ['confirmed', 'unknown', 'failed', 'cancelling'],
  // Back to booking only when the supplier has proven that our reference was never booked.
  unknown: ['confirmed', 'awaiting', 'failed', 'booking', 'cancelling'],
  // After the sale: given up for nothing (cancelled) or for money, or replaced by another item.
  confirmed: ['cancelling', 'cancelled', 'refunded', 'exchanged'],
  failed: [],
  // Back to confirmed when the supplier refuses to undo it free of charge.
  cancelling: ['cancelled', 'confirmed', 'failed'],
  cancelled: [],
  refunded: [],
  exchanged: [],
} as const satisfies Record<BookingItemStatus, readonly BookingItemStatus[]>;

/** The moved item; staying answers the same value, any other move is a programming error and throws. */
export function moveBookingItem<I extends { readonly status: BookingItemStatus }>(item: I, to: BookingItemStatus): I {
  if (item.status === to) return item;
  const next: readonly BookingItemStatus[] = NEXT_BOOKING_ITEM_STATUS[item.status];
  if (!next.includes(to)) throw new Error(`A booking item cannot go from ${item.status} to ${to}.`);
  return { ...item, status: to };
}
