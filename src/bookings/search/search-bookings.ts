import type { App, Caller } from '../../context.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { BookingListing, BookingPage } from '../list-bookings.ts';
import { type BookingFilter, listBookingRows } from '../store-list.ts';
import { readSearch } from './model/read-search.ts';
import { countUnfinished, searchBookingRows, type SoldDay, sumSoldDays } from './store.ts';

/** Which of the organization's bookings are looked for. */
export interface BookingSearch extends Omit<BookingListing, 'endUserId' | 'offset'> {
  /** What people know of it: reference, name, address, PNR, order, end user, trip. Undefined: all. */
  readonly text: string | undefined;
  /** Made before it. */
  readonly until: Date | undefined;
}

/** Finds bookings by what people know of them, newest first, a page at a time. */
export async function searchBookings(
  app: Pick<App, 'db'>,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  { text, ...listing }: BookingSearch,
): Promise<BookingPage> {
  const filter: BookingFilter = {
    ...listing,
    organizationId: caller.organizationId,
    now: caller.now,
    endUserId: undefined,
    offset: 0,
    limit: listing.limit + 1,
  };
  const found =
    text === undefined
      ? await listBookingRows(app.db, filter)
      : await searchBookingRows(app.db, filter, readSearch(text));
  const bookings = found.slice(0, listing.limit);
  const last = found.length > listing.limit ? bookings.at(-1) : undefined;
  return { bookings, last: last && { at: last.createdAt, id: last.bookingRef } };
}

/** What an organization has sold since an instant, by day, currency and status. */
export async function readSoldDays(
  app: Pick<App, 'db'>,
  organizationId: OrganizationId,
  since: Date,
): Promise<readonly SoldDay[]> {
  return await sumSoldDays(app.db, organizationId, since);
}

/** Bookings whose fulfilment goes on, and those of them that began before an instant. */
export async function readUnfinished(
  app: Pick<App, 'db'>,
  organizationId: OrganizationId,
  before: Date,
): Promise<{ readonly count: number; readonly old: number }> {
  return await countUnfinished(app.db, organizationId, before);
}
