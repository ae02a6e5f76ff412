import { getPayment } from '../payments/open-payment.ts';
import type { App } from '../context.ts';
import type { Handle } from '../platform/db/db.ts';
import { type Refusal, refuse } from '../platform/errors.ts';
import type { Trip } from '../trips/model/trip.ts';
import { refuseStatus } from '../trips/model/trip-states.ts';

/**
 * The refusal of a trip that a payment attempt closes. An attempt that waits for the payer's bank names the page on
 * which the payer confirms it.
 */
export async function refuseInFlight(
  { config }: Pick<App, 'config'>,
  h: Handle,
  trip: Trip,
  now: Date,
): Promise<Refusal> {
  const refusal = refuseStatus(trip, { now });
  const { organizationId, quote, paymentInFlightUntil } = trip;
  if (quote?.paymentId === undefined || paymentInFlightUntil === undefined) return refusal;
  const payment = await getPayment(h, { organizationId, paymentId: quote.paymentId });
  if (payment.status !== 'requires_action') return refusal;
  const page = `${config.publicUrl}/checkout/${payment.sessionId}`;
  return refuse(refusal.condition, {
    ...refusal.detail,
    message: `A payment of the trip is under way, until ${paymentInFlightUntil.toISOString()} at most. The payer's bank waits for the payer's confirmation at ${page}; read trip_status for the outcome, or try again then.`,
  });
}
