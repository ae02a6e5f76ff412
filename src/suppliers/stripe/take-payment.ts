import { createHash } from 'node:crypto';
import type { PayerPage, ProcessorAnswer, ProcessorPayment } from '../ports/payments.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import { toStripeAmount } from './amounts.ts';
import { declineReasonOf } from './decline-reason.ts';
import { getPayment, LOOKS_MAX, readPayment, type StripeAdapter, type StripeReading, toLook } from './read-payment.ts';
import { type StripeReply, unknownReply } from './replies.ts';
import { beginObject, saveObject, type StripeRecord } from './store.ts';
import type { StripeIntent, StripeSession } from './wire.ts';

/** Stripe takes no page that lives shorter than 30 minutes. */
const PAGE_LIFE_LEAST_MS = 30 * 60_000;
/** Some more for a request that has to be repeated. */
const PAGE_LIFE_MIN_MS = PAGE_LIFE_LEAST_MS + 5 * 60_000;
/** Longer than any call to the processor may be under way. */
const CONFIRM_SECONDS_MAX = 60;
const PAYABLE: readonly ProcessorPayment['status'][] = ['open', 'declined', 'released', 'requires_action'];
const TOKEN_DIGEST_LENGTH = 16;
const OVERTAKEN = 'another attempt has begun at the same moment';

/**
 * The page the payer is sent to: the one that is open, or a new one where the last can no longer be paid. At most one
 * object of a payment can be paid at any time: the next is made when the one before is over.
 */
export async function openPage(
  adapter: StripeAdapter,
  processorRef: string,
  expiresAt: Date,
  context: SupplierContext,
): Promise<PayerPage> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const seen = await readPayment(adapter, processorRef, context);
    if (seen.kind === 'unknown') return seen;
    const { record, session, intent, payment } = seen.reading;
    if (session?.status === 'open' && session.url) return { kind: 'page', url: session.url };
    if (!isPayable(seen.reading)) return { kind: 'known', payment };
    // What an agent left unpaid is given up before anybody else may pay.
    if (isLive(intent)) {
      if (payment.status === 'open' && isBeingConfirmed(adapter, intent))
        return unknownReply('an agent is paying at this moment');
      const cancelled = await adapter.client.cancelIntent(intent.id, {
        key: `${processorRef}:supersede:${record.generation}`,
        signal: context.signal,
      });
      if (cancelled.kind === 'unknown') return cancelled;
      continue;
    }
    const begun = await beginSession(adapter, seen.reading, expiresAt, context);
    if (begun === undefined) continue;
    adapter.faults.pass('stripe.after_page_intent');
    const made = await createSession(adapter, begun, context);
    adapter.faults.pass('stripe.after_page_call');
    if (made.kind === 'unknown') return made;
    if (made.kind === 'refused') throw new SupplierFailure('rejected', made.message);
    const isSaved = await saveObject(adapter.db, begun, made.value.id);
    adapter.faults.pass('stripe.after_page_saved');
    if (made.value.url && isSaved) return { kind: 'page', url: made.value.url };
  }
  return unknownReply(OVERTAKEN);
}

/**
 * Pays with a token an agent holds: a PaymentIntent first, known to us, then its confirmation, so that it can always be
 * looked up.
 */
export async function submitSharedToken(
  adapter: StripeAdapter,
  processorRef: string,
  token: string,
  context: SupplierContext,
): Promise<ProcessorAnswer> {
  const seen = await readPayment(adapter, processorRef, context);
  if (seen.kind === 'unknown') return seen;
  const { session, payment } = seen.reading;
  if (!isPayable(seen.reading) || session?.status === 'open') return { kind: 'known', payment };
  const prepared = await prepareIntent(adapter, seen.reading, context);
  if (prepared.kind === 'unknown') return prepared;
  if (prepared.kind === 'refused') throw new SupplierFailure('rejected', prepared.message);
  const { record, intentId } = prepared.value;
  const digest = createHash('sha256').update(token).digest('hex').slice(0, TOKEN_DIGEST_LENGTH);
  const confirmed = await adapter.client.confirmIntent(
    intentId,
    { token, returnUrl: record.returnUrl },
    {
      key: `${processorRef}:confirm:${record.generation}:${digest}`,
      signal: context.signal,
    },
  );
  switch (confirmed.kind) {
    case 'unknown':
      return confirmed;
    case 'refused':
      return judgeRefusal(await getPayment(adapter, processorRef, context), confirmed);
    case 'done': {
      const look = await toLook(adapter, record, { session: undefined, intent: confirmed.value }, context);
      return look.kind === 'read' ? { kind: 'known', payment: look.reading.payment } : look;
    }
    default:
      return confirmed satisfies never;
  }
}

/**
 * A token that is unknown, spent, too small or revoked never became an attempt: for the agent it is declined all the
 * same.
 */
function judgeRefusal(
  answer: ProcessorAnswer,
  refused: { readonly code: string; readonly declineCode: string | undefined },
): ProcessorAnswer {
  if (answer.kind === 'unknown' || answer.payment.status !== 'open') return answer;
  return {
    kind: 'known',
    payment: {
      ...answer.payment,
      status: 'declined',
      declineReason: declineReasonOf({ code: refused.code, decline_code: refused.declineCode }),
    },
  };
}

function isPayable({ record, payment }: StripeReading): boolean {
  return !record.isClosed && PAYABLE.includes(payment.status);
}

/** Written down and not confirmed yet: the confirmation may be on its way. */
function isBeingConfirmed(adapter: StripeAdapter, intent: StripeIntent): boolean {
  return adapter.clock.now().getTime() - intent.created * 1000 < CONFIRM_SECONDS_MAX * 1000;
}

function isLive(intent: StripeIntent | undefined): intent is StripeIntent {
  return intent !== undefined && intent.status !== 'canceled';
}

/** The page that is being made already (its answer was lost, or is on its way), else the next. */
async function beginSession(
  adapter: StripeAdapter,
  { record }: StripeReading,
  expiresAt: Date,
  context: SupplierContext,
): Promise<StripeRecord | undefined> {
  const now = adapter.clock.now().getTime();
  const isBegun = record.objectKind === 'session' && record.objectId === undefined;
  if (isBegun && (record.sessionExpiresAt?.getTime() ?? 0) - now > PAGE_LIFE_LEAST_MS) return record;
  // The link's end is on the organization's clock, Stripe's on the real one. Written down, so that a repeat is the same
  // request.
  const lifeMs = Math.max(expiresAt.getTime() - context.now.getTime(), PAGE_LIFE_MIN_MS);
  return beginObject(adapter.db, record, { kind: 'session', sessionExpiresAt: new Date(now + lifeMs) });
}

async function createSession(
  adapter: StripeAdapter,
  record: StripeRecord,
  context: SupplierContext,
): Promise<StripeReply<StripeSession>> {
  const metadata = metadataOf(record);
  const { currency } = record.amount;
  return adapter.client.createSession(
    {
      mode: 'payment',
      client_reference_id: record.reference,
      metadata,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: exactAmount(record),
            product_data: { name: record.description },
          },
        },
      ],
      payment_intent_data: { capture_method: 'manual', description: record.description, metadata },
      success_url: `${record.returnUrl}?paid=1`,
      cancel_url: record.returnUrl,
      ...(record.sessionExpiresAt ? { expires_at: Math.floor(record.sessionExpiresAt.getTime() / 1000) } : {}),
    },
    { key: `${record.processorRef}:session:${record.generation}`, signal: context.signal },
  );
}

interface PreparedIntent {
  readonly record: StripeRecord;
  readonly intentId: string;
}

/** A new PaymentIntent, also after a decline: two attempts never share one. Until it is confirmed it holds nothing. */
async function prepareIntent(
  adapter: StripeAdapter,
  { record }: StripeReading,
  context: SupplierContext,
): Promise<StripeReply<PreparedIntent>> {
  const isBegun = record.objectKind === 'intent' && record.objectId === undefined;
  const begun = isBegun
    ? record
    : await beginObject(adapter.db, record, { kind: 'intent', sessionExpiresAt: undefined });
  if (begun === undefined) return unknownReply(OVERTAKEN);
  adapter.faults.pass('stripe.after_token_intent');
  const made = await adapter.client.createIntent(
    {
      amount: exactAmount(begun),
      currency: begun.amount.currency.toLowerCase(),
      capture_method: 'manual',
      description: begun.description,
      metadata: metadataOf(begun),
    },
    { key: `${begun.processorRef}:intent:${begun.generation}`, signal: context.signal },
  );
  adapter.faults.pass('stripe.after_token_call');
  if (made.kind !== 'done') return made;
  const isSaved = await saveObject(adapter.db, begun, made.value.id);
  adapter.faults.pass('stripe.after_token_saved');
  return isSaved ? { kind: 'done', value: { record: begun, intentId: made.value.id } } : unknownReply(OVERTAKEN);
}

function exactAmount(record: StripeRecord): number {
  const amount = toStripeAmount(record.amount);
  if (amount.kind === 'obstacle') throw new SupplierFailure('rejected', amount.reason);
  return amount.value;
}

/** Says in Stripe's own pages, and in every callback, whose payment it is. */
function metadataOf(record: StripeRecord): Record<string, string> {
  return { organization_id: record.organizationId, payment_id: record.reference };
}
