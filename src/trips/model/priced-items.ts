import type { ItemId } from '../../platform/ids.ts';
import type { Fare, FlightOffer, SeatMap } from '../../travel/flight.ts';
import { addMoney, type Money } from '../../travel/money.ts';
import { extrasTotal, findExtra, seatsTotal, totalInCurrency } from './item-price.ts';
import { describeSeats, type LostSeat, repriceSeats } from './seats.ts';
import type { SelectedSeat, TripItem } from './trip.ts';

/** An item as its supplier sells it now. */
export interface PricedItem {
  readonly itemId: ItemId;
  readonly offer: FlightOffer;
  readonly fare: Fare;
  /** The chosen seats at today's prices. */
  readonly seats: readonly SelectedSeat[];
  /** Supplier's currency, extras and seats included. */
  readonly originTotal: Money;
  /** Trip currency, extras and seats included. */
  readonly total: Money;
  readonly rate: number;
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

/** What a supplier answered for one item: the flight, and its seats; maps are only asked for where seats were chosen. */
export interface SuppliedItem {
  readonly offer: FlightOffer;
  readonly fare: Fare;
  readonly seatMaps?: readonly SeatMap[];
}

/** One supplier answer as a priced item; gone when an extra or a seat chosen with it is no longer sold. */
export function toPricedItem(item: TripItem, supplied: SuppliedItem, rate: number): PricedItem | GoneItem {
  const { offer, fare, seatMaps = [] } = supplied;
  const lost = item.ancillaries.find((chosen) => findExtra(offer.ancillaries, chosen.ancillaryKey) === undefined);
  if (lost) return { itemId: item.itemId, reason: `The extra ${lost.ancillaryKey} is no longer sold.` };
  const { seats, lost: lostSeats } = repriceSeats(item, seatMaps);
  if (lostSeats.length > 0) return { itemId: item.itemId, reason: `No longer available: ${describeSeats(item, lostSeats)}.`, seats: lostSeats };
  const { currency } = fare.total;
  const originTotal = addMoney(fare.total, extrasTotal(offer.ancillaries, item.ancillaries, currency), seatsTotal(seats, currency));
  const total = totalInCurrency({ offer, fare, ancillaries: item.ancillaries, seats }, item.price.currency, rate);
  return { itemId: item.itemId, offer, fare, seats, originTotal, total, rate };
}
