import type { App } from '../context.ts';
import { type Payment, progressOf } from '../payments/model/payment.ts';
import { findPaymentBySession, getPayment } from '../payments/open-payment.ts';
import { completeAction, startAttempt, submitCard, submitNothing } from '../payments/submit-payment.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { OrganizationId, PaymentId, QuoteId, SessionId, TripId } from '../platform/ids.ts';
import type { CardDetails } from '../suppliers/ports.ts';
import { hasQuoteRunOut } from '../trips/model/quote.ts';
import { refuseStatus } from '../trips/model/trip-states.ts';
import type { Quote } from '../trips/model/trip.ts';
import { markPaymentInFlight } from '../trips/progress-trip.ts';
import { lockTrip } from '../trips/read-trip.ts';
import { findSession } from './store.ts';

/** One attempt to pay a session. */
export interface SessionPayment {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  /** The session's trip, where the caller knows it: saves looking it up. */
  readonly tripId?: TripId;
  /** In memory only. Undefined confirms a total of nothing. */
  readonly card: CardDetails | undefined;
  /** The quote the payer saw; another one by now is refused, so that nobody pays a price they were not shown. */
  readonly quoteId?: QuoteId;
}

/** How an attempt ended, for the one who made it. `processing`: not known yet, a job will learn it. */
export interface PaymentResult {
  readonly status: 'authorised' | 'requires_action' | 'declined' | 'processing';
  readonly declineReason: string | undefined;
  readonly paymentId: PaymentId;
}

/**
 * Pays the trip's current session. One commit closes the trip to writes and records the attempt, one records its outcome.
 * Throws quote_expired when there is nothing valid to pay, trip_state_conflict while another attempt runs.
 */
export async function paySession(app: App, request: SessionPayment): Promise<PaymentResult> {
  const { organizationId, sessionId, quoteId } = request;
  const now = await app.organizationNow(organizationId);
  const tripId = request.tripId ?? (await getTripId(app, organizationId, sessionId));
  const started = await app.db.transaction((tx) => beginAttempt(tx, app, { organizationId, sessionId, tripId, quoteId, now }));
  return toResult(await (request.card ? submitCard(app, started, request.card) : submitNothing(app, started)));
}

/** Ends the bank's challenge of a session's payment. On a session that waits for none, nothing happens. */
export async function completeChallenge(
  app: App, request: { readonly organizationId: OrganizationId; readonly sessionId: SessionId; readonly result: 'approve' | 'reject' },
): Promise<PaymentResult> {
  const payment = await findPaymentBySession(app.db, request.organizationId, request.sessionId);
  if (!payment) throw refuse('resource_not_found');
  return toResult(await completeAction(app, payment, request.result));
}

async function getTripId(app: App, organizationId: OrganizationId, sessionId: SessionId): Promise<TripId> {
  const session = await findSession(app.db, organizationId, sessionId);
  if (!session) throw refuse('resource_not_found');
  return session.tripId;
}

interface AttemptToBegin {
  readonly organizationId: OrganizationId;
  readonly sessionId: SessionId;
  readonly tripId: TripId;
  readonly quoteId: QuoteId | undefined;
  readonly now: Date;
}

async function beginAttempt(tx: Tx, app: App, attempt: AttemptToBegin): Promise<Payment> {
  const { organizationId, tripId, now } = attempt;
  const trip = await lockTrip(tx, organizationId, tripId);
  if (trip.status !== 'quoted') throw refuseStatus(trip);
  const payment = await getPayment(tx, { organizationId, paymentId: getPayablePaymentId(trip.quote, attempt) });
  // The payment lapses with the link; a link that still works may renew its quote, an older one may not.
  if (now.getTime() >= payment.expiresAt.getTime()) throw refuse('quote_expired');
  // A challenge somebody left is not ours to overwrite: it may still be answered in another window.
  if (payment.status !== 'created' && payment.status !== 'declined') throw refuseStatus(trip);
  const start = await startAttempt(tx, payment, now, app);
  if (start.kind !== 'started') throw refuseStatus(trip);
  const { inFlightUntil } = start.payment;
  if (inFlightUntil) await markPaymentInFlight(tx, trip, inFlightUntil);
  return start.payment;
}

function getPayablePaymentId(quote: Quote | undefined, { sessionId, quoteId, now }: AttemptToBegin): PaymentId {
  const isCurrent = quote?.sessionId === sessionId && (quoteId === undefined || quoteId === quote.quoteId);
  if (!isCurrent || hasQuoteRunOut(quote, now) || quote.paymentId === undefined) throw refuse('quote_expired');
  return quote.paymentId;
}

function toResult(payment: Payment): PaymentResult {
  const progress = progressOf(payment);
  const { paymentId } = payment;
  switch (progress) {
    case 'authorised': case 'requires_action': case 'processing':
      return { status: progress, declineReason: undefined, paymentId };
    case 'declined':
      return { status: 'declined', declineReason: payment.declineReason, paymentId };
    // Somebody changed the trip while the card was being checked: whatever was held is given back.
    case 'closed': case 'open':
      return { status: 'declined', declineReason: 'session_closed', paymentId };
    default:
      return progress satisfies never;
  }
}
