import { type Money, subtractMoney, sumMoney, zeroMoney } from '../../../travel/money.ts';
import type { Booking, BookingItem } from '../booking.ts';
import { isUnpaid, paidOf } from '../paid-of.ts';

/** What is in an item's total: its supplier's price and the fee on it. */
export type FeeItem = Pick<BookingItem, 'total' | 'serviceFee'>;

/** The service fee inside an item's total; nothing where it has none. */
export function feeOf({ total, serviceFee }: FeeItem): Money {
  return serviceFee ?? zeroMoney(total.currency);
}

/** What of an item's total is its supplier's. */
export function supplierPartOf(item: FeeItem): Money {
  return subtractMoney(item.total, feeOf(item));
}

/** The service fee inside `paidOf`; undefined where there is none, and for what nobody has paid for. */
export function paidFeeOf(
  booking: Pick<Booking, 'phase' | 'status'>,
  item: FeeItem & Pick<BookingItem, 'status' | 'refunded'>,
): Money | undefined {
  return item.serviceFee !== undefined && paidOf(booking, item).value > 0 ? item.serviceFee : undefined;
}

/** The service fees inside all that was paid for a booking; undefined where there are none. */
export function paidFeesOf(booking: Pick<Booking, 'phase' | 'status' | 'items'>): Money | undefined {
  const fees = booking.items.flatMap((item) => paidFeeOf(booking, item) ?? []);
  const [first] = fees;
  return first && sumMoney(fees, first.currency);
}

/**
 * What of its fee an item still earns: all while it stands and after it was given up at a cost, nothing once the fee
 * went back, for what nobody has paid for, and for what was exchanged, whose successor carries it.
 */
export function retainedFeeOf(booking: Pick<Booking, 'status'>, item: BookingItem): Money {
  const isGivenUp = item.refunded !== undefined && item.isServiceFeeReturned !== true;
  return !isUnpaid(booking) && (item.status === 'confirmed' || isGivenUp)
    ? feeOf(item)
    : zeroMoney(item.total.currency);
}

/**
 * The item as one that is given up with its fee: the fee is no part of what is gone for good. An item without a fee
 * stays as it is.
 */
export function withFeeReturned(item: BookingItem): BookingItem {
  if (item.serviceFee === undefined) return item;
  return {
    ...item,
    nonRefundable: subtractMoney(item.nonRefundable, item.serviceFee),
    isServiceFeeReturned: true,
  };
}
