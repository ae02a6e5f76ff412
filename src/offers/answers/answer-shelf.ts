import { LRUCache } from 'lru-cache';

/** A whole answer as it was sent, and the organization's instant it was made. */
export interface CachedAnswer {
  readonly bytes: Buffer;
  readonly madeAt: Date;
  /**
   * To be called each time it is given, the first time too. Is kept as long as the answer: it must hold on to next to
   * nothing.
   */
  readonly onGiven?: (() => void) | undefined;
}

/** How much a shelf holds, in bytes of answers. */
export interface ShelfSize {
  /** For answers that were given once. */
  readonly onceBytesMax: number;
  /** For answers that were asked for again. */
  readonly againBytesMax: number;
}

/** Answers by question; the oldest go first, those that are asked for again go later. */
export interface AnswerShelf {
  /** The same bytes as they were put; nobody may change them. */
  get(question: string): CachedAnswer | undefined;
  put(question: string, answer: CachedAnswer): void;
  drop(question: string): void;
}

/**
 * Most answers are never asked for again. Those are copied one after the other into a single block of memory that is
 * written round and round, so that forgetting one leaves nothing for the garbage collector: as buffers of their own
 * they would all grow old there, and it would have to collect everything for each 64 MiB of them. An answer that is
 * asked for again gets its own buffer, which may be handed out any number of times while it is being sent.
 */
export function createAnswerShelf(size: ShelfSize): AnswerShelf {
  const once = createRing(size.onceBytesMax);
  const again = new LRUCache<string, CachedAnswer>({
    maxSize: size.againBytesMax,
    sizeCalculation: (answer) => Math.max(1, answer.bytes.length),
  });
  return {
    get(question) {
      const known = again.get(question);
      if (known !== undefined) return known;
      const answer = once.take(question);
      if (answer !== undefined) again.set(question, answer);
      return answer;
    },
    put(question, answer) {
      again.delete(question);
      once.put(question, answer);
    },
    drop(question) {
      again.delete(question);
      once.drop(question);
    },
  };
}

interface Ring {
  /** A copy of what was put; the ring forgets it. */
  take(question: string): CachedAnswer | undefined;
  put(question: string, answer: CachedAnswer): void;
  drop(question: string): void;
}

/** Where an answer lies in the block. */
interface Place extends Omit<CachedAnswer, 'bytes'> {
  readonly start: number;
  readonly end: number;
}

function createRing(bytesMax: number): Ring {
  /** Not filled: pages that were never written to take no memory. */
  const block = Buffer.allocUnsafeSlow(bytesMax);
  /** In the order of writing: the first is the next to be written over. */
  const places = new Map<string, Place>();
  let head = 0;

  /** Forgets the oldest places while they fit the test; behind one that does not, none does. */
  function forgetWhile(isInTheWay: (place: Place) => boolean): void {
    for (const [question, place] of places) {
      if (!isInTheWay(place)) return;
      places.delete(question);
    }
  }

  return {
    take(question) {
      const place = places.get(question);
      if (place === undefined) return undefined;
      places.delete(question);
      // A slice is memory of its own: a copy of a small answer would hold on to a whole slab of Node's pool.
      return {
        bytes: Buffer.from(block.buffer.slice(place.start, place.end)),
        madeAt: place.madeAt,
        onGiven: place.onGiven,
      };
    },
    put(question, { bytes, madeAt, onGiven }) {
      places.delete(question);
      if (bytes.length > bytesMax) return;
      if (head + bytes.length > bytesMax) {
        forgetWhile((place) => place.start >= head);
        head = 0;
      }
      const start = head;
      const end = start + bytes.length;
      forgetWhile((place) => place.start < end && place.start >= start);
      block.set(bytes, start);
      places.set(question, { start, end, madeAt, onGiven });
      head = end;
    },
    drop(question) {
      places.delete(question);
    },
  };
}
