import type { App } from '../context.ts';
import type { ReturnTo } from '../payments/model/payment.ts';
import { newPayment } from '../payments/open-payment.ts';
import { refuse } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { describeMoney, type Money, money, presentAmount } from '../travel/money.ts';
import type { GoneItem, PricedItems } from '../trips/model/items/priced-items.ts';
import { comparePrices, isMoveRefused, type PriceComparison, type PriceTolerance } from '../trips/model/quote.ts';
import type { Quote, Trip } from '../trips/model/trip.ts';
import { priceItems } from '../trips/quote/price-trip.ts';
import type { SignedDocument } from '../signatures/model/signed-document.ts';
import { storingCte } from '../signatures/signed-documents.ts';
import { releaseLease, returnToDraft, storeQuote, storeRefusedQuote } from '../trips/quote/quote-trip.ts';
import { signQuote } from './signed/sign-quote.ts';
import { type CheckoutSession, linkExpiry } from './model/session.ts';

/**
 * Which session the quote is for: a new one, or the one whose page re-quotes and which stays, with what its checkout
 * asked for.
 */
export type QuoteTarget =
  | { readonly kind: 'new'; readonly onPartial: Trip['onPartial']; readonly returnTo?: ReturnTo | undefined }
  | { readonly kind: 'kept'; readonly session: CheckoutSession };

const descriptionLengthMax = 200;

/** A trip that was just quoted, and the quote as it was signed. */
export interface QuotedTrip {
  readonly trip: Trip;
  readonly signed: SignedDocument;
}

/**
 * The second half of a checkout. The trip is leased to us: its items are re-priced outside any transaction, and the
 * answer is stored in one: quote, signature, session and payment together, or the reason why there is none.
 */
export async function quoteSession(
  app: App,
  leased: Trip,
  target: QuoteTarget,
  tolerance: PriceTolerance,
): Promise<QuotedTrip> {
  app.faults.pass('checkout.after_lease');
  const priced = await priceOrRelease(app, leased);
  app.faults.pass('checkout.after_pricing');
  const now = await app.organizationNow(leased.organizationId);
  if (priced.gone.length > 0) {
    await app.db.transaction((tx) => returnToDraft(tx, app, leased, now));
    throw refuse('offer_unavailable', { keys: { items: priced.gone.map(presentGone) } });
  }
  const comparison = comparePrices(leased, priced);
  await refuseUnpayable(app, leased, comparison, now);
  if (isMoveRefused(comparison, tolerance)) {
    await app.db.transaction((tx) =>
      storeRefusedQuote(tx, app, leased, { comparison, parts: { quoteId: newId('quote'), now } }),
    );
    throw refusePriceChange(comparison, tolerance);
  }
  return await openSession(app, leased, { target, priced, comparison, now });
}

/**
 * What the processor could not charge to the last unit is never quoted: neither the whole nor an item, for one that is
 * booked alone is captured alone.
 */
async function refuseUnpayable(app: App, leased: Trip, comparison: PriceComparison, now: Date): Promise<void> {
  const findObstacle = (amount: Money): string | undefined =>
    amount.value === 0 ? undefined : app.paymentProcessor?.findObstacle?.(amount);
  const obstacle = [comparison.total, ...comparison.items.map((item) => item.total)]
    .map(findObstacle)
    .find((reason) => reason !== undefined);
  if (obstacle === undefined) return;
  await app.db.transaction((tx) => releaseLease(tx, leased, now));
  const supported = app.rates.supported().filter((currency) => findObstacle(money(1, currency)) === undefined);
  throw refuse('currency_unsupported', {
    message: `${obstacle} Build the trip in another currency.`,
    keys: { supported },
  });
}

function presentGone({ itemId, reason, seats }: GoneItem) {
  const lost = seats?.map(({ segmentId, seatNumber }) => ({ segment_id: segmentId, seat_number: seatNumber }));
  return { item_id: itemId, reason, ...(lost ? { seats: lost } : {}) };
}

/** A supplier's failure must not leave the trip locked until its lease runs out. */
async function priceOrRelease(app: App, leased: Trip): Promise<PricedItems> {
  const now = await app.organizationNow(leased.organizationId);
  try {
    return await priceItems(app, leased, now, 'today');
  } catch (failure) {
    await app.db.transaction((tx) => releaseLease(tx, leased, now));
    throw failure;
  }
}

function refusePriceChange(comparison: PriceComparison, { failOnPriceChange }: PriceTolerance) {
  const items = comparison.items.flatMap((item) =>
    item.previousPrice
      ? [
          {
            item_id: item.itemId,
            previous_price: presentAmount(item.previousPrice),
            price: presentAmount(item.total),
            ...(item.previousDueLater ? { previous_due_later: presentAmount(item.previousDueLater) } : {}),
          },
        ]
      : [],
  );
  if (failOnPriceChange) return refuse('price_changed', { keys: { items } });
  const message = `The trip has become ${describeMoney(comparison.increase)} dearer, which is more than max_price_increase allows. Raise max_price_increase, or leave it out, to accept the new price.`;
  return refuse('price_changed', { message, keys: { items } });
}

interface AcceptedPrices {
  readonly target: QuoteTarget;
  readonly priced: PricedItems;
  readonly comparison: PriceComparison;
  readonly now: Date;
}

/** Quote, signature, payment and session come into being with one statement, or not at all. */
async function openSession(app: App, leased: Trip, accepted: AcceptedPrices): Promise<QuotedTrip> {
  const { target, priced, comparison, now } = accepted;
  const session = toSession(leased, target, now);
  const payment = newPayment({
    organizationId: leased.organizationId,
    purpose: { kind: 'trip', id: leased.tripId },
    tripId: leased.tripId,
    sessionId: session.sessionId,
    amount: comparison.total,
    description: leased.items
      .map((item) => item.description)
      .join('; ')
      .slice(0, descriptionLengthMax),
    expiresAt: session.linkExpiresAt,
    now,
    returnTo: session.returnTo,
  });
  const onPartial = target.kind === 'new' ? target.onPartial : undefined;
  let signed: SignedDocument | undefined;
  const trip = await storeQuote(app, leased, {
    priced,
    comparison,
    payment,
    onPartial,
    parts: { quoteId: newId('quote'), now },
    async attest(quoted) {
      signed = await signQuote(app, quoted, quoteOf(quoted));
      return storingCte(signed);
    },
  });
  app.faults.pass('checkout.after_quote');
  if (signed === undefined) throw new Error(`The quote of the trip ${trip.tripId} was stored and not signed.`);
  return { trip, signed };
}

function quoteOf({ tripId, quote }: Trip): Quote {
  if (!quote) throw new Error(`The trip ${tripId} was quoted and has no quote.`);
  return quote;
}

function toSession(trip: Trip, target: QuoteTarget, now: Date): CheckoutSession {
  if (target.kind === 'kept') return target.session;
  return {
    organizationId: trip.organizationId,
    sessionId: newId('session'),
    tripId: trip.tripId,
    linkExpiresAt: linkExpiry(now),
    returnTo: target.returnTo ?? { successUrl: undefined, cancelUrl: undefined },
  };
}
