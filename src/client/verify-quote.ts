import { canonicalJson, type Json } from './canonical-json.ts';
import type { ApprovalDocument, QuoteDocument, ReceiptDocument, ResultDocument } from './signed-documents.ts';

/** A public key of a service (RFC 7517). Only ES256 keys are used; others are passed over. */
export interface PublicKey {
  readonly kty: string;
  readonly kid?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly use?: string;
  readonly alg?: string;
}

/** The keys of a service, as `/.well-known/jwks.json` answers them. Store them: verifying needs nothing else. */
export interface PublicKeys {
  readonly keys: readonly PublicKey[];
}

/** A signed document, and what it is to be verified with. */
export interface SignedText {
  /** `quote_jws` of a checkout, `receipt_jws` of a receipt, or `approval_jws` of a mandate or a proposal. */
  readonly jws: string;
  readonly keys: PublicKeys;
  /** Where given, the document must have been signed by this service: its public address. */
  readonly issuer?: string;
  /** For tests, and to look at a quote of yesterday; the present otherwise. */
  readonly now?: Date;
}

/** Why a document is not accepted. */
export type SignatureRefusal =
  | 'malformed'
  | 'algorithm_refused'
  | 'unknown_key'
  | 'signature_mismatch'
  | 'wrong_type'
  | 'wrong_issuer'
  | 'content_mismatch'
  | 'wrong_audience'
  | 'expired';

/** A document that was not accepted. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  readonly reason: SignatureRefusal;
  /** Where all but its time is right (`expired`): what it says. */
  readonly document: QuoteDocument | undefined;

  constructor(reason: SignatureRefusal, message: string, document?: QuoteDocument) {
    super(message);
    this.reason = reason;
    this.document = document;
  }
}

const KEYS_PATH = '/.well-known/jwks.json';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Of which an ES256 signature has exactly so many (RFC 7518, section 3.4). */
const SIGNATURE_BYTES = 64;
/** Far more than a trip of the most items comes to. */
const textLengthMax = 1_000_000;

/**
 * The keys of a service, fetched once. Verify with them offline from then on; fetch them again where a document names
 * an `unknown_key`. A key is published a day before its first use and for 24 months after its last.
 */
export async function fetchSigningKeys(
  baseUrl: string,
  options: { readonly fetch?: typeof globalThis.fetch; readonly signal?: AbortSignal } = {},
): Promise<PublicKeys> {
  const call = options.fetch ?? globalThis.fetch;
  const response = await call(`${baseUrl.replace(/\/+$/, '')}${KEYS_PATH}`, {
    headers: { accept: 'application/json' },
    cache: 'no-cache',
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (!response.ok) throw new Error(`${KEYS_PATH} answered with status ${response.status}.`);
  const answer: unknown = await response.json();
  if (!isKeys(answer)) throw new Error(`${KEYS_PATH} is not a set of keys.`);
  return answer;
}

/**
 * The quote that `quote_jws` holds, if it is genuine, unaltered and not over; throws SignatureError otherwise. Needs no
 * connection: keys come from `fetchSigningKeys`, once.
 */
export async function verifyQuote(signed: SignedText): Promise<QuoteDocument> {
  const document: Json = await verifySigned(signed);
  if (!isQuote(document)) throw new SignatureError('wrong_type', 'It is genuine, and no quote.');
  const content = await hashOf(canonicalJson(document.content));
  if (content !== document.content_hash)
    throw new SignatureError('content_mismatch', 'Its content hash is not the hash of its content.');
  const now = (signed.now ?? new Date()).getTime() / 1_000;
  // Asked this way round so that an expiry that is no number is over.
  if (!(now < document.exp))
    throw new SignatureError(
      'expired',
      `The quote is genuine and its price has ended, at ${new Date(document.exp * 1_000).toISOString()}.`,
      document,
    );
  return document;
}

/** The receipt that `receipt_jws` holds, if it is genuine and unaltered; throws SignatureError otherwise. */
export async function verifyReceipt(signed: SignedText): Promise<ReceiptDocument> {
  const document: Json = await verifySigned(signed);
  if (!isReceipt(document)) throw new SignatureError('wrong_type', 'It is genuine, and no receipt.');
  return document;
}

/**
 * What a person approved, if `approval_jws` is genuine and unaltered; throws SignatureError otherwise. That an approval
 * of a purchase has run out (`exp`) does not make it false: it says what was allowed.
 */
export async function verifyApproval(signed: SignedText): Promise<ApprovalDocument> {
  const document: Json = await verifySigned(signed);
  if (!isApproval(document)) throw new SignatureError('wrong_type', 'It is genuine, and no approval.');
  if (document.subject === 'mandate' && (await hashOf(canonicalJson(document.terms))) !== document.terms_hash)
    throw new SignatureError('content_mismatch', 'Its hash is not the hash of its terms.');
  return document;
}

/** What a payer comes back with, and whom it must be meant for. */
export interface ReturnedPayer extends Omit<SignedText, 'jws'> {
  /** The address your server was called with: whole, or from its path on. Or `bly_result` alone. */
  readonly url: string;
  /** Your host as it stands in `success_url`, its port where there is one: a result for another shop is refused. */
  readonly host: string;
}

/**
 * How the checkout of a payer who comes back stands, if `bly_result` is genuine, meant for `host` and not over; throws
 * SignatureError otherwise. Needs no connection. A result may arrive twice: settle each `session_id` once, and wait for
 * the webhook that says what `pending` became.
 */
export async function verifyReturn({ url, host, ...signed }: ReturnedPayer): Promise<ResultDocument> {
  const jws = url.includes('.') && !/[/?=]/.test(url) ? url : new URL(url, 'https://x').searchParams.get('bly_result');
  const document: Json = await verifySigned({ ...signed, jws: jws ?? '' });
  if (!isResult(document)) throw new SignatureError('wrong_type', 'It is genuine, and no result of a checkout.');
  if (document.aud !== host)
    throw new SignatureError('wrong_audience', `It is genuine, and meant for ${document.aud}, not for ${host}.`);
  if (!((signed.now ?? new Date()).getTime() / 1_000 < document.exp))
    throw new SignatureError('expired', 'It is genuine and too old: ask for the trip instead.');
  return document;
}

/** The payload of a JWS that one of the keys has signed with ES256, whatever its header says. */
async function verifySigned({ jws, keys, issuer }: SignedText): Promise<Json> {
  const [head = '', body = '', end = '', ...others] = jws.trim().split('.');
  if (others.length > 0 || jws.length > textLengthMax) throw malformed('It is not a JWS of three parts.');
  const header = readJson(head);
  if (!isObject(header)) throw malformed('Its header is not an object.');
  const { alg, kid, crit } = header;
  // The header is the sender's: it may choose a key of ours and nothing else.
  if (alg !== 'ES256' || crit !== undefined)
    throw new SignatureError('algorithm_refused', `Only ES256 is accepted, not ${JSON.stringify(alg ?? null)}.`);
  const signature = fromBase64url(end);
  if (signature === undefined || signature.length !== SIGNATURE_BYTES)
    throw malformed('Its signature is not 64 bytes of base64url.');
  const verify = await openKey(keys, kid);
  const signedBytes = new TextEncoder().encode(`${head}.${body}`);
  if (!(await verify(signature, signedBytes)))
    throw new SignatureError('signature_mismatch', 'It was altered, or signed with another key.');
  const document = readJson(body);
  if (issuer !== undefined && (!isObject(document) || document['iss'] !== issuer.replace(/\/+$/, '')))
    throw new SignatureError('wrong_issuer', `It was not signed by ${issuer}.`);
  return document;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The check of a signature with the key that a header names. */
async function openKey(
  { keys }: PublicKeys,
  kid: Json | undefined,
): Promise<(signature: Bytes, signed: Bytes) => Promise<boolean>> {
  const key = keys.find((candidate) => candidate.kid === kid && isSigningKey(candidate));
  if (typeof kid !== 'string' || key === undefined)
    throw new SignatureError(
      'unknown_key',
      `No ES256 key of this set is named ${JSON.stringify(kid ?? null)}. Fetch the keys of its service again.`,
    );
  const { kty, crv = '', x = '', y = '' } = key;
  try {
    const use = { name: 'ECDSA', namedCurve: 'P-256' };
    const opened = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, use, false, ['verify']);
    return (signature, signed) => crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, opened, signature, signed);
  } catch {
    throw new SignatureError(
      'unknown_key',
      `The key ${kid} of this set is damaged. Fetch the keys of its service again.`,
    );
  }
}

function isSigningKey({ kty, crv, use, alg }: PublicKey): boolean {
  return kty === 'EC' && crv === 'P-256' && (use ?? 'sig') === 'sig' && (alg ?? 'ES256') === 'ES256';
}

function malformed(message: string): SignatureError {
  return new SignatureError('malformed', message);
}

function readJson(part: string): Json {
  const bytes = fromBase64url(part);
  if (bytes === undefined) throw malformed('A part of it is not base64url.');
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw malformed('A part of it is not JSON.');
  }
}

/** Undefined for any spelling but the one of RFC 4648 without padding: each text stands for other bytes. */
function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return again === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : undefined;
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `sha256:${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

function isObject(value: unknown): value is { readonly [member: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKeys(value: unknown): value is PublicKeys {
  return isObject(value) && Array.isArray(value['keys']) && value['keys'].every(isObject);
}

/** What a verified document is, by its own word: the signature vouches for the rest. */
function isQuote(value: unknown): value is QuoteDocument {
  return isObject(value) && value['type'] === 'quote' && isObject(value['content']);
}

function isReceipt(value: unknown): value is ReceiptDocument {
  return isObject(value) && value['type'] === 'receipt';
}

function isResult(value: unknown): value is ResultDocument {
  return isObject(value) && value['type'] === 'checkout_result' && typeof value['aud'] === 'string';
}

function isApproval(value: unknown): value is ApprovalDocument {
  return (
    isObject(value) &&
    value['type'] === 'approval' &&
    (value['subject'] === 'purchase' || (value['subject'] === 'mandate' && isObject(value['terms'])))
  );
}
