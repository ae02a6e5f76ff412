import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { refuse } from '../../platform/errors.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { type Money, money } from '../../travel/money.ts';
import { openSealedText, refuseToken, type TokenApp, UNREADABLE } from './offer-token.ts';

/** Life of a hotel rate and of a car offer, search to add_item (contract, section 2). */
export const PRODUCT_LIFE_SECONDS = 20 * 60;
/** How the tokens of each kind begin; `offer_id` on the wire. */
const PRODUCT_PREFIXES = { hotel: 'htl_', car: 'car_' } as const;
export type ProductKind = keyof typeof PRODUCT_PREFIXES;

/** A hotel rate or a car offer as its token names it: all a trip needs to buy it. */
export interface ProductToken {
  readonly supplierId: string;
  /** The supplier's rate key or offer key. */
  readonly productKey: string;
  readonly displayCurrency: string;
  /** What is paid now, as it was shown: the baseline of "the price has moved". */
  readonly originPrice: Money;
  readonly expiresAt: Date;
}

/** What products that are sealed together have in common. */
export interface SharedProduct extends Pick<ProductToken, 'supplierId' | 'displayCurrency' | 'expiresAt'> {
  readonly kind: ProductKind;
}
/** A product whose token is wanted. */
export type ProductToSeal = Pick<ProductToken, 'productKey' | 'originPrice'>;

const PACKING_VERSION = 2;
/** Six random hex digits name a product inside the text it is sealed in. */
const TAG_LENGTH = 6;
/** Products sealed together lengthen each other's tokens: so many characters of keys are enough. */
const TOGETHER_LENGTH_MAX = 160;

/** Tag, the rest of the key, price and its currency. */
const PackedProduct = z.tuple([z.string(), z.string(), z.int(), z.string()]);
const Packed = z.tuple([
  z.literal(PACKING_VERSION),
  z.enum(['hotel', 'car']),
  z.string(),
  z.string(),
  z.int(),
  z.string(),
  z.array(PackedProduct),
]);

/** When a product shown at `now` stops being for sale: after 20 minutes, or sooner when the supplier says so. */
export function productExpiry(now: Date, supplierExpiresAt?: Date): Date {
  const ours = now.getTime() + PRODUCT_LIFE_SECONDS * 1000;
  return new Date(Math.min(ours, supplierExpiresAt?.getTime() ?? ours));
}

/** The token of one product. Sealed for the organization that asked; searching writes nothing. */
export function sealProduct(
  app: TokenApp,
  organizationId: OrganizationId,
  kind: ProductKind,
  token: ProductToken,
): string {
  return sealTogether(app, organizationId, { ...token, kind }, [token])[0] ?? '';
}

/**
 * The tokens of products, in their order. Neighbours are sealed together, each under a random tag: a product's token is
 * its tag followed by that text, as with the fares of an offer (decision 7), and a page of 650 rates costs a third of
 * as many seals.
 */
export function sealProducts(
  app: TokenApp,
  organizationId: OrganizationId,
  shared: SharedProduct,
  products: readonly ProductToSeal[],
): readonly string[] {
  const tokens: string[] = [];
  for (let from = 0; from < products.length; ) {
    let to = from;
    let length = 0;
    do {
      length += products[to]?.productKey.length ?? 0;
      to += 1;
    } while (to < products.length && length + (products[to]?.productKey.length ?? 0) <= TOGETHER_LENGTH_MAX);
    tokens.push(...sealTogether(app, organizationId, shared, products.slice(from, to)));
    from = to;
  }
  return tokens;
}

function sealTogether(
  app: TokenApp,
  organizationId: OrganizationId,
  { kind, supplierId, displayCurrency, expiresAt }: SharedProduct,
  products: readonly ProductToSeal[],
): readonly string[] {
  const head = commonHead(products);
  // The first digits of a UUID are chance, and Node draws them from a pool.
  const tags = products.map(() => randomUUID().slice(0, TAG_LENGTH));
  const packed = products.map(({ productKey, originPrice }, index) => [
    tags[index],
    productKey.slice(head.length),
    originPrice.value,
    originPrice.currency,
  ]);
  const expirySeconds = Math.floor(expiresAt.getTime() / 1000);
  const sealed = app.sealer.seal(
    'offer_token',
    JSON.stringify([PACKING_VERSION, kind, supplierId, displayCurrency, expirySeconds, head, packed]),
    organizationId,
  );
  return tags.map((tag) => PRODUCT_PREFIXES[kind] + tag + sealed);
}

/** What all keys begin with. */
function commonHead(products: readonly ProductToSeal[]): string {
  const first = products[0]?.productKey ?? '';
  let length = first.length;
  for (const { productKey } of products) {
    let same = 0;
    while (same < length && productKey.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    length = same;
  }
  return first.slice(0, length);
}

/** Which kind of product a token says it names, by its beginning alone. */
export function productKindOf(text: string): ProductKind | undefined {
  if (text.startsWith(PRODUCT_PREFIXES.hotel)) return 'hotel';
  return text.startsWith(PRODUCT_PREFIXES.car) ? 'car' : undefined;
}

/**
 * The product a token names; throws token_invalid (422, with `fields` at `path`) or offer_expired (410) as of `now`.
 */
export function openProduct(
  app: TokenApp,
  organizationId: OrganizationId,
  { text, path }: { readonly text: string; readonly path: string },
  now: Date,
): ProductToken & { readonly kind: ProductKind } {
  const kind = productKindOf(text);
  if (kind === undefined) throw refuseToken(path, 'Not an offer id of a hotel rate (htl_) or a car (car_).');
  const tagAt = PRODUCT_PREFIXES[kind].length;
  const packed = Packed.safeParse(openSealedText(app, organizationId, text.slice(tagAt + TAG_LENGTH), path));
  if (!packed.success || packed.data[1] !== kind)
    throw refuseToken(path, 'This token is of another kind or of an older release. Search again.');
  const [, , supplierId, displayCurrency, expirySeconds, head, products] = packed.data;
  const tag = text.slice(tagAt, tagAt + TAG_LENGTH);
  const found = products.find(([productTag]) => productTag === tag);
  if (found === undefined) throw refuseToken(path, UNREADABLE);
  const [, rest, value, currency] = found;
  const expiresAt = new Date(expirySeconds * 1000);
  if (now >= expiresAt) throw refuse('offer_expired');
  return { kind, supplierId, productKey: head + rest, displayCurrency, originPrice: money(value, currency), expiresAt };
}
