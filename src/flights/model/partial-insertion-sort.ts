/**
 * Orders a list that is known only about: the exact price of an entry is learnt when it is looked at. Entries are held
 * back until none that is still to come can be cheaper. The order depends on the list and its bounds alone, never on
 * where a page begins or ends, so pages of one list neither repeat nor miss an entry.
 */
export class PartialInsertionSort<T> {
  readonly #waiting: { readonly entry: T; readonly price: number }[] = [];
  readonly #priceOf: (entry: T) => number;

  constructor(priceOf: (entry: T) => number) {
    this.#priceOf = priceOf;
  }

  /** Takes the next entry of the list; of equal ones the earlier goes first. */
  push(entry: T): void {
    const price = this.#priceOf(entry);
    const position = this.#waiting.findIndex((other) => other.price > price);
    this.#waiting.splice(position < 0 ? this.#waiting.length : position, 0, { entry, price });
  }

  /**
   * What is held back and costs no more than `bound`, which nothing to come undercuts, in order; `Infinity` when the
   * list has ended.
   */
  releaseUpTo(bound: number): readonly T[] {
    const end = this.#waiting.findIndex(({ price }) => price > bound);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end).map(({ entry }) => entry);
  }

  /**
   * The cheapest of what is held back, as many as are more than `waitingMax`: for who cannot wait for all that might be
   * cheaper.
   */
  releaseOverflow(waitingMax: number): readonly T[] {
    return this.#waiting.splice(0, Math.max(0, this.#waiting.length - waitingMax)).map(({ entry }) => entry);
  }
}
