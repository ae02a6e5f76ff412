import { completeChallenge, meansOfCard, type PaymentResult, paySession } from '../checkout/pay-session.ts';
import type { App, Caller } from '../context.ts';
import type { BookingRef, SessionId, TripId } from '../platform/ids.ts';
import type { CardDetails } from '../suppliers/ports/payments.ts';
import { findTripBookingRef } from '../trips/read/read-trip.ts';

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
  const paid = await paySession(app, {
    organizationId,
    tripId,
    ...(sessionId && { sessionId }),
    means: meansOfCard(card),
  });
  const isChallenged = paid.status === 'requires_action' && request.challenge !== undefined;
  const settled = isChallenged
    ? await completeChallenge(app, { organizationId, sessionId: paid.sessionId, result: request.challenge })
    : paid;
  return {
    ...settled,
    tripId: request.tripId,
    bookingRef: await findTripBookingRef(app.db, organizationId, request.tripId),
  };
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
