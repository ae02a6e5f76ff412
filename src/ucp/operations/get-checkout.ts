import type { UcpAnswer, UcpCall } from '../call.ts';
import { notFound } from '../model/messages.ts';
import { findOwnCheckout, showCheckout } from '../show-checkout.ts';
import type { Surface } from '../surfaces/surface.ts';

/** `get_checkout`, `get_booking_session`: the session as it stands now, priced anew where its price has run out. */
export async function getCheckout(call: UcpCall, surface: Surface): Promise<UcpAnswer> {
  const stored = await findOwnCheckout(call, surface);
  return stored ? await showCheckout(call, surface, { stored }) : notFound(surface.thing);
}
