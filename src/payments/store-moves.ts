import { sql } from 'kysely';
import { ledgerCte, type NewLedgerEntry } from '../ledger/record-ledger.ts';
import { type Cte, cte, type WrittenCte } from '../platform/db/cte.ts';
import type { Tx } from '../platform/db/db.ts';
import { runCtes } from '../platform/db/distribution/run-ctes.ts';
import type { QueueCte } from '../platform/jobs/job.ts';
import type { PaidCard } from '../suppliers/ports/payments.ts';
import type { Money } from '../travel/money.ts';
import type { Payment, PaymentKey } from './model/payment.ts';
import { paymentLifecycle, type PaymentStatus } from './model/payment-states.ts';
import { paymentTables, type PaymentRow, toPayment } from './store-rows.ts';

/** What a move along the state table may write beside the status. */
export interface PaymentChange {
  readonly processorId?: string;
  readonly processorRef?: string;
  readonly attempt?: number;
  readonly inFlightUntil?: Date | null;
  readonly declineReason?: string | null;
  readonly captureBefore?: Date | null;
  readonly card?: PaidCard;
  readonly amountToCapture?: Money;
  readonly amountCaptured?: Money;
}

/** Which payment a move takes: one in these statuses and, when named, in this attempt. */
interface MoveFrom {
  readonly statuses: readonly PaymentStatus[];
  readonly attempt?: number;
}

/** Where a payment goes, and what is written on the way. */
export interface PaymentMove {
  readonly to: PaymentStatus;
  readonly change: PaymentChange;
}

/**
 * Moves a payment that stands in one of the statuses given (and, when named, in this attempt); undefined when it does
 * not. One statement is the lock, the check and the write, so that of two who bring the same outcome one finds nothing
 * to do.
 */
export async function updateStatus(
  tx: Tx,
  key: PaymentKey,
  from: MoveFrom,
  to: PaymentStatus,
  change: PaymentChange,
): Promise<Payment | undefined> {
  const row = await moving(tx, key, from, { to, change }).executeTakeFirst();
  return row && toPayment(row);
}

/** Moves a payment and does what the move means for the queue, with one statement. */
export async function updateQueued(
  tx: Tx,
  key: PaymentKey,
  from: MoveFrom,
  move: PaymentMove,
  queueCte: QueueCte,
): Promise<Payment | undefined> {
  const moved = cte('moved', sql<PaymentRow>`(${moving(tx, key, from, move)})`);
  const row = await runCtes(tx, moved, [moved, queueCte(moved)]);
  return row && toPayment(row);
}

/**
 * Moves a payment and enters what the move means for the trip's money, and for the queue, with one statement: entered
 * if and only if the payment moves.
 */
export async function updateEntered(
  tx: Tx,
  key: PaymentKey,
  from: MoveFrom,
  move: PaymentMove,
  { entries, queueCte }: { readonly entries: readonly NewLedgerEntry[]; readonly queueCte?: QueueCte },
): Promise<Payment | undefined> {
  const moved = cte('moved', sql<PaymentRow>`(${moving(tx, key, from, move)})`);
  const row = await runCtes(tx, moved, [moved, ledgerCte(entries, moved), queueCte?.(moved)]);
  return row && toPayment(row);
}

/**
 * Records what will be requested of the processor next, as a part of the statement that takes the step before: the
 * payment moves if and only if `ready`, an earlier part of it, has a row, and is returned as a row. Only an authorised
 * payment is captured or released.
 */
export function intendedCte(
  key: PaymentKey,
  { to, change }: PaymentMove,
  ready: Cte,
): WrittenCte<'intended', PaymentRow> {
  return cte(
    'intended',
    sql<PaymentRow>`(
    update payment set status = ${to}, amount_to_capture = coalesce(${change.amountToCapture?.value ?? null}::bigint, amount_to_capture)
    where organization_id = ${key.organizationId} and payment_id = ${key.paymentId} and status = 'authorised' and ${ready.exists}
    returning payment.*
  )`,
  );
}

/** The statement that moves a payment. The table is the rule: to name a move that it does not have is a mistake. */
function moving(tx: Tx, key: PaymentKey, from: MoveFrom, { to, change }: PaymentMove) {
  for (const status of from.statuses) paymentLifecycle.moveOrStay(status, to);
  const update = paymentTables(tx)
    .updateTable('payment')
    .set({ status: to, ...toColumns(change) })
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .where('status', 'in', from.statuses);
  return (from.attempt === undefined ? update : update.where('attempt', '=', from.attempt)).returningAll();
}

function toColumns(change: PaymentChange): Partial<PaymentRow> {
  return {
    ...(change.processorId !== undefined && { processor_id: change.processorId }),
    ...(change.processorRef !== undefined && { processor_ref: change.processorRef }),
    ...(change.attempt !== undefined && { attempt: change.attempt }),
    ...(change.inFlightUntil !== undefined && { in_flight_until: change.inFlightUntil }),
    ...(change.declineReason !== undefined && { decline_reason: change.declineReason }),
    ...(change.captureBefore !== undefined && { capture_before: change.captureBefore }),
    ...(change.card !== undefined && {
      card_brand: change.card.brand ?? null,
      card_last4: change.card.last4,
      card_wallet: change.card.wallet ?? null,
    }),
    ...(change.amountToCapture !== undefined && { amount_to_capture: change.amountToCapture.value }),
    ...(change.amountCaptured !== undefined && { amount_captured: change.amountCaptured.value }),
  };
}
