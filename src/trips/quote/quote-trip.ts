import type { App } from '../../context.ts';
import type { Payment } from '../../payments/model/payment.ts';
import type { CteAfter } from '../../platform/db/cte.ts';
import type { Db, Handle, Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { Clocks } from '../model/lapse.ts';
import { openForWriting, takeLease } from '../model/lease.ts';
import {
  acceptPrices,
  declinePrices,
  dropQuote,
  type PriceComparison,
  type QuoteParts,
  restoreTrip,
} from '../model/quote.ts';
import type { PricedItems } from '../model/items/priced-items.ts';
import type { Trip } from '../model/trip.ts';
import { loadTrip, voidQuotePayment } from '../read/read-trip.ts';
import { type BesideQuote, updateLeasedTrip, updateQuotedTrip, updateUnchangedTrip } from '../store.ts';

/** Prices the caller gets, and what the quote is made of. */
export interface AcceptedQuote {
  readonly priced: PricedItems;
  readonly comparison: PriceComparison;
  /** What the quote asks to be paid, in its session. Stored together with it. */
  readonly payment: Payment;
  /** Undefined keeps what the session's last quote had. */
  readonly onPartial: Trip['onPartial'] | undefined;
  readonly parts: Pick<QuoteParts, 'quoteId' | 'now'>;
  /** Writes what vouches for the quote, as a part of the statement that stores it. */
  attest(quoted: Trip): Promise<CteAfter<'signed', { document_id: string }>>;
}

/** Prices the caller did not want. */
export interface RefusedQuote {
  readonly comparison: PriceComparison;
  readonly parts: Pick<QuoteParts, 'quoteId' | 'now'>;
}

/**
 * Holds the trip for one checkout: `quoting`, with a numbered lease of 60 s. Refuses like any write. The trip may have
 * been read without a lock: undefined when somebody has written since, and then the caller reads again. One statement,
 * one commit.
 */
export async function beginQuote(
  h: Handle,
  before: Trip,
  endUserId: string | undefined,
  clocks: Clocks,
): Promise<Trip | undefined> {
  const leased = takeLease(openForWriting(before, clocks), clocks);
  const after: Trip = { ...leased, endUserId: leased.endUserId ?? endUserId };
  return (await updateUnchangedTrip(h, before, after)) ? after : undefined;
}

/**
 * Stores the quote of the checkout that holds `leased`. One guarded statement instead of a second lock: while a lease
 * is live nobody else may write, and a checkout that comes back with an older number finds no row.
 */
export async function storeQuote(app: App, leased: Trip, accepted: AcceptedQuote): Promise<Trip> {
  const { priced, comparison, payment, onPartial, parts } = accepted;
  const { sessionId, paymentId, expiresAt: linkExpiresAt } = payment;
  const after = acceptPrices(leased, priced, comparison, { ...parts, sessionId, paymentId, linkExpiresAt, onPartial });
  const beside = { payment, attested: await accepted.attest(after) };
  // Without a payment to void, the one statement needs no transaction around it.
  if (leased.quote?.paymentId === undefined) return await storePayable(app.db, leased, after, beside);
  return await app.db.transaction(async (tx) => {
    await storePayable(tx, leased, after, beside);
    await voidQuotePayment(tx, app, leased);
    return after;
  });
}

async function storePayable(h: Db | Tx, leased: Trip, after: Trip, beside: BesideQuote): Promise<Trip> {
  if (!(await updateQuotedTrip(h, leased, after, beside))) await refuseStale(h, leased);
  return after;
}

/** Notes that a price has moved and the caller did not want that: quoted, `price_changed`, nothing to pay. */
export async function storeRefusedQuote(tx: Tx, app: App, leased: Trip, refused: RefusedQuote): Promise<Trip> {
  return await settleLeased(tx, app, leased, declinePrices(leased, refused.comparison, refused.parts));
}

/** Gives the trip back as it was: a supplier failed, which must not end a link somebody holds. */
export async function releaseLease(tx: Tx, leased: Trip, now: Date): Promise<Trip> {
  const after = restoreTrip(leased, now);
  if (!(await updateLeasedTrip(tx, leased, after))) await refuseStale(tx, leased);
  return after;
}

/** Gives the trip back as a draft: an item is gone. */
export async function returnToDraft(tx: Tx, app: App, leased: Trip, now: Date): Promise<Trip> {
  return await settleLeased(tx, app, leased, dropQuote(leased, now));
}

async function settleLeased(tx: Tx, app: App, leased: Trip, after: Trip): Promise<Trip> {
  if (!(await updateLeasedTrip(tx, leased, after))) await refuseStale(tx, leased);
  await voidQuotePayment(tx, app, leased);
  return after;
}

async function refuseStale(h: Handle, leased: Trip): Promise<never> {
  const current = await loadTrip(h, leased.organizationId, leased.tripId);
  if (!current) throw refuse('trip_not_found');
  throw refuse('trip_state_conflict', { keys: { status: current.status } });
}
