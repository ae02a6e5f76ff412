import { meansOfCard, toPaymentResult } from '../checkout/pay-session.ts';
import type { App, Caller } from '../context.ts';
import { findPaymentBySession } from '../payments/open-payment.ts';
import { refuse } from '../platform/errors.ts';
import type { SessionId } from '../platform/ids.ts';
import { completeChangeChallenge, payChange } from '../servicing/exchanges/pay-change.ts';
import { findSessionChange } from '../servicing/exchanges/find-session-change.ts';
import { completeCard, payTrip, resolveOnTime, type TestPayment, type TripPayment } from './pay-trip.ts';

/** A payment as the hosted page of a session would make it. */
export interface SessionPaymentRequest extends TestPayment {
  readonly sessionId: SessionId;
}

/**
 * Pays a session, whatever it is for, and answers the bank's challenge where the test says how. Throws
 * resource_not_found for a session of nobody, or of somebody else.
 */
export async function paySandboxSession(
  app: App,
  caller: Caller,
  request: SessionPaymentRequest,
): Promise<TripPayment> {
  const { sessionId, challenge } = request;
  const payment = await findPaymentBySession(app.db, caller.organizationId, sessionId);
  if (payment === undefined) throw refuse('resource_not_found', { message: 'No checkout session has this id.' });
  const change = await findSessionChange(app, caller, sessionId);
  if (change === undefined) return payTrip(app, caller, { ...request, tripId: payment.tripId });
  const paid =
    challenge !== undefined && payment.status === 'requires_action'
      ? toPaymentResult(payment)
      : await payChange(app, change, meansOfCard(request.card && completeCard(request.card, caller.now)));
  const isChallenged = paid.status === 'requires_action' && challenge !== undefined;
  const settled = isChallenged ? await completeChangeChallenge(app, change, challenge) : paid;
  await resolveOnTime(app, caller, settled, request.card?.authoriseDelaySeconds);
  return { ...settled, tripId: change.tripId, bookingRef: change.bookingRef };
}
