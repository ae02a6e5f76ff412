import type { App, Caller } from '../context.ts';
import type { Booking, BookingStatus } from './model/booking.ts';
import { listBookingRows } from './store-read.ts';

/** Which of the organization's bookings to list, and where to begin. */
export interface BookingListing {
  readonly endUserId: string | undefined;
  readonly status: BookingStatus | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** One page, newest first. */
export interface BookingPage {
  readonly bookings: readonly Booking[];
  readonly hasMore: boolean;
}

/** Lists the organization's bookings. */
export async function listBookings(
  app: App,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  listing: BookingListing,
): Promise<BookingPage> {
  const found = await listBookingRows(app.db, {
    ...listing,
    organizationId: caller.organizationId,
    now: caller.now,
    limit: listing.limit + 1,
  });
  return { bookings: found.slice(0, listing.limit), hasMore: found.length > listing.limit };
}
