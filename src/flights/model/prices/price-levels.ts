export const PRICE_LEVELS = ['low', 'medium', 'high'] as const;
export type PriceLevel = (typeof PRICE_LEVELS)[number];

/**
 * Rates each price among all of them: low in the cheapest third, high in the dearest, medium between. Equal prices
 * share the middle of the ranks they occupy, so a window where every day costs the same is medium throughout. Of 100,
 * 100, 300 and 500 the ranks are 0.25, 0.25, 0.625 and 0.875: low, low, medium, high.
 */
export function levelPrices(prices: readonly number[]): readonly PriceLevel[] {
  const sorted = Float64Array.from(prices).sort();
  return prices.map((price) => {
    const cheaper = firstNotBelow(sorted, price);
    const equal = firstNotBelow(sorted, price + 1) - cheaper;
    const place = (cheaper + equal / 2) / sorted.length;
    return place < 1 / 3 ? 'low' : place > 2 / 3 ? 'high' : 'medium';
  });
}

/** How many of the sorted integers are less than `value`, by binary search. */
function firstNotBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
