import type { UcpAnswer, UcpCall } from '../call.ts';
import { notFound } from '../model/messages.ts';
import { findOwnCheckout, showCheckout } from '../show-checkout.ts';

/** `get_checkout`: the checkout as it stands now, priced anew where its price has run out. */
export async function getCheckout(call: UcpCall): Promise<UcpAnswer> {
  const stored = await findOwnCheckout(call);
  return stored ? await showCheckout(call, stored) : notFound('checkout');
}
