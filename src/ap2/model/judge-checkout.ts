import { isDeepStrictEqual } from 'node:util';
import canonicalize from 'canonicalize';
import { judgeConstraints } from './judge-constraints.ts';
import type { OpenedObject } from './open-disclosures.ts';
import { MandateRefused } from './problem.ts';
import { hashText } from './read-chain.ts';
import { readJson, textOf } from './untrusted-json.ts';
import type { VerifiedChain } from './verify-chain.ts';
import { isObject, type JsonObject } from '../../platform/text/json-object.ts';

/** The checkout that is to be completed, as its seller would show it now. */
export interface CurrentCheckout {
  readonly merchantId: string;
  /** Public keys that this seller has signed checkouts with. */
  readonly ownKeys: readonly JsonObject[];
  /** The checkout on the wire. */
  readonly body: JsonObject;
}

/** What must not have changed between what was signed and what is paid: the purchase, and for whom it is. */
const TERMS: readonly string[] = ['id', 'currency', 'totals', 'line_items', 'buyer', 'travelers'];

/**
 * Judges whether a verified chain allows a checkout: the seller's own signature is on what was agreed to, that is the
 * same purchase at the same price, and every constraint holds. Throws `MandateRefused`.
 */
export async function judgeCheckout(chain: VerifiedChain, current: CurrentCheckout): Promise<void> {
  const agreed = await readAgreed(chain.closed, current.ownKeys);
  for (const name of TERMS)
    if (!isDeepStrictEqual(agreed[name], current.body[name]))
      throw refusal('scope', `The mandate is for other ${name} than the checkout has now. Show it again.`);
  const lines = readLines(agreed['line_items']);
  for (const open of chain.open) judgeConstraints(open, { merchantId: current.merchantId, lines });
}

/**
 * The checkout in a closed mandate. AP2 carries it as `checkout_jwt`, a token the seller signed, with its hash; UCP as
 * the whole `checkout` with the seller's detached signature in `ap2.merchant_authorization`.
 */
async function readAgreed(closed: OpenedObject, ownKeys: readonly JsonObject[]): Promise<JsonObject> {
  const token = textOf(closed, 'checkout_jwt');
  if (token !== undefined) {
    if (textOf(closed, 'checkout_hash') !== hashText(token))
      throw refusal('scope', "The mandate's checkout_hash is not the hash of its checkout_jwt.");
    return await verifyOwn(token, ownKeys);
  }
  const { checkout } = closed;
  if (!isObject(checkout)) throw refusal('scope', 'The mandate withholds the checkout, or has none.');
  const { ap2, ...signed } = checkout;
  const [header = '', empty, signature = ''] = (
    (isObject(ap2) ? textOf(ap2, 'merchant_authorization') : undefined) ?? ''
  ).split('.');
  if (empty !== '') throw refusal('merchant_signature', "The checkout of the mandate lacks this seller's signature.");
  const payload = Buffer.from(canonicalize(signed) ?? '').toString('base64url');
  return await verifyOwn(`${header}.${payload}.${signature}`, ownKeys);
}

async function verifyOwn(token: string, ownKeys: readonly JsonObject[]): Promise<JsonObject> {
  const header = readJson(token.split('.')[0] ?? '');
  const kid = isObject(header) ? textOf(header, 'kid') : undefined;
  const key = ownKeys.find((one) => one['kid'] === kid);
  try {
    if (key === undefined) throw new TypeError('unknown key');
    const { compactVerify, importJWK } = await import('jose');
    const verified = await compactVerify(token, await importJWK(key, 'ES256'), { algorithms: ['ES256'] });
    const agreed: unknown = JSON.parse(Buffer.from(verified.payload).toString('utf8'));
    if (isObject(agreed)) return agreed;
  } catch {
    // Said below.
  }
  throw refusal('merchant_signature', 'The checkout of the mandate was not signed by this seller.');
}

function readLines(lines: unknown): readonly { readonly itemId: string; readonly quantity: number }[] {
  if (!Array.isArray(lines)) return [];
  return lines.filter(isObject).map(({ item, quantity }) => ({
    itemId: (isObject(item) ? textOf(item, 'id') : undefined) ?? '',
    quantity: typeof quantity === 'number' ? quantity : 0,
  }));
}

function refusal(reason: 'scope' | 'merchant_signature', description: string): MandateRefused {
  return new MandateRefused({ error: 'invalid_mandate', reason, description });
}
