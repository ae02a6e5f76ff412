import { addMoney, convertMoney, type Money, sumMoney } from '../../../travel/money.ts';
import { dueLaterAmount, extraLines, originPriceOf, priceInCurrency } from './product.ts';
import type { Product, SelectedSeat, Trip, TripItem } from '../trip.ts';

/** The currency an empty trip shows its total of nothing in (contract, section 5: the default of every search). */
export const emptyTripCurrency = 'USD';

/** What an item is made of when its price is asked. */
type PricedParts = Product & Pick<TripItem, 'ancillaries' | 'seats'>;

/**
 * What the supplier is paid now for an item, in its own currency: the product, and the extras and seats chosen with it.
 */
export function itemOriginTotal(item: PricedParts): Money {
  const price = originPriceOf(item);
  const asFiled = (amount: Money): Money => amount;
  return addMoney(price, ...extraLines(item, 'now', asFiled), seatsTotal(item.seats, price.currency));
}

/**
 * What the payer pays now for an item, in the trip's currency: what its supplier asks, and the organization's service
 * fee. Search, trip, quote and charge all reach this number.
 */
export function itemTotal(item: TripItem): Money {
  const total = supplierTotal(item);
  return item.serviceFee === undefined ? total : addMoney(total, item.serviceFee);
}

/** What the supplier of an item asks to be paid now, in the trip's currency: its total without the service fee. */
export function supplierTotal(item: TripItem): Money {
  return totalInCurrency(item, item.price.currency, item.rate);
}

/**
 * What the supplier asks to be paid now for these parts, in a currency: the product as search shows it, each extra's
 * price times its number, and each seat.
 */
function totalInCurrency(item: PricedParts, currency: string, rate: number): Money {
  const convert = (amount: Money): Money => convertMoney(amount, currency, rate);
  return addMoney(
    priceInCurrency(item, currency, rate),
    ...extraLines(item, 'now', convert),
    ...item.seats.map((seat) => convert(seat.price)),
  );
}

/** What an item costs as a whole, now and later, in the trip's currency: by this a price is said to have risen. */
export function itemWhole(item: TripItem): Money {
  return addMoney(itemTotal(item), convertMoney(dueLaterAmount(item), item.price.currency, item.rate));
}

/** The service fees inside what the payer pays now for these items; undefined where there are none. */
export function totalServiceFee(items: readonly Pick<TripItem, 'serviceFee'>[]): Money | undefined {
  const [first, ...others] = items.flatMap(({ serviceFee }) => serviceFee ?? []);
  return first && addMoney(first, ...others);
}

/** What the payer pays now for the trip; the sum of its items' totals. */
export function tripTotal(trip: Pick<Trip, 'items' | 'currency'>): Money {
  return sumMoney(trip.items.map(itemTotal), trip.currency ?? emptyTripCurrency);
}

/** What the chosen seats cost together, in the supplier's currency. */
function seatsTotal(chosen: readonly SelectedSeat[], currency: string): Money {
  return sumMoney(
    chosen.map((seat) => seat.price),
    currency,
  );
}
