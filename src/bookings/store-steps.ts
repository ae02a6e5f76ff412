import { sql } from 'kysely';
import { ledgerCte, type NewLedgerEntry } from '../ledger/record-ledger.ts';
import type { Payment } from '../payments/model/payment.ts';
import { intentCte, readIntended } from '../payments/settle-payment.ts';
import { type Cte, cte } from '../platform/db/cte.ts';
import type { Db, Handle, Tx } from '../platform/db/db.ts';
import { runCtes } from '../platform/db/distribution/run-ctes.ts';
import type { EndCte, QueueCte } from '../platform/jobs/job.ts';
import type { Money } from '../travel/money.ts';
import { fromItem } from '../trips/read/trip-document.ts';
import type { Booking, BookingItem } from './model/booking.ts';
import type { FulfilmentPhase } from './model/fulfilment-states.ts';
import { bookingTables, toBookingRow, toItemRow, toItemStepColumns } from './store-rows.ts';
import { toJsonb } from '../platform/db/values/jsonb.ts';

/** Writes a new booking, its items and the job that fulfils it with one statement. */
export async function insertBooking(tx: Tx, booking: Booking, lastNameFolded: string, fulfil: QueueCte): Promise<void> {
  const q = bookingTables(tx);
  const booked = q.insertInto('booking').values(toBookingRow(booking, lastNameFolded)).returning('booking_ref');
  const items = q.insertInto('booking_item').values(booking.items.map((item) => toItemRow(booking, item)));
  const written = cte('written', sql<{ booking_ref: string }>`(${booked})`);
  await runCtes(tx, written, [written, cte('items', sql`(${items})`), fulfil(written)]);
}

/**
 * Stores one item's step, the phase it leaves the process in and what it means for the money, with one statement. False
 * when another run has taken a step since this booking was read: then nothing was stored.
 */
export async function saveItemStep(
  h: Db | Tx,
  before: Booking,
  phase: FulfilmentPhase,
  item: BookingItem,
  entries: readonly NewLedgerEntry[] = [],
): Promise<boolean> {
  const moving = bookingTables(h)
    .updateTable('booking')
    .set((row) => ({ version: row('version', '+', 1), phase }))
    .where('organization_id', '=', before.organizationId)
    .where('booking_ref', '=', before.bookingRef)
    .where('version', '=', before.version)
    .returning('booking_ref');
  const moved = cte('moved', sql<{ booking_ref: string }>`(${moving})`);
  const stored = storedItemCte(h, before, item, moved);
  return (await runCtes(h, stored, [moved, ledgerCte(entries, moved), stored])) !== undefined;
}

/** Stores the step of an item if and only if `moved` has a row. */
function storedItemCte(h: Handle, booking: Booking, item: BookingItem, moved: Cte) {
  const storing = bookingTables(h)
    .updateTable('booking_item')
    .set(toItemStepColumns(item))
    .where('organization_id', '=', booking.organizationId)
    .where('booking_ref', '=', booking.bookingRef)
    .where('item_id', '=', item.itemId)
    .where(moved.exists)
    .returning('item_id');
  return cte('stored', sql<{ item_id: string }>`(${storing})`);
}

/** One item's step, the phase it leaves the process in and what it means for the money. */
export interface ItemStep {
  readonly phase: FulfilmentPhase;
  readonly item: BookingItem;
  readonly entries: readonly NewLedgerEntry[];
}

/**
 * Stores a step of an item together with what will be requested of the processor next, an amount to capture or with
 * none the hold to give back: still one statement, which stores all of it or nothing. Answers the payment; undefined
 * when nothing was stored.
 */
export async function saveItemStepIntending(
  h: Db | Tx,
  before: Booking,
  step: ItemStep,
  amount: Money | undefined,
): Promise<Payment | undefined> {
  const { phase, item, entries } = step;
  const locking = bookingTables(h)
    .selectFrom('booking')
    .select('booking_ref')
    .where('organization_id', '=', before.organizationId)
    .where('booking_ref', '=', before.bookingRef)
    .where('version', '=', before.version)
    .forUpdate();
  const ready = cte('ready', sql`(${locking})`);
  const intended = intentCte(before, amount, ready);
  const moving = bookingTables(h)
    .updateTable('booking')
    .set((row) => ({ version: row('version', '+', 1), phase }))
    .where('organization_id', '=', before.organizationId)
    .where('booking_ref', '=', before.bookingRef)
    .where(intended.exists)
    .returning('booking_ref');
  const moved = cte('moved', sql`(${moving})`);
  const stored = storedItemCte(h, before, item, moved);
  const row = await runCtes(h, intended, [ready, intended, moved, ledgerCte(entries, moved), stored]);
  return row && readIntended(row);
}

/**
 * Stores a step of the booking as a whole, and with the last one that its job has ended; false when another run has
 * taken a step since.
 */
export async function saveBookingStep(tx: Tx, before: Booking, after: Booking, endJob?: EndCte): Promise<boolean> {
  const moved = cte('moved');
  const ended = endJob?.(moved);
  const moving = bookingTables(tx).with(moved.name, (q) =>
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

/** Stores the prices an item is bought at after a re-quote. */
export async function saveItemPrice(tx: Tx, booking: Booking, item: BookingItem): Promise<void> {
  await bookingTables(tx)
    .updateTable('booking_item')
    .set({
      total: item.total.value,
      origin_total: item.originTotal.value,
      origin_currency: item.originTotal.currency,
      rate: item.rate,
      service_fee: item.serviceFee?.value ?? null,
      sunk: item.nonRefundable.value,
      details: toJsonb(fromItem(item.tripItem)),
    })
    .where('organization_id', '=', booking.organizationId)
    .where('booking_ref', '=', booking.bookingRef)
    .where('item_id', '=', item.itemId)
    .execute();
}

/** Items that were never asked for end cancelled. */
export async function cancelPendingItems(tx: Tx, booking: Booking): Promise<void> {
  await bookingTables(tx)
    .updateTable('booking_item')
    .set({ status: 'cancelled' })
    .where('organization_id', '=', booking.organizationId)
    .where('booking_ref', '=', booking.bookingRef)
    .where('status', '=', 'pending')
    .execute();
}
