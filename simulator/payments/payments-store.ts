import { sql } from 'kysely';
import type { Handle } from '../../src/platform/db/db.ts';
import { preparedSql } from '../../src/platform/db/prepared-sql.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import { type Money, money } from '../../src/travel/money.ts';
import { sandboxPaymentLifecycle, type SandboxPaymentStatus } from './payment-states.ts';

interface PaymentRow {
  organization_id: string;
  processor_ref: string;
  status: SandboxPaymentStatus;
  amount: number;
  currency: string;
  captured: number;
  refunded: number;
  refunds: Record<string, number>;
  decline_reason: string | null;
  verdict_after: 'authorised' | 'card_declined' | null;
  ready_at: Date | null;
  capture_before: Date | null;
  card_brand: string | null;
  card_last4: string | null;
}

/** What the payment's row holds of its card. */
export interface SandboxCard {
  readonly brand: string | undefined;
  readonly last4: string;
}

/** One payment at the built-in processor. */
export interface SandboxPayment {
  readonly processorRef: string;
  readonly status: SandboxPaymentStatus;
  readonly amount: Money;
  readonly amountCaptured: Money;
  readonly amountRefunded: Money;
  readonly declineReason: string | undefined;
  readonly verdictAfter: 'authorised' | 'card_declined' | undefined;
  readonly readyAt: Date | undefined;
  readonly captureBefore: Date | undefined;
  readonly card: SandboxCard | undefined;
}

/** What an attempt to pay leaves behind. */
export interface SandboxVerdict {
  readonly status: 'authorised' | 'declined' | 'requires_action' | 'processing';
  readonly declineReason: string | undefined;
  readonly verdictAfter: 'authorised' | 'card_declined' | undefined;
  readonly readyAt: Date | undefined;
  readonly captureBefore: Date | undefined;
}

const db = (h: Handle) => h.q.withTables<{ sandbox_payment: PaymentRow }>();
const capture = preparedSql<PaymentRow>(`update sandbox_payment set status = 'captured', captured = $3
  where organization_id = $1 and processor_ref = $2 and status = 'authorised' and capture_before > $5 and amount >= $3 and currency = $4 returning *`);
const submit =
  preparedSql<PaymentRow>(`insert into sandbox_payment (organization_id, processor_ref, amount, currency, status, decline_reason, verdict_after, ready_at, capture_before, card_brand, card_last4)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $12)
  on conflict (organization_id, processor_ref) do update set status = excluded.status, decline_reason = excluded.decline_reason, verdict_after = excluded.verdict_after,
    ready_at = excluded.ready_at, capture_before = excluded.capture_before, card_brand = excluded.card_brand, card_last4 = excluded.card_last4
  where sandbox_payment.status = any($10::text[]) returning *`);

/** Names one payment at the processor. */
export interface SandboxPaymentKey {
  readonly organizationId: OrganizationId;
  readonly processorRef: string;
}

/** The payment as it stands. */
export async function findPayment(h: Handle, key: SandboxPaymentKey): Promise<SandboxPayment | undefined> {
  const row = await db(h)
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('organization_id', '=', key.organizationId)
    .where('processor_ref', '=', key.processorRef)
    .executeTakeFirst();
  return row && toPayment(row);
}

/**
 * Writes the payment with the verdict on its first attempt, or the verdict alone on one that still takes attempts;
 * undefined when it does not.
 */
export async function submitVerdict(
  h: Handle,
  key: SandboxPaymentKey,
  attempt: {
    readonly amount: Money;
    readonly from: readonly SandboxPaymentStatus[];
    readonly verdict: SandboxVerdict;
    /** Undefined where it is paid otherwise. */
    readonly card: SandboxCard | undefined;
  },
): Promise<SandboxPayment | undefined> {
  const { status, declineReason, verdictAfter, readyAt, captureBefore } = attempt.verdict;
  const [row] = await submit(h, [
    key.organizationId,
    key.processorRef,
    attempt.amount.value,
    attempt.amount.currency,
    status,
    declineReason,
    verdictAfter,
    readyAt,
    captureBefore,
    attempt.from,
    attempt.card?.brand,
    attempt.card?.last4,
  ]);
  return row && toPayment(row);
}

/** Records a verdict on a payment that is in one of the statuses given; undefined when it is not. */
export async function updateVerdict(
  h: Handle,
  key: SandboxPaymentKey,
  from: readonly SandboxPaymentStatus[],
  verdict: SandboxVerdict,
): Promise<SandboxPayment | undefined> {
  const row = await db(h)
    .updateTable('sandbox_payment')
    .set(toVerdictColumns(verdict))
    .where('organization_id', '=', key.organizationId)
    .where('processor_ref', '=', key.processorRef)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Captures once, at most what is held and only while the hold lives; undefined when that is not the case. */
export async function updateCaptured(
  h: Handle,
  key: SandboxPaymentKey,
  amount: Money,
  now: Date,
): Promise<SandboxPayment | undefined> {
  const [row] = await capture(h, [key.organizationId, key.processorRef, amount.value, amount.currency, now]);
  return row && toPayment(row);
}

/** Releases a hold, or closes a payment nobody has paid; undefined when it is captured or already released. */
export async function updateReleased(
  h: Handle,
  key: SandboxPaymentKey,
  amount: Money,
): Promise<SandboxPayment | undefined> {
  const row = await db(h)
    .insertInto('sandbox_payment')
    .values({ ...newRow(key, amount), status: 'released' })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'processor_ref'])
        .doUpdateSet({ status: 'released' })
        .where('sandbox_payment.status', 'in', sandboxPaymentLifecycle.allowedFrom('released')),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Refunds once per reference, in total at most what was captured; undefined when that is not the case. */
export async function updateRefunded(
  h: Handle,
  key: SandboxPaymentKey,
  amount: Money,
  reference: string,
): Promise<SandboxPayment | undefined> {
  const row = await db(h)
    .updateTable('sandbox_payment')
    .set({
      refunded: sql<number>`refunded + ${amount.value}::bigint`,
      refunds: sql<Record<string, number>>`refunds || jsonb_build_object(${reference}::text, ${amount.value}::bigint)`,
    })
    .where('organization_id', '=', key.organizationId)
    .where('processor_ref', '=', key.processorRef)
    .where('currency', '=', amount.currency)
    .where(sql<boolean>`refunded + ${amount.value}::bigint <= captured`)
    .where(sql<boolean>`not jsonb_exists(refunds, ${reference}::text)`)
    .returningAll()
    .executeTakeFirst();
  return row && toPayment(row);
}

/** True when this refund has been made. */
export async function hasRefund(h: Handle, key: SandboxPaymentKey, reference: string): Promise<boolean> {
  const row = await db(h)
    .selectFrom('sandbox_payment')
    .select('processor_ref')
    .where('organization_id', '=', key.organizationId)
    .where('processor_ref', '=', key.processorRef)
    .where(sql<boolean>`jsonb_exists(refunds, ${reference}::text)`)
    .executeTakeFirst();
  return row !== undefined;
}

function newRow(key: SandboxPaymentKey, amount: Money) {
  return {
    organization_id: key.organizationId,
    processor_ref: key.processorRef,
    amount: amount.value,
    currency: amount.currency,
    captured: 0,
    refunded: 0,
    refunds: sql<Record<string, number>>`'{}'::jsonb`,
  };
}

function toVerdictColumns(verdict: SandboxVerdict) {
  return {
    status: verdict.status,
    decline_reason: verdict.declineReason ?? null,
    verdict_after: verdict.verdictAfter ?? null,
    ready_at: verdict.readyAt ?? null,
    capture_before: verdict.captureBefore ?? null,
  };
}

function toPayment(row: PaymentRow): SandboxPayment {
  return {
    processorRef: row.processor_ref,
    status: row.status,
    amount: money(row.amount, row.currency),
    amountCaptured: money(row.captured, row.currency),
    amountRefunded: money(row.refunded, row.currency),
    declineReason: row.decline_reason ?? undefined,
    verdictAfter: row.verdict_after ?? undefined,
    readyAt: row.ready_at ?? undefined,
    captureBefore: row.capture_before ?? undefined,
    card: row.card_last4 === null ? undefined : { brand: row.card_brand ?? undefined, last4: row.card_last4 },
  };
}
