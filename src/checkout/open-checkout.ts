import type { App, Caller } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { TripId } from '../platform/ids.ts';
import { openForWriting } from '../trips/model/lease.ts';
import { findLiveQuote, type PriceTolerance } from '../trips/model/quote.ts';
import { findMissingDetails } from '../trips/model/travelers.ts';
import type { Quote, Trip } from '../trips/model/trip.ts';
import { beginQuote } from '../trips/quote-trip.ts';
import { clocksOf, lockTrip } from '../trips/read-trip.ts';
import { quoteSession } from './quote-session.ts';

/** What a caller asks of a checkout. */
export interface CheckoutRequest {
  readonly tripId: TripId;
  readonly tolerance: PriceTolerance;
  /** Undefined keeps what the trip has. */
  readonly onPartial: Trip['onPartial'] | undefined;
}

/** A trip that can be paid for: its quote is ready and has a session. */
export interface OpenCheckout {
  readonly trip: Trip;
  readonly quote: Quote;
}

/**
 * Re-prices a trip, freezes the prices for 300 s and opens a session to pay them (contract, section 7). While a quote is
 * valid the stored answer is given again, whatever the flags. Two commits: one takes the trip, one stores the quote.
 */
export async function openCheckout(app: App, caller: Caller, request: CheckoutRequest): Promise<OpenCheckout> {
  const begun = await app.db.transaction((tx) => beginCheckout(tx, app, caller, request));
  if (begun.kind === 'stored') return begun.checkout;
  return toOpenCheckout(await quoteSession(app, begun.trip, { kind: 'new' }, request.tolerance));
}

type Begun = { readonly kind: 'stored'; readonly checkout: OpenCheckout } | { readonly kind: 'leased'; readonly trip: Trip };

async function beginCheckout(tx: Tx, app: App, caller: Caller, request: CheckoutRequest): Promise<Begun> {
  const clocks = clocksOf(app, caller);
  const before = await lockTrip(tx, caller.organizationId, request.tripId);
  const open = openForWriting(before, clocks);
  const quote = findLiveQuote(open, clocks.now);
  if (quote) return { kind: 'stored', checkout: { trip: open, quote } };
  assertComplete(open);
  return { kind: 'leased', trip: await beginQuote(tx, before, { onPartial: request.onPartial, endUserId: caller.endUserId }, clocks) };
}

function assertComplete(trip: Trip): void {
  if (trip.items.length === 0) throw refuseFields([{ path: 'trip_id', problem: 'The trip is empty. Put a flight in it with add_item first.' }]);
  const missing = findMissingDetails(trip);
  if (missing.length > 0) throw refuse('customer_details_missing', { keys: { missing } });
}

/** A freshly quoted trip as a checkout. */
export function toOpenCheckout(trip: Trip): OpenCheckout {
  if (!trip.quote) throw new Error(`The trip ${trip.tripId} was quoted and has no quote.`);
  return { trip, quote: trip.quote };
}
