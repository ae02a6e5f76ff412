import type { Handle } from '../platform/db/db.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import type { TripBooking } from './model/trip-booking.ts';

/** Reads the bookings that trips present. `app.ts` registers it, so that trips know no one above them. */
export interface TripBookings {
  /** By trip, as of `now`: one statement for all of them. A trip without a booking is left out. */
  read(
    h: Handle,
    reader: { readonly organizationId: OrganizationId; readonly now: Date },
    tripIds: readonly TripId[],
  ): Promise<ReadonlyMap<TripId, TripBooking>>;
}
