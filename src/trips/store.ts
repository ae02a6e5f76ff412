import { type ColumnType, CompiledQuery, sql, type SqlBool } from 'kysely';
import type { Payment } from '../payments/model/payment.ts';
import { openingCte } from '../payments/open-payment.ts';
import { cte, type CteAfter } from '../platform/db/cte.ts';
import type { Db, Handle, ReadHandle, Tx } from '../platform/db/db.ts';
import { preparedRead, preparedSql } from '../platform/db/prepared-sql.ts';
import { runCtes } from '../platform/db/distribution/run-ctes.ts';
import { guestRefCte, isTakenElsewhere } from '../platform/security/guest-directory.ts';
import { asBookingRef, type BookingRef, type OrganizationId, type TripId } from '../platform/ids.ts';
import type { FulfilmentStatus, Trip, TripOutcome } from './model/trip.ts';
import { PAID_FOR, tripLifecycle } from './model/trip-states.ts';
import { restoreDocuments, withDocuments } from './archive/store.ts';
import { fromItem, toTrip, type TripRow } from './read/trip-document.ts';

/** Documents travel as text on both databases: node-postgres would turn an array into a PostgreSQL array. */
type Document = 'items' | 'travelers' | 'contact' | 'metadata' | 'quote' | 'outcome';
type TripTables = {
  readonly trip: {
    readonly [K in keyof TripRow]: K extends Document
      ? ColumnType<TripRow[K], string | null, string | null>
      : TripRow[K];
  };
};
const db = (h: ReadHandle) => h.q.withTables<TripTables>();
const selectTrip = preparedSql<TripRow>('select * from trip where organization_id = $1 and trip_id = $2');
const selectTrips = preparedRead<TripRow>(
  'select * from trip where organization_id = $1 and trip_id = any($2::text[])',
);
const lockTripRow = preparedSql<TripRow>('select * from trip where organization_id = $1 and trip_id = $2 for update');
const endTripRow = preparedSql<Pick<TripRow, 'trip_id'>>(`update trip
  set status = $3, version = version + 1, fulfilment_status = $4, fulfilment_phase = $5, outcome = $6, updated_at = $7
  where organization_id = $1 and trip_id = $2 and status = any($8::text[]) returning trip_id`);
const selectBookingRef = preparedSql<Pick<TripRow, 'booking_ref'>>(
  'select booking_ref from trip where organization_id = $1 and trip_id = $2',
);

/** The trip as it is stored; no lapse is applied. */
export async function findTrip(h: Handle, organizationId: OrganizationId, tripId: TripId): Promise<Trip | undefined> {
  const [row] = await withDocuments(h, organizationId, await selectTrip(h, [organizationId, tripId]));
  return row && toTrip(row);
}

/** Trips of an organization as they are stored; those it does not have are left out. */
export async function listTripsById(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly Trip[]> {
  const rows = await selectTrips(h, [organizationId, tripIds]);
  return (await withDocuments(h, organizationId, rows)).map(toTrip);
}

/** The booking reference of a trip; undefined before it has one. */
export async function findBookingRef(
  h: Handle,
  organizationId: OrganizationId,
  tripId: TripId,
): Promise<BookingRef | undefined> {
  const [row] = await selectBookingRef(h, [organizationId, tripId]);
  return row?.booking_ref ? asBookingRef(row.booking_ref) : undefined;
}

/** The trip, locked until the transaction ends: two writers apply one after the other. */
export async function findTripForUpdate(
  tx: Tx,
  organizationId: OrganizationId,
  tripId: TripId,
): Promise<Trip | undefined> {
  const [row] = await withDocuments(tx, organizationId, await lockTripRow(tx, [organizationId, tripId]));
  return row && toTrip(row);
}

/** Stores a new trip: a single statement, which needs no transaction around it. */
export async function insertTrip(h: Handle, trip: Trip): Promise<void> {
  const columns = {
    organization_id: trip.organizationId,
    trip_id: trip.tripId,
    created_at: trip.createdAt,
    version: trip.version,
    ...toColumns(trip),
  };
  await run(
    h,
    `insert into trip (${Object.keys(columns).join(', ')}) values (${Object.keys(columns)
      .map((_, index) => `$${index + 1}`)
      .join(', ')})`,
    Object.values(columns),
  );
}

/** Stores what differs between two values of one locked trip. Archived documents come back before they are changed. */
export async function updateTrip(tx: Tx, before: Trip, after: Trip): Promise<void> {
  const { archivedMonth } = before;
  const isOfDocuments = after.items !== before.items || after.quote !== before.quote;
  if (archivedMonth !== undefined && isOfDocuments) await restoreDocuments(tx, before, archivedMonth);
  await update(tx, before, after, '');
}

/**
 * False when no row is left after the condition, which may name one value more (`$3`); the columns of a change are few
 * sets, so these are few texts.
 */
async function update(
  h: Handle,
  before: Trip,
  after: Trip,
  condition: string,
  ...known: readonly [number?]
): Promise<boolean> {
  const columns = toChangedColumns(before, after);
  const set = Object.keys(columns)
    .map((name, index) => `${name} = $${index + 3 + known.length}`)
    .join(', ');
  const rows = await run(
    h,
    `update trip set version = version + 1, ${set} where organization_id = $1 and trip_id = $2 ${condition} returning trip_id`,
    [after.organizationId, after.tripId, ...known, ...Object.values(columns)],
  );
  return rows.length > 0;
}

async function run(h: Handle, text: string, values: readonly unknown[]): Promise<readonly unknown[]> {
  return (await h.q.executeQuery(CompiledQuery.raw(text, [...values]))).rows;
}

/**
 * Updates a trip that was read without a lock: false when somebody has written since, and then nothing was stored.
 */
export async function updateUnchangedTrip(h: Handle, before: Trip, after: Trip): Promise<boolean> {
  return await update(h, before, after, 'and version = $3', before.version);
}

/**
 * Updates a trip for a checkout that holds a lease: false when a later lease (or none) holds the trip by now, and then
 * nothing was stored.
 */
export async function updateLeasedTrip(h: Handle, before: Trip, after: Trip): Promise<boolean> {
  return await update(h, before, after, "and status = 'quoting' and lease_number = $3", before.leaseNumber);
}

/** What is stored with a quote. */
export interface BesideQuote {
  readonly payment: Payment;
  /** Writes what vouches for the quote. */
  readonly attested: CteAfter<'signed', { document_id: string }>;
}

/**
 * Updates a quoted trip together with the payment of the quote, its session's entry in the guest directory and what
 * vouches for it: one statement stores all of it, or nothing.
 */
export async function updateQuotedTrip(
  h: Db | Tx,
  before: Trip,
  after: Trip,
  { payment, attested }: BesideQuote,
): Promise<boolean> {
  const moved = cte('moved', sql<{ trip_id: string }>`(${updatingLeased(h, before, after)})`);
  const opened = openingCte(payment, moved);
  const listed = guestRefCte('session', payment.sessionId, payment.organizationId, moved);
  return (await runCtes(h, moved, [moved, opened, listed, attested(moved)])) !== undefined;
}

function updatingLeased(h: Handle, before: Trip, after: Trip) {
  return db(h)
    .updateTable('trip')
    .set((row) => ({ version: row('version', '+', 1), ...toChangedColumns(before, after) }))
    .where('organization_id', '=', after.organizationId)
    .where('trip_id', '=', after.tripId)
    .where('status', '=', 'quoting')
    .where('lease_number', '=', before.leaseNumber)
    .returning('trip_id');
}

/**
 * Updates a trip that gets its booking reference, which the statement enters into the guest directory. False when
 * the reference is taken, and then nothing was stored.
 */
export async function updateListedTrip(tx: Tx, before: Trip, after: Trip, bookingRef: BookingRef): Promise<boolean> {
  if (await isTakenElsewhere(tx, 'booking', bookingRef)) return false;
  const listed = guestRefCte('booking', bookingRef, after.organizationId);
  const result = await db(tx)
    .with(listed.name, () => listed.sql)
    .updateTable('trip')
    .from(listed.name)
    .set((row) => ({ version: row('version', '+', 1), ...toChangedColumns(before, after) }))
    .where('organization_id', '=', after.organizationId)
    .where('trip_id', '=', after.tripId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What the end of fulfilment leaves in a trip. */
export interface TripEnd extends TripOutcome {
  readonly outcome: 'fulfilled' | 'failed';
  readonly status: FulfilmentStatus;
  readonly phase: string;
}

/** Ends a trip that may end so; false for any other, and then nothing was stored. */
export async function endTrip(
  tx: Tx,
  key: { readonly organizationId: OrganizationId; readonly tripId: TripId },
  end: TripEnd,
  now: Date,
): Promise<boolean> {
  const outcome: TripOutcome = { items: end.items, charged: end.charged, ...(end.failure && { failure: end.failure }) };
  const [ended] = await endTripRow(tx, [
    key.organizationId,
    key.tripId,
    end.outcome,
    end.status,
    end.phase,
    JSON.stringify(outcome),
    now,
    tripLifecycle.allowedFrom(end.outcome),
  ]);
  return ended !== undefined;
}

/** How far these trips of an organization have come, of those that were ever paid for: for reconcile. */
export async function listPaidTripRowsById(h: ReadHandle, organizationId: OrganizationId, tripIds: readonly string[]) {
  return await db(h)
    .selectFrom('trip')
    .select(['organization_id', 'trip_id', 'status', 'booking_ref'])
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`trip_id = any(${tripIds}::text[])`)
    .where(({ eb, or }) => or([eb('booking_ref', 'is not', null), eb('status', 'in', PAID_FOR)]))
    .execute();
}

/** How far the trips of an installation have come that were ever paid for, after a key: for reconcile. */
export async function listPaidTripRows(
  h: ReadHandle,
  after: { readonly organizationId: string; readonly tripId: string },
  limit: number,
) {
  return await db(h)
    .selectFrom('trip')
    .select(['organization_id', 'trip_id', 'status', 'booking_ref'])
    .where(sql<SqlBool>`(organization_id, trip_id) > (${after.organizationId}, ${after.tripId})`)
    .where(({ eb, or }) => or([eb('booking_ref', 'is not', null), eb('status', 'in', PAID_FOR)]))
    .orderBy('organization_id')
    .orderBy('trip_id')
    .limit(limit)
    .execute();
}

function toColumns(trip: Trip) {
  return {
    status: trip.status,
    currency: trip.currency ?? null,
    is_currency_fixed: trip.isCurrencyFixed,
    has_had_item: trip.hasHadItem,
    items: JSON.stringify(trip.items.map(fromItem)),
    travelers: JSON.stringify(trip.travelers),
    contact: trip.contact ? JSON.stringify(trip.contact) : null,
    metadata: JSON.stringify(trip.metadata),
    end_user_id: trip.endUserId ?? null,
    quote: trip.quote ? JSON.stringify(trip.quote) : null,
    ...toProgressColumns(trip),
  };
}

function toProgressColumns(trip: Trip) {
  return {
    lease_number: trip.leaseNumber,
    lease_until: trip.lease?.until ?? null,
    payment_in_flight_until: trip.paymentInFlightUntil ?? null,
    on_partial: trip.onPartial,
    fulfilment_status: trip.fulfilment?.status ?? null,
    fulfilment_phase: trip.fulfilment?.phase ?? null,
    booking_ref: trip.bookingRef ?? null,
    updated_at: trip.updatedAt,
    touched_at: trip.touchedAt,
  };
}

/** Beside the version. Documents are the heavy columns; one that did not change is neither serialised nor sent. */
function toChangedColumns(before: Trip, after: Trip) {
  return {
    status: after.status,
    ...(after.currency === before.currency ? {} : { currency: after.currency ?? null }),
    ...(after.isCurrencyFixed === before.isCurrencyFixed ? {} : { is_currency_fixed: after.isCurrencyFixed }),
    ...(after.hasHadItem === before.hasHadItem ? {} : { has_had_item: after.hasHadItem }),
    ...(after.items === before.items ? {} : { items: JSON.stringify(after.items.map(fromItem)) }),
    ...(after.travelers === before.travelers ? {} : { travelers: JSON.stringify(after.travelers) }),
    ...(after.contact === before.contact ? {} : { contact: after.contact ? JSON.stringify(after.contact) : null }),
    ...(after.metadata === before.metadata ? {} : { metadata: JSON.stringify(after.metadata) }),
    ...(after.endUserId === before.endUserId ? {} : { end_user_id: after.endUserId ?? null }),
    ...(after.quote === before.quote ? {} : { quote: after.quote ? JSON.stringify(after.quote) : null }),
    ...toProgressColumns(after),
  };
}
