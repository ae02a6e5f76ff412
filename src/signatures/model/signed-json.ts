import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** What can be signed: JSON whose numbers are whole, so that every reader writes them the same. */
export type SignedJson =
  | string
  | number
  | boolean
  | null
  | readonly SignedJson[]
  | { readonly [member: string]: SignedJson | undefined };
/** A document that can be signed. Members that are undefined are left out. */
export type SignedObject = { readonly [member: string]: SignedJson | undefined };

/**
 * JSON as RFC 8785 writes it. Text of suppliers may hold half a character (a lone surrogate), which JSON cannot: it
 * becomes U+FFFD. A number that is not whole is a programming error and throws.
 */
export function canonicalJson(value: SignedJson): string {
  const text = canonicalize(wellFormed(value));
  if (text === undefined) throw new TypeError('Nothing that is JSON was to be signed.');
  return text;
}

/** The hash by which one document names another, or a part of it: `sha256:` and base64url of its canonical JSON. */
export function hashOf(value: SignedJson): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('base64url')}`;
}

/** The hash of a signed document as it was sent: of the characters of its JWS. */
export function hashOfJws(jws: string): string {
  return `sha256:${createHash('sha256').update(jws).digest('base64url')}`;
}

function wellFormed(value: SignedJson): SignedJson {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`Only whole numbers are signed, not ${value}.`);
    return value;
  }
  if (value === null || typeof value === 'boolean') return value;
  if (isList(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name.toWellFormed(), wellFormed(member)]],
    ),
  );
}

function isList(value: SignedJson): value is readonly SignedJson[] {
  return Array.isArray(value);
}
