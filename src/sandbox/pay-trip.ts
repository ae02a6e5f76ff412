import { completeChallenge, meansOfCard, type PaymentResult, paySession } from '../checkout/pay-session.ts';
import type { App, Caller } from '../context.ts';
import type { BookingRef, TripId } from '../platform/ids.ts';
import type { CardDetails } from '../suppliers/ports.ts';
import { loadTrip } from '../trips/read-trip.ts';

/** A card as a test names it: what is left out is made up. */
export type TestCard = Pick<CardDetails, 'number'> & { readonly [K in Exclude<keyof CardDetails, 'number'>]?: CardDetails[K] | undefined };

/** A payment as the hosted page would make it. */
export interface TripPaymentRequest {
  readonly tripId: TripId;
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
  const paid = await paySession(app, { organizationId, tripId: request.tripId, means: meansOfCard(card) });
  const isChallenged = paid.status === 'requires_action' && request.challenge !== undefined;
  const settled = isChallenged ? await completeChallenge(app, { organizationId, sessionId: paid.sessionId, result: request.challenge }) : paid;
  const after = await loadTrip(app.db, organizationId, request.tripId);
  return { ...settled, tripId: request.tripId, bookingRef: after?.bookingRef };
}

function completeCard(card: TestCard, now: Date): CardDetails {
  return {
    number: card.number.replace(/[ -]/g, ''),
    expiryMonth: card.expiryMonth ?? 12,
    expiryYear: card.expiryYear ?? now.getUTCFullYear() + 3,
    securityCode: card.securityCode ?? '123',
    holder: card.holder ?? 'Test Payer',
    ...(card.authoriseDelaySeconds === undefined ? {} : { authoriseDelaySeconds: card.authoriseDelaySeconds }),
  };
}
