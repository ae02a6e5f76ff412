import { sql } from 'kysely';
import type { Handle } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { itemsAnywhere } from './archive/item-columns.ts';
import { type BookingItemRow, bookingTables } from './store-rows.ts';

/** The folded last name of a reference: what a guest's claim is compared with before anything else is read. */
export async function findLastNameFolded(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
): Promise<string | undefined> {
  const row = await bookingTables(h)
    .selectFrom('booking')
    .select('last_name_folded')
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .executeTakeFirst();
  return row?.last_name_folded;
}

/** What a guest may be asked about a booking. */
export interface GuestFacts {
  readonly lastNameFolded: string;
  readonly email: string;
  /** The local day on which each item begins: departure, arrival at the hotel, pick-up. */
  readonly startDates: readonly string[];
}

/**
 * The facts of a reference, in one statement that reads no more than them: its time says nothing about whether the
 * reference exists.
 */
export async function findGuestFacts(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
): Promise<GuestFacts | undefined> {
  const row = await bookingTables(h)
    .selectFrom('booking')
    .innerJoin(itemsAnywhere<BookingItemRow>(sql`${organizationId}::text`).as('item'), (join) =>
      join
        .onRef('item.organization_id', '=', 'booking.organization_id')
        .onRef('item.booking_ref', '=', 'booking.booking_ref'),
    )
    .select(['booking.last_name_folded', sql<string | null>`booking.contact ->> 'email'`.as('email')])
    .select(
      sql<string | null>`string_agg(left(coalesce(item.details #>> '{offer,slices,0,segments,0,depart,timeLocal}',
      item.details #>> '{stay,checkIn}', item.details #>> '{rental,pickUp,at}'), 10), ' ')`.as('start_dates'),
    )
    .where('booking.organization_id', '=', organizationId)
    .where('booking.booking_ref', '=', bookingRef)
    .groupBy(['booking.last_name_folded', 'email'])
    .executeTakeFirst();
  const startDates = row?.start_dates?.split(' ') ?? [];
  return row && { lastNameFolded: row.last_name_folded, email: row.email ?? '', startDates };
}
