import type { App } from '../../context.ts';
import type { OrganizationId, TripId } from '../../platform/ids.ts';
import { progressFulfilment } from '../../trips/write/progress-trip.ts';
import { lockTrip } from '../../trips/read/read-trip.ts';
import { findBookingOfTrip } from '../store-read.ts';

/** From this age on a fulfilment that has not ended is somebody's business (contract, section 7). */
const SLOW_AFTER_HOURS = 6;
/**
 * The phase such a trip shows until it ends. Stored, so that the warning is given once, whichever process runs the job.
 */
export const OVERDUE_PHASE = 'overdue';

/** Warns, once, of a fulfilment that has been under way for more than six hours of the organization's clock. */
export async function reportSlowFulfilment(
  app: App,
  key: { readonly organizationId: OrganizationId; readonly tripId: TripId },
  now: Date,
): Promise<void> {
  const booking = await findBookingOfTrip(app.db, key.organizationId, key.tripId);
  if (booking === undefined || booking.phase === 'done') return;
  const openHours = Math.floor((now.getTime() - booking.createdAt.getTime()) / 3_600_000);
  if (openHours < SLOW_AFTER_HOURS) return;
  const isNews = await app.db.transaction(async (tx) => {
    const trip = await lockTrip(tx, key.organizationId, key.tripId);
    if (trip.status !== 'fulfilling' || trip.fulfilment === undefined || trip.fulfilment.phase === OVERDUE_PHASE)
      return false;
    await progressFulfilment(tx, trip, { status: trip.fulfilment.status, phase: OVERDUE_PHASE }, now);
    return true;
  });
  if (!isNews) return;
  const waitingFor = booking.items
    .filter((item) => item.status !== 'confirmed')
    .map(({ supplierId, reference, status }) => ({ supplier: supplierId, reference, status }));
  app.log.warn(
    { bookingRef: booking.bookingRef, phase: booking.phase, openHours, waitingFor },
    'a fulfilment has been under way for more than six hours',
  );
}
