import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { asId } from '../../../src/platform/ids.ts';
import type { PaymentProcessor, ProcessorAnswer, ProcessorCallback } from '../../../src/suppliers/ports/payments.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';

/** A callback as it would go over the wire. */
export interface SignedCallback {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Who sends the callbacks of the built-in processor, and how they are signed. */
export interface CallbackSender {
  readonly secret: string;
  /** Real time, which signatures are dated by. */
  now(): Date;
  /**
   * Takes each callback as it happens, before the answer to the call that caused it; when, whether and how often it
   * arrives is up to it.
   */
  deliver(callback: SignedCallback): void;
}

const SIGNATURE_HEADER = 'bly-sandbox-signature';
/** Oldest signature that is believed: as everywhere (contract, section 9). */
const TOLERANCE_SECONDS = 300;

const Notice = z.object({
  event: z.string().max(100),
  organization_id: z.string().min(1).max(64),
  payment_id: z.string().min(1).max(64),
});

/**
 * Gives the built-in processor what processors elsewhere have: a signed callback for everything that becomes known. It
 * is not needed where processor and service are one process; tests deliver it late, twice, in the wrong order or never.
 */
export function withSignedCallbacks(processor: PaymentProcessor, sender: CallbackSender): PaymentProcessor {
  const notify = async (
    processorRef: string,
    { organizationId }: SupplierContext,
    call: Promise<ProcessorAnswer>,
  ): Promise<ProcessorAnswer> => {
    const answer = await call;
    const reference = /^sp_(.+)_\d{1,15}_[A-Z]{3}_[0-9a-f]+$/.exec(processorRef)?.[1];
    if (answer.kind === 'known' && reference !== undefined) {
      sender.deliver(
        signCallback(sender, {
          event: `payment.${answer.payment.status}`,
          organization_id: organizationId,
          payment_id: reference,
        }),
      );
    }
    return answer;
  };
  return {
    ...processor,
    submitCard: (processorRef, card, context) =>
      notify(processorRef, context, processor.submitCard(processorRef, card, context)),
    completeAction: (processorRef, result, context) =>
      notify(processorRef, context, processor.completeAction(processorRef, result, context)),
    submitSharedToken: (processorRef, token, context) =>
      notify(processorRef, context, processor.submitSharedToken(processorRef, token, context)),
    capture: (processorRef, amount, context) =>
      notify(processorRef, context, processor.capture(processorRef, amount, context)),
    release: (processorRef, context) => notify(processorRef, context, processor.release(processorRef, context)),
    refund: (processorRef, amount, reference, context) =>
      notify(processorRef, context, processor.refund(processorRef, amount, reference, context)),
    readCallback: (callback) => readCallback(sender, callback),
  };
}

/** Signs a body: `t=<unix>,v1=<hex>` over `t.body`, in the manner of Stripe. */
export function signCallback(
  { secret, now }: Pick<CallbackSender, 'secret' | 'now'>,
  notice: z.infer<typeof Notice>,
): SignedCallback {
  const body = JSON.stringify(notice);
  const t = Math.floor(now().getTime() / 1000);
  return { body, headers: { [SIGNATURE_HEADER]: `t=${t},v1=${digest(secret, t, body).toString('hex')}` } };
}

/** Whose payment a callback is about; nothing else it says is believed. */
function readCallback(
  { secret, now }: CallbackSender,
  { body, headers }: Parameters<NonNullable<PaymentProcessor['readCallback']>>[0],
): ProcessorCallback {
  const [, t = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers[SIGNATURE_HEADER])) ?? [];
  const text = body.toString('utf8');
  const isOld = Math.abs(now().getTime() / 1000 - Number(t)) > TOLERANCE_SECONDS;
  if (signature === '' || isOld || !timingSafeEqual(Buffer.from(signature, 'hex'), digest(secret, Number(t), text)))
    return { kind: 'forged' };
  const parsed = Notice.safeParse(parseJson(text));
  if (!parsed.success) return { kind: 'ignored', what: 'a callback we cannot read' };
  const { event, organization_id: organizationId, payment_id: reference } = parsed.data;
  return { kind: 'payment', organizationId: asId('organization', organizationId), reference, what: event };
}

function digest(secret: string, t: number, body: string): Buffer {
  return createHmac('sha256', secret).update(`${t}.${body}`).digest();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
