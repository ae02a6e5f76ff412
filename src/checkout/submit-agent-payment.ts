import { isMandateMissing } from '../ap2/known-mandates.ts';
import type { App, Caller } from '../context.ts';
import { isPaymentInFlight, progressOf } from '../payments/model/payment.ts';
import { getPayment } from '../payments/open-payment.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import type { BookingRef, QuoteId, SessionId, TripId } from '../platform/ids.ts';
import type { Trip } from '../trips/model/trip.ts';
import type { TripStatus } from '../trips/model/trip-states.ts';
import { loadTrip } from '../trips/read/read-trip.ts';
import { type PaymentMeans, paySession } from './pay-session.ts';

/** A payment an agent makes for its user, with a token the user's wallet gave it. */
export interface AgentPayment {
  readonly tripId: TripId;
  /** In memory only. Undefined confirms a total of nothing. */
  readonly token: string | undefined;
  /** The quote the payer was shown: another one by now is refused. Undefined pays whichever is the current one. */
  readonly quoteId?: QuoteId | undefined;
}

/**
 * Where the trip's payment stands. `authorised`: the money is held or taken, and a booking exists. `released`: the
 * booking has failed and nothing is held any more. `processing`: an attempt is under way, no matter who made it.
 */
export interface AgentPaymentState {
  readonly status: 'authorised' | 'processing' | 'requires_action' | 'declined' | 'released';
  readonly tripStatus: TripStatus;
  readonly declineReason: string | undefined;
  readonly bookingRef: BookingRef | undefined;
  /** The page on which a person can answer the bank or pay otherwise. */
  readonly sessionId: SessionId | undefined;
}

/**
 * Pays the trip's current quote with a shared token. A repeat never starts a second attempt beside one that is under
 * way or has succeeded: it answers the state of that one. After a decline it is another attempt. Throws
 * `mandate_required` for a checkout that platform and seller have secured, while no mandate was accepted for it.
 */
export async function submitAgentPayment(app: App, caller: Caller, payment: AgentPayment): Promise<AgentPaymentState> {
  const earlier = await findPaymentState(app, caller, payment.tripId);
  if (earlier) return earlier;
  if (await isMandateMissing(app.db, caller.organizationId, payment.tripId))
    throw refuse('mandate_required', {
      message: 'This checkout was secured over UCP: it is paid there with an AP2 mandate, or by a person on its page.',
    });
  const { organizationId, endUserId } = caller;
  const means: PaymentMeans =
    payment.token === undefined
      ? { kind: 'nothing', missing: 'shared_payment_token' }
      : { kind: 'shared_token', token: payment.token };
  try {
    const { status, declineReason, sessionId } = await paySession(app, {
      organizationId,
      tripId: payment.tripId,
      means,
      endUserId,
      ...(payment.quoteId === undefined ? {} : { quoteId: payment.quoteId }),
    });
    const trip = await getTrip(app, caller, payment.tripId);
    return { status, declineReason, sessionId, tripStatus: trip.status, bookingRef: trip.bookingRef };
  } catch (failure) {
    // Somebody else was quicker, between our look and our attempt.
    const state =
      failure instanceof Refusal && failure.condition === 'trip_state_conflict'
        ? await findPaymentState(app, caller, payment.tripId)
        : undefined;
    if (state) return state;
    throw failure;
  }
}

/** How an attempt stands that was made before; undefined where the trip waits to be paid, or cannot be. */
export async function findPaymentState(
  app: App,
  caller: Caller,
  tripId: TripId,
): Promise<AgentPaymentState | undefined> {
  const trip = await getTrip(app, caller, tripId);
  const { status: tripStatus, bookingRef } = trip;
  const common = { tripStatus, bookingRef, declineReason: undefined };
  switch (tripStatus) {
    case 'fulfilling':
    case 'fulfilled':
      return { ...common, status: 'authorised', sessionId: trip.quote?.sessionId };
    case 'failed':
      return { ...common, status: 'released', sessionId: undefined };
    case 'quoted': {
      const status = await findRunningStatus(app, trip);
      return status && { ...common, status, sessionId: trip.quote?.sessionId };
    }
    case 'draft':
    case 'quoting':
    case 'cancelled':
    case 'expired':
      return undefined;
    default:
      return tripStatus satisfies never;
  }
}

async function findRunningStatus(
  app: App,
  { organizationId, quote }: Trip,
): Promise<'processing' | 'requires_action' | undefined> {
  if (quote?.paymentId === undefined) return undefined;
  const payment = await getPayment(app.db, { organizationId, paymentId: quote.paymentId });
  // Read anew: the clock may have moved since the request came in.
  if (!isPaymentInFlight(payment, await app.organizationNow(organizationId))) return undefined;
  return progressOf(payment) === 'requires_action' ? 'requires_action' : 'processing';
}

async function getTrip(app: App, { organizationId }: Caller, tripId: TripId): Promise<Trip> {
  const trip = await loadTrip(app.db, organizationId, tripId);
  if (!trip) throw refuse('trip_not_found');
  return trip;
}
