import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of one item at its supplier. `booking` and `cancelling` are intents, committed before the supplier is
 * called. `awaiting`: accepted, confirmation follows. `unknown`: the supplier's answer never came; it is looked up,
 * never repeated blindly. `refunded`: given up after it was sold, for money back; `exchanged`: another item of the
 * booking stands in its place.
 */
export const bookingItemLifecycle = defineLifecycle('A booking item', {
  // Cancelled without a call: another item failed before this one was requested.
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
});
export type BookingItemStatus = StateOf<typeof bookingItemLifecycle>;

/** The moved item; staying returns the value itself, any other move is a programming error and throws. */
export function moveBookingItem<I extends { readonly status: BookingItemStatus }>(item: I, to: BookingItemStatus): I {
  return item.status === to ? item : { ...item, status: bookingItemLifecycle.move(item.status, to) };
}

/** Items whose outcome at the supplier is still to come. */
export const OPEN_ITEM_STATUSES: readonly BookingItemStatus[] = bookingItemLifecycle.open.filter(
  (status) => status !== 'confirmed',
);
