/** How journeys, or directions of one, are weighed against each other. */
export interface Measures<T> {
  price(item: T): number;
  /** Money and time together. */
  cost(item: T): number;
  minutes(item: T): number;
  stops(item: T): number;
  carrier(item: T): number;
}

/** Where a bound cuts, kept beside the cheapest: the cheapest of each carrier, the quickest, and those with fewest stops. */
const KEPT_PER_CARRIER = 3;
const KEPT_QUICKEST = 5;
const KEPT_FEWEST_STOPS = 5;

/**
 * At most `max` of the items: half the cheapest, then each carrier's cheapest few, the quickest, those with fewest stops, and
 * the best value, so that neither a carrier nor a fast dear flight is crowded out.
 */
export function pickFairly<T>(items: readonly T[], max: number, measures: Measures<T>): readonly T[] {
  if (items.length <= max) return items;
  const byCost = sortBy(items, measures.cost);
  // Of equal prices the better value comes first.
  const byPrice = sortBy(byCost, measures.price);
  const picked = new Set(byPrice.slice(0, Math.ceil(max / 2)));
  const candidates = [
    ...cheapestOfCarriers(byPrice, measures),
    ...leastOf(byPrice, KEPT_QUICKEST, measures.minutes),
    ...leastOf(byPrice, KEPT_FEWEST_STOPS, measures.stops),
    ...byCost,
  ];
  for (const item of candidates) {
    if (picked.size >= max) break;
    picked.add(item);
  }
  return [...picked];
}

/** Every carrier's cheapest, then every carrier's second, and so on: where the bound is small no carrier comes twice before another. */
function cheapestOfCarriers<T>(byPrice: readonly T[], { carrier }: Measures<T>): readonly T[] {
  const rounds: T[][] = Array.from({ length: KEPT_PER_CARRIER }, () => []);
  const taken = new Map<number, number>();
  for (const item of byPrice) {
    const code = carrier(item);
    const round = taken.get(code) ?? 0;
    rounds[round]?.push(item);
    taken.set(code, round + 1);
  }
  return rounds.flat();
}

/** The first of `sortBy`, without sorting the rest. */
function leastOf<T>(items: readonly T[], count: number, measure: (item: T) => number): readonly T[] {
  const least: { readonly item: T; readonly value: number }[] = [];
  for (const item of items) {
    const value = measure(item);
    if (least.length === count && value >= (least.at(-1)?.value ?? 0)) continue;
    const position = least.findIndex((other) => value < other.value);
    least.splice(position < 0 ? least.length : position, 0, { item, value });
    if (least.length > count) least.pop();
  }
  return least.map(({ item }) => item);
}

/** Values are compared to a thousandth, and may not be negative. */
const STEPS_PER_UNIT = 1000;
const ITEMS_MAX = 1 << 18;

/** Lowest first, equals in the order they came: values and places packed into one number each, which sort without calling back. */
function sortBy<T>(items: readonly T[], measure: (item: T) => number): readonly T[] {
  const packed = new Float64Array(items.length);
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i];
    if (item !== undefined) packed[i] = Math.round(measure(item) * STEPS_PER_UNIT) * ITEMS_MAX + i;
  }
  packed.sort();
  const sorted: T[] = [];
  for (let i = 0; i < packed.length; i += 1) {
    const item = items[(packed[i] ?? 0) % ITEMS_MAX];
    if (item !== undefined) sorted.push(item);
  }
  return sorted;
}
