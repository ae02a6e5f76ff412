import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../platform/db/db.ts';
import type { PageKey } from '../platform/http/input/page-key.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { Booking, BookingStatus } from './model/booking.ts';
import { bookingLifecycle } from './model/booking-states.ts';
import { withItems } from './store-read.ts';
import type { BookingRow } from './store-rows.ts';

/** Which bookings a list shows. */
export interface BookingFilter {
  readonly organizationId: OrganizationId;
  readonly endUserId: string | undefined;
  readonly status: BookingStatus | undefined;
  readonly since: Date | undefined;
  /** Made before it; left out: whenever. */
  readonly until?: Date | undefined;
  readonly limit: number;
  /** The last booking of the page before. */
  readonly after: PageKey | undefined;
  readonly offset: number;
  /** Decides who has travelled. */
  readonly now: Date;
}

/**
 * Bookings, newest first. Their keys are found by an index for every filter, so that a page costs what it shows,
 * and not what lies before it.
 */
export async function listBookingRows(h: ReadHandle, filter: BookingFilter): Promise<readonly Booking[]> {
  const { rows } = await sql<BookingRow>`
    select booking.* from (
      select created_at, booking_ref from (${sql.join(partsOf(filter), sql` union all `)}) as found
      order by created_at desc, booking_ref desc limit ${filter.limit} offset ${filter.offset}
    ) as listed
    join booking on booking.organization_id = ${filter.organizationId} and booking.booking_ref = listed.booking_ref
    order by listed.created_at desc, listed.booking_ref desc`.execute(h.q);
  return withItems(h, rows);
}

type Part = RawBuilder<unknown>;

function partsOf(filter: BookingFilter): readonly Part[] {
  const { status, now, endUserId } = filter;
  switch (status) {
    case 'completed':
      return [newest(filter, sql`status = 'confirmed' and last_arrival_at <= ${now}`)];
    case 'confirmed':
      return [travelling(filter)];
    case 'pending':
    case 'cancelled':
    case 'failed':
      return [newest(filter, sql`status = ${status}`)];
    case undefined:
      // The index of end users has the status before the day: so it serves both filters together.
      if (endUserId !== undefined) return bookingLifecycle.states.map((one) => newest(filter, sql`status = ${one}`));
      return [newest(filter, sql`true`)];
    default:
      return status satisfies never;
  }
}

/** The newest that fulfil a condition, by the index that has their order. */
function newest(filter: BookingFilter, condition: RawBuilder<unknown>): Part {
  return sql`(select created_at, booking_ref from booking where ${scope(filter)} and ${condition} ${behind(filter.after)}
    order by created_at desc, booking_ref desc limit ${filter.limit + filter.offset})`;
}

/**
 * Bookings that are still to be travelled: all there are, before their order is looked at. In the order of the list
 * they may lie behind any number that were travelled.
 */
function travelling(filter: BookingFilter): Part {
  return sql`(with ahead as materialized (
      select created_at, booking_ref from booking
      where ${scope(filter)} and status = 'confirmed' and last_arrival_at > ${filter.now})
    select created_at, booking_ref from ahead where true ${behind(filter.after)}
    order by created_at desc, booking_ref desc limit ${filter.limit + filter.offset})`;
}

/** Whose, of which end user, made when. */
export function scope({ organizationId, endUserId, since, until }: BookingFilter): RawBuilder<unknown> {
  const ofUser = endUserId === undefined ? sql`` : sql`and end_user_id = ${endUserId}`;
  const made = since === undefined ? sql`` : sql`and created_at >= ${since}`;
  const before = until === undefined ? sql`` : sql`and created_at < ${until}`;
  return sql`organization_id = ${organizationId} ${ofUser} ${made} ${before}`;
}

/** What lies behind the last booking of the page before. */
export function behind(after: PageKey | undefined): RawBuilder<unknown> {
  return after === undefined
    ? sql``
    : sql`and (created_at, booking_ref) < (${after.at}::timestamptz, ${after.id}::text)`;
}
