import { ledgerCte, type NewLedgerEntry } from '../ledger/record-ledger.ts';
import type { Payment } from '../payments/model/payment.ts';
import { intentCte, readIntended } from '../payments/settle-payment.ts';
import { cte } from '../platform/db/cte.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { EndCte, QueueCte } from '../platform/jobs/job.ts';
import type { Money } from '../travel/money.ts';
import { fromItem } from '../trips/read/trip-document.ts';
import type { Booking, BookingItem } from './model/booking.ts';
import type { FulfilmentPhase } from './model/fulfilment-states.ts';
import { bookingTables, json, toBookingRow, toItemRow, toItemStepColumns } from './store-rows.ts';

/** Writes a new booking, its items and the job that fulfils it with one statement. */
export async function insertBooking(tx: Tx, booking: Booking, lastNameFolded: string, fulfil: QueueCte): Promise<void> {
  const written = cte('written');
  const queue = fulfil(written);
  await bookingTables(tx)
    .with(written.name, (q) =>
      q.insertInto('booking').values(toBookingRow(booking, lastNameFolded)).returning('booking_ref'),
    )
    .with(queue.name, () => queue.sql)
    .insertInto('booking_item')
    .values(booking.items.map((item) => toItemRow(booking, item)))
    .execute();
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
  const result = await bookingTables(h)
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
 * Stores a step of an item together with what will be requested of the processor next, an amount to capture or with
 * none the hold to give back: still one statement, which stores all of it or nothing. Answers the payment; undefined
 * when nothing was stored.
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
  const row = await bookingTables(h)
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
      details: json(fromItem(item.tripItem)),
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
