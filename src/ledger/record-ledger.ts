import type { Cte, WrittenCte } from '../platform/db/cte.ts';
import type { Tx } from '../platform/db/db.ts';
import { newId, type OrganizationId, type TripId } from '../platform/ids.ts';
import type { LedgerStep, LedgerTransfer } from './model/entry.ts';
import { type EnteredRow, insertTransfers, transfersCte, type TransferRow } from './store.ts';

/** One step of a trip's money. */
export interface NewLedgerEntry {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
  readonly step: LedgerStep;
  /** Names what happened (a payment, a booking item, a refund): the same step and reference again is a no-op. */
  readonly reference: string;
  readonly at: Date;
  readonly transfers: readonly LedgerTransfer[];
}

/** Appends one entry in the caller's transaction. Transfers of nothing are left out. */
export async function recordLedger(tx: Tx, entry: NewLedgerEntry): Promise<void> {
  await recordLedgerEntries(tx, [entry]);
}

/** Appends several entries with one statement. */
export async function recordLedgerEntries(tx: Tx, entries: readonly NewLedgerEntry[]): Promise<void> {
  const rows = entries.flatMap(toRows);
  if (rows.length > 0) await insertTransfers(tx, rows);
}

/**
 * Appends entries as a part of the statement that makes the move they record, if and only if `moved` has a row;
 * undefined where they move nothing.
 */
export function ledgerCte(
  entries: readonly NewLedgerEntry[],
  moved: Cte,
): WrittenCte<'entered', EnteredRow> | undefined {
  const rows = entries.flatMap(toRows);
  return rows.length === 0 ? undefined : transfersCte(rows, moved);
}

function toRows(entry: NewLedgerEntry): readonly TransferRow[] {
  const { organizationId, tripId, step, reference, at } = entry;
  const entryId = newId('ledgerEntry');
  return entry.transfers
    .filter((transfer) => transfer.amount.value !== 0)
    .map(({ debit, credit, amount }, line) => ({
      organizationId,
      tripId,
      step,
      reference,
      line,
      entryId,
      at,
      debit,
      credit,
      amount: amount.value,
      currency: amount.currency,
    }));
}
