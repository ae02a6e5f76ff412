import type { App } from '../context.ts';
import { refuseUnusableTokenFor } from '../payments/check-shared-token.ts';
import { type Payment, progressOf } from '../payments/model/payment.ts';
import { findPaymentBySession, getPayment } from '../payments/open-payment.ts';
import { isPaidElsewhere } from '../payments/processor.ts';
import { continuePayment, openPayerPage } from '../payments/redirect-payer.ts';
import { lookUpPayment } from '../payments/resolve-payment.ts';
import {
  attemptEnd,
  completeAction,
  startAttempt,
  submitCard,
  submitNothing,
  submitSharedToken,
} from '../payments/submit-payment.ts';
import type { Tx } from '../platform/db/db.ts';
import { pipeline } from '../platform/db/pipeline.ts';
import { refuse, refuseFields } from '../platform/errors.ts';
import type { OrganizationId, PaymentId, QuoteId, SessionId, TripId } from '../platform/ids.ts';
import { isOnSale, requireOnSale } from '../suppliers/calls/for-sale.ts';
import type { CardDetails } from '../suppliers/ports/payments.ts';
import { isPaymentMarkedInFlight } from '../trips/model/lapse.ts';
import { hasQuoteRunOut } from '../trips/model/quote.ts';
import { refuseStatus } from '../trips/model/trip-states.ts';
import type { Quote } from '../trips/model/trip.ts';
import { markPaymentInFlight } from '../trips/write/progress-trip.ts';
import { loadTrip, lockTrip } from '../trips/read/read-trip.ts';
import type { FormOutcome } from './model/form-outcome.ts';
import type { PayerSession } from './model/session.ts';
import { refuseInFlight } from './refuse-in-flight.ts';

/**
 * What is paid with; in memory only. `nothing` confirms a total of nothing; should there be one, `missing` is the field
 * to fill in.
 */
export type PaymentMeans =
  | { readonly kind: 'card'; readonly card: CardDetails }
  | { readonly kind: 'shared_token'; readonly token: string }
  | { readonly kind: 'nothing'; readonly missing: 'card' | 'shared_payment_token' };

/** A card where there is one. */
export function meansOfCard(card: CardDetails | undefined): PaymentMeans {
  return card === undefined ? { kind: 'nothing', missing: 'card' } : { kind: 'card', card };
}

/** One attempt to pay a session. */
export interface SessionPayment extends SessionAttempt {
  readonly means: PaymentMeans;
  /** Runs in the transaction that records the attempt; what it throws undoes it, and nothing is submitted. */
  readonly onStarted?: (tx: Tx, payment: Payment, now: Date) => Promise<void>;
}

/** Which session is to be paid, and at what price. */
export interface SessionAttempt {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
  /** The session the payer opened; undefined pays whichever is the trip's current one. */
  readonly sessionId?: SessionId;
  /** Whom the payment is made for; stored where the trip does not know yet. */
  readonly endUserId?: string | undefined;
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
 * Pays the trip's current session. One commit closes the trip to writes and records the attempt, one records its
 * outcome. Throws quote_expired when there is nothing valid to pay, trip_state_conflict while another attempt runs.
 */
export async function paySession(app: App, request: SessionPayment): Promise<PaymentResult> {
  if (request.means.kind === 'card' && isPaidElsewhere(app))
    throw refuseFields([
      {
        path: 'card',
        problem: "is not taken here: the card is typed on the payment processor's own page, behind checkout_url",
      },
    ]);
  if (request.means.kind === 'shared_token') await readToken(app, request, request.means.token);
  const now = await app.organizationNow(request.organizationId);
  const started = await app.db.transaction(async (tx) => {
    const payment = await beginAttempt(tx, app, request, now);
    await request.onStarted?.(tx, payment, now);
    return payment;
  });
  return toPaymentResult(await submitMeans(app, started, request.means));
}

/** A token that is certain not to pay is refused before anything is written down; the trip is judged after that. */
async function readToken(app: App, { organizationId, tripId }: SessionAttempt, token: string): Promise<void> {
  const paymentId = (await loadTrip(app.db, organizationId, tripId))?.quote?.paymentId;
  if (paymentId !== undefined) await refuseUnusableTokenFor(app, { organizationId, paymentId }, token);
}

/**
 * Begins an attempt that the payer makes on the processor's own page, and answers where that is; undefined when there
 * is nowhere to go and the session says why. Refuses as `paySession` does.
 */
export async function openSessionPage(app: App, request: SessionAttempt): Promise<string | undefined> {
  const now = await app.organizationNow(request.organizationId);
  const started = await app.db.transaction((tx) => beginAttempt(tx, app, { ...request, means: { kind: 'page' } }, now));
  return openPayerPage(app, started);
}

/**
 * Sends a payer who came back without having paid to the processor's page again, where there is one to go to. A trip
 * with an item that is switched off for sale meanwhile is refused as a new attempt would be, unless the processor has
 * money for it, waits for the bank or does not say: then the page shows it. What a change costs is servicing.
 */
export async function continueSession(
  app: App,
  { payment, now }: Pick<PayerSession, 'payment' | 'now'>,
): Promise<FormOutcome> {
  const { organizationId, purpose, tripId } = payment;
  const trip = purpose.kind === 'trip' ? await loadTrip(app.db, organizationId, tripId) : undefined;
  if (trip !== undefined && !(await isOnSale(app, app.db, organizationId, trip.items))) {
    const known = await lookUpPayment(app, payment, now);
    if (known === undefined) return { kind: 'unheard' };
    if (known.status === 'submitted') await requireOnSale(app, app.db, organizationId, trip.items);
  }
  const url = await continuePayment(app, payment);
  return url === undefined ? { kind: 'done' } : { kind: 'elsewhere', url };
}

/** A total of nothing needs no means, whatever was sent along: no processor ever hears of it. */
export async function submitMeans(app: App, payment: Payment, means: PaymentMeans): Promise<Payment> {
  if (payment.amount.value === 0) return submitNothing(app, payment);
  switch (means.kind) {
    case 'card':
      return submitCard(app, payment, means.card);
    case 'shared_token':
      return submitSharedToken(app, payment, means.token);
    case 'nothing':
      throw new Error('An amount is not paid with nothing.');
    default:
      return means satisfies never;
  }
}

/** Ends the bank's challenge of a session's payment. On a session that waits for none, nothing happens. */
export async function completeChallenge(
  app: App,
  request: {
    readonly organizationId: OrganizationId;
    readonly sessionId: SessionId;
    readonly result: 'approve' | 'reject';
  },
): Promise<PaymentResult> {
  const payment = await findPaymentBySession(app.db, request.organizationId, request.sessionId);
  if (!payment) throw refuse('resource_not_found', { message: 'No checkout session has this id.' });
  return toPaymentResult(await completeAction(app, payment, request.result));
}

type BegunAttempt = SessionAttempt & { readonly means: PaymentMeans | { readonly kind: 'page' } };

async function beginAttempt(tx: Tx, app: App, request: BegunAttempt, now: Date): Promise<Payment> {
  const { organizationId, tripId } = request;
  const trip = await lockTrip(tx, organizationId, tripId);
  if (trip.status !== 'quoted') throw refuseStatus(trip, { now });
  // As for a checkout: while an attempt is under way the trip is closed, whether its quote still lives or not.
  if (isPaymentMarkedInFlight(trip, now)) throw await refuseInFlight(app, tx, trip, now);
  const payment = await getPayment(tx, { organizationId, paymentId: getPayablePaymentId(trip.quote, request, now) });
  await requireOnSale(app, tx, organizationId, trip.items);
  const { means } = request;
  if (means.kind === 'nothing' && payment.amount.value !== 0)
    throw refuseFields([{ path: means.missing, problem: 'is required: there is an amount to pay' }]);
  // The payment lapses with the link.
  if (now.getTime() >= payment.expiresAt.getTime()) throw refuse('quote_expired');
  // A challenge somebody left is not ours to overwrite: it may still be answered in another window.
  if (payment.status !== 'created' && payment.status !== 'declined') throw refuseStatus(trip, { now });
  const [start] = await pipeline([
    startAttempt(tx, payment, now, app),
    markPaymentInFlight(tx, trip, { until: attemptEnd(now), endUserId: request.endUserId }),
  ]);
  if (start.kind !== 'started') throw refuseStatus(trip, { now });
  return start.payment;
}

function getPayablePaymentId(quote: Quote | undefined, { sessionId, quoteId }: SessionAttempt, now: Date): PaymentId {
  if (quote?.paymentId === undefined || hasQuoteRunOut(quote, now)) throw refuse('quote_expired');
  const isCurrent =
    (sessionId === undefined || sessionId === quote.sessionId) && (quoteId === undefined || quoteId === quote.quoteId);
  if (!isCurrent) throw refuse('quote_expired');
  return quote.paymentId;
}

/** How an attempt stands, for the one who made it. */
export function toPaymentResult(payment: Payment): PaymentResult {
  const progress = progressOf(payment);
  const { paymentId, sessionId } = payment;
  switch (progress) {
    case 'authorised':
    case 'requires_action':
    case 'processing':
      return { status: progress, declineReason: undefined, paymentId, sessionId };
    case 'declined':
      return { status: 'declined', declineReason: payment.declineReason, paymentId, sessionId };
    // Somebody changed the trip while the card was being checked: whatever was held is given back.
    case 'closed':
    case 'open':
      return { status: 'declined', declineReason: 'session_closed', paymentId, sessionId };
    default:
      return progress satisfies never;
  }
}
