import type { App } from '../context.ts';
import { type Payment, progressOf } from '../payments/model/payment.ts';
import { findPaymentBySession, getPayment } from '../payments/open-payment.ts';
import { completeAction, startAttempt, submitCard, submitNothing } from '../payments/submit-payment.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { OrganizationId, PaymentId, QuoteId, SessionId, TripId } from '../platform/ids.ts';
import type { CardDetails } from '../suppliers/ports.ts';
import { hasQuoteRunOut } from '../trips/model/quote.ts';
import { refuseStatus } from '../trips/model/trip-states.ts';
import type { Quote } from '../trips/model/trip.ts';
import { markPaymentInFlight } from '../trips/progress-trip.ts';
import { lockTrip } from '../trips/read-trip.ts';

/** One attempt to pay a session. */
export interface SessionPayment {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
  /** The session the payer opened; undefined pays whichever is the trip's current one. */
  readonly sessionId?: SessionId;
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
  readonly sessionId: SessionId;
}

/**
 * Pays the trip's current session. One commit closes the trip to writes and records the attempt, one records its outcome.
 * Throws quote_expired when there is nothing valid to pay, trip_state_conflict while another attempt runs.
 */
export async function paySession(app: App, request: SessionPayment): Promise<PaymentResult> {
  const now = await app.organizationNow(request.organizationId);
  const started = await app.db.transaction((tx) => beginAttempt(tx, app, request, now));
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

async function beginAttempt(tx: Tx, app: App, request: SessionPayment, now: Date): Promise<Payment> {
  const { organizationId, tripId } = request;
  const trip = await lockTrip(tx, organizationId, tripId);
  if (trip.status !== 'quoted') throw refuseStatus(trip);
  const payment = await getPayment(tx, { organizationId, paymentId: getPayablePaymentId(trip.quote, request, now) });
  if (!request.card && payment.amount.value !== 0) throw refuseFields([{ path: 'card', problem: 'is required: there is an amount to pay' }]);
  // The payment lapses with the link.
  if (now.getTime() >= payment.expiresAt.getTime()) throw refuse('quote_expired');
  // A challenge somebody left is not ours to overwrite: it may still be answered in another window.
  if (payment.status !== 'created' && payment.status !== 'declined') throw refuseStatus(trip);
  const start = await startAttempt(tx, payment, now, app);
  if (start.kind !== 'started') throw refuseStatus(trip);
  const { inFlightUntil } = start.payment;
  if (inFlightUntil) await markPaymentInFlight(tx, trip, inFlightUntil);
  return start.payment;
}

function getPayablePaymentId(quote: Quote | undefined, { sessionId, quoteId }: SessionPayment, now: Date): PaymentId {
  if (quote?.paymentId === undefined || hasQuoteRunOut(quote, now)) throw refuse('quote_expired');
  const isCurrent = (sessionId === undefined || sessionId === quote.sessionId) && (quoteId === undefined || quoteId === quote.quoteId);
  if (!isCurrent) throw refuse('quote_expired');
  return quote.paymentId;
}

function toResult(payment: Payment): PaymentResult {
  const progress = progressOf(payment);
  const { paymentId, sessionId } = payment;
  switch (progress) {
    case 'authorised': case 'requires_action': case 'processing':
      return { status: progress, declineReason: undefined, paymentId, sessionId };
    case 'declined':
      return { status: 'declined', declineReason: payment.declineReason, paymentId, sessionId };
    // Somebody changed the trip while the card was being checked: whatever was held is given back.
    case 'closed': case 'open':
      return { status: 'declined', declineReason: 'session_closed', paymentId, sessionId };
    default:
      return progress satisfies never;
  }
}
