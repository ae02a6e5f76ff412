import { sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import { asId, type ExecutionId, type OrganizationId, type PaymentId, type TripId } from '../platform/ids.ts';
import type { BudgetTransfer } from './model/budget-entries.ts';
import { executionLifecycle, type ExecutionStatus } from './model/mandate-states.ts';
import type { MandateKey } from './store.ts';

type BudgetTables = {
  mandate_execution: {
    organization_id: string;
    execution_id: string;
    mandate_id: string;
    proposal_id: string | null;
    trip_id: string;
    payment_id: string;
    status: ExecutionStatus;
    reserved: number;
    spent: number;
    rate: number;
    created_at: Date;
    settled_at: Date | null;
  };
  mandate_transfer: {
    organization_id: string;
    mandate_id: string;
    reference: string;
    step: BudgetTransfer['step'];
    at: Date;
    debit: BudgetTransfer['debit'];
    credit: BudgetTransfer['credit'];
    amount: number;
    currency: string;
  };
};
const tables = (h: Handle) => h.q.withTables<BudgetTables>();

/** One use of a mandate's budget: a trip, the payment that buys it, and what of the budget is held or spent for it. */
export interface Execution {
  readonly organizationId: OrganizationId;
  readonly executionId: ExecutionId;
  readonly mandateId: string;
  readonly proposalId: string | undefined;
  readonly tripId: TripId;
  readonly paymentId: PaymentId;
  readonly status: ExecutionStatus;
  /** Minor units of the mandate's currency. */
  readonly reserved: number;
  readonly spent: number;
  /** Units of the mandate's currency per unit of the payment's. */
  readonly rate: number;
  readonly createdAt: Date;
  readonly settledAt: Date | undefined;
}

/**
 * Writes an execution that is about to be paid; false while another one of the same payment is open. The caller holds
 * the mandate's lock.
 */
export async function insertExecution(tx: Tx, execution: Execution): Promise<boolean> {
  const rows = await tables(tx)
    .insertInto('mandate_execution')
    .values({
      organization_id: execution.organizationId,
      execution_id: execution.executionId,
      mandate_id: execution.mandateId,
      proposal_id: execution.proposalId ?? null,
      trip_id: execution.tripId,
      payment_id: execution.paymentId,
      status: execution.status,
      reserved: execution.reserved,
      spent: execution.spent,
      rate: execution.rate,
      created_at: execution.createdAt,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('execution_id')
    .execute();
  return rows.length > 0;
}

/** Ends an open execution; false when somebody else has ended it. */
export async function settleExecutionRow(
  tx: Tx,
  { organizationId, executionId }: Pick<Execution, 'organizationId' | 'executionId'>,
  to: 'spent' | 'released',
  { spent, at }: { readonly spent: number; readonly at: Date },
): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('mandate_execution')
    .set({ status: to, spent, settled_at: at })
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .where('status', 'in', executionLifecycle.allowedFrom(to))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Enters movements of a budget under a reference; writing one twice throws. */
export async function insertTransfers(
  tx: Tx,
  { organizationId, mandateId }: MandateKey,
  entry: { readonly reference: string; readonly currency: string; readonly at: Date },
  transfers: readonly BudgetTransfer[],
): Promise<void> {
  if (transfers.length === 0) return;
  await tables(tx)
    .insertInto('mandate_transfer')
    .values(
      transfers.map((transfer) => ({ organization_id: organizationId, mandate_id: mandateId, ...entry, ...transfer })),
    )
    .execute();
}

/** What is held or was spent since a moment, in minor units of the mandate's currency. */
export async function sumUsedSince(h: Handle, key: MandateKey, since: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(case when status = 'open' then reserved else spent end), 0)::bigint as used from mandate_execution
    where organization_id = ${key.organizationId} and mandate_id = ${key.mandateId} and created_at >= ${since}`.execute(
    h.q,
  );
  return rows[0]?.used ?? 0;
}

/** One execution. */
export async function findExecution(
  h: Handle,
  { organizationId, executionId }: { readonly organizationId: OrganizationId; readonly executionId: string },
): Promise<Execution | undefined> {
  const row = await tables(h)
    .selectFrom('mandate_execution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  return row && toExecution(row);
}

/** Which executions are looked for. */
export interface ExecutionFilter {
  readonly organizationId: OrganizationId;
  readonly mandateId?: string;
  readonly tripId?: string;
  readonly proposalId?: string;
  readonly status?: ExecutionStatus;
  readonly limit: number;
}

/** Executions, newest first. */
export async function listExecutions(h: Handle, filter: ExecutionFilter): Promise<readonly Execution[]> {
  let query = tables(h)
    .selectFrom('mandate_execution')
    .selectAll()
    .where('organization_id', '=', filter.organizationId);
  if (filter.mandateId !== undefined) query = query.where('mandate_id', '=', filter.mandateId);
  if (filter.tripId !== undefined) query = query.where('trip_id', '=', filter.tripId);
  if (filter.proposalId !== undefined) query = query.where('proposal_id', '=', filter.proposalId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const rows = await query.orderBy('execution_id', 'desc').limit(filter.limit).execute();
  return rows.map(toExecution);
}

function toExecution(row: BudgetTables['mandate_execution']): Execution {
  return {
    organizationId: asId('organization', row.organization_id),
    executionId: asId('execution', row.execution_id),
    mandateId: row.mandate_id,
    proposalId: row.proposal_id ?? undefined,
    tripId: asId('trip', row.trip_id),
    paymentId: asId('payment', row.payment_id),
    status: row.status,
    reserved: row.reserved,
    spent: row.spent,
    rate: row.rate,
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
  };
}
