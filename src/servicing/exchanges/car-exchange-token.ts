import * as z from 'zod';
import { openSealedText, refuseToken, type TokenApp, UNREADABLE } from '../../offers/token/offer-token.ts';
import {
  asBookingRef,
  asId,
  type BookingRef,
  ID_PREFIXES,
  type ItemId,
  type OrganizationId,
} from '../../platform/ids.ts';
import { type Money, money } from '../../travel/money.ts';

/** A preview of a car exchange as its exchange_id names it; nothing of it is stored before the commit. */
export interface CarExchangeToken {
  /** Of the change that a commit will write: a repeat finds it again. */
  readonly changeId: string;
  readonly bookingRef: BookingRef;
  readonly itemId: ItemId;
  readonly quotedAt: Date;
  readonly expiresAt: Date;
}
/** One offer of a preview. */
export interface CarExchangeOfferToken {
  /** The preview's. */
  readonly changeId: string;
  readonly exchangeKey: string;
  /** What the supplier asks, in its own currency: a commit takes no other sum. */
  readonly originTotal: Money;
  /** What the counter collects, in its own currency: a commit takes no other sum of this either. */
  readonly dueLater: Money;
}

const OFFER_PREFIX = 'cxo_';
const VERSION = 1;
const OFFER_VERSION = 2;
const PackedExchange = z.tuple([
  z.literal('car_exchange'),
  z.literal(VERSION),
  z.string(),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
]);
const PackedOffer = z.tuple([
  z.literal('car_exchange_offer'),
  z.literal(OFFER_VERSION),
  z.string(),
  z.string(),
  z.int(),
  z.string(),
  z.int(),
  z.string(),
]);

/** `exc_…`, sealed for the organization. */
export function sealCarExchange(
  app: TokenApp,
  organizationId: OrganizationId,
  { changeId, bookingRef, itemId, quotedAt, expiresAt }: CarExchangeToken,
): string {
  return (
    ID_PREFIXES.exchange +
    seal(app, organizationId, [
      'car_exchange',
      VERSION,
      changeId,
      bookingRef,
      itemId,
      quotedAt.getTime(),
      expiresAt.getTime(),
    ])
  );
}

/** `cxo_…`, sealed for the organization and of one preview. */
export function sealCarExchangeOffer(
  app: TokenApp,
  organizationId: OrganizationId,
  { changeId, exchangeKey, originTotal, dueLater }: CarExchangeOfferToken,
): string {
  return (
    OFFER_PREFIX +
    seal(app, organizationId, [
      'car_exchange_offer',
      OFFER_VERSION,
      changeId,
      exchangeKey,
      originTotal.value,
      originTotal.currency,
      dueLater.value,
      dueLater.currency,
    ])
  );
}

/** The preview an exchange_id names, run out or not; throws token_invalid (422). */
export function openCarExchange(app: TokenApp, organizationId: OrganizationId, text: string): CarExchangeToken {
  const packed = PackedExchange.safeParse(
    open(app, organizationId, { text, path: 'exchange_id', prefix: ID_PREFIXES.exchange }),
  );
  if (!packed.success) throw refuseToken('exchange_id', UNREADABLE);
  const [, , changeId, bookingRef, itemId, quotedAt, expiresAt] = packed.data;
  return {
    changeId,
    bookingRef: asBookingRef(bookingRef),
    itemId: asId('item', itemId),
    quotedAt: new Date(quotedAt),
    expiresAt: new Date(expiresAt),
  };
}

/** The offer a token names; throws token_invalid (422). */
export function openCarExchangeOffer(
  app: TokenApp,
  organizationId: OrganizationId,
  text: string,
): CarExchangeOfferToken {
  const packed = PackedOffer.safeParse(
    open(app, organizationId, { text, path: 'exchange_offer_token', prefix: OFFER_PREFIX }),
  );
  if (!packed.success) throw refuseToken('exchange_offer_token', UNREADABLE);
  const [, , changeId, exchangeKey, value, currency, dueValue, dueCurrency] = packed.data;
  return {
    changeId,
    exchangeKey,
    originTotal: money(value, currency),
    dueLater: money(dueValue, dueCurrency),
  };
}

function seal(app: TokenApp, organizationId: OrganizationId, packed: readonly (string | number)[]): string {
  return app.sealer.seal('offer_token', JSON.stringify(packed), organizationId);
}

function open(
  app: TokenApp,
  organizationId: OrganizationId,
  { text, path, prefix }: { readonly text: string; readonly path: string; readonly prefix: string },
): unknown {
  if (!text.startsWith(prefix)) throw refuseToken(path, `Not one of a car exchange preview: it begins with ${prefix}.`);
  return openSealedText(app, organizationId, text.slice(prefix.length), path);
}
