import {
  completeChallenge,
  meansOfCard,
  type PaymentResult,
  paySession,
  toPaymentResult,
} from '../checkout/pay-session.ts';
import type { App, Caller } from '../context.ts';
import { isPaymentInFlight, type Payment } from '../payments/model/payment.ts';
import { getPayment } from '../payments/open-payment.ts';
import { resolveAt } from '../payments/submit-payment.ts';
import type { BookingRef, SessionId, TripId } from '../platform/ids.ts';
import type { CardDetails } from '../suppliers/ports/payments.ts';
import { findTripBookingRef, loadTrip } from '../trips/read/read-trip.ts';

/** A card as a test names it: what is left out is made up. */
export type TestCard = Pick<CardDetails, 'number'> & {
  readonly [K in Exclude<keyof CardDetails, 'number'>]?: CardDetails[K] | undefined;
};

/** A payment as the hosted page would make it. */
export interface TripPaymentRequest extends TestPayment {
  readonly tripId: TripId;
  /** Undefined pays whichever is the trip's current one. */
  readonly sessionId?: SessionId;
}

/** What a test pays with. */
export interface TestPayment {
  readonly card: TestCard | undefined;
  readonly challenge: 'approve' | 'reject' | undefined;
}

/** How it went. `bookingRef` once fulfilment has begun. */
export interface TripPayment extends PaymentResult {
  readonly tripId: TripId;
  readonly bookingRef: BookingRef | undefined;
}

/** Pays the current session of a checked-out trip, and answers the bank's challenge where the test says how. */
export async function payTrip(app: App, caller: Caller, request: TripPaymentRequest): Promise<TripPayment> {
  const { organizationId } = caller;
  const card = request.card && completeCard(request.card, caller.now);
  const { tripId, sessionId } = request;
  const challenged = request.challenge && (await findChallenged(app, caller, tripId));
  const isOpenChallenge = challenged && (sessionId === undefined || sessionId === challenged.sessionId);
  const paid = isOpenChallenge
    ? toPaymentResult(challenged)
    : await paySession(app, {
        organizationId,
        tripId,
        ...(sessionId && { sessionId }),
        means: meansOfCard(card),
      });
  const isChallenged = paid.status === 'requires_action' && request.challenge !== undefined;
  const settled = isChallenged
    ? await completeChallenge(app, { organizationId, sessionId: paid.sessionId, result: request.challenge })
    : paid;
  await resolveOnTime(app, caller, settled, request.card?.authoriseDelaySeconds);
  return {
    ...settled,
    tripId: request.tripId,
    bookingRef: await findTripBookingRef(app.db, organizationId, request.tripId),
  };
}

/**
 * The payment of a trip that waits for the answer to its bank's challenge, while the attempt lives: a test may answer
 * it in a second call.
 */
async function findChallenged(app: App, { organizationId, now }: Caller, tripId: TripId): Promise<Payment | undefined> {
  const trip = await loadTrip(app.db, organizationId, tripId);
  if (trip?.status !== 'quoted' || trip.quote?.paymentId === undefined) return undefined;
  const payment = await getPayment(app.db, { organizationId, paymentId: trip.quote.paymentId });
  return payment.status === 'requires_action' && isPaymentInFlight(payment, now) ? payment : undefined;
}

/** A bank that a test made slow is asked when its delay is over, not when a lost answer would be looked for. */
export async function resolveOnTime(
  app: App,
  { organizationId, now }: Pick<Caller, 'organizationId' | 'now'>,
  { status, paymentId }: PaymentResult,
  delaySeconds: number | undefined,
): Promise<void> {
  if (status !== 'processing' || delaySeconds === undefined) return;
  await resolveAt(app, { organizationId, paymentId }, new Date(now.getTime() + (delaySeconds + 1) * 1000));
}

/** A whole card. */
export function completeCard(card: TestCard, now: Date): CardDetails {
  return {
    number: card.number.replace(/[ -]/g, ''),
    expiryMonth: card.expiryMonth ?? 12,
    expiryYear: card.expiryYear ?? now.getUTCFullYear() + 3,
    securityCode: card.securityCode ?? '123',
    holder: card.holder ?? 'Test Payer',
    ...(card.authoriseDelaySeconds === undefined ? {} : { authoriseDelaySeconds: card.authoriseDelaySeconds }),
  };
}
