import { type RawBuilder, sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import { asId, type OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { BookingFacts } from './model/may-archive.ts';

/** A booking that was over long ago, with what decides whether it may be archived. */
export interface OldBooking {
  readonly bookingRef: string;
  readonly tripId: string;
  readonly facts: BookingFacts;
}

/** The next organization with bookings that are not archived, in the order of their ids. */
export async function findOrganizationToArchive(h: Handle, after: string): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from booking where organization_id > ${after} and archived_month is null
    order by organization_id limit 1`.execute(h.q);
  return rows[0] && asId('organization', rows[0].organization_id);
}

/** Where the reading of an organization's old bookings has come to: those over longest come first. */
export interface OldBookingKey {
  readonly lastArrivalAt: Date;
  readonly bookingRef: string;
}

/** Bookings that are not archived and whose last arrival was before an instant, behind a key, the oldest first. */
export async function listOldBookings(
  h: Handle,
  organizationId: OrganizationId,
  {
    before,
    after,
    limit,
  }: { readonly before: Date; readonly after: OldBookingKey | undefined; readonly limit: number },
): Promise<readonly OldBooking[]> {
  const behind =
    after === undefined
      ? sql``
      : sql`and (last_arrival_at, booking_ref) > (${after.lastArrivalAt}::timestamptz, ${after.bookingRef}::text)`;
  return await listFacts(
    h,
    organizationId,
    sql`select * from booking
      where organization_id = ${organizationId} and archived_month is null and last_arrival_at < ${before} ${behind}
      order by last_arrival_at, booking_ref limit ${limit}`,
  );
}

/**
 * Bookings of these trips with what decides about them, locked until the transaction ends, trips before bookings, as
 * every write does; what somebody else is at is left out, and waits for another run.
 */
export async function lockOldBookings(
  tx: Tx,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly OldBooking[]> {
  const { rows: trips } = await sql<{ trip_id: string }>`
    select trip_id from trip where organization_id = ${organizationId} and trip_id = any(${tripIds}::text[])
    order by trip_id for update skip locked`.execute(tx.q);
  const { rows } = await sql<{ booking_ref: string }>`
    select booking_ref from booking
    where organization_id = ${organizationId} and trip_id = any(${trips.map((trip) => trip.trip_id)}::text[])
    order by booking_ref for update skip locked`.execute(tx.q);
  const refs = rows.map((row) => row.booking_ref);
  // Read by a statement of its own, which sees what was committed before the locks were had.
  return await listFacts(
    tx,
    organizationId,
    sql`select * from booking where organization_id = ${organizationId} and booking_ref = any(${refs}::text[])`,
  );
}

type FactsRow = Pick<BookingFacts, 'items' | 'changes' | 'payments' | 'refunds' | 'phase'> & {
  booking_ref: string;
  trip_id: string;
  last_arrival_at: Date;
  created_at: Date;
  archived_month: IsoDate | null;
  schedule_changes: BookingFacts['scheduleChanges'];
};

async function listFacts(
  h: Handle,
  organizationId: OrganizationId,
  bookings: RawBuilder<unknown>,
): Promise<readonly OldBooking[]> {
  const statuses = (from: RawBuilder<unknown>) =>
    sql`(select coalesce(jsonb_agg(distinct one.status), '[]'::jsonb) from ${from})`;
  const ofBooking = (table: string) => sql`${sql.table(table)} as one
    where one.organization_id = ${organizationId} and one.booking_ref = booking.booking_ref`;
  const ofTrip = sql`payment.organization_id = ${organizationId} and payment.trip_id = booking.trip_id`;
  const refunds = sql`payment join payment_refund as one
    on one.organization_id = ${organizationId} and one.payment_id = payment.payment_id where ${ofTrip}`;
  const { rows } = await sql<FactsRow>`
    select booking_ref, trip_id, phase, last_arrival_at, created_at, archived_month,
      ${statuses(ofBooking('booking_item'))} as items, ${statuses(ofBooking('booking_change'))} as changes,
      ${statuses(ofBooking('schedule_change'))} as schedule_changes, ${statuses(refunds)} as refunds,
      (select coalesce(jsonb_agg(distinct status), '[]'::jsonb) from payment where ${ofTrip}) as payments
    from (${bookings}) as booking order by last_arrival_at, booking_ref`.execute(h.q);
  return rows.map(toOldBooking);
}

function toOldBooking(row: FactsRow): OldBooking {
  const { phase, items, changes, payments, refunds, schedule_changes: scheduleChanges } = row;
  return {
    bookingRef: row.booking_ref,
    tripId: row.trip_id,
    facts: {
      createdAt: row.created_at,
      lastArrivalAt: row.last_arrival_at,
      isArchived: row.archived_month !== null,
      ...{ phase, items, changes, payments, refunds, scheduleChanges },
    },
  };
}

/** How many bookings of an organization have their items in which month of the archive; null: not in the archive. */
export interface MonthCount {
  readonly month: IsoDate | null;
  readonly bookings: number;
}

/** Counts all bookings of an organization by where their items lie. */
export async function countByMonth(h: Handle, organizationId: OrganizationId): Promise<readonly MonthCount[]> {
  const { rows } = await sql<MonthCount>`
    select archived_month as month, count(*)::int as bookings from booking where organization_id = ${organizationId}
    group by archived_month order by archived_month nulls last`.execute(h.q);
  return rows;
}
