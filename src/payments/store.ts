import { type RawBuilder, sql } from 'kysely';
import { type Cte, cte, type WrittenCte } from '../platform/db/cte.ts';
import type { Handle, ReadHandle, Tx } from '../platform/db/db.ts';
import { preparedSql } from '../platform/db/prepared-sql.ts';
import type { OrganizationId, SessionId } from '../platform/ids.ts';
import type { Payment, PaymentKey, ReturnTo } from './model/payment.ts';
import { paymentTables, type PaymentRow, toPayment, toRow } from './store-rows.ts';

const selectPayment = preparedSql<PaymentRow>('select * from payment where organization_id = $1 and payment_id = $2');

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
    inserting(payment),
  );
}

/** A new payment. */
export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await inserting(payment).execute(tx.q);
}

function inserting(payment: Payment): RawBuilder<unknown> {
  const row = Object.entries(toRow(payment));
  return sql`insert into payment (${sql.join(row.map(([column]) => sql.ref(column)))})
    values (${sql.join(row.map(([, value]) => value))})`;
}

/** The payment, or undefined. */
export async function findPayment(h: Handle, key: PaymentKey): Promise<Payment | undefined> {
  const [row] = await selectPayment(h, [key.organizationId, key.paymentId]);
  return row && toPayment(row);
}

/** The payment with its row locked until the transaction ends. */
export async function findPaymentForUpdate(tx: Tx, key: PaymentKey): Promise<Payment | undefined> {
  const row = await paymentTables(tx)
    .selectFrom('payment')
    .selectAll()
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .forUpdate()
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Where the session of a payment leads back to. */
export async function setReturn(h: Handle, key: PaymentKey, { successUrl, cancelUrl }: ReturnTo): Promise<void> {
  await paymentTables(h)
    .updateTable('payment')
    .set({ success_url: successUrl ?? null, cancel_url: cancelUrl ?? null })
    .where('organization_id', '=', key.organizationId)
    .where('payment_id', '=', key.paymentId)
    .execute();
}

/** The newest payment of a checkout session. */
export async function findNewestBySession(
  h: Handle,
  organizationId: OrganizationId,
  sessionId: SessionId,
): Promise<Payment | undefined> {
  const row = await paymentTables(h)
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
  h: ReadHandle,
  after: { readonly organizationId: string; readonly paymentId: string },
  limit: number,
): Promise<readonly Payment[]> {
  const rows = await paymentTables(h)
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
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly Payment[]> {
  const rows = await paymentTables(h)
    .selectFrom('payment')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('trip_id', 'in', tripIds)
    .orderBy('created_at')
    .orderBy('payment_id')
    .execute();
  return rows.map(toPayment);
}
