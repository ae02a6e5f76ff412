import type { ItemId } from '../../platform/ids.ts';
import type { Fare, FlightOffer } from '../../travel/flight.ts';
import { addMoney, type Money } from '../../travel/money.ts';
import { extrasTotal, findExtra, totalInCurrency } from './item-price.ts';
import type { TripItem } from './trip.ts';

/** An item as its supplier sells it now. */
export interface PricedItem {
  readonly itemId: ItemId;
  readonly offer: FlightOffer;
  readonly fare: Fare;
  /** Supplier's currency, extras included. */
  readonly originTotal: Money;
  /** Trip currency, extras included. */
  readonly total: Money;
  readonly rate: number;
}

/** An item that can no longer be bought. */
export interface GoneItem {
  readonly itemId: ItemId;
  readonly reason: string;
}

/** What the suppliers answered for a whole trip. */
export interface PricedItems {
  readonly items: readonly PricedItem[];
  readonly gone: readonly GoneItem[];
}

/** One supplier answer as a priced item; gone when an extra chosen with it is no longer sold. */
export function toPricedItem(item: TripItem, flight: { readonly offer: FlightOffer; readonly fare: Fare }, rate: number): PricedItem | GoneItem {
  const lost = item.ancillaries.find((chosen) => findExtra(flight.offer.ancillaries, chosen.ancillaryKey) === undefined);
  if (lost) return { itemId: item.itemId, reason: `The extra ${lost.ancillaryKey} is no longer sold.` };
  const { offer, fare } = flight;
  const originTotal = addMoney(fare.total, extrasTotal(offer.ancillaries, item.ancillaries, fare.total.currency));
  const total = totalInCurrency({ offer, fare, ancillaries: item.ancillaries }, item.price.currency, rate);
  return { itemId: item.itemId, offer, fare, originTotal, total, rate };
}
