import type { BookingItem } from '../../bookings/model/booking.ts';
import { isFreeToCancel } from '../../bookings/model/schedule-change.ts';
import type { App } from '../../context.ts';
import { describeFlight } from '../../offers/describe/describe-flight.ts';
import { newId } from '../../platform/ids.ts';
import type { FlightExchangeService, FlightExchangeOffer } from '../../suppliers/ports/servicing.ts';
import { type ConnectedSuppliers, findSupplier } from '../../suppliers/calls/find-supplier.ts';
import { convertFareTotal } from '../../travel/fare-total.ts';
import { subtractMoney } from '../../travel/money.ts';
import { identityOf } from '../../trips/model/apply-changes.ts';
import { itemOriginTotal } from '../../trips/model/items/item-price.ts';
import { originPriceOf } from '../../trips/model/items/product.ts';
import type { FlightItem } from '../../trips/model/trip.ts';
import type { ExchangePlan } from '../model/change.ts';
import { lostExtrasOf, retainExtras } from '../model/retained-extras.ts';
import { convertStated, settleExchange } from '../model/exchange-amounts.ts';

/**
 * What exchanging an item for an offer of its supplier comes to, in the booking's currency at the rate its price was
 * frozen at.
 */
export function planFlightExchange(
  app: Pick<App, 'places'>,
  item: BookingItem,
  exchange: FlightExchangeOffer,
): ExchangePlan & { readonly replacement: FlightItem } {
  const old = flightOf(item);
  const { currency } = item.total;
  const { isSplitKnown, ...stated } = convertStated(exchange, old.fare, { currency, rate: item.rate });
  const amounts = settleExchange({ ...stated, refundable: subtractMoney(item.total, item.nonRefundable) });
  return {
    kind: 'exchange',
    exchangeKey: exchange.exchangeKey,
    replacement: toReplacement(app, item, exchange),
    originTotal: exchange.fare.total,
    originPenalty: exchange.penalty,
    originChange: exchange.changeTotal,
    oldTotal: item.total,
    ...amounts,
    ...(isSplitKnown === false && { isSplitKnown }),
    isOnRequest: false,
  };
}

/**
 * The new ticket is the fare, the extras and seats that stay with the ticket, and the service fee of the old one. The
 * supplier's total has those extras in it: the fare is what remains.
 */
function toReplacement(
  { places }: Pick<App, 'places'>,
  item: BookingItem,
  { offer, fare: whole, keepsExtrasOf = [] }: FlightExchangeOffer,
): FlightItem {
  const { supplierId, rate, total, serviceFee } = item;
  const old = flightOf(item);
  const { passengers } = old;
  const { offerKey } = offer;
  const { offered, ...extras } = retainExtras(old, keepsExtrasOf);
  const cost = subtractMoney(itemOriginTotal({ ...old, ...extras }), originPriceOf(old));
  const fare = { ...whole, total: subtractMoney(whole.total, cost) };
  return {
    itemId: newId('item'),
    kind: 'flight',
    supplierId,
    identity: identityOf(supplierId, [offerKey, fare.fareKey]),
    description: describeFlight(offer, fare, places),
    originPrice: fare.total,
    price: convertFareTotal(fare, total.currency, rate),
    rate,
    ...(serviceFee && { serviceFee }),
    ...extras,
    offerKey,
    fareKey: fare.fareKey,
    passengers,
    offer: { ...offer, passengers, ancillaries: keepsExtrasOf.length > 0 ? offered : offer.ancillaries, fares: [fare] },
    fare,
  };
}

/** The flight of an item that was found as one. */
export function flightOf({ tripItem }: BookingItem): FlightItem {
  if (tripItem.kind !== 'flight') throw new Error(`The item ${tripItem.itemId} is no flight.`);
  return tripItem;
}

/** The exchanges of a flight's supplier; undefined where it has no such service or is no longer connected. */
export function findFlightExchanges(
  app: ConnectedSuppliers,
  { supplierId }: Pick<BookingItem, 'supplierId'>,
): FlightExchangeService | undefined {
  return findSupplier(app, { kind: 'flight', supplierId })?.exchanges;
}

/** What the traveler has to know beside the amounts. */
export function exchangeWarnings(item: BookingItem, keepsExtrasOf: readonly number[] = []): readonly string[] {
  const old = flightOf(item);
  const lost = lostExtrasOf(old, retainExtras(old, keepsExtrasOf));
  return [
    ...(isFreeToCancel(item)
      ? [
          'The airline has moved a flight: until the change is accepted, flights close to the booked days cost nothing in the fare that was bought.',
        ]
      : []),
    ...(lost !== 'none'
      ? [
          keepsExtrasOf.length > 0
            ? 'Extras and seats of the flights that change are neither carried over nor paid back: choose them anew with the airline.'
            : 'Extras and seats of the old ticket are neither carried over nor paid back: choose them anew with the airline.',
        ]
      : []),
  ];
}
