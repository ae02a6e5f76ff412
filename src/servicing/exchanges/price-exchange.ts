import { type GuestPair, lookUpBooking } from '../../bookings/guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import type { App, Caller } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import { claimQuoted, findServicedItem, type ItemClaim } from '../find-serviced-item.ts';
import { exchangeWarnings, findFlightExchanges, planFlightExchange } from './flight-exchange-plan.ts';
import { openFlightExchange, refuseForeignOffer } from './flight-exchange-token.ts';
import { type BookingChange, type ExchangePlan, newChange, quoteExpiry } from '../model/change.ts';
import { costOf } from '../model/exchange-amounts.ts';
import { findObstacle } from './shop-exchange.ts';
import { insertChange } from '../store.ts';
import { airlineCall } from '../engine/supplier-changes.ts';

/** A quoted exchange; `warnings` are for the traveler. */
export interface PricedExchange {
  readonly change: BookingChange;
  readonly plan: ExchangePlan;
  /** What the offer was shown to cost where that has changed since, in minor units; negative: what came back. */
  readonly previousCost: number | undefined;
  readonly warnings: readonly string[];
}

/**
 * Prices one offer of an exchange search at the supplier and quotes it for ten minutes. A wrong pair is refused before
 * an offer that cannot be read.
 */
export async function priceExchange(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  offerId: string,
): Promise<PricedExchange> {
  const token = await openOffer(app, caller, claim, offerId);
  const { booking, item } = await findServicedItem(app, caller, claimQuoted(claim, token), 'flight');
  if (token.bookingRef !== booking.bookingRef || token.itemId !== item.itemId) throw refuseForeignOffer();
  const obstacle = await findObstacle(app, booking, item);
  if (obstacle !== undefined) throw refuse('state_conflict', { message: obstacle, keys: { status: item.status } });
  const exchanges = findFlightExchanges(app, item);
  const names = { reference: item.reference, exchangeKey: token.exchangeKey };
  const priced =
    exchanges &&
    (await callSupplier(app, airlineCall(booking, caller.now), (context) => exchanges.price(names, context)));
  if (priced?.kind !== 'priced')
    throw refuse('offer_unavailable', { message: priced?.reason ?? 'This airline does not exchange tickets here.' });
  const plan = planFlightExchange(app, item, priced.offer);
  const change = quoteChange({ booking, item, plan, priced }, caller.now);
  await insertChange(app.db, change);
  const previousCost = token.shownCost === costOf(plan) ? undefined : token.shownCost;
  return { change, plan, previousCost, warnings: exchangeWarnings(item, priced.offer.keepsExtrasOf) };
}

/** A wrong pair is 404 whatever the offer is (spec, Authentication 7): an unreadable offer is judged after it. */
async function openOffer(app: App, caller: Caller, pair: GuestPair, offerId: string) {
  try {
    return openFlightExchange(app, caller.organizationId, offerId, caller.now);
  } catch (error) {
    await lookUpBooking(app, caller, pair);
    throw error;
  }
}

interface Quoting {
  readonly booking: Booking;
  readonly item: BookingItem;
  readonly plan: ExchangePlan;
  readonly priced: { readonly expiresAt?: Date | undefined };
}

/** The quote lives no longer than its supplier stands by the price. */
function quoteChange({ booking, item, plan, priced }: Quoting, now: Date): BookingChange {
  const { organizationId, bookingRef, tripId } = booking;
  const ownExpiry = quoteExpiry(now);
  const { expiresAt = ownExpiry } = priced;
  return newChange({
    organizationId,
    changeId: newId('exchange'),
    bookingRef,
    tripId,
    itemId: item.itemId,
    kind: 'flight_exchange',
    plan,
    quotedAt: now,
    expiresAt: expiresAt < ownExpiry ? expiresAt : ownExpiry,
  });
}
