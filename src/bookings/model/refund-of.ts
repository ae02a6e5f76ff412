import { convertMoney, type Money, money, zeroMoney } from '../../travel/money.ts';
import type { BookingItem } from './booking.ts';

/** What a supplier gives back and keeps, in its own currency. */
export interface OriginTerms {
  readonly refund: Money;
  readonly penalty: Money;
}

/**
 * What the payer gets back of an item by its supplier's terms: what was paid less the penalty at the frozen rate, and
 * less what earlier changes have used up. Nothing where the supplier gives nothing: rounding must not leave a cent
 * over.
 */
export function refundOf(
  item: Pick<BookingItem, 'total' | 'nonRefundable' | 'rate'>,
  { refund, penalty }: OriginTerms,
): Money {
  const { currency } = item.total;
  return refund.value === 0 ? zeroMoney(currency) : returnableOf(item, convertMoney(penalty, currency, item.rate));
}

/** What comes back when so much is withheld, in the booking's currency. */
export function returnableOf(
  { total, nonRefundable }: Pick<BookingItem, 'total' | 'nonRefundable'>,
  retained: Money,
): Money {
  return money(Math.max(0, total.value - nonRefundable.value - retained.value), total.currency);
}
