import { type Generated, type RawBuilder, sql } from 'kysely';
import { type Cte, cte, type WrittenCte } from '../platform/db/cte.ts';
import type { Handle, ReadHandle, Tx } from '../platform/db/db.ts';
import type { OrganizationId, TripId } from '../platform/ids.ts';
import { money } from '../travel/money.ts';
import type { AccountBalance, LedgerEntry, LedgerLine, LedgerStep } from './model/entry.ts';

type LedgerTables = {
  ledger_transfer: {
    organization_id: string;
    trip_id: string;
    step: LedgerStep;
    reference: string;
    line: number;
    sequence: Generated<number>;
    entry_id: string;
    at: Date;
    debit: string;
    credit: string;
    amount: number;
    currency: string;
  };
};
const db = (h: ReadHandle) => h.q.withTables<LedgerTables>();

/** A row to append; rows with one (step, reference) are one entry. */
export interface TransferRow {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
  readonly step: LedgerStep;
  readonly reference: string;
  readonly line: number;
  readonly entryId: string;
  readonly at: Date;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly currency: string;
}

/** Appends rows, one at least; those already there are left as they are. */
export async function insertTransfers(tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  await appending(rows).execute(tx.q);
}

function appending(rows: readonly TransferRow[]): RawBuilder<unknown> {
  const values = rows.map(
    (row) => sql`(${row.organizationId}, ${row.tripId}, ${row.step}, ${row.reference}, ${row.line}, ${row.entryId},
      ${row.at}, ${row.debit}, ${row.credit}, ${row.amount}, ${row.currency})`,
  );
  return sql`
    insert into ledger_transfer (organization_id, trip_id, step, reference, line, entry_id, at, debit, credit,
      amount, currency)
    values ${sql.join(values)} on conflict do nothing`;
}

/** What a part that appends rows returns. */
export type EnteredRow = { entry_id: string };

/**
 * Appends rows, one at least, as a part of another statement, if and only if `moved`, an earlier part of it, has a row:
 * the statement that makes a move enters what the move means for the money.
 */
export function transfersCte(rows: readonly TransferRow[], moved: Cte): WrittenCte<'entered', EnteredRow> {
  return cte(
    'entered',
    sql<EnteredRow>`(
    insert into ledger_transfer (organization_id, trip_id, step, reference, line, entry_id, at, debit, credit, amount, currency)
    select "organizationId", "tripId", step, reference, line, "entryId", at, debit, credit, amount, currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as transfer("organizationId" text, "tripId" text, step text, reference text,
      line integer, "entryId" text, at timestamptz, debit text, credit text, amount bigint, currency text)
    where ${moved.exists}
    on conflict do nothing returning entry_id
  )`,
    appending(rows),
  );
}

/** The entries of a trip in the order they were written. */
export async function listEntries(
  h: Handle,
  organizationId: OrganizationId,
  tripId: TripId,
): Promise<readonly LedgerEntry[]> {
  const rows = await db(h)
    .selectFrom('ledger_transfer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('trip_id', '=', tripId)
    .orderBy('sequence')
    .execute();
  const entries = new Map<string, LedgerEntry & { lines: LedgerLine[] }>();
  for (const row of rows) {
    const entry = entries.get(row.entry_id) ?? {
      entryId: row.entry_id,
      at: row.at,
      step: row.step,
      reference: row.reference,
      lines: [],
    };
    const amount = money(row.amount, row.currency);
    entry.lines.push(
      { account: row.debit, direction: 'debit', amount },
      { account: row.credit, direction: 'credit', amount },
    );
    entries.set(row.entry_id, entry);
  }
  return [...entries.values()];
}

/** Balances of every account of the trips named, for reconcile. */
export async function listBalances(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly TripId[],
): Promise<readonly (AccountBalance & { readonly tripId: string })[]> {
  const sides = db(h)
    .selectFrom('ledger_transfer')
    .select(['trip_id', 'currency', 'debit as account', 'amount as value'])
    .where('organization_id', '=', organizationId)
    .where('trip_id', 'in', tripIds)
    .unionAll(
      db(h)
        .selectFrom('ledger_transfer')
        .select(['trip_id', 'currency', 'credit as account', sql<number>`-amount`.as('value')])
        .where('organization_id', '=', organizationId)
        .where('trip_id', 'in', tripIds),
    );
  const rows = await db(h)
    .selectFrom(sides.as('side'))
    .select(['trip_id', 'account', 'currency'])
    .select(sql<number>`sum(value)::bigint`.as('value'))
    .groupBy(['trip_id', 'account', 'currency'])
    .execute();
  return rows.map((row) => ({ tripId: row.trip_id, account: row.account, currency: row.currency, value: row.value }));
}
