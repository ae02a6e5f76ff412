import type { Money } from '../../travel/money.ts';
import type { ProcessorAnswer } from '../ports/payments.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import { toStripeAmount } from './amounts.ts';
import { isRefundMade } from './map-payment.ts';
import { LOOKS_MAX, readPayment, type StripeAdapter, type StripeReading, toLook } from './read-payment.ts';
import { unknownReply } from './replies.ts';
import { closeRecord } from './store.ts';

/**
 * Stripe answers a used key with the first answer again, a 500 included. Where its own state machine lets a thing
 * happen only once (capture, cancel, expire), a key is used for an hour, so that a stored failure does not stand in the
 * way for a day.
 */
const KEY_LIFE_MS = 3_600_000;

/**
 * Captures once, at most what is held; a payment that is past that answers as it stands. What is not captured is
 * released by Stripe.
 */
export async function capturePayment(
  adapter: StripeAdapter,
  processorRef: string,
  amount: Money,
  context: SupplierContext,
): Promise<ProcessorAnswer> {
  const seen = await readPayment(adapter, processorRef, context);
  if (seen.kind === 'unknown') return seen;
  const { record, session, intent, payment } = seen.reading;
  if (amount.value > record.amount.value || amount.currency !== record.amount.currency) {
    throw new SupplierFailure('rejected', 'The capture is larger than the authorisation or in another currency.');
  }
  if (payment.status !== 'authorised' || intent === undefined) return { kind: 'known', payment };
  const value = exactOrRefuse(amount);
  const reply = await adapter.client.captureIntent(intent.id, value, {
    key: keyOf(adapter, processorRef, `capture:${value}`),
    signal: context.signal,
  });
  if (reply.kind === 'unknown') return reply;
  if (reply.kind === 'done') return answerOf(await toLook(adapter, record, { session, intent: reply.value }, context));
  const after = answerOf(await readPayment(adapter, processorRef, context));
  if (after.kind === 'known' && after.payment.status === 'authorised')
    throw new SupplierFailure('rejected', reply.message);
  return after;
}

/** Gives back what is held and closes what nobody has paid: from the first step on nothing new can be paid. */
export async function releasePayment(
  adapter: StripeAdapter,
  processorRef: string,
  context: SupplierContext,
): Promise<ProcessorAnswer> {
  await closeRecord(adapter.db, { organizationId: context.organizationId, processorRef });
  let last: ProcessorAnswer = unknownReply('it changes faster than it can be closed');
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const seen = await readPayment(adapter, processorRef, context);
    last = answerOf(seen);
    if (seen.kind === 'unknown') return seen;
    const closed = await closeObject(adapter, seen.reading, context);
    if (closed === 'over') return last;
    if (closed.kind === 'unknown') return closed;
  }
  return last;
}

/**
 * One step of closing: the page first, for Stripe cancels no payment of an open page. A refusal means that it has just
 * changed.
 */
async function closeObject(
  adapter: StripeAdapter,
  { record, session, intent, payment }: StripeReading,
  context: SupplierContext,
): Promise<'over' | { readonly kind: 'done' | 'refused' } | { readonly kind: 'unknown'; readonly detail: string }> {
  if (payment.status === 'captured' || payment.status === 'processing') return 'over';
  if (session?.status === 'open') {
    return adapter.client.expireSession(session.id, {
      key: keyOf(adapter, record.processorRef, `expire:${record.generation}`),
      signal: context.signal,
    });
  }
  if (intent === undefined || intent.status === 'canceled') return 'over';
  return adapter.client.cancelIntent(intent.id, {
    key: keyOf(adapter, record.processorRef, `cancel:${record.generation}:${intent.status}`),
    signal: context.signal,
  });
}

/** Refunds once per reference, in total at most what was captured. */
export async function refundPayment(
  adapter: StripeAdapter,
  processorRef: string,
  refund: { readonly amount: Money; readonly reference: string },
  context: SupplierContext,
): Promise<ProcessorAnswer> {
  const seen = await readPayment(adapter, processorRef, context);
  if (seen.kind === 'unknown') return seen;
  const { record, intent, refunds, payment } = seen.reading;
  // A key is remembered for a day, a refund for good.
  if (refunds.some((made) => made.metadata?.['reference'] === refund.reference && isRefundMade(made)))
    return { kind: 'known', payment };
  const left = payment.amountCaptured.value - payment.amountRefunded.value;
  if (
    intent === undefined ||
    payment.status !== 'captured' ||
    refund.amount.currency !== record.amount.currency ||
    refund.amount.value > left
  ) {
    throw new SupplierFailure('rejected', 'The refund is larger than what is left of the capture.');
  }
  const reply = await adapter.client.createRefund(
    {
      payment_intent: intent.id,
      amount: exactOrRefuse(refund.amount),
      metadata: { organization_id: record.organizationId, payment_id: record.reference, reference: refund.reference },
    },
    { key: `${processorRef}:refund:${refund.reference}`, signal: context.signal },
  );
  if (reply.kind === 'unknown') return reply;
  if (reply.kind === 'refused') throw new SupplierFailure('rejected', reply.message);
  if (!isRefundMade(reply.value))
    throw new SupplierFailure('rejected', `Stripe could not make the refund (${reply.value.status}).`);
  return answerOf(await readPayment(adapter, processorRef, context));
}

function answerOf(look: Awaited<ReturnType<typeof readPayment>>): ProcessorAnswer {
  return look.kind === 'read' ? { kind: 'known', payment: look.reading.payment } : look;
}

function exactOrRefuse(amount: Money): number {
  const exact = toStripeAmount(amount);
  if (exact.kind === 'obstacle') throw new SupplierFailure('rejected', exact.reason);
  return exact.value;
}

function keyOf(adapter: StripeAdapter, processorRef: string, operation: string): string {
  return `${processorRef}:${operation}:${Math.floor(adapter.clock.now().getTime() / KEY_LIFE_MS)}`;
}
