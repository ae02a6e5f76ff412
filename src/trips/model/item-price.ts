import { convertFareTotal } from '../../travel/fare-total.ts';
import type { FlightAncillary } from '../../travel/flight.ts';
import { addMoney, convertMoney, type Money, sumMoney, timesMoney } from '../../travel/money.ts';
import type { SelectedAncillary, SelectedSeat, Trip, TripItem } from './trip.ts';

/** The currency an empty trip shows its total of nothing in (contract, section 5: the default of every search). */
export const emptyTripCurrency = 'USD';

/** The supplier's total of an item: the fare, and the extras and seats chosen with it. */
export function itemOriginTotal(item: Pick<TripItem, 'originPrice' | 'offer' | 'ancillaries' | 'seats'>): Money {
  const { currency } = item.originPrice;
  return addMoney(item.originPrice, extrasTotal(item.offer.ancillaries, item.ancillaries, currency), seatsTotal(item.seats, currency));
}

/** What the payer pays for an item, in the trip's currency: the fare as search shows it, each extra's price times its number, and each seat. */
export function itemTotal(item: TripItem): Money {
  return totalInCurrency(item, item.price.currency, item.rate);
}

/** A fare and the extras and seats chosen with it, in a currency. Search, trip, quote and charge all reach this number. */
export function totalInCurrency(item: Pick<TripItem, 'fare' | 'offer' | 'ancillaries' | 'seats'>, currency: string, rate: number): Money {
  const extras = item.ancillaries.flatMap((choice) => {
    const extra = findExtra(item.offer.ancillaries, choice.ancillaryKey);
    return extra ? [timesMoney(convertMoney(extra.price, currency, rate), choice.quantity)] : [];
  });
  const seats = item.seats.map((seat) => convertMoney(seat.price, currency, rate));
  return addMoney(convertFareTotal(item.fare, currency, rate), ...extras, ...seats);
}

/** What the payer pays for the trip; the sum of its items' totals. */
export function tripTotal(trip: Pick<Trip, 'items' | 'currency'>): Money {
  return sumMoney(trip.items.map(itemTotal), trip.currency ?? emptyTripCurrency);
}

/** What the chosen extras cost together, in the supplier's currency. An extra that is no longer offered costs nothing here: the re-pricing refuses it. */
export function extrasTotal(offered: readonly FlightAncillary[], chosen: readonly SelectedAncillary[], currency: string): Money {
  const lines = chosen.flatMap((choice) => {
    const extra = findExtra(offered, choice.ancillaryKey);
    return extra ? [timesMoney(extra.price, choice.quantity)] : [];
  });
  return sumMoney(lines, currency);
}

/** What the chosen seats cost together, in the supplier's currency. */
export function seatsTotal(chosen: readonly SelectedSeat[], currency: string): Money {
  return sumMoney(chosen.map((seat) => seat.price), currency);
}

/** The extra of a key, if the offer sells it. */
export function findExtra(offered: readonly FlightAncillary[], ancillaryKey: string): FlightAncillary | undefined {
  return offered.find((extra) => extra.ancillaryKey === ancillaryKey);
}
