import type { Tx } from '../platform/db/db.ts';
import { type ExecutionId, newId, type PaymentId, type TripId } from '../platform/ids.ts';
import { reserveEntry, settleEntries } from './model/budget-entries.ts';
import { isUsedUp, type Mandate } from './model/mandate.ts';
import { addUsage, findMandateForUpdate, updateMandateStatus } from './store.ts';
import {
  type Execution,
  insertExecution,
  insertTransfers,
  listExecutions,
  settleExecutionRow,
} from './store-budget.ts';

/** A purchase that is about to be paid out of a mandate. */
export interface Reservation {
  readonly proposalId: string | undefined;
  readonly tripId: TripId;
  readonly paymentId: PaymentId;
  /** The most that can be taken, in minor units of the mandate's currency. */
  readonly amount: number;
  /** Units of the mandate's currency per unit of the payment's. */
  readonly rate: number;
  readonly now: Date;
}

/**
 * Holds a part of a mandate's budget for a payment, in the transaction that begins the payment's attempt. The caller
 * holds the mandate's lock and has judged its limits. Undefined while the payment is being paid out of a mandate
 * already. Holding more than is left throws: the database refuses it.
 */
export async function reserveBudget(
  tx: Tx,
  mandate: Mandate,
  reservation: Reservation,
): Promise<ExecutionId | undefined> {
  const { organizationId, mandateId, terms } = mandate;
  const { amount, now, ...which } = reservation;
  const executionId = newId('execution');
  const execution: Execution = {
    ...which,
    organizationId,
    executionId,
    mandateId,
    status: 'open',
    reserved: amount,
    spent: 0,
    createdAt: now,
    settledAt: undefined,
  };
  if (!(await insertExecution(tx, execution))) return undefined;
  await addUsage(tx, mandate, { reserved: amount, spent: 0, trips: 1 });
  const entry = { reference: executionId, currency: terms.currency, at: now };
  await insertTransfers(tx, mandate, entry, amount > 0 ? [reserveEntry(amount)] : []);
  return executionId;
}

/** What became of an execution: so much was taken, in minor units of the mandate's currency, or nothing was bought. */
export type ExecutionOutcome = { readonly kind: 'spent'; readonly taken: number } | { readonly kind: 'released' };

/** What a settlement changed. */
export interface Settlement {
  readonly mandate: Mandate;
  /** The mandate has just been used up by it. */
  readonly isExhausted: boolean;
}

/**
 * Enters what became of an execution, once, though several may bring it: what was taken is spent and the rest is
 * available again. Undefined when it was settled before.
 */
export async function settleExecution(
  tx: Tx,
  execution: Execution,
  outcome: ExecutionOutcome,
  at: Date,
): Promise<Settlement | undefined> {
  const mandate = await findMandateForUpdate(tx, execution);
  if (mandate === undefined) return undefined;
  const { reserved, executionId } = execution;
  const taken = outcome.kind === 'spent' ? Math.min(outcome.taken, reserved) : 0;
  if (!(await settleExecutionRow(tx, execution, outcome.kind, { spent: taken, at }))) return undefined;
  const trips = outcome.kind === 'spent' ? 0 : -1;
  await addUsage(tx, mandate, { reserved: -reserved, spent: taken, trips });
  const entry = { reference: executionId, currency: mandate.terms.currency, at };
  await insertTransfers(tx, mandate, entry, settleEntries(reserved, taken));
  const after: Mandate = {
    ...mandate,
    reserved: mandate.reserved - reserved,
    spent: mandate.spent + taken,
    tripsUsed: mandate.tripsUsed + trips,
  };
  return { mandate: after, isExhausted: await exhaust(tx, after, at) };
}

async function exhaust(tx: Tx, mandate: Mandate, at: Date): Promise<boolean> {
  const { organizationId, mandateId } = mandate;
  if (mandate.status !== 'active') return false;
  const open = await listExecutions(tx, { organizationId, mandateId, status: 'open', limit: 1 });
  return isUsedUp(mandate, open.length > 0) && (await updateMandateStatus(tx, mandate, 'exhausted', { endedAt: at }));
}
