import { type Expression, type QueryCreator, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Payment } from '../payments/model/payment.ts';
import { openingPart } from '../payments/open-payment.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { fixedStatement } from '../platform/db/fixed-statement.ts';
import { guestRefEntry } from '../platform/guest-directory.ts';
import { asBookingRef, type BookingRef, type OrganizationId, type TripId } from '../platform/ids.ts';
import { tripLifetimeSeconds } from './model/lapse.ts';
import type { Clocks } from './model/lapse.ts';
import type { FulfilmentStatus, Trip, TripOutcome, TripStatus } from './model/trip.ts';
import { tripStatusesBefore } from './model/trip-states.ts';
import { fromItem, toTrip, type TripRow } from './trip-document.ts';

type TripTables = { readonly trip: TripRow };
const db = (h: Handle) => h.q.withTables<TripTables>();
const selectTrip = fixedStatement<TripRow>('select * from trip where organization_id = $1 and trip_id = $2');
const lockTripRow = fixedStatement<TripRow>('select * from trip where organization_id = $1 and trip_id = $2 for update');
const selectBookingRef = fixedStatement<Pick<TripRow, 'booking_ref'>>('select booking_ref from trip where organization_id = $1 and trip_id = $2');

/** The trip as it is stored; no lapse is applied. */
export async function findTrip(h: Handle, organizationId: OrganizationId, tripId: TripId): Promise<Trip | undefined> {
  const [row] = await selectTrip(h, [organizationId, tripId]);
  return row && toTrip(row);
}

/** The booking reference of a trip; undefined before it has one. */
export async function findBookingRef(h: Handle, organizationId: OrganizationId, tripId: TripId): Promise<BookingRef | undefined> {
  const [row] = await selectBookingRef(h, [organizationId, tripId]);
  return row?.booking_ref ? asBookingRef(row.booking_ref) : undefined;
}

/** The trip, locked until the transaction ends: two writers apply one after the other. */
export async function findTripForUpdate(tx: Tx, organizationId: OrganizationId, tripId: TripId): Promise<Trip | undefined> {
  const [row] = await lockTripRow(tx, [organizationId, tripId]);
  return row && toTrip(row);
}

/** Stores a new trip: a single statement, which needs no transaction around it. */
export async function insertTrip(h: Handle, trip: Trip): Promise<void> {
  await db(h).insertInto('trip').values({ organization_id: trip.organizationId, trip_id: trip.tripId, created_at: trip.createdAt, version: trip.version, ...toColumns(trip) }).execute();
}

/** Stores what differs between two values of one locked trip. */
export async function updateTrip(tx: Tx, before: Trip, after: Trip): Promise<void> {
  await db(tx).updateTable('trip').set(toChangedColumns(before, after))
    .where('organization_id', '=', after.organizationId).where('trip_id', '=', after.tripId).execute();
}

/** The same for a trip that was read without a lock: false when somebody has written since, and then nothing was stored. */
export async function updateUnchangedTrip(h: Handle, before: Trip, after: Trip): Promise<boolean> {
  const result = await db(h).updateTable('trip').set(toChangedColumns(before, after))
    .where('organization_id', '=', after.organizationId).where('trip_id', '=', after.tripId)
    .where('version', '=', before.version).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The same for a checkout that holds a lease: false when a later lease (or none) holds the trip by now, and then nothing was stored. */
export async function updateLeasedTrip(h: Handle, before: Trip, after: Trip): Promise<boolean> {
  return (await updatingLeased(db(h), before, after).executeTakeFirst()) !== undefined;
}

/** The same with the payment of the quote and its session's entry in the guest directory: one statement stores all of it, or nothing. */
export async function updateQuotedTrip(h: Handle, before: Trip, after: Trip, payment: Payment): Promise<boolean> {
  const { organizationId, sessionId } = payment;
  const row = await db(h).with('moved', (q) => updatingLeased(q, before, after)).with('opened', () => openingPart(payment))
    .with('listed', () => guestRefEntry('session', sessionId, organizationId, 'moved'))
    .selectFrom('moved').selectAll().executeTakeFirst();
  return row !== undefined;
}

function updatingLeased(q: QueryCreator<TripTables>, before: Trip, after: Trip) {
  return q.updateTable('trip').set(toChangedColumns(before, after))
    .where('organization_id', '=', after.organizationId).where('trip_id', '=', after.tripId)
    .where('status', '=', 'quoting').where('lease_number', '=', before.leaseNumber).returning('trip_id');
}

/**
 * The same for a trip that gets its booking reference, which the statement enters into the guest directory. False when the
 * reference is taken, and then nothing was stored.
 */
export async function updateListedTrip(tx: Tx, before: Trip, after: Trip, bookingRef: BookingRef): Promise<boolean> {
  const result = await db(tx).with('listed', () => guestRefEntry('booking', bookingRef, after.organizationId))
    .updateTable('trip').from('listed').set(toChangedColumns(before, after))
    .where('organization_id', '=', after.organizationId).where('trip_id', '=', after.tripId).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What the end of fulfilment leaves in a trip. */
export interface TripEnd extends TripOutcome {
  readonly outcome: 'fulfilled' | 'failed';
  readonly status: FulfilmentStatus;
  readonly phase: string;
}

/** Ends a trip that may end so; false for any other, and then nothing was stored. */
export async function endTrip(tx: Tx, key: { readonly organizationId: OrganizationId; readonly tripId: TripId }, end: TripEnd, now: Date): Promise<boolean> {
  const { items, charged } = end;
  const result = await db(tx).updateTable('trip').set({
    status: end.outcome, version: sql<number>`version + 1`, fulfilment_status: end.status, fulfilment_phase: end.phase,
    outcome: json<TripRow['outcome']>({ items, charged } satisfies TripOutcome), updated_at: now,
  }).where('organization_id', '=', key.organizationId).where('trip_id', '=', key.tripId)
    .where('status', 'in', tripStatusesBefore(end.outcome)).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Which trips a list shows. `status` is the one a read would show, lapse included. */
export interface TripFilter {
  readonly organizationId: OrganizationId;
  readonly status: TripStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Trips, newest first; at most `limit`. */
export async function listTripRows(h: Handle, filter: TripFilter, clocks: Clocks): Promise<readonly Trip[]> {
  let query = db(h).selectFrom('trip').selectAll().where('organization_id', '=', filter.organizationId);
  if (filter.status !== undefined) query = query.where(hasShownStatus(filter.status, clocks));
  const rows = await query.orderBy('created_at', 'desc').orderBy('trip_id', 'desc').limit(filter.limit).offset(filter.offset).execute();
  return rows.map(toTrip);
}

/** How far the trips of an installation have come that were ever paid for, after a key: for reconcile. */
export async function listPaidTripRows(h: Handle, after: { readonly organizationId: string; readonly tripId: string }, limit: number) {
  return await db(h).selectFrom('trip').select(['organization_id', 'trip_id', 'status', 'booking_ref'])
    .where(sql<SqlBool>`(organization_id, trip_id) > (${after.organizationId}, ${after.tripId})`)
    .where(sql<SqlBool>`(booking_ref is not null or status in ('fulfilling', 'fulfilled'))`)
    .orderBy('organization_id').orderBy('trip_id').limit(limit).execute();
}

/** The rule of `hasLapsed` in SQL, so that a filter by status agrees with what each trip is shown as. */
function hasShownStatus(status: TripStatus, clocks: Clocks): Expression<SqlBool> {
  const idleSince = new Date(clocks.now.getTime() - tripLifetimeSeconds * 1000);
  return sql<SqlBool>`case
    when touched_at <= ${idleSince} and (status = 'draft' or (status = 'quoting' and lease_until <= ${clocks.realNow})
      or (status = 'quoted' and coalesce(payment_in_flight_until, '-infinity') <= ${clocks.now})) then 'expired'
    else status end = ${status}`;
}

/** jsonb parameters travel as text on both databases: node-postgres would turn an array into a PostgreSQL array. */
function json<T>(value: unknown): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}

function toColumns(trip: Trip) {
  return {
    status: trip.status, currency: trip.currency ?? null, is_currency_fixed: trip.isCurrencyFixed, has_had_item: trip.hasHadItem,
    items: json<TripRow['items']>(trip.items.map(fromItem)), travelers: json<TripRow['travelers']>(trip.travelers),
    contact: trip.contact ? json<TripRow['contact']>(trip.contact) : null, metadata: json<TripRow['metadata']>(trip.metadata),
    end_user_id: trip.endUserId ?? null, quote: trip.quote ? json<TripRow['quote']>(trip.quote) : null,
    ...toProgressColumns(trip),
  };
}

function toProgressColumns(trip: Trip) {
  return {
    lease_number: trip.leaseNumber, lease_until: trip.lease?.until ?? null, payment_in_flight_until: trip.paymentInFlightUntil ?? null,
    on_partial: trip.onPartial, fulfilment_status: trip.fulfilment?.status ?? null, fulfilment_phase: trip.fulfilment?.phase ?? null,
    booking_ref: trip.bookingRef ?? null, updated_at: trip.updatedAt, touched_at: trip.touchedAt,
  };
}

/** Documents are the heavy columns; one that did not change is neither serialised nor sent. */
function toChangedColumns(before: Trip, after: Trip) {
  return {
    status: after.status, version: sql<number>`version + 1`,
    ...(after.currency === before.currency ? {} : { currency: after.currency ?? null }),
    ...(after.isCurrencyFixed === before.isCurrencyFixed ? {} : { is_currency_fixed: after.isCurrencyFixed }),
    ...(after.hasHadItem === before.hasHadItem ? {} : { has_had_item: after.hasHadItem }),
    ...(after.items === before.items ? {} : { items: json<TripRow['items']>(after.items.map(fromItem)) }),
    ...(after.travelers === before.travelers ? {} : { travelers: json<TripRow['travelers']>(after.travelers) }),
    ...(after.contact === before.contact ? {} : { contact: after.contact ? json<TripRow['contact']>(after.contact) : null }),
    ...(after.metadata === before.metadata ? {} : { metadata: json<TripRow['metadata']>(after.metadata) }),
    ...(after.endUserId === before.endUserId ? {} : { end_user_id: after.endUserId ?? null }),
    ...(after.quote === before.quote ? {} : { quote: after.quote ? json<TripRow['quote']>(after.quote) : null }),
    ...toProgressColumns(after),
  };
}
