import { isDeepStrictEqual } from 'node:util';
import type { OpenedObject } from './open-disclosures.ts';
import { MandateRefused } from './problem.ts';
import { readChain, type Segment, UnreadableChain } from './read-chain.ts';
import { secondsOf, textOf } from './untrusted-json.ts';
import { isObject, type JsonObject } from '../../platform/text/json-object.ts';

/** Types of AP2 0.2, to the letter: another number at their end is another type. */
const OPEN_CHECKOUT = 'mandate.checkout.open.1';
const CLOSED_CHECKOUT = 'mandate.checkout.1';
const ROOT_TYP = /^(?!kb)[\w.+-]*sd-jwt$/;
const LAST_TYP: readonly string[] = ['kb+sd-jwt', 'kb-sd-jwt'];
const BETWEEN_TYP: readonly string[] = ['kb+sd-jwt+kb', 'kb-sd-jwt+kb'];

/** Clocks may differ by so much. */
const SKEW_SECONDS = 60;
/** Between the last signature and its presentation: time to send it, not to keep it. */
const PRESENTED_WITHIN_SECONDS = 900;
const NONCE_LENGTH_MIN = 8;
const NONCE_LENGTH_MAX = 256;

/** A public key that signs mandates for people, as an organization trusts it. */
export interface IssuerKey {
  readonly name: string;
  /** P-256. */
  readonly jwk: JsonObject;
}

/** A chain whose every signature was verified. */
export interface VerifiedChain {
  readonly issuer: string;
  readonly open: readonly OpenedObject[];
  readonly closed: OpenedObject;
  /** How receipts name the closed mandate. */
  readonly reference: string;
  /** The hash of what was signed of the first open mandate; of the closed one itself where a person signed that. */
  readonly openReference: string;
  /** Undefined where a person signed the purchase without an agent. */
  readonly nonce: string | undefined;
}

/** Whom the chain must be for, whose keys are trusted, and when. */
export interface Expected {
  readonly audience: string;
  readonly issuers: readonly IssuerKey[];
  readonly now: Date;
}

/**
 * Verifies a chain that presents a checkout mandate (AP2 0.2, Delegate SD-JWT): each step signed by the key that the
 * step before it names, the first by a trusted issuer; hashes, times, audience and nonce; ending in one closed mandate
 * with every field the open ones had set. Throws `MandateRefused`. What the mandate allows is not judged here.
 */
export async function verifyChain(text: string, expected: Expected): Promise<VerifiedChain> {
  const segments = read(text);
  const [root] = segments;
  const issuer = await verifyRoot(root, expected.issuers);
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before !== undefined) await verifyHop(segment, before, index === segments.length - 1);
    for (const claims of [segment.payload, ...segment.mandates]) checkTimes(claims, expected.now);
  }
  const last = segments.at(-1) ?? root;
  const closed = closedOf(last);
  const nonce = checkPresentation(last, closed, { ...expected, hasAgent: segments.length > 1 });
  const open = segments.slice(0, -1).flatMap(openOf);
  for (const mandate of open) checkPresets(mandate, closed);
  const openReference = (segments.find((segment) => openOf(segment).length > 0) ?? last).signedHash;
  return { issuer, open, closed, reference: last.hash, openReference, nonce };
}

function read(text: string): readonly [Segment, ...Segment[]] {
  try {
    return readChain(text);
  } catch (error) {
    if (!(error instanceof UnreadableChain)) throw error;
    throw refusal('unreadable', `The mandate cannot be read. ${error.message}`);
  }
}

/** By the issuer's key of that `kid`; where the token names none, by any that is trusted. */
async function verifyRoot(root: Segment, issuers: readonly IssuerKey[]): Promise<string> {
  if (!ROOT_TYP.test(textOf(root.header, 'typ') ?? ''))
    throw refusal('unreadable', 'The mandate does not begin with a token that an issuer signs.');
  const kid = textOf(root.header, 'kid');
  const candidates = issuers.filter(({ jwk }) => kid === undefined || jwk['kid'] === undefined || jwk['kid'] === kid);
  for (const { name, jwk } of candidates) if (await isSignedBy(root.jwt, jwk)) return name;
  throw refusal('signature', 'The mandate is not signed by an issuer that this seller trusts.');
}

/**
 * Verifies that a step follows from the one before it: its type, its signature by the key which that one names, its
 * hash of it, its time, and that it says for whom it is. Throws `MandateRefused`.
 */
export async function verifyHop(segment: Segment, before: Segment, isLast: boolean): Promise<void> {
  const { header, payload } = segment;
  if (!(isLast ? LAST_TYP : BETWEEN_TYP).includes(textOf(header, 'typ') ?? ''))
    throw refusal('unreadable', 'A step of the mandate is not of the type that its place asks for.');
  const [key, ...others] = keysOf(before);
  if (key === undefined || others.length > 0)
    throw refusal('signature', 'A step of the mandate does not name the one key that may go on from it.');
  if (!(await isSignedBy(segment.jwt, key)))
    throw refusal('signature', 'A step of the mandate is not signed with the key that the step before it names.');
  if (textOf(payload, 'sd_hash') !== before.hash)
    throw refusal('signature', 'A step of the mandate belongs to another one than the step before it.');
  const [issued, issuedBefore] = [secondsOf(payload, 'iat'), secondsOf(before.payload, 'iat')];
  if (issued === undefined || (issuedBefore !== undefined && issued < issuedBefore - SKEW_SECONDS))
    throw refusal(
      'signature',
      'A step of the mandate does not say when it was signed, or was before the one before it.',
    );
  if (textOf(payload, 'aud') === undefined || textOf(payload, 'nonce') === undefined)
    throw refusal('signature', 'A step of the mandate does not say for whom it is, or has no nonce.');
}

/** Keys that may sign the next step: those of open mandates, or that of a credential which delegates nothing itself. */
function keysOf({ payload, mandates }: Segment): readonly JsonObject[] {
  const holders = mandates.length === 0 ? [payload] : mandates.filter(({ vct }) => vct === OPEN_CHECKOUT);
  return holders.flatMap(({ cnf }) => (isObject(cnf) && isObject(cnf['jwk']) ? [cnf['jwk']] : []));
}

async function isSignedBy(jwt: string, { kty, crv, x, y }: JsonObject): Promise<boolean> {
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return false;
  try {
    const { compactVerify, importJWK } = await import('jose');
    await compactVerify(jwt, await importJWK({ kty, crv, x, y }, 'ES256'), { algorithms: ['ES256'] });
    return true;
  } catch {
    return false;
  }
}

function checkTimes(claims: JsonObject, now: Date): void {
  const seconds = Math.floor(now.getTime() / 1_000);
  for (const name of ['exp', 'iat', 'nbf'])
    if (Object.hasOwn(claims, name) && secondsOf(claims, name) === undefined)
      throw refusal('unreadable', `The mandate's ${name} is no time in whole seconds.`);
  const [until, issued, from] = [secondsOf(claims, 'exp'), secondsOf(claims, 'iat'), secondsOf(claims, 'nbf')];
  if (until !== undefined && until + SKEW_SECONDS <= seconds) throw refusal('expired', 'The mandate has expired.');
  if (Math.max(issued ?? 0, from ?? 0) > seconds + SKEW_SECONDS)
    throw refusal('expired', 'The mandate is not valid yet.');
}

/**
 * For us, once, and lately. What a person signed without an agent names no audience and no nonce in AP2 0.2: that it is
 * for us and for one purchase follows from the checkout in it. Answers the nonce.
 */
function checkPresentation(
  { payload }: Segment,
  closed: OpenedObject,
  { audience, now, hasAgent }: Expected & { readonly hasAgent: boolean },
): string | undefined {
  const [addressee, nonce] = [textOf(payload, 'aud'), textOf(payload, 'nonce')];
  if ((hasAgent || Object.hasOwn(payload, 'aud')) && addressee !== audience)
    throw refusal('signature', `The mandate was not signed for this seller: its aud must be ${audience}.`);
  const { length = 0 } = nonce ?? '';
  if ((hasAgent || Object.hasOwn(payload, 'nonce')) && (length < NONCE_LENGTH_MIN || length > NONCE_LENGTH_MAX))
    throw refusal('signature', `The mandate's nonce must have ${NONCE_LENGTH_MIN} to ${NONCE_LENGTH_MAX} characters.`);
  const issued = secondsOf(payload, 'iat') ?? secondsOf(closed, 'iat');
  if (issued === undefined || issued + PRESENTED_WITHIN_SECONDS < Math.floor(now.getTime() / 1_000))
    throw refusal('expired', `The mandate was not signed within the last ${PRESENTED_WITHIN_SECONDS} seconds.`);
  return nonce;
}

function closedOf({ mandates }: Segment): OpenedObject {
  const [closed, ...others] = mandates.filter(({ vct }) => vct === CLOSED_CHECKOUT || vct === OPEN_CHECKOUT);
  if (closed === undefined || others.length > 0)
    throw refusal('scope', `The mandate must end in exactly one of type ${CLOSED_CHECKOUT}.`, 'invalid_mandate');
  if (closed['vct'] !== CLOSED_CHECKOUT)
    throw refusal('scope', 'The mandate is still open: nothing was agreed to.', 'invalid_mandate');
  return closed;
}

function openOf({ mandates }: Segment): readonly OpenedObject[] {
  return mandates.filter(({ vct }) => vct === OPEN_CHECKOUT);
}

/** What is each mandate's own, and need not be equal in the one that closes it. */
const OWN: readonly string[] = ['vct', 'constraints', 'cnf', 'iat', 'exp', 'nbf', 'iss', 'jti', '_sd', '_sd_alg'];

function checkPresets(open: OpenedObject, closed: OpenedObject): void {
  for (const [name, value] of Object.entries(open))
    if (!OWN.includes(name) && !isDeepStrictEqual(closed[name], value))
      throw refusal('scope', `The mandate was closed with another ${name} than it was opened with.`, 'invalid_mandate');
}

function refusal(
  reason: MandateRefused['problem']['reason'],
  description: string,
  error: MandateRefused['problem']['error'] = 'invalid_credential',
): MandateRefused {
  return new MandateRefused({ error, reason, description });
}
