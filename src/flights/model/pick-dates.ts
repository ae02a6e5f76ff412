/** What picking needs of a date pair: its day of departure as a day number, and its price. */
export interface DatedPrice {
  readonly departureDay: number;
  readonly price: number;
}

/**
 * Picks up to `count` of the cheapest date pairs, spread over the window: cuts its days of departure into `count` equal
 * ranges and takes the cheapest pair of each; fills remaining places (a short window, ranges without flights) with the
 * cheapest of the rest. Sorted cheapest first, and the cheapest of all is always included.
 *
 * With a count of 2 and departures on days 1, 2, 9 and 10 at EUR 50.00, 40.00, 90.00 and 80.00, the ranges are days 1
 * to 5 and 6 to 10: days 2 and 10 are picked, although day 1 is cheaper than day 10.
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
