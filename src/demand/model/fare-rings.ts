/** Fares in a piece of the block. */
const PIECE_FARES = 64;
/** The most a place holds. A fare beyond, some 43 million dollars, is a supplier's mistake. */
const FARE_MAX = 0xffff_ffff;

/**
 * Memory for the newest fares of many markets, at four bytes each: pieces of one block, which a market's ring takes as
 * it grows. Lists of their own would take twice that, and leave the garbage collector a copy of a market's fares for
 * every search.
 */
export class FareBlock {
  /** Fares that a ring holds; the oldest make room. */
  readonly faresMax: number;
  readonly piecesMax: number;
  /** Pages that were never written to take no memory. */
  readonly places: Uint32Array;
  readonly #free: number[] = [];
  #touched = 0;

  /** Room for so many rings that hold any fares. */
  constructor({ rings, faresMax }: { readonly rings: number; readonly faresMax: number }) {
    this.faresMax = faresMax;
    this.piecesMax = Math.ceil(faresMax / PIECE_FARES);
    this.places = new Uint32Array(rings * this.piecesMax * PIECE_FARES);
  }

  /** Where a piece begins that is nobody else's. */
  take(): number {
    const given = this.#free.pop();
    if (given !== undefined) return given;
    this.#touched += PIECE_FARES;
    return this.#touched - PIECE_FARES;
  }

  /** Takes pieces back. */
  free(pieces: readonly number[]): void {
    this.#free.push(...pieces);
  }
}

/** The newest fares of one market, minor units. */
export class FareRing {
  readonly #block: FareBlock;
  #pieces: number[] = [];
  /** Fares ever added, those that made room too. */
  #added = 0;
  /**
   * The fares in rising order, where they are many: sorted from the first query on, because sorting
   * them for each search took longer than all else of its advice. Four bytes more for each fare the ring may hold.
   */
  #rising: Uint32Array | undefined;

  constructor(block: FareBlock) {
    this.#block = block;
  }

  /** How many it holds. */
  get count(): number {
    return Math.min(this.#added, this.#block.faresMax);
  }

  /** Adds fares, the newest last. What can be no fare is left out. */
  add(fares: readonly number[]): void {
    for (const fare of fares) {
      if (!(fare > 0 && fare <= FARE_MAX)) continue;
      if (this.#pieces.length < this.#block.piecesMax && this.#added % PIECE_FARES === 0)
        this.#pieces.push(this.#block.take());
      if (this.#rising) this.#rank(this.#rising, Math.floor(fare));
      this.#block.places[this.#placeOf(this.#added)] = fare;
      this.#added += 1;
    }
  }

  /** What it holds in rising order; valid until more is added. */
  rising(): Uint32Array {
    const { count } = this;
    if (count <= PIECE_FARES) return Uint32Array.from(this.list()).sort();
    if (this.#rising === undefined) {
      this.#rising = new Uint32Array(this.#block.faresMax);
      this.#rising.set(this.list());
      this.#rising.subarray(0, count).sort();
    }
    return this.#rising.subarray(0, count);
  }

  /** Puts a fare in its place among the others; the oldest makes room. */
  #rank(rising: Uint32Array, fare: number): void {
    let count = this.count;
    if (count === this.#block.faresMax) {
      const oldest = this.#block.places[this.#placeOf(this.#added - count)] ?? 0;
      const at = firstFrom(rising, count, oldest);
      rising.copyWithin(at, at + 1, count);
      count -= 1;
    }
    const at = firstFrom(rising, count, fare);
    rising.copyWithin(at + 1, at, count);
    rising[at] = fare;
  }

  /** A list of one's own, oldest first. */
  list(): readonly number[] {
    const { places, faresMax } = this.#block;
    const fares: number[] = [];
    for (let fare = Math.max(0, this.#added - faresMax); fare < this.#added; ) {
      const start = this.#placeOf(fare);
      const end = start + Math.min(PIECE_FARES - (fare % PIECE_FARES), this.#added - fare);
      for (let place = start; place < end; place += 1) fares.push(places[place] ?? 0);
      fare += end - start;
    }
    return fares;
  }

  /** Forgets all, and gives the memory back: to be called before the ring is dropped. */
  clear(): void {
    this.#block.free(this.#pieces);
    this.#pieces = [];
    this.#added = 0;
    this.#rising = undefined;
  }

  #placeOf(fare: number): number {
    const place = fare % (this.#block.piecesMax * PIECE_FARES);
    return (this.#pieces[Math.floor(place / PIECE_FARES)] ?? 0) + (place % PIECE_FARES);
  }
}

/** The first of so many places whose fare is not less; behind the last where all are. */
function firstFrom(rising: Uint32Array, count: number, fare: number): number {
  let [first, last] = [0, count];
  while (first < last) {
    const middle = (first + last) >> 1;
    if ((rising[middle] ?? 0) < fare) first = middle + 1;
    else last = middle;
  }
  return first;
}
