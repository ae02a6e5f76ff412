import type { PresentContext } from '../offers/carrier-info.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { inOnePiece } from '../offers/write-json.ts';

/** Texts held of one language; beyond that all are forgotten and written anew. About 200 bytes each. */
const TEXTS_HELD_MAX = 8_000;

/**
 * What answers say of carriers, aircraft and places, as JSON written before: the same few stand many times in one answer, and
 * again in the next. Only what depends on nothing but the loaded world, the language and our own address is held here.
 */
export class Fragments {
  readonly #kinds = new Map<string, Map<string, string>>();
  #held = 0;

  /** What was written of a thing under this kind before, else `write`'s text, kept for the next time. */
  writeOnce(kind: string, key: string, write: () => string): string {
    const texts = this.#kinds.get(kind) ?? this.#begin(kind);
    const known = texts.get(key);
    if (known !== undefined) return known;
    if (this.#held >= TEXTS_HELD_MAX) this.#forgetAll();
    const written = inOnePiece(write());
    texts.set(key, written);
    this.#held += 1;
    return written;
  }

  #begin(kind: string): Map<string, string> {
    const texts = new Map<string, string>();
    this.#kinds.set(kind, texts);
    return texts;
  }

  #forgetAll(): void {
    for (const texts of this.#kinds.values()) texts.clear();
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
