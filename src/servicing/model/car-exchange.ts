import { newId } from '../../platform/ids.ts';
import type { BookingItem } from '../../bookings/model/booking.ts';
import { describeRental } from '../../offers/describe/describe-rental.ts';
import type { RentalExchangeOffer } from '../../suppliers/ports/servicing.ts';
import { type Money, subtractMoney, zeroMoney } from '../../travel/money.ts';
import type { CounterChange } from '../../travel/rental-total.ts';
import { identityOf } from '../../trips/model/apply-changes.ts';
import { itemTotal } from '../../trips/model/items/item-price.ts';
import { dueLaterAmount, originPriceOf, priceInCurrency } from '../../trips/model/items/product.ts';
import type { RentalItem, RentalProduct, TripItem } from '../../trips/model/trip.ts';
import type { ExchangePlan } from './change.ts';

/** How a replacement compares with what was paid (spec.md, CarExchangeDelta). `amount` is never negative. */
export type CarExchangeDelta =
  | { readonly direction: 'add_collect' | 'refund'; readonly amount: Money }
  | { readonly direction: 'even' };

/** What a replacement costs over what was paid, or brings back. */
export function deltaOf(price: Money, paid: Money): CarExchangeDelta {
  const difference = subtractMoney(price, paid);
  if (difference.value === 0) return { direction: 'even' };
  return difference.value > 0
    ? { direction: 'add_collect', amount: difference }
    : { direction: 'refund', amount: subtractMoney(paid, price) };
}

/**
 * How much more or less the counter collects for one car than for another, chosen extras included; undefined where it
 * is as much, or where one of them is no car.
 */
export function counterChangeOf(before: TripItem, after: TripItem): CounterChange | undefined {
  if (before.kind !== 'car' || after.kind !== 'car') return undefined;
  const difference = subtractMoney(dueLaterAmount(after), dueLaterAmount(before));
  if (difference.value === 0) return undefined;
  return difference.value > 0
    ? { direction: 'more', amount: difference }
    : { direction: 'less', amount: { ...difference, value: -difference.value } };
}

/** A car of a booking, with its trip item known to be one. */
export type BookedRental = BookingItem & { readonly tripItem: RentalItem };

/** The item as a rental. */
export function toBookedRental(item: BookingItem): BookedRental {
  const { tripItem } = item;
  if (tripItem.kind !== 'car') throw new Error(`The item ${item.itemId} is no car.`);
  // The rate frozen in the quote converts all its sums.
  return { ...item, tripItem: { ...tripItem, rate: item.rate } };
}

/**
 * What the replacement would be as an item, and its full pay-now price in the booking's currency at the item's frozen
 * rate. The service fee that was paid with the old car is carried over and is a part of it; there is no new one.
 */
export interface Replacement {
  readonly tripItem: RentalItem;
  readonly price: Money;
}

/** A supplier's offer as the item it would become. */
export function toReplacement(
  { supplierId, rate, serviceFee, total: { currency } }: BookedRental,
  { rental, extras }: RentalExchangeOffer,
): Replacement {
  const product: RentalProduct = { kind: 'car', offerKey: rental.offerKey, rental };
  const tripItem: RentalItem = {
    ...product,
    itemId: newId('item'),
    supplierId,
    identity: identityOf(supplierId, [rental.offerKey]),
    description: describeRental(rental),
    rate,
    originPrice: originPriceOf(product),
    price: priceInCurrency(product, currency, rate),
    ...(serviceFee && { serviceFee }),
    seats: [],
    ancillaries: extras.map(({ ancillaryKey, quantity }) => ({ ancillaryKey, quantity, travelerId: undefined })),
  };
  return { tripItem, price: itemTotal(tripItem) };
}

/** What committing to an offer means in money: no penalty, and at most one of due and refund. */
export function planExchange(item: BookedRental, offer: RentalExchangeOffer): ExchangePlan {
  const { tripItem, price } = toReplacement(item, offer);
  const nothing = zeroMoney(item.total.currency);
  const delta = deltaOf(price, item.total);
  return {
    kind: 'exchange',
    exchangeKey: offer.exchangeKey,
    replacement: tripItem,
    originTotal: offer.total,
    originPenalty: zeroMoney(offer.total.currency),
    fareDifference: subtractMoney(price, item.total),
    penalty: nothing,
    due: delta.direction === 'add_collect' ? delta.amount : nothing,
    refund: delta.direction === 'refund' ? delta.amount : nothing,
    isOnRequest: offer.isOnRequest,
  };
}

/** The price comparison of a plan. */
export function deltaOfPlan({ due, refund }: Pick<ExchangePlan, 'due' | 'refund'>): CarExchangeDelta {
  return deltaOf(due, refund);
}
