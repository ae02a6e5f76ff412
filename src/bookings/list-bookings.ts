import type { App, Caller } from '../context.ts';
import type { PageKey } from '../platform/http/input/page-key.ts';
import type { Booking, BookingStatus } from './model/booking.ts';
import { listBookingRows } from './store-list.ts';

/** Which of the organization's bookings to list, and where to begin. */
export interface BookingListing {
  readonly endUserId: string | undefined;
  readonly status: BookingStatus | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
  /** The last booking of the page before. */
  readonly after: PageKey | undefined;
  readonly offset: number;
}

/** One page, newest first. */
export interface BookingPage {
  readonly bookings: readonly Booking[];
  /** The last of them, where more follow. */
  readonly last: PageKey | undefined;
}

/** Lists the organization's bookings. */
export async function listBookings(
  app: App,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  listing: BookingListing,
): Promise<BookingPage> {
  const found = await listBookingRows(await app.reads.ofOrganization(caller.organizationId), {
    ...listing,
    organizationId: caller.organizationId,
    now: caller.now,
    limit: listing.limit + 1,
  });
  const bookings = found.slice(0, listing.limit);
  const last = found.length > listing.limit ? bookings.at(-1) : undefined;
  return { bookings, last: last && { at: last.createdAt, id: last.bookingRef } };
}
