import * as z from 'zod';
import { openSealedText, refuseToken, type TokenApp } from '../../offers/token/offer-token.ts';
import { refuse } from '../../platform/errors.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { CHANGE_QUOTE_SECONDS } from '../model/change.ts';

/** One way to exchange an item, as the token of an exchange search names it (`exo_…`). */
export interface FlightExchangeToken {
  readonly bookingRef: string;
  readonly itemId: string;
  readonly exchangeKey: string;
  /** What it was shown to cost, in minor units of the booking's currency; negative: what comes back. */
  readonly shownCost: number;
  readonly expiresAt: Date;
}

const PREFIX = 'exo_';
const PACKING = 'flight_exchange/2';
const PATH = 'offer_id';
const Packed = z.tuple([z.literal(PACKING), z.string(), z.string(), z.string(), z.int(), z.int()]);

/** Until when an offer shown at `now` can be priced. */
export function exchangeOfferExpiry(now: Date): Date {
  return new Date(now.getTime() + CHANGE_QUOTE_SECONDS * 1000);
}

/** Sealed for the organization that asked; shopping writes nothing. */
export function sealFlightExchange(
  app: TokenApp,
  organizationId: OrganizationId,
  { bookingRef, itemId, exchangeKey, shownCost, expiresAt }: FlightExchangeToken,
): string {
  const expirySeconds = Math.floor(expiresAt.getTime() / 1000);
  const packed = JSON.stringify([PACKING, bookingRef, itemId, exchangeKey, shownCost, expirySeconds]);
  return PREFIX + app.sealer.seal('offer_token', packed, organizationId);
}

/** What an `offer_id` names; throws token_invalid (422, with `fields`) or offer_expired (410) as of `now`. */
export function openFlightExchange(
  app: TokenApp,
  organizationId: OrganizationId,
  text: string,
  now: Date,
): FlightExchangeToken {
  if (!text.startsWith(PREFIX))
    throw refuseToken(PATH, 'Not an exchange offer. Send the offer_id of an offer that exchange_shop answered.');
  const packed = Packed.safeParse(openSealedText(app, organizationId, text.slice(PREFIX.length), PATH));
  if (!packed.success) throw refuseToken(PATH, 'This token is of another kind or of an older release. Shop again.');
  const [, bookingRef, itemId, exchangeKey, shownCost, expirySeconds] = packed.data;
  const expiresAt = new Date(expirySeconds * 1000);
  if (now >= expiresAt) throw refuse('offer_expired', { message: 'This exchange offer has expired. Shop again.' });
  return { bookingRef, itemId, exchangeKey, shownCost, expiresAt };
}

/** The refusal of an offer that was made for another booking or item. */
export function refuseForeignOffer() {
  return refuseToken(PATH, 'This offer was made for another booking or item. Shop again for this one.');
}
