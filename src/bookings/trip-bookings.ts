import type { TripBookings } from '../trips/booking-reader.ts';
import type { TripBooking } from '../trips/model/trip-booking.ts';
import { bookingStatusAt, givenBack, paidInAll } from './model/booking.ts';
import { itemStatusAt } from './model/item-status.ts';
import { listBookingsOfTrips, type StoredTripBooking } from './store-trips.ts';

/** What trips show of their bookings; `app.ts` hands it to them, so that they need to know no one above them. */
export const tripBookings: TripBookings = {
  async read(h, { organizationId, now }, tripIds) {
    const found = await listBookingsOfTrips(h, organizationId, tripIds);
    return new Map(found.map((booking) => [booking.tripId, toTripBooking(booking, now)]));
  },
};

function toTripBooking(booking: StoredTripBooking, now: Date): TripBooking {
  return {
    bookingRef: booking.bookingRef,
    status: bookingStatusAt(booking, now),
    totalPaid: paidInAll(booking),
    totalRefunded: givenBack(booking),
    items: booking.items.map((item) => ({
      item: item.tripItem,
      status: itemStatusAt(item, now),
      replacedBy: item.replacedBy,
      scheduleChange: item.scheduleChange && {
        status: item.scheduleChange.status,
        severity: item.scheduleChange.severity,
      },
    })),
  };
}
