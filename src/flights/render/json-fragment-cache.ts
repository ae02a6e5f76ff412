import { keepBytes } from '../../offers/answers/answer-bytes.ts';
import type { PresentContext } from '../../offers/describe/carrier-info.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';

/** Texts held of one language; beyond that all are forgotten and written anew. About 300 bytes each. */
const TEXTS_HELD_MAX = 8_000;

/**
 * What is written of a thing, by its first code; the second is nearly always the same one (an airport's city), so that
 * one look-up finds it.
 */
type Texts = Map<string, Text>;
interface Text {
  readonly second: string;
  readonly written: Uint8Array;
  /** The same first code with another second one. */
  readonly next: Text | undefined;
}

/**
 * What answers say of carriers, aircraft and places, as JSON written before: the same few stand many times in one
 * answer, and again in the next. Only what depends on nothing but the loaded world, the language and our own address is
 * held here.
 */
export class Fragments {
  readonly #kinds = new Map<string, Texts>();
  #held = 0;

  /**
   * The bytes of what was written of a thing under this kind before, else of `write`'s text, kept for the next time.
   */
  writeOnce(kind: string, code: string, write: () => string): Uint8Array {
    return this.writePairOnce(kind, code, '', write);
  }

  /** The same of a thing that two codes name. */
  writePairOnce(kind: string, first: string, second: string, write: () => string): Uint8Array {
    for (let text = this.#kinds.get(kind)?.get(first); text !== undefined; text = text.next)
      if (text.second === second) return text.written;
    if (this.#held >= TEXTS_HELD_MAX) this.#forgetAll();
    const written = keepBytes(write());
    const texts = this.#kinds.get(kind) ?? new Map<string, Text>();
    this.#kinds.set(kind, texts.set(first, { second, written, next: texts.get(first) }));
    this.#held += 1;
    return written;
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
