import { lookUpBooking } from '../../bookings/guests/look-up-booking.ts';
import type { Booking } from '../../bookings/model/booking.ts';
import type { App, Caller } from '../../context.ts';
import { refuseToken } from '../../offers/token/offer-token.ts';
import { refuse } from '../../platform/errors.ts';
import type { RentalExchangeOffer } from '../../suppliers/ports/servicing.ts';
import {
  type CarExchangeOfferToken,
  type CarExchangeToken,
  openCarExchange,
  openCarExchangeOffer,
} from './car-exchange-token.ts';
import { resumeChange } from '../engine/execute-change.ts';
import { collectPayment } from './collect-payment.ts';
import { commitChange, refuseExpired, refuseUnlessFree } from '../engine/commit-change.ts';
import { findOpenPayment, type OpenPayment } from './find-open-payment.ts';
import { findServicedItem, type ItemClaim } from '../find-serviced-item.ts';
import { type BookedRental, planExchange, toBookedRental } from '../model/car-exchange.ts';
import { type BookingChange, newChange } from '../model/change.ts';
import { callExchanges, findExchangeObstacle } from './preview-car-exchange.ts';
import { type ChangeKey, findChange, insertChange } from '../store.ts';
import type { Money } from '../../travel/money.ts';

/** What is committed to, and how it is paid should it cost more. */
export interface CarExchangeCommit {
  readonly claim: ItemClaim;
  readonly exchangeId: string;
  readonly offerToken: string;
  readonly sharedPaymentToken: string | undefined;
}
/** A committed exchange as it stands. */
export interface CarExchange extends OpenPayment {
  readonly change: BookingChange;
  /** The car that is given for it, which stands until the exchange is made. */
  readonly item: BookedRental;
}

/**
 * Commits to one offer of a preview. The exchange_id is the exchange: a repeat answers the first result, and another
 * offer of it is state_conflict. Throws token_invalid for ids of another booking or preview, quote_expired ten minutes
 * after the preview, offer_unavailable when the car or its price is gone, state_conflict while another change is under
 * way.
 */
export async function commitCarExchange(
  app: App,
  caller: Caller,
  request: CarExchangeCommit,
  signal: AbortSignal,
): Promise<CarExchange> {
  const { change, item } = await quoteCarExchange(app, caller, request, signal);
  // What nobody can pay for any more ends before anybody is sent to pay for it.
  if (change.status === 'paying') await resumeChange(app, change, caller.now);
  const isFree = change.plan.kind === 'exchange' && change.plan.due.value === 0;
  const committed = isFree
    ? await commitChange(app, change, caller.now)
    : (await collectPayment(app, change, { sharedPaymentToken: request.sharedPaymentToken, now: caller.now })).change;
  return { change: committed, item, ...(await findOpenPayment(app, committed)) };
}

/**
 * Quotes without committing: one offer of a preview, requested from the supplier once more and stored for the rest of
 * its ten minutes. Throws as the commitment does.
 */
export async function quoteCarExchange(
  app: App,
  caller: Caller,
  request: CarExchangeCommit,
  signal: AbortSignal,
): Promise<Omit<CarExchange, keyof OpenPayment>> {
  const { claim } = request;
  const booking = await lookUpBooking(app, caller, claim);
  const { exchange, offer } = openTokens(app, caller, booking, request);
  const { item } = await findServicedItem(app, caller, { ...claim, itemId: exchange.itemId }, 'car');
  const rental = toBookedRental(item);
  const key = { organizationId: caller.organizationId, changeId: exchange.changeId };
  const change =
    (await findChange(app.db, key)) ?? (await quote(app, caller, { booking, item: rental, exchange, offer }, signal));
  if (change.plan.kind !== 'exchange' || change.plan.exchangeKey !== offer.exchangeKey) {
    throw refuse('state_conflict', { message: 'Another offer of this preview was committed to. Preview again.' });
  }
  return { change, item: rental };
}

interface OpenedTokens {
  readonly exchange: CarExchangeToken;
  readonly offer: CarExchangeOfferToken;
}

function openTokens(
  app: App,
  { organizationId }: Caller,
  booking: Booking,
  { claim, exchangeId, offerToken }: CarExchangeCommit,
): OpenedTokens {
  const exchange = openCarExchange(app, organizationId, exchangeId);
  const offer = openCarExchangeOffer(app, organizationId, offerToken);
  if (exchange.bookingRef !== booking.bookingRef)
    throw refuseToken('exchange_id', 'It is of another booking. Preview this one.');
  if (claim.itemId !== undefined && claim.itemId !== exchange.itemId)
    throw refuseToken('exchange_id', 'It is of another item of the booking.');
  if (offer.changeId !== exchange.changeId)
    throw refuseToken(
      'exchange_offer_token',
      'It is of another preview. Send an offer of the one that answered exchange_id.',
    );
  return { exchange, offer };
}

interface Quoting extends OpenedTokens {
  readonly booking: Booking;
  readonly item: BookedRental;
}

/** Writes what the preview promised, asked once more of the supplier; of two who commit at once one writes it. */
async function quote(app: App, caller: Caller, quoting: Quoting, signal: AbortSignal): Promise<BookingChange> {
  const { booking, item, exchange } = quoting;
  if (caller.now >= exchange.expiresAt) throw refuseExpired();
  const obstacle = await findExchangeObstacle(app, booking, item);
  if (obstacle !== undefined) throw refuse('state_conflict', { message: obstacle });
  const change = toChange(quoting, await priceOffer(app, caller, quoting, signal));
  await app.db.transaction(async (tx) => {
    await refuseUnlessFree(tx, change);
    await insertChange(tx, change);
  });
  app.faults.pass('change.after_quote');
  return (await findChange(app.db, keyOf(change))) ?? change;
}

async function priceOffer(
  app: App,
  caller: Caller,
  { item, offer }: Quoting,
  signal: AbortSignal,
): Promise<RentalExchangeOffer> {
  const names = { reference: item.reference, exchangeKey: offer.exchangeKey };
  const priced = await callExchanges(app, caller, { item, signal }, (exchanges, context) =>
    exchanges.price(names, context),
  );
  if (priced.kind === 'gone') throw refuse('offer_unavailable', { message: `${priced.reason} Preview again.` });
  if (!isSameMoney(priced.offer.total, offer.originTotal))
    throw refuse('offer_unavailable', { message: 'The price of this car has moved. Preview again.' });
  if (!isSameMoney(priced.offer.dueLater, offer.dueLater))
    throw refuse('offer_unavailable', { message: 'What the desk collects for this car has moved. Preview again.' });
  return priced.offer;
}

function isSameMoney(one: Money, other: Money): boolean {
  return one.value === other.value && one.currency === other.currency;
}

function toChange({ booking, item, exchange }: Quoting, offer: RentalExchangeOffer): BookingChange {
  const { organizationId, bookingRef, tripId } = booking;
  const { changeId, quotedAt, expiresAt } = exchange;
  return newChange({
    organizationId,
    changeId,
    bookingRef,
    tripId,
    itemId: item.itemId,
    kind: 'car_exchange',
    plan: planExchange(item, offer),
    quotedAt,
    expiresAt,
  });
}

function keyOf({ organizationId, changeId }: BookingChange): ChangeKey {
  return { organizationId, changeId };
}
