import { createHash } from 'node:crypto';
import { readJson } from './untrusted-json.ts';
import { isObject, type JsonObject } from '../../platform/text/json-object.ts';

/**
 * An object with what was disclosed of it. What was withheld can still be seen: an element of a list as
 * `{"...": digest}`, members as the digests that are left of `_sd`.
 */
export type OpenedObject = JsonObject;

type Disclosure =
  | { readonly kind: 'element'; readonly value: unknown }
  | { readonly kind: 'member'; readonly name: string; readonly value: unknown };

const ELEMENT_PARTS = 2;
const MEMBER_PARTS = 3;
const DEPTH_MAX = 16;
/** Names that mean something to the format, and so are no names of members. */
const RESERVED: readonly string[] = ['_sd', '...', '__proto__'];

/**
 * Puts disclosures where their digests stand (RFC 9901, section 7.1). Undefined where one cannot be read, stands
 * nowhere or in two places, or names a member that is there already: then it is not what was signed.
 */
export function openDisclosures(claims: JsonObject, encoded: readonly string[]): OpenedObject | undefined {
  const disclosures = new Map<string, Disclosure>();
  for (const text of encoded) {
    const disclosure = readDisclosure(readJson(text));
    const digest = createHash('sha256').update(text).digest('base64url');
    if (disclosure === undefined || disclosures.has(digest)) return undefined;
    disclosures.set(digest, disclosure);
  }
  const left = new Map(disclosures);
  try {
    const opened = openObject(claims, { disclosures, left }, 0);
    return left.size === 0 ? opened : undefined;
  } catch (error) {
    if (error instanceof NotAsSigned) return undefined;
    throw error;
  }
}

class NotAsSigned extends Error {}

interface Opening {
  readonly disclosures: ReadonlyMap<string, Disclosure>;
  /** Those whose place was not met yet. */
  readonly left: Map<string, Disclosure>;
}

function take(digest: string, { disclosures, left }: Opening): Disclosure | undefined {
  const disclosure = disclosures.get(digest);
  if (disclosure !== undefined && !left.delete(digest)) throw new NotAsSigned();
  return disclosure;
}

function openValue(value: unknown, opening: Opening, depth: number): unknown {
  if (depth > DEPTH_MAX) throw new NotAsSigned();
  if (Array.isArray(value)) return value.map((element) => openElement(element, opening, depth + 1));
  return isObject(value) ? openObject(value, opening, depth + 1) : value;
}

function openElement(element: unknown, opening: Opening, depth: number): unknown {
  const digest = isObject(element) ? element['...'] : undefined;
  if (typeof digest !== 'string') return openValue(element, opening, depth);
  const disclosure = take(digest, opening);
  if (disclosure === undefined) return element;
  if (disclosure.kind !== 'element') throw new NotAsSigned();
  return openValue(disclosure.value, opening, depth);
}

function openObject(object: JsonObject, opening: Opening, depth: number): OpenedObject {
  const { _sd: digests = [], ...members } = object;
  const opened: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    if (RESERVED.includes(name)) throw new NotAsSigned();
    opened[name] = openValue(value, opening, depth);
  }
  if (!Array.isArray(digests)) throw new NotAsSigned();
  const withheld = digests.filter((digest) => {
    const disclosure = take(String(digest), opening);
    if (disclosure === undefined) return true;
    if (disclosure.kind !== 'member' || Object.hasOwn(opened, disclosure.name)) throw new NotAsSigned();
    opened[disclosure.name] = openValue(disclosure.value, opening, depth);
    return false;
  });
  return withheld.length === 0 ? opened : { ...opened, _sd: withheld };
}

function readDisclosure(value: unknown): Disclosure | undefined {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return undefined;
  if (value.length === ELEMENT_PARTS) return { kind: 'element', value: value[1] };
  const name: unknown = value[1];
  if (value.length !== MEMBER_PARTS || typeof name !== 'string' || RESERVED.includes(name)) return undefined;
  return { kind: 'member', name, value: value[2] };
}

/** Whether a part of an object, or an element of a list, was withheld. */
export function isWithheld(value: unknown): boolean {
  return isObject(value) && (Object.hasOwn(value, '...') || Object.hasOwn(value, '_sd'));
}
