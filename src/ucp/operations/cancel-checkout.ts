import { TripResponse } from '../presented-api.ts';
import { callOperation, type UcpAnswer, type UcpCall } from '../call.ts';
import { errorOf, inUcpTerms, notFound } from '../model/messages.ts';
import { findOwnCheckout, progressOf, showCheckout } from '../show-checkout.ts';
import type { Surface } from '../surfaces/surface.ts';

/**
 * `cancel_checkout`, `cancel_booking_session`: gives up what is not paid for. What was bought is given up by servicing
 * its booking.
 */
export async function cancelCheckout(call: UcpCall, surface: Surface): Promise<UcpAnswer> {
  const stored = await findOwnCheckout(call, surface);
  if (!stored) return notFound(surface.thing);
  const body = { trip_id: stored.tripId };
  const answer = await callOperation(call, TripResponse, { method: 'POST', path: '/v1/cancel_trip', body });
  call.context.app.faults.pass('ucp.after_canceled');
  if (answer.kind === 'answered') return await showCheckout(call, surface, { stored });
  // While a payment is under way it may yet come to nothing.
  const { attempt } = await progressOf(call, stored.tripId);
  const severity = attempt === undefined ? 'unrecoverable' : 'recoverable';
  const refused = errorOf({ code: 'not_cancelable', content: inUcpTerms(answer.message), severity });
  return await showCheckout(call, surface, { stored, messages: [refused] });
}
