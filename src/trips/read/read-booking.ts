import type { App } from '../../context.ts';
import type { TripId } from '../../platform/ids.ts';
import type { TripBooking } from '../model/trip-booking.ts';
import type { Trip } from '../model/trip.ts';
import type { TripActor } from './read-trip.ts';

/**
 * What the bookings of these trips say now, by trip: one query for all of them, and none where nothing of them was
 * sold. Until a trip is fulfilled, and of one that failed and left nothing standing at a supplier, the trip itself says
 * all there is.
 */
export async function readTripBookings(
  app: App,
  actor: TripActor,
  trips: readonly Trip[],
): Promise<ReadonlyMap<TripId, TripBooking>> {
  const sold = trips.filter(hasLivingBooking).map(({ tripId }) => tripId);
  return sold.length === 0 ? new Map() : await app.tripBookings.read(app.db, actor, sold);
}

/** What stands of a failed trip (nobody paid, and a supplier did not let go) can be given up in its booking. */
function hasLivingBooking({ status, outcome }: Trip): boolean {
  return (
    status === 'fulfilled' ||
    (status === 'failed' && outcome?.items.some((item) => item.status === 'confirmed') === true)
  );
}

/** The booking of one trip; undefined where it has none. */
export async function readTripBooking(app: App, actor: TripActor, trip: Trip): Promise<TripBooking | undefined> {
  return (await readTripBookings(app, actor, [trip])).get(trip.tripId);
}
