import type { Handle, Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { type Money, money } from '../travel/money.ts';
import type { PaymentKey } from './model/payment.ts';
import { refundLifecycle, type RefundStatus } from './model/payment-states.ts';
import { paymentTables } from './store-rows.ts';

/** Intends a refund; false when this reference has been intended before. */
export async function insertRefund(
  tx: Tx,
  key: PaymentKey,
  refund: { readonly reference: string; readonly amount: Money },
  now: Date,
): Promise<boolean> {
  const result = await paymentTables(tx)
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
  return paymentTables(h)
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
  const rows = await paymentTables(h)
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
  const rows = await paymentTables(tx)
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
  const result = await paymentTables(tx)
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
  await paymentTables(tx)
    .updateTable('payment')
    .set((row) => ({ amount_refunded: row('amount_refunded', '+', amount.value) }))
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .execute();
}
