import { type Money, subtractMoney, sumMoney, zeroMoney } from '../../travel/money.ts';
import type { Booking, BookingItem } from './booking.ts';

/** What of an item the payer has paid for and not got back, in the booking's currency. */
export function retainedOf(item: BookingItem): Money {
  if (item.status === 'confirmed') return item.total;
  // Given up after the sale: the penalty. What was undone before it was paid for, and what was exchanged, keeps
  // nothing.
  return item.refunded === undefined ? zeroMoney(item.total.currency) : subtractMoney(item.total, item.refunded);
}

/**
 * What the payer has paid for all of it and not got back: what every payment of the trip together comes to once all
 * refunds are made.
 */
export function retainedTotal(booking: Booking): Money {
  return sumMoney(booking.items.map(retainedOf), booking.totalQuoted.currency);
}
