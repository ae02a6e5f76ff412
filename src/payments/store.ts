import { type QueryCreator, sql } from 'kysely';
import { ledgerCte, type NewLedgerEntry } from '../ledger/record-ledger.ts';
import { type Cte, cte, type WrittenCte } from '../platform/db/cte.ts';
import type { Handle, Tx } from '../platform/db/db.ts';
import { preparedSql } from '../platform/db/prepared-sql.ts';
import { asId, type OrganizationId, type SessionId } from '../platform/ids.ts';
import type { QueueCte } from '../platform/jobs/job.ts';
import { type Money, money } from '../travel/money.ts';
import type { Payment, PaymentKey, PurposeKind } from './model/payment.ts';
import { type PaymentStatus, refundLifecycle, type RefundStatus } from './model/payment-states.ts';

/** The table's columns. */
export interface PaymentRow {
  organization_id: string;
  payment_id: string;
  purpose_kind: PurposeKind;
  purpose_id: string;
  trip_id: string;
  session_id: string;
  processor_id: string | null;
  processor_ref: string | null;
  status: PaymentStatus;
  amount: number;
  currency: string;
  amount_to_capture: number | null;
  amount_captured: number;
  amount_refunded: number;
  attempt: number;
  in_flight_until: Date | null;
  decline_reason: string | null;
  capture_before: Date | null;
  description: string;
  expires_at: Date;
  created_at: Date;
}
type PaymentTables = {
  payment: PaymentRow;
  payment_refund: {
    organization_id: string;
    payment_id: string;
    reference: string;
    amount: number;
    status: RefundStatus;
    created_at: Date;
  };
};
const db = (h: Handle) => h.q.withTables<PaymentTables>();
const selectPayment = preparedSql<PaymentRow>('select * from payment where organization_id = $1 and payment_id = $2');

/** What a move along the state table may write beside the status. */
export interface PaymentChange {
  readonly processorId?: string;
  readonly processorRef?: string;
  readonly attempt?: number;
  readonly inFlightUntil?: Date | null;
  readonly declineReason?: string | null;
  readonly captureBefore?: Date | null;
  readonly amountToCapture?: Money;
  readonly amountCaptured?: Money;
}

/** What the part that opens a payment returns. */
export type OpenedRow = { payment_id: string };

/** Writes a new payment as a part of another statement, if and only if `moved`, an earlier part of it, has a row. */
export function paymentCte(payment: Payment, moved: Cte): WrittenCte<'opened', OpenedRow> {
  return cte(
    'opened',
    sql<OpenedRow>`(
    insert into payment select opened.* from ${moved.ref}, jsonb_populate_record(null::payment, ${JSON.stringify(toRow(payment))}::jsonb) as opened
    returning payment_id
  )`,
  );
}

/** A new payment. */
export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await db(tx).insertInto('payment').values(toRow(payment)).execute();
}

/** The payment, or undefined. */
export async function findPayment(h: Handle, key: PaymentKey): Promise<Payment | undefined> {
  const [row] = await selectPayment(h, [key.organizationId, key.paymentId]);
  return row && toPayment(row);
}

/** The payment with its row locked until the transaction ends. */
export async function findPaymentForUpdate(tx: Tx, key: PaymentKey): Promise<Payment | undefined> {
  const row = await db(tx)
    .selectFrom('payment')
    .selectAll()
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .forUpdate()
    .executeTakeFirst();
  return row && toPayment(row);
}

/** The newest payment of a checkout session. */
export async function findNewestBySession(
  h: Handle,
  organizationId: OrganizationId,
  sessionId: SessionId,
): Promise<Payment | undefined> {
  const row = await db(h)
    .selectFrom('payment')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .orderBy('payment_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Payments of the whole installation after a key, for reconcile. */
export async function listPaymentsAfter(
  h: Handle,
  after: { readonly organizationId: string; readonly paymentId: string },
  limit: number,
): Promise<readonly Payment[]> {
  const rows = await db(h)
    .selectFrom('payment')
    .selectAll()
    .where(sql<boolean>`(organization_id, payment_id) > (${after.organizationId}, ${after.paymentId})`)
    .orderBy('organization_id')
    .orderBy('payment_id')
    .limit(limit)
    .execute();
  return rows.map(toPayment);
}

/** Every payment of these trips, in the order they were opened. */
export async function listByTrips(
  h: Handle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly Payment[]> {
  const rows = await db(h)
    .selectFrom('payment')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('trip_id', 'in', tripIds)
    .orderBy('created_at')
    .orderBy('payment_id')
    .execute();
  return rows.map(toPayment);
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
  const row = await moving(db(tx), key, from, { to, change }).executeTakeFirst();
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
  const moved = cte('moved');
  const queue = queueCte(moved);
  const row = await db(tx)
    .with(moved.name, (q) => moving(q, key, from, move))
    .with(queue.name, () => queue.sql)
    .selectFrom(moved.name)
    .selectAll()
    .executeTakeFirst();
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
  const moved = cte('moved');
  const entered = ledgerCte(entries, moved);
  const queue = queueCte?.(moved);
  const entering = db(tx)
    .with(moved.name, (q) => moving(q, key, from, move))
    .with(entered.name, () => entered.sql);
  const whole = queue === undefined ? entering : entering.with(queue.name, () => queue.sql);
  const row = await whole.selectFrom(moved.name).selectAll().executeTakeFirst();
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

function moving(q: QueryCreator<PaymentTables>, key: PaymentKey, from: MoveFrom, { to, change }: PaymentMove) {
  const update = q
    .updateTable('payment')
    .set({ status: to, ...toColumns(change) })
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .where('status', 'in', from.statuses);
  return (from.attempt === undefined ? update : update.where('attempt', '=', from.attempt)).returningAll();
}

/** Intends a refund; false when this reference has been intended before. */
export async function insertRefund(
  tx: Tx,
  key: PaymentKey,
  refund: { readonly reference: string; readonly amount: Money },
  now: Date,
): Promise<boolean> {
  const result = await db(tx)
    .insertInto('payment_refund')
    .values({
      organization_id: key.organizationId,
      payment_id: key.paymentId,
      reference: refund.reference,
      amount: refund.amount.value,
      status: 'intended',
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** What became of a refund. */
export async function findRefund(
  h: Handle,
  key: PaymentKey,
  reference: string,
): Promise<{ readonly amount: number; readonly status: RefundStatus } | undefined> {
  return db(h)
    .selectFrom('payment_refund')
    .select(['amount', 'status'])
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Refunds of a trip's payments, made or still to be made, in the order they were asked for. */
export async function listRefundsByTrip(
  h: Handle,
  organizationId: OrganizationId,
  tripId: string,
): Promise<
  readonly { readonly reference: string; readonly amount: Money; readonly status: RefundStatus; readonly at: Date }[]
> {
  const rows = await db(h)
    .selectFrom('payment_refund')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.organization_id', '=', 'payment_refund.organization_id')
        .onRef('payment.payment_id', '=', 'payment_refund.payment_id'),
    )
    .select([
      'payment_refund.reference',
      'payment_refund.amount',
      'payment_refund.status',
      'payment_refund.created_at',
      'payment.currency',
    ])
    .where('payment.organization_id', '=', organizationId)
    .where('payment.trip_id', '=', tripId)
    .orderBy('payment_refund.created_at')
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    amount: money(row.amount, row.currency),
    status: row.status,
    at: row.created_at,
  }));
}

/** Minor units of refunds that are made or may still be made. */
export async function sumRefunds(tx: Tx, key: PaymentKey): Promise<number> {
  const rows = await db(tx)
    .selectFrom('payment_refund')
    .select('amount')
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .where('status', '!=', 'refused')
    .execute();
  return rows.reduce((sum, row) => sum + row.amount, 0);
}

/** Settles an intended refund; false when it was settled before. */
export async function settleRefund(
  tx: Tx,
  key: PaymentKey,
  reference: string,
  status: Exclude<RefundStatus, 'intended'>,
): Promise<boolean> {
  const result = await db(tx)
    .updateTable('payment_refund')
    .set({ status })
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .where('reference', '=', reference)
    .where('status', 'in', refundLifecycle.allowedFrom(status))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Adds to what has been refunded. */
export async function addRefunded(tx: Tx, key: PaymentKey, amount: Money): Promise<void> {
  await db(tx)
    .updateTable('payment')
    .set((row) => ({ amount_refunded: row('amount_refunded', '+', amount.value) }))
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .execute();
}

function toRow(payment: Payment): PaymentRow {
  return {
    organization_id: payment.organizationId,
    payment_id: payment.paymentId,
    purpose_kind: payment.purpose.kind,
    purpose_id: payment.purpose.id,
    trip_id: payment.tripId,
    session_id: payment.sessionId,
    processor_id: null,
    processor_ref: null,
    status: payment.status,
    amount: payment.amount.value,
    currency: payment.amount.currency,
    amount_to_capture: null,
    amount_captured: 0,
    amount_refunded: 0,
    attempt: payment.attempt,
    in_flight_until: null,
    decline_reason: null,
    capture_before: null,
    description: payment.description,
    expires_at: payment.expiresAt,
    created_at: payment.createdAt,
  };
}

function toColumns(change: PaymentChange): Partial<PaymentRow> {
  return {
    ...(change.processorId !== undefined && { processor_id: change.processorId }),
    ...(change.processorRef !== undefined && { processor_ref: change.processorRef }),
    ...(change.attempt !== undefined && { attempt: change.attempt }),
    ...(change.inFlightUntil !== undefined && { in_flight_until: change.inFlightUntil }),
    ...(change.declineReason !== undefined && { decline_reason: change.declineReason }),
    ...(change.captureBefore !== undefined && { capture_before: change.captureBefore }),
    ...(change.amountToCapture !== undefined && { amount_to_capture: change.amountToCapture.value }),
    ...(change.amountCaptured !== undefined && { amount_captured: change.amountCaptured.value }),
  };
}

/** A payment as its row tells it. */
export function toPayment(row: PaymentRow): Payment {
  return {
    organizationId: asId('organization', row.organization_id),
    paymentId: asId('payment', row.payment_id),
    purpose: { kind: row.purpose_kind, id: row.purpose_id },
    tripId: asId('trip', row.trip_id),
    sessionId: asId('session', row.session_id),
    processorId: row.processor_id ?? undefined,
    processorRef: row.processor_ref ?? undefined,
    status: row.status,
    amount: money(row.amount, row.currency),
    amountToCapture: row.amount_to_capture === null ? undefined : money(row.amount_to_capture, row.currency),
    amountCaptured: money(row.amount_captured, row.currency),
    amountRefunded: money(row.amount_refunded, row.currency),
    attempt: row.attempt,
    inFlightUntil: row.in_flight_until ?? undefined,
    declineReason: row.decline_reason ?? undefined,
    captureBefore: row.capture_before ?? undefined,
    description: row.description,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
