import type { Handle } from '../../platform/db/db.ts';
import { asId, type OrganizationId } from '../../platform/ids.ts';
import { type Money, money } from '../../travel/money.ts';

interface StripePaymentRow {
  organization_id: string;
  processor_ref: string;
  reference: string;
  amount: number;
  currency: string;
  description: string;
  return_url: string;
  generation: number;
  object_kind: 'session' | 'intent' | null;
  object_id: string | null;
  session_expires_at: Date | null;
  is_closed: boolean;
}

/** Which object at Stripe stands for a payment of ours. */
export interface StripeRecord {
  readonly organizationId: OrganizationId;
  readonly processorRef: string;
  /** Our payment's id. */
  readonly reference: string;
  readonly amount: Money;
  readonly description: string;
  readonly returnUrl: string;
  /** Counts the objects made for it. */
  readonly generation: number;
  readonly objectKind: 'session' | 'intent' | undefined;
  /** Undefined while Stripe has not said who it is. */
  readonly objectId: string | undefined;
  readonly sessionExpiresAt: Date | undefined;
  readonly isClosed: boolean;
}

/** Names one payment. */
export interface StripeKey {
  readonly organizationId: OrganizationId;
  readonly processorRef: string;
}

const db = (h: Handle) => h.q.withTables<{ stripe_payment: StripePaymentRow }>();

/** Writes the payment unless it is known; answers it as it stands. */
export async function openRecord(h: Handle, record: StripeRecord): Promise<StripeRecord> {
  await db(h)
    .insertInto('stripe_payment')
    .values({
      organization_id: record.organizationId,
      processor_ref: record.processorRef,
      reference: record.reference,
      amount: record.amount.value,
      currency: record.amount.currency,
      description: record.description,
      return_url: record.returnUrl,
      generation: 0,
      object_kind: null,
      object_id: null,
      session_expires_at: null,
      is_closed: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await findRecord(h, record);
  if (found === undefined) throw new Error(`The Stripe payment ${record.processorRef} was written and is not there.`);
  return found;
}

/** The payment, or undefined. */
export async function findRecord(h: Handle, key: StripeKey): Promise<StripeRecord | undefined> {
  const row = await db(h)
    .selectFrom('stripe_payment')
    .selectAll()
    .where('organization_id', '=', key.organizationId)
    .where('processor_ref', '=', key.processorRef)
    .executeTakeFirst();
  return row && toRecord(row);
}

/**
 * Records that the next object is about to be made; undefined when the payment is closed, or no longer as `record`
 * says: somebody else has begun an object, or has learnt who the one begun is and may be paying with it.
 */
export async function beginObject(
  h: Handle,
  record: StripeRecord,
  next: { readonly kind: 'session' | 'intent'; readonly sessionExpiresAt: Date | undefined },
): Promise<StripeRecord | undefined> {
  const row = await db(h)
    .updateTable('stripe_payment')
    .set({
      generation: record.generation + 1,
      object_kind: next.kind,
      object_id: null,
      session_expires_at: next.sessionExpiresAt ?? null,
    })
    .where('organization_id', '=', record.organizationId)
    .where('processor_ref', '=', record.processorRef)
    .where('generation', '=', record.generation)
    .where('object_id', 'is not distinct from', record.objectId ?? null)
    .where('is_closed', '=', false)
    .returningAll()
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Records who the object is that was begun; false when it has been overtaken: then nobody may be sent to it. */
export async function saveObject(h: Handle, record: StripeRecord, objectId: string): Promise<boolean> {
  const result = await db(h)
    .updateTable('stripe_payment')
    .set({ object_id: objectId })
    .where('organization_id', '=', record.organizationId)
    .where('processor_ref', '=', record.processorRef)
    .where('generation', '=', record.generation)
    .where('is_closed', '=', false)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** From now on no page is opened and no token taken. */
export async function closeRecord(h: Handle, key: StripeKey): Promise<void> {
  await db(h)
    .updateTable('stripe_payment')
    .set({ is_closed: true })
    .where('organization_id', '=', key.organizationId)
    .where('processor_ref', '=', key.processorRef)
    .execute();
}

function toRecord(row: StripePaymentRow): StripeRecord {
  return {
    organizationId: asId('organization', row.organization_id),
    processorRef: row.processor_ref,
    reference: row.reference,
    amount: money(row.amount, row.currency),
    description: row.description,
    returnUrl: row.return_url,
    generation: row.generation,
    objectKind: row.object_kind ?? undefined,
    objectId: row.object_id ?? undefined,
    sessionExpiresAt: row.session_expires_at ?? undefined,
    isClosed: row.is_closed,
  };
}
