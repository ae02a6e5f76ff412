/** How journeys, or directions of one, are weighed against each other. */
export interface Measures<T> {
  price(item: T): number;
  /** Money and time together. */
  cost(item: T): number;
  minutes(item: T): number;
  stops(item: T): number;
  carrier(item: T): number;
}

/**
 * Shares of the bound, one after the other: the cheapest, up to here the carriers in rounds, up to here those with
 * fewest stops.
 */
const CHEAPEST_SHARE = 1 / 3;
const CARRIERS_SHARE = 1 / 2;
const FEWEST_STOPS_SHARE = 9 / 10;
const ROUNDS = 3;
const QUICKEST_COUNT = 5;

/**
 * At most `max` of the items: a cheapest, a quickest and one with fewest stops; then a third of the bound the cheapest,
 * every carrier's cheapest, up to half their next ones in rounds, the quickest, up to nine tenths those with fewest
 * stops (carriers in rounds again), and the best value. So neither a carrier nor nonstop flights nor a fast dear one
 * are crowded out.
 */
export function pickFairly<T>(items: readonly T[], max: number, measures: Measures<T>): readonly T[] {
  if (items.length <= max) return items;
  const byCost = sortBy(items, measures.cost);
  // Of equal prices the better value comes first.
  const byPrice = sortBy(byCost, measures.price);
  const quickest = leastOf(byPrice, QUICKEST_COUNT, measures.minutes);
  const stopsMin = byPrice.reduce((least, item) => Math.min(least, measures.stops(item)), Number.POSITIVE_INFINITY);
  const straight = byPrice.filter((item) => measures.stops(item) === stopsMin);
  const picked = new Set([...byPrice.slice(0, 1), ...quickest.slice(0, 1), ...straight.slice(0, 1)].slice(0, max));
  fill(picked, byPrice, max * CHEAPEST_SHARE);
  fill(picked, inRounds(byPrice, measures, 1), max);
  fill(picked, inRounds(byPrice, measures, ROUNDS), max * CARRIERS_SHARE);
  fill(picked, quickest, max);
  fill(picked, inRounds(straight, measures, straight.length), max * FEWEST_STOPS_SHARE);
  fill(picked, byCost, max);
  return [...picked];
}

/**
 * The items of a part that `pickFairly` may pick of the whole, in their order: of each list it fills from, at most
 * `max` of the first are looked at, and what stands among those of the whole stands among those of its part. So the
 * rest of a large part need not be held until the others are there.
 */
export function pickable<T>(items: readonly T[], max: number, measures: Measures<T>): readonly T[] {
  const byCost = sortBy(items, measures.cost);
  const byPrice = sortBy(byCost, measures.price);
  const stopsMin = byPrice.reduce((least, item) => Math.min(least, measures.stops(item)), Number.POSITIVE_INFINITY);
  const straight = byPrice.filter((item) => measures.stops(item) === stopsMin);
  const lists = [
    byCost,
    byPrice,
    leastOf(byPrice, QUICKEST_COUNT, measures.minutes),
    inRounds(byPrice, measures, 1),
    inRounds(byPrice, measures, ROUNDS),
    inRounds(straight, measures, straight.length),
  ];
  const candidates = new Set(lists.flatMap((list) => list.slice(0, max)));
  return items.filter((item) => candidates.has(item));
}

function fill<T>(picked: Set<T>, items: readonly T[], until: number): void {
  for (const item of items) {
    if (picked.size >= until) return;
    picked.add(item);
  }
}

/**
 * Every carrier's cheapest, then every carrier's second, and so on: where the bound is small no carrier comes twice
 * before another.
 */
function inRounds<T>(byPrice: readonly T[], { carrier }: Measures<T>, roundsMax: number): readonly T[] {
  const rounds: T[][] = [];
  const taken = new Map<number, number>();
  for (const item of byPrice) {
    const code = carrier(item);
    const round = taken.get(code) ?? 0;
    if (round >= roundsMax) continue;
    const others = rounds[round];
    if (others) others.push(item);
    else rounds.push([item]);
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

/**
 * Lowest first, equals in the order they came: values and places packed into one number each, which sort without
 * calling back.
 */
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
