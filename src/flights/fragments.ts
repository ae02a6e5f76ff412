import { keepBytes } from '../offers/answer-bytes.ts';
import type { PresentContext } from '../offers/carrier-info.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';

/** Texts held of one language; beyond that all are forgotten and written anew. About 300 bytes each. */
const TEXTS_HELD_MAX = 8_000;

/** Texts by two codes. A look-up by each costs less than putting the two together as one key. */
type Texts = Map<string, Map<string, Uint8Array>>;

/**
 * What answers say of carriers, aircraft and places, as JSON written before: the same few stand many times in one answer, and
 * again in the next. Only what depends on nothing but the loaded world, the language and our own address is held here.
 */
export class Fragments {
  readonly #kinds = new Map<string, Texts>();
  #held = 0;

  /** The bytes of what was written of a thing under this kind before, else of `write`'s text, kept for the next time. */
  writeOnce(kind: string, code: string, write: () => string): Uint8Array {
    return this.writePairOnce(kind, code, '', write);
  }

  /** The same of a thing that two codes name. */
  writePairOnce(kind: string, first: string, second: string, write: () => string): Uint8Array {
    const known = this.#kinds.get(kind)?.get(first)?.get(second);
    if (known !== undefined) return known;
    if (this.#held >= TEXTS_HELD_MAX) this.#forgetAll();
    const written = keepBytes(write());
    this.#hold(kind, first).set(second, written);
    this.#held += 1;
    return written;
  }

  #hold(kind: string, first: string): Map<string, Uint8Array> {
    const texts = this.#kinds.get(kind) ?? new Map<string, Map<string, Uint8Array>>();
    this.#kinds.set(kind, texts);
    const seconds = texts.get(first) ?? new Map<string, Uint8Array>();
    texts.set(first, seconds);
    return seconds;
  }

  #forgetAll(): void {
    this.#kinds.clear();
    this.#held = 0;
  }
}

const heldOf = new WeakMap<PlaceDirectory, Map<string, Fragments>>();

/** The fragments of a language's places, links beginning with this service's address. */
export function fragmentsOf({ places, publicUrl }: PresentContext): Fragments {
  const held = heldOf.get(places) ?? new Map<string, Fragments>();
  heldOf.set(places, held);
  const known = held.get(publicUrl) ?? new Fragments();
  held.set(publicUrl, known);
  return known;
}
