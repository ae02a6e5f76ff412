import { getBooking } from '../../bookings/guests/look-up-booking.ts';
import type { App, Caller } from '../../context.ts';
import { listOrderDeliveries, type OrderDelivery } from './store-attempts.ts';

/** More events than an order has. */
const shownMax = 100;

/**
 * What was sent of an order to the platform that made it, newest event first; none for a booking that no platform made.
 * Throws 404 for an unknown reference and for another organization's.
 */
export async function readOrderDeliveries(
  app: App,
  caller: Caller,
  reference: string,
): Promise<readonly OrderDelivery[]> {
  const { bookingRef } = await getBooking(app, caller, reference);
  return await listOrderDeliveries(app.db, { organizationId: caller.organizationId, bookingRef, limit: shownMax });
}
