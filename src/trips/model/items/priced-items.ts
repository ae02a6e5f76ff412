import type { ItemId } from '../../../platform/ids.ts';
import type { Conversion, SellingRate } from '../../../suppliers/ports/exchange-rates.ts';
import type { SeatMap } from '../../../travel/flight.ts';
import type { Money } from '../../../travel/money.ts';
import { type ItemFee, withServiceFee } from './item-fee.ts';
import { itemOriginTotal, itemTotal, itemWhole } from './item-price.ts';
import { dueLaterAmount, findExtra, originPriceOf, priceInCurrency, withProduct } from './product.ts';
import { describeSeats, type LostSeat, repriceSeats } from './seats.ts';
import type { Product, SelectedAncillary, SelectedSeat, TripItem } from '../trip.ts';

/** An item as its supplier sells it now. */
export interface PricedItem {
  readonly itemId: ItemId;
  readonly product: Product;
  /** The chosen seats at today's prices. */
  readonly seats: readonly SelectedSeat[];
  /** The chosen extras under the keys they are sold by now. */
  readonly ancillaries: readonly SelectedAncillary[];
  /** Until when the supplier stands by the price; undefined: as long as a quote lives. */
  readonly expiresAt?: Date | undefined;
  /** Supplier's currency, extras and seats included. */
  readonly originTotal: Money;
  /** Trip currency, extras, seats and service fee included. */
  readonly total: Money;
  /** The part of `total` that is the service fee; undefined where there is none. */
  readonly serviceFee: Money | undefined;
  /** Trip currency, what is due later included. */
  readonly whole: Money;
  /** What is collected at the property or the counter, in the supplier's currency. */
  readonly dueLater: Money;
  readonly rate: number;
  /** Where the rate comes from. */
  readonly conversion?: Conversion | undefined;
}

/** An item that can no longer be bought as it was put together. */
export interface GoneItem {
  readonly itemId: ItemId;
  readonly reason: string;
  /** The seats that were lost, where the flight itself is still sold. */
  readonly seats?: readonly LostSeat[];
}

/** What the suppliers answered for a whole trip. */
export interface PricedItems {
  readonly items: readonly PricedItem[];
  readonly gone: readonly GoneItem[];
}

/**
 * What a supplier answered for one item: the product, and its seats; maps are only asked for where seats were chosen.
 */
export interface SuppliedItem {
  readonly product: Product;
  readonly seatMaps?: readonly SeatMap[];
  readonly expiresAt?: Date | undefined;
  /** Extras whose keys are new, by their keys of before. */
  readonly ancillaryKeys?: Readonly<Record<string, string>> | undefined;
}

/**
 * One supplier answer as a priced item, with the service fee that `feeOf` says; gone when an extra or a seat chosen
 * with it is no longer sold.
 */
export function toPricedItem(
  item: TripItem,
  supplied: SuppliedItem,
  { rate, conversion }: SellingRate,
  feeOf: ItemFee,
): PricedItem | GoneItem {
  const { product, seatMaps = [], expiresAt, ancillaryKeys = {} } = supplied;
  const ancillaries = item.ancillaries.map((chosen) => {
    return { ...chosen, ancillaryKey: ancillaryKeys[chosen.ancillaryKey] ?? chosen.ancillaryKey };
  });
  const lost = ancillaries.find((chosen) => findExtra(product, chosen.ancillaryKey) === undefined);
  if (lost) return { itemId: item.itemId, reason: `The extra ${lost.ancillaryKey} is no longer sold.` };
  const { seats, lost: lostSeats } = repriceSeats(item, seatMaps);
  if (lostSeats.length > 0)
    return {
      itemId: item.itemId,
      reason: `No longer available: ${describeSeats(product, lostSeats)}.`,
      seats: lostSeats,
    };
  const originPrice = originPriceOf(product);
  const price = priceInCurrency(product, item.price.currency, rate);
  const now = withServiceFee(
    withProduct({ ...item, ancillaries, seats, originPrice, price, rate, conversion }, product),
    feeOf,
  );
  return {
    itemId: item.itemId,
    product,
    seats,
    ancillaries,
    expiresAt,
    rate,
    conversion,
    originTotal: itemOriginTotal(now),
    total: itemTotal(now),
    serviceFee: now.serviceFee,
    whole: itemWhole(now),
    dueLater: dueLaterAmount(now),
  };
}
