import { sql } from 'kysely';
import { refusedRefunds } from '../payments/list-payments.ts';
import type { Handle, ReadHandle, Tx } from '../platform/db/db.ts';
import { preparedQuery, param } from '../platform/db/prepared-sql.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import type { Booking } from './model/booking.ts';
import { newestScheduleChange } from './store-schedule.ts';
import { type BookingRow, bookingTables, toBooking } from './store-rows.ts';

/** The booking of a trip, items in booking order. */
export async function findBookingOfTrip(
  h: Handle,
  organizationId: OrganizationId,
  tripId: TripId,
): Promise<Booking | undefined> {
  return toWholeBooking(await selectOfTrip(h, [organizationId, tripId]));
}

/** A booking by its reference, within the organization. */
export async function findBooking(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
): Promise<Booking | undefined> {
  return toWholeBooking(await selectByRef(h, [organizationId, bookingRef]));
}

/** Locks the booking's row until the transaction ends; nothing where there is none. */
export async function lockBookingRow(tx: Tx, organizationId: OrganizationId, bookingRef: string): Promise<void> {
  await bookingTables(tx)
    .selectFrom('booking')
    .select('booking_ref')
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .forUpdate()
    .execute();
}

/** Bookings of the whole installation after a key, for reconcile. */
export async function listBookingsAfter(
  h: ReadHandle,
  after: { readonly organizationId: string; readonly bookingRef: string },
  limit: number,
): Promise<readonly Booking[]> {
  const rows = await bookingTables(h)
    .selectFrom('booking')
    .selectAll()
    .where(sql<boolean>`(organization_id, booking_ref) > (${after.organizationId}, ${after.bookingRef})`)
    .orderBy('organization_id')
    .orderBy('booking_ref')
    .limit(limit)
    .execute();
  return withItems(h, rows);
}

/** The bookings of these trips of an organization, with their items. */
export async function listWholeBookingsOfTrips(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly Booking[]> {
  const rows = await bookingTables(h)
    .selectFrom('booking')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`trip_id = any(${tripIds}::text[])`)
    .execute();
  return withItems(h, rows);
}

/** References of the bookings of these trips, for reconcile. */
export async function listBookingRefsOfTrips(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly { readonly tripId: string; readonly bookingRef: string; readonly paymentId: string }[]> {
  const rows = await bookingTables(h)
    .selectFrom('booking')
    .select(['trip_id', 'booking_ref', 'payment_id'])
    .where('organization_id', '=', organizationId)
    .where('trip_id', 'in', tripIds)
    .execute();
  return rows.map((row) => ({ tripId: row.trip_id, bookingRef: row.booking_ref, paymentId: row.payment_id }));
}

/**
 * Items of one booking of the organization in slot 1, each with the booking's own columns beside it: one statement
 * reads both.
 */
function withBooking(h: Handle) {
  return bookingTables(h)
    .selectFrom('booking')
    .innerJoin('booking_item as item', (join) =>
      join
        .onRef('item.organization_id', '=', 'booking.organization_id')
        .onRef('item.booking_ref', '=', 'booking.booking_ref'),
    )
    .selectAll('item')
    .select([
      'booking.trip_id',
      'booking.payment_id',
      'booking.status as booking_status',
      'booking.phase',
      'booking.failure as booking_failure',
      'booking.on_partial',
      'booking.last_name_folded',
      'booking.travelers',
      'booking.contact',
      'booking.currency as booking_currency',
      'booking.total_quoted',
      'booking.total_paid',
      'booking.total_collected',
      'booking.total_refunded',
      'booking.end_user_id',
      'booking.last_arrival_at',
      'booking.open_until',
      'booking.version',
      'booking.documents_withdrawn',
      'booking.created_at',
      'booking.personal_data_erased_at',
    ])
    .select([refusedRefunds(param(1)), newestScheduleChange(param(1))])
    .where('booking.organization_id', '=', param(1))
    .orderBy('item.position');
}

const selectOfTrip = preparedQuery((h) => withBooking(h).where('booking.trip_id', '=', param(2)));

const selectByRef = preparedQuery((h) => withBooking(h).where('booking.booking_ref', '=', param(2)));

function toWholeBooking(rows: Awaited<ReturnType<typeof selectOfTrip>>): Booking | undefined {
  const [row] = rows;
  return (
    row &&
    toBooking(
      { ...row, status: row.booking_status, failure: row.booking_failure, currency: row.booking_currency },
      rows,
    )
  );
}

/** Bookings as their rows say, each with its items. */
export async function withItems(h: ReadHandle, rows: readonly BookingRow[]): Promise<readonly Booking[]> {
  if (rows.length === 0) return [];
  const [organizationId, ...others] = new Set(rows.map((row) => row.organization_id));
  const organization = others.length === 0 ? sql`${organizationId}::text` : sql.ref('item.organization_id');
  const items = await bookingTables(h)
    .selectFrom('booking_item as item')
    .innerJoin('booking', (join) =>
      join
        .onRef('booking.organization_id', '=', 'item.organization_id')
        .onRef('booking.booking_ref', '=', 'item.booking_ref'),
    )
    .selectAll('item')
    .select([refusedRefunds(organization), newestScheduleChange(organization)])
    .where('item.organization_id', 'in', [...new Set(rows.map((row) => row.organization_id))])
    .where(
      'item.booking_ref',
      'in',
      rows.map((row) => row.booking_ref),
    )
    .orderBy('item.position')
    .execute();
  return rows.map((row) => {
    const own = items.filter((item) => item.booking_ref === row.booking_ref);
    return toBooking({ ...row, total_refund_refused: own[0]?.total_refund_refused ?? 0 }, own);
  });
}
