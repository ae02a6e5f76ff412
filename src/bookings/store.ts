import { type RawBuilder, sql } from 'kysely';
import { ledgerCte, type NewLedgerEntry } from '../ledger/record-ledger.ts';
import type { Payment } from '../payments/model/payment.ts';
import { intentCte, readIntended } from '../payments/settle-payment.ts';
import { refusedRefunds } from '../payments/list-payments.ts';
import { cte } from '../platform/db/cte.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { preparedQuery, slot } from '../platform/db/prepared-sql.ts';
import { asBookingRef, asId, type OrganizationId, type TripId } from '../platform/ids.ts';
import type { EndCte, QueueCte } from '../platform/jobs/job.ts';
import { type Money, money } from '../travel/money.ts';
import { fromItem, type StoredItem, type StoredTraveler, toItem, toTraveler } from '../trips/read/trip-document.ts';
import type { Contact, ItemKind } from '../trips/model/trip.ts';
import type { Booking, BookingFailure, BookingItem, BookingStatus, ItemFailureCode } from './model/booking.ts';
import type { FulfilmentPhase } from './model/fulfilment-states.ts';
import type { StoredBookingStatus } from './model/booking-states.ts';
import type { BookingItemStatus } from './model/booking-item-states.ts';
import { newestScheduleChange, type StoredScheduleChange, toScheduleChange } from './store-schedule.ts';

type BookingRow = {
  organization_id: string;
  booking_ref: string;
  trip_id: string;
  payment_id: string;
  status: StoredBookingStatus;
  phase: FulfilmentPhase;
  failure: BookingFailure | null;
  on_partial: Booking['onPartial'];
  last_name_folded: string;
  travelers: readonly StoredTraveler[];
  contact: Contact;
  currency: string;
  total_quoted: number;
  total_paid: number;
  total_collected: number;
  total_refunded: number;
  end_user_id: string | null;
  last_arrival_at: Date;
  open_until: Date;
  version: number;
  documents_withdrawn: number;
  created_at: Date;
};
type Ticket = { readonly travelerId: string; readonly number: string };
type BookingItemRow = {
  organization_id: string;
  booking_ref: string;
  item_id: string;
  position: number;
  kind: ItemKind;
  status: BookingItemStatus;
  supplier_id: string;
  reference: string;
  total: number;
  currency: string;
  origin_total: number;
  origin_currency: string;
  rate: number;
  description: string;
  details: StoredItem;
  supplier_order_id: string | null;
  confirmation_number: string | null;
  tickets: readonly Ticket[];
  failure: string | null;
  failure_code: ItemFailureCode | null;
  is_kept: boolean;
  calls: number;
  look_ups: number;
  call_until: Date | null;
  booked_at: Date | null;
  refunded: number | null;
  sunk: number;
  replaced_by: string | null;
};
type ReadItemRow = BookingItemRow & { readonly schedule_change: StoredScheduleChange | null };
/** With what is read beside it. */
type ReadBookingRow = BookingRow & { total_refund_refused: number };
type BookingTables = { booking: BookingRow; booking_item: BookingItemRow };
const db = (h: Handle) => h.q.withTables<BookingTables>();

/** Writes a new booking, its items and the job that fulfils it with one statement. */
export async function insertBooking(tx: Tx, booking: Booking, lastNameFolded: string, fulfil: QueueCte): Promise<void> {
  const written = cte('written');
  const queue = fulfil(written);
  await db(tx)
    .with(written.name, (q) =>
      q.insertInto('booking').values(toBookingRow(booking, lastNameFolded)).returning('booking_ref'),
    )
    .with(queue.name, () => queue.sql)
    .insertInto('booking_item')
    .values(booking.items.map((item) => toItemRow(booking, item)))
    .execute();
}

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
  await db(tx)
    .selectFrom('booking')
    .select('booking_ref')
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .forUpdate()
    .execute();
}

/** The folded last name of a reference: what a guest's claim is compared with before anything else is read. */
export async function findLastNameFolded(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: string,
): Promise<string | undefined> {
  const row = await db(h)
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
  const row = await db(h)
    .selectFrom('booking')
    .innerJoin('booking_item as item', (join) =>
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

/** Which bookings a list shows. */
export interface BookingFilter {
  readonly organizationId: OrganizationId;
  readonly endUserId: string | undefined;
  readonly status: BookingStatus | undefined;
  readonly since: Date | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Decides who has travelled. */
  readonly now: Date;
}

/** Bookings, newest first. */
export async function listBookingRows(h: Handle, filter: BookingFilter): Promise<readonly Booking[]> {
  const { status, now } = filter;
  let query = db(h).selectFrom('booking').selectAll().where('organization_id', '=', filter.organizationId);
  if (filter.endUserId !== undefined) query = query.where('end_user_id', '=', filter.endUserId);
  if (filter.since !== undefined) query = query.where('created_at', '>=', filter.since);
  if (status === 'completed') query = query.where('status', '=', 'confirmed').where('last_arrival_at', '<=', now);
  else if (status === 'confirmed') query = query.where('status', '=', 'confirmed').where('last_arrival_at', '>', now);
  else if (status !== undefined) query = query.where('status', '=', status);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('booking_ref', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return withItems(h, rows);
}

/** Bookings of the whole installation after a key, for reconcile. */
export async function listBookingsAfter(
  h: Handle,
  after: { readonly organizationId: string; readonly bookingRef: string },
  limit: number,
): Promise<readonly Booking[]> {
  const rows = await db(h)
    .selectFrom('booking')
    .selectAll()
    .where(sql<boolean>`(organization_id, booking_ref) > (${after.organizationId}, ${after.bookingRef})`)
    .orderBy('organization_id')
    .orderBy('booking_ref')
    .limit(limit)
    .execute();
  return withItems(h, rows);
}

/** References of the bookings of these trips, for reconcile. */
export async function listBookingRefsOfTrips(
  h: Handle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly { readonly tripId: string; readonly bookingRef: string; readonly paymentId: string }[]> {
  const rows = await db(h)
    .selectFrom('booking')
    .select(['trip_id', 'booking_ref', 'payment_id'])
    .where('organization_id', '=', organizationId)
    .where('trip_id', 'in', tripIds)
    .execute();
  return rows.map((row) => ({ tripId: row.trip_id, bookingRef: row.booking_ref, paymentId: row.payment_id }));
}

/**
 * Stores one item's step, the phase it leaves the process in and what it means for the money, with one statement. False
 * when another run has taken a step since this booking was read: then nothing was stored.
 */
export async function saveItemStep(
  h: Handle,
  before: Booking,
  phase: FulfilmentPhase,
  item: BookingItem,
  entries: readonly NewLedgerEntry[] = [],
): Promise<boolean> {
  const moved = cte('moved');
  const entered = ledgerCte(entries, moved);
  const result = await db(h)
    .with(moved.name, (q) =>
      q
        .updateTable('booking')
        .set((row) => ({ version: row('version', '+', 1), phase }))
        .where('organization_id', '=', before.organizationId)
        .where('booking_ref', '=', before.bookingRef)
        .where('version', '=', before.version)
        .returning('booking_ref as moved_ref'),
    )
    .with(entered.name, () => entered.sql)
    .updateTable('booking_item')
    .from(moved.name)
    .set(toItemStepColumns(item))
    .where('organization_id', '=', before.organizationId)
    .whereRef('booking_ref', '=', 'moved_ref')
    .where('item_id', '=', item.itemId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** One item's step, the phase it leaves the process in and what it means for the money. */
export interface ItemStep {
  readonly phase: FulfilmentPhase;
  readonly item: BookingItem;
  readonly entries: readonly NewLedgerEntry[];
}

/**
 * The same with what will be asked of the processor next, an amount to capture or with none the hold to give back:
 * still one statement, which stores all of it or nothing. Answers the payment; undefined when nothing was stored.
 */
export async function saveItemStepIntending(
  h: Handle,
  before: Booking,
  step: ItemStep,
  amount: Money | undefined,
): Promise<Payment | undefined> {
  const { phase, item, entries } = step;
  const [ready, moved] = [cte('ready'), cte('moved')];
  const intended = intentCte(before, amount, ready);
  const entered = ledgerCte(entries, moved);
  const row = await db(h)
    .with(ready.name, (q) =>
      q
        .selectFrom('booking')
        .select('booking_ref')
        .where('organization_id', '=', before.organizationId)
        .where('booking_ref', '=', before.bookingRef)
        .where('version', '=', before.version)
        .forUpdate(),
    )
    .with(intended.name, () => intended.sql)
    .with(moved.name, (q) =>
      q
        .updateTable('booking')
        .from(intended.name)
        .set((row) => ({ version: row('booking.version', '+', 1), phase }))
        .where('booking.organization_id', '=', before.organizationId)
        .where('booking.booking_ref', '=', before.bookingRef)
        .returning('booking.booking_ref as moved_ref'),
    )
    .with(entered.name, () => entered.sql)
    .with('stored', (q) =>
      q
        .updateTable('booking_item')
        .from(moved.name)
        .set(toItemStepColumns(item))
        .where('organization_id', '=', before.organizationId)
        .whereRef('booking_ref', '=', 'moved_ref')
        .where('item_id', '=', item.itemId)
        .returning('item_id'),
    )
    .selectFrom(intended.name)
    .selectAll()
    .executeTakeFirst();
  return row && readIntended(row);
}

/**
 * Stores a step of the booking as a whole, and with the last one that its job has ended; false when another run has
 * taken a step since.
 */
export async function saveBookingStep(tx: Tx, before: Booking, after: Booking, endJob?: EndCte): Promise<boolean> {
  const moved = cte('moved');
  const ended = endJob?.(moved);
  const moving = db(tx).with(moved.name, (q) =>
    q
      .updateTable('booking')
      .set((row) => ({
        version: row('version', '+', 1),
        status: after.status,
        phase: after.phase,
        failure: after.failure ?? null,
        total_paid: after.totalPaid.value,
        last_arrival_at: after.lastArrivalAt,
      }))
      .where('organization_id', '=', before.organizationId)
      .where('booking_ref', '=', before.bookingRef)
      .where('version', '=', before.version)
      .returning('booking_ref'),
  );
  const whole = ended === undefined ? moving : moving.with(ended.name, () => ended.sql);
  return (await whole.selectFrom(moved.name).selectAll().executeTakeFirst()) !== undefined;
}

/**
 * Stores what a change after the sale made of a booking: its own row, the items that differ and the one that is new,
 * and what it means for the money. False when another step has been taken since it was read; the caller's transaction
 * must end then.
 */
export async function saveServicedBooking(
  tx: Tx,
  before: Booking,
  after: Booking,
  entries: readonly NewLedgerEntry[],
): Promise<boolean> {
  const moved = cte('moved');
  const entered = ledgerCte(entries, moved);
  const result = await db(tx)
    .with(moved.name, (q) =>
      q
        .updateTable('booking')
        .set((row) => ({
          version: row('version', '+', 1),
          status: after.status,
          total_collected: after.totalCollected.value,
          total_refunded: after.totalRefunded.value,
          last_arrival_at: after.lastArrivalAt,
        }))
        .where('organization_id', '=', before.organizationId)
        .where('booking_ref', '=', before.bookingRef)
        .where('version', '=', before.version)
        .returning('booking_ref'),
    )
    .with(entered.name, () => entered.sql)
    .selectFrom(moved.name)
    .selectAll()
    .executeTakeFirst();
  if (result === undefined) return false;
  for (const item of after.items) {
    const known = before.items.find((other) => other.itemId === item.itemId);
    if (known === undefined) await db(tx).insertInto('booking_item').values(toItemRow(after, item)).execute();
    else if (known !== item) await saveItem(tx, after, item);
  }
  return true;
}

async function saveItem(tx: Tx, booking: Booking, item: BookingItem): Promise<void> {
  await db(tx)
    .updateTable('booking_item')
    .set({
      ...toItemStepColumns(item),
      total: item.total.value,
      description: item.tripItem.description,
      details: json(fromItem(item.tripItem)),
    })
    .where('organization_id', '=', booking.organizationId)
    .where('booking_ref', '=', booking.bookingRef)
    .where('item_id', '=', item.itemId)
    .execute();
}

/** Stores the prices an item is bought at after a re-quote. */
export async function saveItemPrice(tx: Tx, booking: Booking, item: BookingItem): Promise<void> {
  await db(tx)
    .updateTable('booking_item')
    .set({
      total: item.total.value,
      origin_total: item.originTotal.value,
      origin_currency: item.originTotal.currency,
      rate: item.rate,
      details: json(fromItem(item.tripItem)),
    })
    .where('organization_id', '=', booking.organizationId)
    .where('booking_ref', '=', booking.bookingRef)
    .where('item_id', '=', item.itemId)
    .execute();
}

/**
 * Ends every link to the documents of a booking. No step of the booking: its version stays, so that no change under way
 * is overtaken.
 */
export async function addDocumentsWithdrawal(
  h: Handle,
  { organizationId, bookingRef }: Pick<Booking, 'organizationId' | 'bookingRef'>,
): Promise<void> {
  await db(h)
    .updateTable('booking')
    .set((row) => ({ documents_withdrawn: row('documents_withdrawn', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .execute();
}

/** Items that were never asked for end cancelled. */
export async function cancelPendingItems(tx: Tx, booking: Booking): Promise<void> {
  await db(tx)
    .updateTable('booking_item')
    .set({ status: 'cancelled' })
    .where('organization_id', '=', booking.organizationId)
    .where('booking_ref', '=', booking.bookingRef)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Items of one booking of the organization in slot 1, each with the booking's own columns beside it: one statement
 * reads both.
 */
function withBooking(h: Handle) {
  return db(h)
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
    ])
    .select([refusedRefunds, newestScheduleChange])
    .where('booking.organization_id', '=', slot(1))
    .orderBy('item.position');
}
const selectOfTrip = preparedQuery((h) => withBooking(h).where('booking.trip_id', '=', slot(2)));
const selectByRef = preparedQuery((h) => withBooking(h).where('booking.booking_ref', '=', slot(2)));

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

async function withItems(h: Handle, rows: readonly BookingRow[]): Promise<readonly Booking[]> {
  if (rows.length === 0) return [];
  const items = await db(h)
    .selectFrom('booking_item as item')
    .innerJoin('booking', (join) =>
      join
        .onRef('booking.organization_id', '=', 'item.organization_id')
        .onRef('booking.booking_ref', '=', 'item.booking_ref'),
    )
    .selectAll('item')
    .select([refusedRefunds, newestScheduleChange])
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

/** jsonb parameters travel as text on both databases. */
function json<T>(value: unknown): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}

function toBookingRow(booking: Booking, lastNameFolded: string) {
  return {
    organization_id: booking.organizationId,
    booking_ref: booking.bookingRef,
    trip_id: booking.tripId,
    payment_id: booking.paymentId,
    status: booking.status,
    phase: booking.phase,
    failure: booking.failure ?? null,
    on_partial: booking.onPartial,
    last_name_folded: lastNameFolded,
    travelers: json<BookingRow['travelers']>(booking.travelers),
    contact: json<Contact>(booking.contact),
    currency: booking.totalQuoted.currency,
    total_quoted: booking.totalQuoted.value,
    total_paid: booking.totalPaid.value,
    total_collected: booking.totalCollected.value,
    total_refunded: booking.totalRefunded.value,
    end_user_id: booking.endUserId ?? null,
    last_arrival_at: booking.lastArrivalAt,
    open_until: booking.openUntil,
    version: booking.version,
    documents_withdrawn: booking.documentsWithdrawn,
    created_at: booking.createdAt,
  };
}

function toItemRow(booking: Booking, item: BookingItem) {
  return {
    organization_id: booking.organizationId,
    booking_ref: booking.bookingRef,
    item_id: item.itemId,
    position: item.position,
    kind: item.kind,
    supplier_id: item.supplierId,
    reference: item.reference,
    total: item.total.value,
    currency: item.total.currency,
    origin_total: item.originTotal.value,
    origin_currency: item.originTotal.currency,
    rate: item.rate,
    description: item.tripItem.description,
    details: json<StoredItem>(fromItem(item.tripItem)),
    ...toItemStepColumns(item),
  };
}

function toItemStepColumns(item: BookingItem) {
  return {
    status: item.status,
    supplier_order_id: item.supplierOrderId ?? null,
    confirmation_number: item.confirmationNumber ?? null,
    tickets: json<readonly Ticket[]>(item.tickets),
    failure: item.failure ?? null,
    failure_code: item.failureCode ?? null,
    is_kept: item.isKept,
    calls: item.calls,
    look_ups: item.lookUps,
    call_until: item.callUntil ?? null,
    booked_at: item.bookedAt ?? null,
    refunded: item.refunded?.value ?? null,
    sunk: item.sunk.value,
    replaced_by: item.replacedBy ?? null,
  };
}

function toBooking(row: ReadBookingRow, items: readonly ReadItemRow[]): Booking {
  const amount = (value: number): Money => money(value, row.currency);
  return {
    organizationId: asId('organization', row.organization_id),
    bookingRef: asBookingRef(row.booking_ref),
    tripId: asId('trip', row.trip_id),
    paymentId: asId('payment', row.payment_id),
    status: row.status,
    phase: row.phase,
    failure: row.failure ?? undefined,
    onPartial: row.on_partial,
    travelers: row.travelers.map(toTraveler),
    contact: { email: row.contact.email, phone: row.contact.phone },
    totalQuoted: amount(row.total_quoted),
    totalPaid: amount(row.total_paid),
    totalCollected: amount(row.total_collected),
    totalRefunded: amount(row.total_refunded),
    totalRefundRefused: amount(row.total_refund_refused),
    endUserId: row.end_user_id ?? undefined,
    lastArrivalAt: row.last_arrival_at,
    openUntil: row.open_until,
    version: row.version,
    documentsWithdrawn: row.documents_withdrawn,
    createdAt: row.created_at,
    items: items.map(toBookingItem),
  };
}

function toBookingItem(row: ReadItemRow): BookingItem {
  return {
    itemId: asId('item', row.item_id),
    position: row.position,
    kind: row.kind,
    status: row.status,
    supplierId: row.supplier_id,
    reference: row.reference,
    total: money(row.total, row.currency),
    originTotal: money(row.origin_total, row.origin_currency),
    rate: row.rate,
    tripItem: toItem(row.details),
    supplierOrderId: row.supplier_order_id ?? undefined,
    confirmationNumber: row.confirmation_number ?? undefined,
    tickets: row.tickets,
    failure: row.failure ?? undefined,
    failureCode: row.failure_code ?? undefined,
    isKept: row.is_kept,
    calls: row.calls,
    lookUps: row.look_ups,
    callUntil: row.call_until ?? undefined,
    bookedAt: row.booked_at ?? undefined,
    refunded: row.refunded === null ? undefined : money(row.refunded, row.currency),
    sunk: money(row.sunk, row.currency),
    replacedBy: row.replaced_by === null ? undefined : asId('item', row.replaced_by),
    ...(row.schedule_change === null ? {} : { scheduleChange: toScheduleChange(row.schedule_change) }),
  };
}
