import { createHash } from 'node:crypto';
import { type OpenedObject, openDisclosures } from './open-disclosures.ts';
import { readJson } from './untrusted-json.ts';
import { isObject, type JsonObject } from '../../platform/text/json-object.ts';

/** Longer texts and chains are not read at all: a person, one or two agents, and the purchase. */
const CHAIN_LENGTH_MAX = 65_536;
const SEGMENTS_MAX = 4;
const DISCLOSURES_MAX = 64;

/** One signed step of a chain of mandates, not verified yet. */
export interface Segment {
  readonly jwt: string;
  readonly header: JsonObject;
  readonly payload: JsonObject;
  /** What the step delegates, with what was disclosed of it. */
  readonly mandates: readonly OpenedObject[];
  /** The hash by which the next step names this one, and a receipt the last: `sd_hash`. */
  readonly hash: string;
  /** The hash of what was signed alone: disclosures, and how a signature is spelled, are the presenter's choice. */
  readonly signedHash: string;
}

/** A chain that cannot be read; the sentence says why. */
export class UnreadableChain extends Error {}

/**
 * Reads a Delegate SD-JWT as AP2 0.2 presents mandates: `root~disclosure~~hop~disclosure~`. Nothing of it is verified.
 * Throws `UnreadableChain` for what is no such chain, is longer than 64 KiB, or has more than four steps.
 */
export function readChain(text: string): readonly [Segment, ...Segment[]] {
  if (text.length > CHAIN_LENGTH_MAX) throw new UnreadableChain(`It is longer than ${CHAIN_LENGTH_MAX} characters.`);
  const [first, ...others] = text.split('~~');
  if (first === undefined || others.length >= SEGMENTS_MAX)
    throw new UnreadableChain(`It has more than ${SEGMENTS_MAX} steps.`);
  return [readSegment(first), ...others.map(readSegment)];
}

function readSegment(text: string): Segment {
  const [jwt = '', ...encoded] = text.replace(/~$/, '').split('~');
  if (encoded.length > DISCLOSURES_MAX) throw new UnreadableChain('A step of it has too many disclosures.');
  const [header = '', payload = '', signature = '', ...more] = jwt.split('.');
  if (signature === '' || more.length > 0) throw new UnreadableChain('A step of it is not a signed token.');
  const claims = readPart(payload);
  const algorithm = claims['_sd_alg'] ?? 'sha-256';
  if (algorithm !== 'sha-256') throw new UnreadableChain('Its disclosures are not hashed with sha-256.');
  const opened = openDisclosures(claims, encoded);
  if (opened === undefined) throw new UnreadableChain('Its disclosures do not belong to what was signed.');
  return {
    jwt,
    header: readPart(header),
    payload: claims,
    mandates: readDelegated(opened['delegate_payload']),
    hash: hashText(`${[jwt, ...encoded].join('~')}~`),
    signedHash: hashText(jwt.slice(0, jwt.lastIndexOf('.'))),
  };
}

function readDelegated(delegated: unknown): readonly OpenedObject[] {
  if (delegated === undefined) return [];
  if (!Array.isArray(delegated) || !delegated.every(isObject))
    throw new UnreadableChain('What a step delegates is not a list of mandates.');
  return delegated;
}

function readPart(encoded: string): JsonObject {
  const value = readJson(encoded);
  if (!isObject(value)) throw new UnreadableChain('A step of it is not JSON.');
  return value;
}

/** base64url of the SHA-256 of a text. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
