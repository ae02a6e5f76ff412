import * as z from 'zod';
import type { App } from '../../context.ts';
import { type FieldProblem, type Refusal, refuse } from '../../platform/errors.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { drawBytes } from '../../platform/security/random-bytes.ts';
import { type Money, money } from '../../travel/money.ts';

/** What tokens need of the app. */
export type TokenApp = Pick<App, 'sealer'>;

/** Life of a flight offer, search to add_item (contract, section 2). */
const OFFER_LIFE_SECONDS = 30 * 60;
/** `offer_token`: names an offer, to price it again. */
export const OFFER_TOKEN_PREFIX = 'oft_';
/** `trip_item_token`: names one fare of an offer, to put it into a trip. */
export const ITEM_TOKEN_PREFIX = 'tit_';
/** No token of ours is longer; a longer text is not opened. */
const TOKEN_LENGTH_MAX = 4096;
/** Six random hex digits name a fare inside its offer's sealed text. */
const TAG_LENGTH = 6;
const PACKING_VERSION = 1;

/** An offer as its token names it. */
export interface FlightOfferToken {
  readonly supplierId: string;
  readonly offerKey: string;
  readonly displayCurrency: string;
  readonly expiresAt: Date;
}
/** One fare of an offer as its token names it: all a trip needs to buy it. */
export interface FlightItemToken extends FlightOfferToken {
  readonly fareKey: string;
  /** The supplier's total when it was shown: the baseline of "the price has moved". */
  readonly originPrice: Money;
}
/** A fare whose token is wanted. */
export interface FareToSeal {
  readonly fareKey: string;
  readonly originPrice: Money;
}
/** An offer sealed with its fares: all its tokens are this text behind a prefix, a fare's behind its tag too. */
export interface SealedOffer {
  readonly text: string;
  /** In the order of the fares given. */
  readonly tags: readonly string[];
}
/** The tokens of one offer; `itemTokens` in the order of the fares given. */
export interface OfferTokens {
  readonly offerToken: string;
  readonly itemTokens: readonly string[];
}

const PackedFare = z.tuple([z.string(), z.string(), z.int(), z.string()]);
const PackedOffer = z.tuple([
  z.literal(PACKING_VERSION),
  z.string(),
  z.string(),
  z.string(),
  z.int(),
  z.array(PackedFare),
]);

/** When an offer shown at `now` stops being for sale: 30 minutes, or sooner when the supplier says so. */
export function offerExpiry(now: Date, supplierExpiresAt: Date | undefined): Date {
  const ours = now.getTime() + OFFER_LIFE_SECONDS * 1000;
  return new Date(Math.min(ours, supplierExpiresAt?.getTime() ?? ours));
}

/**
 * Seals an offer and all its fares at once. The sealed text holds every fare under a random tag; a fare's token is
 * its tag followed by that text, so that a page of a hundred tokens costs twenty seals (decision 7).
 */
export function sealOffer(
  app: TokenApp,
  organizationId: OrganizationId,
  offer: FlightOfferToken,
  fares: readonly FareToSeal[],
): SealedOffer {
  const tags = fares.map(() => drawBytes(TAG_LENGTH / 2).toString('hex'));
  const packedFares = fares.map((fare, index) => [
    tags[index],
    fare.fareKey,
    fare.originPrice.value,
    fare.originPrice.currency,
  ]);
  const expirySeconds = Math.floor(offer.expiresAt.getTime() / 1000);
  const packed = JSON.stringify([
    PACKING_VERSION,
    offer.supplierId,
    offer.offerKey,
    offer.displayCurrency,
    expirySeconds,
    packedFares,
  ]);
  return { text: app.sealer.seal('offer_token', packed, organizationId), tags };
}

/** The tokens of an offer and all its fares, from a single seal. */
export function sealOfferTokens(
  app: TokenApp,
  organizationId: OrganizationId,
  offer: FlightOfferToken,
  fares: readonly FareToSeal[],
): OfferTokens {
  const { text, tags } = sealOffer(app, organizationId, offer, fares);
  return { offerToken: OFFER_TOKEN_PREFIX + text, itemTokens: tags.map((tag) => ITEM_TOKEN_PREFIX + tag + text) };
}

/** The token of one fare (`tit_…`). */
export function sealFlightItem(app: TokenApp, organizationId: OrganizationId, token: FlightItemToken): string {
  const [itemToken] = sealOfferTokens(app, organizationId, token, [token]).itemTokens;
  if (itemToken === undefined) throw new Error('A sealed fare has a token.');
  return itemToken;
}

/** The offer an `offer_token` names; throws token_invalid (422, with `fields`) or offer_expired (410) as of `now`. */
export function openFlightOffer(
  app: TokenApp,
  organizationId: OrganizationId,
  text: string,
  now: Date,
  path = 'offer_token',
): FlightOfferToken {
  if (text.startsWith(ITEM_TOKEN_PREFIX))
    throw refuseToken(path, "This names a fare (tit_). Send the offer's offer_token (oft_).");
  if (!text.startsWith(OFFER_TOKEN_PREFIX)) throw refuseToken(path, 'Not an offer token: one begins with oft_.');
  const { offer } = openSealed(app, organizationId, text.slice(OFFER_TOKEN_PREFIX.length), path);
  return assertAlive(offer, now);
}

/** The fare a `trip_item_token` names; throws token_invalid (422, with `fields`) or offer_expired (410) as of `now`. */
export function openTripItem(
  app: TokenApp,
  organizationId: OrganizationId,
  text: string,
  now: Date,
  path = 'trip_item_token',
): FlightItemToken {
  if (text.startsWith(OFFER_TOKEN_PREFIX))
    throw refuseToken(path, 'This names an offer (oft_). Send the trip_item_token (tit_) of one of its fares.');
  if (!text.startsWith(ITEM_TOKEN_PREFIX))
    throw refuseToken(
      path,
      "Not a trip item token: a flight fare's begins with tit_, a hotel rate's offer_id with htl_, a car's with car_.",
    );
  const tagEnd = ITEM_TOKEN_PREFIX.length + TAG_LENGTH;
  const { offer, fares } = openSealed(app, organizationId, text.slice(tagEnd), path);
  const tag = text.slice(ITEM_TOKEN_PREFIX.length, tagEnd);
  const found = fares.find(([fareTag]) => fareTag === tag);
  if (found === undefined) throw refuseToken(path, UNREADABLE);
  const [, fareKey, value, currency] = found;
  return assertAlive({ ...offer, fareKey, originPrice: money(value, currency) }, now);
}

/** What is said of a token that cannot be opened. */
export const UNREADABLE =
  'This token was altered or does not belong to this organization. Use one exactly as a search answered it.';

function openSealed(app: TokenApp, organizationId: OrganizationId, sealed: string, path: string) {
  const packed = PackedOffer.safeParse(openSealedText(app, organizationId, sealed, path));
  if (!packed.success) throw refuseToken(path, 'This token is of another kind or of an older release. Search again.');
  const [, supplierId, offerKey, displayCurrency, expirySeconds, fares] = packed.data;
  return { offer: { supplierId, offerKey, displayCurrency, expiresAt: new Date(expirySeconds * 1000) }, fares };
}

/**
 * What a token's sealed text holds, as JSON; throws token_invalid for one that was altered or belongs to another
 * organization.
 */
export function openSealedText(app: TokenApp, organizationId: OrganizationId, sealed: string, path: string): unknown {
  if (sealed.length > TOKEN_LENGTH_MAX || !isCanonicalBase64Url(sealed)) throw refuseToken(path, UNREADABLE);
  const plain = app.sealer.open('offer_token', sealed, organizationId);
  if (plain === undefined) throw refuseToken(path, UNREADABLE);
  return JSON.parse(plain.toString('utf8'));
}

/** The last character of base64url carries unused bits: without this check a token altered there would still open. */
function isCanonicalBase64Url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}

function assertAlive<T extends FlightOfferToken>(token: T, now: Date): T {
  if (now.getTime() >= token.expiresAt.getTime()) throw refuse('offer_expired');
  return token;
}

/** The refusal of a token that cannot be used, wherever it stood. */
export function refuseToken(path: string, problem: string): Refusal {
  const fields: readonly FieldProblem[] = [{ path, problem }];
  return refuse('token_invalid', { message: `${path}: ${problem}`, keys: { fields } });
}
