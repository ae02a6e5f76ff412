import { asId } from '../../platform/ids.ts';
import type { ProcessorCallback } from '../ports/payments.ts';
import type { StripeClient } from './client.ts';
import { StripeEvent } from './wire.ts';

/** Oldest signature that is believed (suppliers.md 2.3). */
const TOLERANCE_SECONDS = 300;
/** What is worth a look at the payment; everything else is ignored. */
const HEARD: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
]);

/** Who signs, and for which mode. */
export interface CallbackSigner {
  readonly secret: string;
  readonly isLive: boolean;
}

/**
 * A signed callback says only whose payment to look at. Nothing it says of status or amount is believed: events come
 * late, twice and in any order.
 */
export function readStripeCallback(
  client: StripeClient,
  signer: CallbackSigner,
  callback: { readonly body: Buffer; readonly signature: string; readonly now: Date },
): ProcessorCallback {
  const signed = readSigned(client, signer, callback);
  if (signed === undefined) return { kind: 'forged' };
  const parsed = StripeEvent.safeParse(signed);
  if (!parsed.success) return { kind: 'ignored', what: 'an event we cannot read' };
  const { id, type, livemode, data } = parsed.data;
  const { organization_id: organizationId, payment_id: reference } = data.object.metadata ?? {};
  const what = `${type} ${id}`;
  if (!HEARD.has(type) || livemode !== signer.isLive) return { kind: 'ignored', what };
  // Another program may use the same account.
  if (organizationId === undefined || reference === undefined) return { kind: 'ignored', what };
  return { kind: 'payment', organizationId: asId('organization', organizationId), reference, what };
}

function readSigned(
  client: StripeClient,
  { secret }: CallbackSigner,
  { body, signature, now }: { readonly body: Buffer; readonly signature: string; readonly now: Date },
): unknown {
  try {
    return client.readSigned(body, signature, { secret, toleranceSeconds: TOLERANCE_SECONDS, now });
  } catch {
    // Whatever it cannot vouch for: no signature, another secret, too old, no JSON.
    return undefined;
  }
}
