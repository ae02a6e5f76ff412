import type { App } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { openForWriting } from '../trips/model/lease.ts';
import { findLiveQuote } from '../trips/model/quote.ts';
import type { Trip } from '../trips/model/trip.ts';
import { requireOnSale } from '../suppliers/calls/for-sale.ts';
import { refuseStatus } from '../trips/model/trip-states.ts';
import { beginQuote } from '../trips/quote/quote-trip.ts';
import { clocksOf, lockTrip } from '../trips/read/read-trip.ts';
import { type CheckoutSession, hasLinkExpired } from './model/session.ts';
import { quoteSession } from './quote-session.ts';

/**
 * Gives a session a fresh quote once its 300 s are over: the page asks before it takes money. The session and its link
 * stay. A quote that is still valid is left alone. Throws quote_expired when the session is no longer the trip's
 * current one, or its link has ended: a new checkout opens another.
 */
export async function requoteSession(app: App, session: CheckoutSession): Promise<Trip> {
  const now = await app.organizationNow(session.organizationId);
  const begun = await app.db.transaction((tx) => beginRequote(tx, app, session, now));
  if (!begun.isLeased) return begun.trip;
  const { trip } = await quoteSession(
    app,
    begun.trip,
    { kind: 'kept', session },
    { failOnPriceChange: false, increaseMax: undefined },
  );
  return trip;
}

async function beginRequote(
  tx: Tx,
  app: App,
  session: CheckoutSession,
  now: Date,
): Promise<{ readonly isLeased: boolean; readonly trip: Trip }> {
  const clocks = clocksOf(app, { organizationId: session.organizationId, now });
  const before = await lockTrip(tx, session.organizationId, session.tripId);
  const open = openForWriting(before, clocks);
  if (open.quote?.sessionId !== session.sessionId || hasLinkExpired(session, now)) throw refuse('quote_expired');
  await requireOnSale(app, tx, session.organizationId, open.items);
  if (findLiveQuote(open, now)) return { isLeased: false, trip: open };
  const trip = await beginQuote(tx, before, undefined, clocks);
  if (!trip) throw refuseStatus(before);
  return { isLeased: true, trip };
}
