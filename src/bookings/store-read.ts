import { type RawBuilder, sql } from 'kysely';
import { refusedRefunds } from '../payments/list-payments.ts';
import type { Handle, ReadHandle, Tx } from '../platform/db/db.ts';
import { type FixedStatement, preparedQuery, param } from '../platform/db/prepared-sql.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import { itemsAnywhere } from './archive/item-columns.ts';
import type { Booking } from './model/booking.ts';
import { newestScheduleChange } from './store-schedule.ts';
import { type BookingItemRow, type BookingRow, bookingTables, type ReadItemRow, toBooking } from './store-rows.ts';

/** The booking of a trip, items in booking order. */
export async function findBookingOfTrip(
  h: Handle,
  organizationId: OrganizationId,
  tripId: TripId,
): Promise<Booking | undefined> {
  return readWhole(h, ofTrip, [organizationId, tripId]);
}

/** A booking by its reference, within the organization. */
export async function findBooking(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
): Promise<Booking | undefined> {
  return readWhole(h, byRef, [organizationId, bookingRef]);
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
 * One booking of the organization in slot 1: a row for each of its items, with the booking's own columns beside it, or
 * one row without an item where none lies in `items`. One statement reads both.
 */
function withBooking(h: Handle, items: RawBuilder<BookingItemRow>) {
  return bookingTables(h)
    .selectFrom('booking')
    .leftJoin(items.as('item'), (join) =>
      join
        .onRef('item.organization_id', '=', 'booking.organization_id')
        .onRef('item.booking_ref', '=', 'booking.booking_ref'),
    )
    .selectAll('item')
    .select([
      'booking.organization_id',
      'booking.booking_ref',
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
      'booking.archived_month',
    ])
    .select([refusedRefunds(param(1)), newestScheduleChange(param(1))])
    .where('booking.organization_id', '=', param(1))
    .orderBy('item.position');
}

const HOT = sql<BookingItemRow>`booking_item`;
const ANYWHERE = itemsAnywhere<BookingItemRow>(param(1));
type WholeRow = Awaited<ReturnType<ReturnType<typeof withBooking>['execute']>>[number];
/** Two statements for one booking: `hot` joins the items that are not archived, `anywhere` all of them. */
interface WholeRead {
  readonly hot: FixedStatement<WholeRow>;
  readonly anywhere: FixedStatement<WholeRow>;
}

const reading = (items: RawBuilder<BookingItemRow>, column: 'booking.trip_id' | 'booking.booking_ref') =>
  preparedQuery((h) => withBooking(h, items).where(column, '=', param(2)));
const readingOf = (column: 'booking.trip_id' | 'booking.booking_ref'): WholeRead => ({
  hot: reading(HOT, column),
  anywhere: reading(ANYWHERE, column),
});
const ofTrip = readingOf('booking.trip_id');
const byRef = readingOf('booking.booking_ref');

/** A booking whose items are not where they usually are is read a second time; one that is not there is not. */
async function readWhole(
  h: Handle,
  { hot, anywhere }: WholeRead,
  key: readonly string[],
): Promise<Booking | undefined> {
  const rows = await hot(h, key);
  return toWholeBooking(rows[0]?.item_id === null ? await anywhere(h, key) : rows);
}

function toWholeBooking(rows: readonly WholeRow[]): Booking | undefined {
  const [row] = rows;
  return (
    row &&
    toBooking(
      { ...row, status: row.booking_status, failure: row.booking_failure, currency: row.booking_currency },
      rows.filter(isItem),
    )
  );
}

/** An item has all its columns, or the row has none. */
function isItem(row: WholeRow): row is WholeRow & ReadItemRow {
  return row.item_id !== null;
}

/** Bookings as their rows say, each with its items. */
export async function withItems(h: ReadHandle, rows: readonly BookingRow[]): Promise<readonly Booking[]> {
  if (rows.length === 0) return [];
  const hot = await listItems(h, rows, HOT);
  const read = new Set(hot.map(keyOf));
  const elsewhere = rows.filter((row) => !read.has(keyOf(row)));
  const archived: ReadItemRowOfBooking[] = [];
  for (const [organizationId, ofOne] of Map.groupBy(elsewhere, (row) => row.organization_id))
    archived.push(...(await listItems(h, ofOne, itemsAnywhere(sql`${organizationId}::text`))));
  const items = Map.groupBy([...hot, ...archived], keyOf);
  return rows.map((row) => {
    const own = items.get(keyOf(row)) ?? [];
    return toBooking({ ...row, total_refund_refused: own[0]?.total_refund_refused ?? 0 }, own);
  });
}

const keyOf = (row: { readonly organization_id: string; readonly booking_ref: string }) =>
  `${row.organization_id} ${row.booking_ref}`;

type ReadItemRowOfBooking = ReadItemRow & { readonly total_refund_refused: number };

async function listItems(
  h: ReadHandle,
  rows: readonly BookingRow[],
  items: RawBuilder<BookingItemRow>,
): Promise<readonly ReadItemRowOfBooking[]> {
  const [organizationId, ...others] = new Set(rows.map((row) => row.organization_id));
  const organization = others.length === 0 ? sql`${organizationId}::text` : sql.ref('item.organization_id');
  return await bookingTables(h)
    .selectFrom('booking')
    .innerJoin(items.as('item'), (join) =>
      join
        .onRef('booking.organization_id', '=', 'item.organization_id')
        .onRef('booking.booking_ref', '=', 'item.booking_ref'),
    )
    .selectAll('item')
    .select([refusedRefunds(organization), newestScheduleChange(organization)])
    .where('booking.organization_id', 'in', [...new Set(rows.map((row) => row.organization_id))])
    .where(
      'booking.booking_ref',
      'in',
      rows.map((row) => row.booking_ref),
    )
    .orderBy('item.position')
    .execute();
}
