/**
 * Orders a list that is known only about: the exact price of an entry is learnt when it is looked at. `upcoming` entries are
 * held back at any time, and the cheapest of them goes next. The order depends on the list alone, never on where a page
 * begins or ends, so pages of one list neither repeat nor miss an entry.
 */
export class NearlySorted<T> {
  readonly #waiting: T[] = [];
  readonly #price: (entry: T) => number;
  readonly #upcoming: number;

  constructor(upcoming: number, price: (entry: T) => number) {
    this.#upcoming = upcoming;
    this.#price = price;
  }

  /** Takes the next entry of the list; answers the one that goes next, once enough are held back. */
  push(entry: T): T | undefined {
    const price = this.#price(entry);
    const position = this.#waiting.findIndex((other) => this.#price(other) > price);
    this.#waiting.splice(position < 0 ? this.#waiting.length : position, 0, entry);
    return this.#waiting.length > this.#upcoming ? this.#waiting.shift() : undefined;
  }

  /** What is held back when the list has ended, in order. */
  rest(): readonly T[] {
    return this.#waiting.splice(0);
  }
}
