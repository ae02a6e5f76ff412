import type { App } from '../../context.ts';
import type { TripId } from '../../platform/ids.ts';
import { expireLease } from '../model/lease.ts';
import { isPaymentMarkedInFlight } from '../model/lapse.ts';
import type { Trip } from '../model/trip.ts';
import { moveTrip, refuseStatus } from '../model/trip-states.ts';
import { clocksOf, lockTrip, type TripActor, voidQuotePayment } from '../read/read-trip.ts';
import { updateTrip } from '../store.ts';

/**
 * Gives a trip up before it is paid for: its quote and payment session end with it. Cancelling again changes nothing.
 */
export async function cancelTrip(app: App, actor: TripActor, tripId: TripId): Promise<Trip> {
  const clocks = clocksOf(app, actor);
  return await app.db.transaction(async (tx) => {
    const before = await lockTrip(tx, actor.organizationId, tripId);
    if (before.status === 'cancelled') return before;
    const open = expireLease(before, clocks.realNow);
    if (isPaymentMarkedInFlight(open, clocks.now)) throw refuseStatus(open, clocks);
    const after: Trip = {
      ...moveTrip(open, 'cancelled'),
      quote: undefined,
      paymentInFlightUntil: undefined,
      updatedAt: clocks.now,
      touchedAt: clocks.now,
    };
    await voidQuotePayment(tx, app, before);
    await updateTrip(tx, before, after);
    return after;
  });
}
