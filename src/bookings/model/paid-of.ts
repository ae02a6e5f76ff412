import { type Money, sumMoney, zeroMoney } from '../../travel/money.ts';
import type { Booking, BookingItem } from './booking.ts';

/**
 * What was paid for an item, in the booking's currency: the one figure of every answer. What was given up was paid
 * for, too: what came back of it stands beside it. Nothing before the money is taken, for what was never sold, and for
 * what was exchanged: that is paid within its successor.
 */
export function paidOf(
  booking: Pick<Booking, 'phase' | 'status'>,
  item: Pick<BookingItem, 'status' | 'refunded' | 'total'>,
): Money {
  const isPaid =
    booking.phase === 'done' && !isUnpaid(booking) && (item.status === 'confirmed' || item.refunded !== undefined);
  return isPaid ? item.total : zeroMoney(item.total.currency);
}

/**
 * What was paid for what a trip was sold as, with the bags and seats added since: a view of the sale, whose lines add
 * up to it. What an exchange cost is left out: the item that came in the place of another is no part of the sale.
 */
export function paidForSale(booking: Booking, sold: readonly Pick<BookingItem, 'itemId'>[]): Money {
  const ids = new Set(sold.map(({ itemId }) => itemId));
  return sumMoney(
    booking.items
      .filter(({ itemId }) => ids.has(itemId))
      .map((item) => (item.status === 'exchanged' ? item.total : paidOf(booking, item))),
    booking.totalPaid.currency,
  );
}

/**
 * True where nobody has paid for what stands booked: the hold had lapsed before it was captured. It may be given up and
 * nothing else.
 */
export function isUnpaid({ status }: Pick<Booking, 'status'>): boolean {
  return status === 'failed';
}

/** The item as its payer stands to it: nothing comes back of what nobody has paid for, and nothing of it is lost. */
export function asPaid(booking: Pick<Booking, 'status'>, item: BookingItem): BookingItem {
  const nothing = zeroMoney(item.total.currency);
  return isUnpaid(booking) ? { ...item, total: nothing, nonRefundable: nothing, serviceFee: undefined } : item;
}
