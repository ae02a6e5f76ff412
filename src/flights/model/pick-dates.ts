/** A date pair as picking sees it: the day of departure as a day number, and its price. */
export interface DatedPrice {
  readonly departureDay: number;
  readonly price: number;
}

/**
 * Up to `count` of the cheapest date pairs, spread over the window: the window's days of departure are cut into `count`
 * ranges of equal length and the cheapest pair of each is taken; where that leaves room (a short window, ranges
 * without flights), the cheapest of the rest. Cheapest first; the cheapest of all is always the first.
 */
export function pickDates<T extends DatedPrice>(pairs: readonly T[], count: number): readonly T[] {
  const byPrice = pairs.toSorted((a, b) => a.price - b.price || a.departureDay - b.departureDay);
  const days = pairs.map((pair) => pair.departureDay);
  const first = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const length = (days.reduce((most, day) => Math.max(most, day), first) - first + 1) / count;
  const spans = new Set<number>();
  const picked = new Set<T>();
  for (const pair of byPrice) {
    const span = Math.floor((pair.departureDay - first) / length);
    if (spans.has(span)) continue;
    spans.add(span);
    picked.add(pair);
  }
  for (const pair of byPrice) {
    if (picked.size >= count) break;
    picked.add(pair);
  }
  return byPrice.filter((pair) => picked.has(pair));
}
