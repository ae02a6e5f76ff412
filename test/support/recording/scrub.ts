import { createHash } from 'node:crypto';
import type { RecordedCall } from '../../../src/docs/recorded-calls.ts';

/** A list keeps this many entries: of objects, and of plain values. */
const ENTRIES = { objects: 2, values: 6 } as const;
/** An answer longer than this, as JSON, keeps one object of every list. */
const lengthMax = 9_000;
const elapsedMs = 120;
/** The token of a sealed offer is hundreds of letters: what a reader has to see is where it goes. */
const SEALED = /[A-Za-z0-9_.~-]{72,}/g;
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]*\.[\w-]+/g, 'eyJhbGciOi…'],
  [/\bbly_[a-z][A-Za-z0-9]{20,}/g, 'bly_s…'],
  [/\bwhsec_[A-Za-z0-9+/=_-]{16,}/g, 'whsec_…'],
];

/**
 * What a recording leaves in: ids and references are the same at every recording, in the order in which they appeared;
 * secrets and sealed tokens are short; addresses are those that documents write; long lists are cut, and say so.
 */
export class Scrubber {
  readonly #addresses: readonly (readonly [string, string])[];
  readonly #given = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(addresses: readonly (readonly [string, string])[]) {
    this.#addresses = addresses;
  }

  scrub(call: RecordedCall): RecordedCall {
    const { answer, cut } = shorten(call.answer);
    const { params, query, body } = call;
    return {
      ...(params === undefined ? {} : { params: this.#texts(params) }),
      ...(query === undefined ? {} : { query: this.#texts(query) }),
      ...(body === undefined ? {} : { body: this.#texts(body) }),
      status: call.status,
      ...(answer === undefined ? {} : { answer: this.#texts(answer) }),
      ...(cut.length === 0 ? {} : { cut }),
    };
  }

  #texts<T>(value: T): T {
    return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
      typeof each === 'string' ? this.#text(each) : each,
    );
  }

  #text(text: string): string {
    // An address has to stay one.
    const isAddress = /^https?:/.test(text);
    let clean = text;
    for (const [from, to] of this.#addresses) clean = clean.replaceAll(from, to);
    for (const [secret, short] of SECRETS) clean = clean.replace(secret, short);
    return clean
      .replace(
        SEALED,
        (token) =>
          `${/^[a-z]{2,5}[_.]/.exec(token)?.[0] ?? ''}${this.#stable('token', token, 8)}${isAddress ? '' : '…'}`,
      )
      .replace(
        /\b([a-z]{2,4}_)([0-9A-Za-z]{22,32})\b/g,
        (id, prefix: string, rest: string) => `${prefix}${this.#stable(prefix, id, rest.length)}`,
      )
      .replace(
        /\bBLY-[A-Z0-9]{6}\b/g,
        (ref) =>
          `BLY-${this.#stable('BLY', ref, 6)
            .toUpperCase()
            .replaceAll(/[01OIL_-]/g, 'K')}`,
      );
  }

  /** A text of letters and digits that stands for another, alike at every recording. */
  #stable(kind: string, written: string, length: number): string {
    const known = this.#given.get(written);
    if (known !== undefined) return known;
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    const made = createHash('sha512')
      .update(`${kind} ${count}`)
      .digest('base64')
      .replaceAll(/[^0-9A-Za-z]/g, '')
      .slice(0, length);
    this.#given.set(written, made);
    return made;
  }
}

interface Cut {
  readonly path: string;
  readonly of: number;
}

function shorten(answer: unknown): { readonly answer: unknown; readonly cut: readonly Cut[] } {
  for (const objects of [ENTRIES.objects, 1]) {
    const cut = new Map<string, number>();
    const short = cutLists(answer, { objects, path: '', cut });
    if (objects === 1 || (JSON.stringify(short) ?? '').length <= lengthMax)
      return { answer: short, cut: [...cut].map(([path, of]) => ({ path, of })) };
  }
  return { answer, cut: [] };
}

function cutLists(
  value: unknown,
  at: { readonly objects: number; readonly path: string; readonly cut: Map<string, number> },
): unknown {
  if (Array.isArray(value)) {
    const max = value.some((entry) => typeof entry === 'object') ? at.objects : ENTRIES.values;
    if (value.length > max && !at.cut.has(at.path)) at.cut.set(at.path, value.length);
    return value.slice(0, max).map((entry) => cutLists(entry, { ...at, path: `${at.path}[]` }));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // Counts by code: a map as long as a list.
  const isMap = entries.length > ENTRIES.values && entries.every(([, each]) => typeof each === 'number');
  if (isMap && !at.cut.has(at.path)) at.cut.set(at.path, entries.length);
  return Object.fromEntries(
    (isMap ? entries.slice(0, ENTRIES.values) : entries).map(([key, each]) => [
      key,
      // How long something took differs from one recording to the next.
      key === 'elapsed_ms' ? elapsedMs : cutLists(each, { ...at, path: at.path === '' ? key : `${at.path}.${key}` }),
    ]),
  );
}
