import type { App, Caller } from '../context.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { ReturnTo } from '../payments/model/payment.ts';
import { changeReturn } from '../payments/open-payment.ts';
import type { TripId } from '../platform/ids.ts';
import { isPaymentMarkedInFlight } from '../trips/model/lapse.ts';
import { openForWriting } from '../trips/model/lease.ts';
import { findLiveQuote, type PriceTolerance } from '../trips/model/quote.ts';
import { findMissingDetails } from '../trips/model/travelers.ts';
import { requireOnSale } from '../suppliers/calls/for-sale.ts';
import type { Quote, Trip } from '../trips/model/trip.ts';
import type { SignedDocument } from '../signatures/model/signed-document.ts';
import { beginQuote } from '../trips/quote/quote-trip.ts';
import { clocksOf, loadTrip } from '../trips/read/read-trip.ts';
import { type QuotedTrip, quoteSession } from './quote-session.ts';
import { refuseUnlisted } from './returning/return-addresses.ts';
import { readSignedQuote } from './signed/sign-quote.ts';
import { refuseInFlight } from './refuse-in-flight.ts';

/** What a caller asks of a checkout. */
export interface CheckoutRequest {
  readonly tripId: TripId;
  readonly tolerance: PriceTolerance;
  readonly onPartial: Trip['onPartial'];
  /** Where the page leads back to; nowhere unless set. */
  readonly returnTo?: ReturnTo | undefined;
}

/** A trip that can be paid for: its quote is ready, signed, and has a session. */
export interface OpenCheckout {
  readonly trip: Trip;
  readonly quote: Quote;
  readonly signed: SignedDocument;
}

/** Writers that come between reading a trip and taking it; more than so many in a row and the caller gets 409. */
const takeAttemptsMax = 5;

/**
 * Re-prices a trip, freezes the prices for 300 s and opens a session to pay them (contract, section 7). While a quote
 * is valid the stored answer is given again, whatever the flags. Two commits: one takes the trip, one stores the quote.
 */
export async function openCheckout(app: App, caller: Caller, request: CheckoutRequest): Promise<OpenCheckout> {
  if (request.returnTo) await refuseUnlisted(app, caller, request.returnTo);
  for (let attempt = 0; attempt < takeAttemptsMax; attempt += 1) {
    const begun = await beginCheckout(app, caller, request);
    if (begun?.kind === 'stored') {
      const { trip, quote } = begun;
      await leadBack(app, trip, request.returnTo);
      return { trip, quote, signed: await readSignedQuote(app, trip, quote) };
    }
    if (begun)
      return toOpenCheckout(
        await quoteSession(
          app,
          begun.trip,
          { kind: 'new', onPartial: request.onPartial, returnTo: request.returnTo },
          request.tolerance,
        ),
      );
  }
  throw refuse('trip_state_conflict', { keys: { status: 'draft' } });
}

type Begun =
  | { readonly kind: 'stored'; readonly trip: Trip; readonly quote: Quote }
  | { readonly kind: 'leased'; readonly trip: Trip };

/**
 * Reads without a lock and takes the trip only if nobody has written since: two statements instead of a transaction of
 * four.
 */
async function beginCheckout(app: App, caller: Caller, request: CheckoutRequest): Promise<Begun | undefined> {
  const clocks = clocksOf(app, caller);
  const before = await loadTrip(app.db, caller.organizationId, request.tripId);
  if (!before) throw refuse('trip_not_found');
  if (before.status === 'quoted' && isPaymentMarkedInFlight(before, clocks.now))
    throw await refuseInFlight(app, app.db, before, clocks.now);
  const open = openForWriting(before, clocks);
  await requireOnSale(app, app.db, caller.organizationId, open.items);
  const quote = findLiveQuote(open, clocks.now);
  if (quote) return { kind: 'stored', trip: open, quote };
  assertComplete(open);
  const trip = await beginQuote(app.db, before, caller.endUserId, clocks);
  return trip && { kind: 'leased', trip };
}

/** A repeat answers what is stored; an address that came with it counts from then on. */
async function leadBack(app: App, { organizationId, quote }: Trip, returnTo: ReturnTo | undefined): Promise<void> {
  const paymentId = quote?.paymentId;
  if (returnTo !== undefined && paymentId !== undefined)
    await changeReturn(app.db, { organizationId, paymentId }, returnTo);
}

function assertComplete(trip: Trip): void {
  if (trip.items.length === 0)
    throw refuseFields([
      { path: 'trip_id', problem: 'The trip is empty. Put a flight, a hotel or a car in it with add_item first.' },
    ]);
  const missing = findMissingDetails(trip);
  if (missing.length > 0) throw refuse('customer_details_missing', { keys: { missing } });
}

/** A freshly quoted trip as a checkout. */
function toOpenCheckout({ trip, signed }: QuotedTrip): OpenCheckout {
  if (!trip.quote) throw new Error(`The trip ${trip.tripId} was quoted and has no quote.`);
  return { trip, quote: trip.quote, signed };
}
