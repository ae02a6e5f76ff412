/**
 * Sorts a list by exact price when only estimates are known in advance and each exact price is expensive to find.
 * Entries arrive sorted by estimate and wait here until no later one can be cheaper. The order depends only on the list
 * and the bounds, never on page limits, so pages neither repeat nor miss an entry.
 *
 * From PAR, cities are estimated at EUR 80.00 (LIS), 90.00 (ROM) and 120.00 (ATH), and no exact price is below 85 % of
 * its estimate. LIS turns out at EUR 110.00: ROM may cost 76.50, so LIS waits. ROM turns out at EUR 95.00: ATH costs at
 * least 102.00, so ROM is released and LIS still waits. ATH turns out at EUR 130.00 and the list ends: LIS and ATH
 * follow. The result is ROM, LIS, ATH.
 */
export class PartialInsertionSort<T> {
  readonly #waiting: { readonly entry: T; readonly price: number }[] = [];
  readonly #priceOf: (entry: T) => number;

  constructor(priceOf: (entry: T) => number) {
    this.#priceOf = priceOf;
  }

  /** Adds the next entry of the list; of entries with equal prices the earlier one is released first. */
  push(entry: T): void {
    const price = this.#priceOf(entry);
    const position = this.#waiting.findIndex((other) => other.price > price);
    this.#waiting.splice(position < 0 ? this.#waiting.length : position, 0, { entry, price });
  }

  /**
   * Releases, in order, the waiting entries that cost at most `bound`: the least that any later entry can cost,
   * `Infinity` once the list has ended.
   */
  releaseUpTo(bound: number): readonly T[] {
    const end = this.#waiting.findIndex(({ price }) => price > bound);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end).map(({ entry }) => entry);
  }

  /**
   * Releases the cheapest waiting entries until at most `waitingMax` remain. A cheaper entry may still come, so the
   * order becomes approximate.
   */
  releaseOverflow(waitingMax: number): readonly T[] {
    return this.#waiting.splice(0, Math.max(0, this.#waiting.length - waitingMax)).map(({ entry }) => entry);
  }
}
