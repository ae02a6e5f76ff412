import type { Clock } from '../../platform/clock.ts';
import type { FaultPoints } from '../../platform/fault-points.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ProcessorAnswer, ProcessorPayment } from '../ports/payments.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import type { StripeClient } from './client.ts';
import { toProcessorPayment } from './map-payment.ts';
import { type StripeReply, unknownReply } from './replies.ts';
import { findRecord, type StripeRecord } from './store.ts';
import type { StripeIntent, StripeRefund, StripeSession } from './wire.ts';

/** What the adapter works with. */
export interface StripeAdapter {
  readonly client: StripeClient;
  readonly db: Db;
  /** Real time, which Stripe's instants are of. */
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

/** A payment as it stands at Stripe at this moment, with what it was read from. */
export interface StripeReading {
  readonly record: StripeRecord;
  readonly session: StripeSession | undefined;
  readonly intent: StripeIntent | undefined;
  readonly refunds: readonly StripeRefund[];
  readonly payment: ProcessorPayment;
}
export type StripeLook =
  | { readonly kind: 'read'; readonly reading: StripeReading }
  | { readonly kind: 'unknown'; readonly detail: string };

/** How many times a payment that changes under our hands is looked at again. */
export const LOOKS_MAX = 3;

/** The payment as it stands. */
export async function getPayment(
  adapter: StripeAdapter,
  processorRef: string,
  context: SupplierContext,
): Promise<ProcessorAnswer> {
  const look = await readPayment(adapter, processorRef, context);
  return look.kind === 'read' ? { kind: 'known', payment: look.reading.payment } : look;
}

/**
 * Asks Stripe about the object that stands for the payment. Throws `rejected` for a name this organization never got.
 */
export async function readPayment(
  adapter: StripeAdapter,
  processorRef: string,
  context: SupplierContext,
): Promise<StripeLook> {
  const record = await findRecord(adapter.db, { organizationId: context.organizationId, processorRef });
  if (record === undefined) throw new SupplierFailure('rejected', 'No payment has this reference.');
  // Nobody can have paid an object whose address nobody was given.
  if (record.objectId === undefined) return toLook(adapter, record, { session: undefined, intent: undefined }, context);
  if (record.objectKind === 'intent') {
    const reply = await adapter.client.getIntent(record.objectId, context.signal);
    return reply.kind === 'done'
      ? toLook(adapter, record, { session: undefined, intent: reply.value }, context)
      : toUnknown(reply);
  }
  const reply = await adapter.client.getSession(record.objectId, context.signal);
  if (reply.kind !== 'done') return toUnknown(reply);
  return toLook(adapter, record, { session: reply.value, intent: reply.value.payment_intent ?? undefined }, context);
}

/** A payment after an answer of Stripe's about its PaymentIntent. */
export async function toLook(
  adapter: StripeAdapter,
  record: StripeRecord,
  seen: Pick<StripeReading, 'session' | 'intent'>,
  context: SupplierContext,
): Promise<StripeLook> {
  const refunds = await readRefunds(adapter, seen.intent, context);
  if (refunds.kind !== 'done') return toUnknown(refunds);
  const payment = toProcessorPayment({
    ...seen,
    processorRef: record.processorRef,
    requested: record.amount,
    isClosed: record.isClosed,
    refunds: refunds.value,
    clockAheadMs: context.now.getTime() - adapter.clock.now().getTime(),
  });
  if (payment === undefined) return unknownReply(`Stripe tells of ${record.objectId} what we do not understand`);
  return { kind: 'read', reading: { record, ...seen, refunds: refunds.value, payment } };
}

/** Only captured money can have been given back. */
async function readRefunds(
  adapter: StripeAdapter,
  intent: StripeIntent | undefined,
  context: SupplierContext,
): Promise<StripeReply<readonly StripeRefund[]>> {
  if (intent?.status !== 'succeeded') return { kind: 'done', value: [] };
  const reply = await adapter.client.listRefunds(intent.id, context.signal);
  return reply.kind === 'done' ? { kind: 'done', value: reply.value.data } : reply;
}

/** A look-up that was refused (another account's key, for instance) proves nothing about the payment. */
function toUnknown(reply: Exclude<StripeReply<unknown>, { readonly kind: 'done' }>): {
  readonly kind: 'unknown';
  readonly detail: string;
} {
  return unknownReply(reply.kind === 'unknown' ? reply.detail : reply.message);
}
