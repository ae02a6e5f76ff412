/** Where a list of numbers was written: counted from the first number ever. */
export interface RingSlice {
  readonly start: number;
  readonly end: number;
}

/**
 * Lists of numbers in one block of memory that is written round and round: what is forgotten is written over, which
 * leaves nothing for the garbage collector. As objects, what waits here some seconds would be copied twice and then die
 * in its old space.
 */
export class Float64RingBuffer {
  /** Not filled: pages that were never written to take no memory. */
  readonly #block: Float64Array;
  #written = 0;
  #at = 0;

  /** `size`: how many numbers it holds, eight bytes each. */
  constructor(size: number) {
    this.#block = new Float64Array(size);
  }

  /** How many numbers were ever added: a list begins here, and ends before what this is after its last. */
  get written(): number {
    return this.#written;
  }

  /** Adds a number to the list being written; the oldest one makes room. */
  add(value: number): void {
    this.#block[this.#at] = value;
    this.#written += 1;
    this.#at += 1;
    if (this.#at === this.#block.length) this.#at = 0;
  }

  /** A copy of the numbers written there; undefined where some of them were written over. */
  read({ start, end }: RingSlice): Float64Array | undefined {
    const size = this.#block.length;
    if (this.#written - start > size) return undefined;
    const numbers = new Float64Array(end - start);
    const from = start % size;
    const whole = this.#block.subarray(from, Math.min(size, from + numbers.length));
    numbers.set(whole);
    numbers.set(this.#block.subarray(0, numbers.length - whole.length), whole.length);
    return numbers;
  }
}
