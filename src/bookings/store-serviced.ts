import { sql } from 'kysely';
import { ledgerCte, type NewLedgerEntry } from '../ledger/record-ledger.ts';
import { cte } from '../platform/db/cte.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { runCtes } from '../platform/db/distribution/run-ctes.ts';
import { fromItem } from '../trips/read/trip-document.ts';
import { restoreItems } from './archive/store.ts';
import type { Booking, BookingItem } from './model/booking.ts';
import { type BookingRow, bookingTables, toItemRow, toItemStepColumns } from './store-rows.ts';
import { toJsonb } from '../platform/db/values/jsonb.ts';

/**
 * Stores what a change after the sale made of a booking: its own row, the items that differ and the one that is new,
 * and what it means for the money. Items that lie in the archive come back first: nothing there is ever changed. False
 * when another step has been taken since it was read; the caller's transaction must end then.
 */
export async function saveServicedBooking(
  tx: Tx,
  before: Booking,
  after: Booking,
  entries: readonly NewLedgerEntry[],
): Promise<boolean> {
  const moving = bookingTables(tx)
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
    .returning('archived_month');
  const moved = cte('moved', sql<Pick<BookingRow, 'archived_month'>>`(${moving})`);
  const result = await runCtes(tx, moved, [moved, ledgerCte(entries, moved)]);
  if (result === undefined) return false;
  if (result.archived_month !== null) await restoreItems(tx, before, result.archived_month);
  for (const item of after.items) {
    const known = before.items.find((other) => other.itemId === item.itemId);
    if (known === undefined)
      await bookingTables(tx).insertInto('booking_item').values(toItemRow(after, item)).execute();
    else if (known !== item) await saveItem(tx, after, item);
  }
  return true;
}

async function saveItem(tx: Tx, booking: Booking, item: BookingItem): Promise<void> {
  const { numUpdatedRows } = await bookingTables(tx)
    .updateTable('booking_item')
    .set({
      ...toItemStepColumns(item),
      total: item.total.value,
      origin_total: item.originTotal.value,
      description: item.tripItem.description,
      details: toJsonb(fromItem(item.tripItem)),
    })
    .where('organization_id', '=', booking.organizationId)
    .where('booking_ref', '=', booking.bookingRef)
    .where('item_id', '=', item.itemId)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`The item ${item.itemId} of ${booking.bookingRef} is not stored.`);
}

/**
 * Ends every link to the documents of a booking. No step of the booking: its version stays, so that no change under way
 * is overtaken.
 */
export async function addDocumentsWithdrawal(
  h: Handle,
  { organizationId, bookingRef }: Pick<Booking, 'organizationId' | 'bookingRef'>,
): Promise<void> {
  await bookingTables(h)
    .updateTable('booking')
    .set((row) => ({ documents_withdrawn: row('documents_withdrawn', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .execute();
}
