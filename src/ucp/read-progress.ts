import type { App } from '../context.ts';
import { isPaymentInFlight, progressOf } from '../payments/model/payment.ts';
import { getPayment } from '../payments/open-payment.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import { readTrip } from '../trips/read/read-trip.ts';
import { statusOf } from './model/checkout-status.ts';

/** How far a checkout is: its trip, and the payment that may be under way. */
export interface Progress {
  /** It can be changed, priced and paid. */
  readonly isOpen: boolean;
  /** It is completed or canceled. */
  readonly isEnded: boolean;
  /** An attempt that is under way: it waits for the payer's bank, or for the processor. */
  readonly attempt: 'requires_action' | 'processing' | undefined;
  /** Whose page a person can go on at. */
  readonly sessionId: string | undefined;
  readonly linkExpiresAt: Date | undefined;
}

/** Reads how far a checkout is. */
export async function readProgress(app: App, organizationId: OrganizationId, tripId: TripId): Promise<Progress> {
  const now = await app.organizationNow(organizationId);
  const trip = await readTrip(app, { organizationId, now }, tripId);
  const { quote } = trip;
  const payment = quote?.paymentId && (await getPayment(app.db, { organizationId, paymentId: quote.paymentId }));
  const isRunning = payment !== undefined && trip.status === 'quoted' && isPaymentInFlight(payment, now);
  const running = payment && progressOf(payment) === 'requires_action' ? 'requires_action' : 'processing';
  const attempt = isRunning ? running : undefined;
  const state = statusOf(trip, { attempt }, { isQuoted: false });
  return {
    attempt,
    isOpen: state === 'incomplete',
    isEnded: state === 'completed' || state === 'canceled',
    sessionId: quote?.sessionId,
    linkExpiresAt: payment?.expiresAt,
  };
}
