import type { IndexFacts } from './index-build.ts';
import { LOW_COST_BOOKING_FEE_USD } from '../fares/fares.ts';
import { type DirectionQuery, openDayPrices } from './open-classes.ts';
import { areSoldTogether, type ItineraryGroups, shapesOf, SOLD_ALONE } from './group-by-city.ts';

/** Date pairs listed for each city: its cheapest. */
export const ESTIMATES_PER_CITY = 4;

/**
 * What every city that can be reached costs on its cheapest date pairs, in columns of `ESTIMATES_PER_CITY` for each
 * city.
 */
export interface PairEstimates {
  /** Indexes of cities. */
  readonly cities: Int32Array;
  /** Places of the date pairs, cheapest first. */
  readonly pairs: Uint16Array;
  /** One adult, in US dollars; Infinity where there are no more. */
  readonly usd: Float32Array;
}
/** Looks at date pairs one after the other, and records the cheapest of each city. Day numbers. */
export interface PairPrices {
  add(pairIndex: number, days: Days): void;
  finish(): PairEstimates;
}

/** Begins an estimate. `back` is undefined for one-way trips. */
export function createPairPrices(facts: IndexFacts, out: DirectionQuery, back: DirectionQuery | undefined): PairPrices {
  const cities = facts.atlas.cities.length;
  const estimates = {
    pairs: new Uint16Array(cities * ESTIMATES_PER_CITY),
    usd: new Float32Array(cities * ESTIMATES_PER_CITY).fill(Number.POSITIVE_INFINITY),
  };
  const best = new Float64Array(cities);
  const dearestListed = new Float64Array(cities).fill(Number.POSITIVE_INFINITY);
  const price = back === undefined ? priceOutbound(facts, out, best) : priceReturns(facts, out, back, best);
  return {
    add(pairIndex, days) {
      best.fill(Number.POSITIVE_INFINITY);
      price(days);
      for (let city = 0; city < cities; city += 1) {
        const usd = best[city] ?? Number.POSITIVE_INFINITY;
        if (usd >= (dearestListed[city] ?? 0)) continue;
        insert(estimates, city, pairIndex, usd);
        dearestListed[city] = estimates.usd[(city + 1) * ESTIMATES_PER_CITY - 1] ?? 0;
      }
    },
    finish: () => compact(estimates, cities),
  };
}

/** Day numbers of a date pair. */
interface Days {
  readonly departure: number;
  readonly back: number | undefined;
}
/** Fills what each city costs at least on these days. */
type PriceDays = (days: Days) => void;

/** One direction of a trip. */
interface Direction {
  readonly query: DirectionQuery;
  readonly grouped: ItineraryGroups;
  /** By itinerary: its reference fare with the taxes that are a share of it, before trip shape. */
  readonly taxedUsd: Float32Array;
  /** By itinerary: the other taxes, and on the first direction what is charged for the ticket as a whole. */
  readonly fixedUsd: Float32Array;
}

function direct(query: DirectionQuery, isFirst: boolean): Direction {
  const { reachable, groups: grouped } = query;
  const taxedUsd = new Float32Array(reachable.weekdays.length);
  const fixedUsd = new Float32Array(reachable.weekdays.length);
  for (let row = 0; row < taxedUsd.length; row += 1) {
    taxedUsd[row] = (reachable.referenceUsd[row] ?? 0) * (1 + (reachable.taxShare[row] ?? 0));
    fixedUsd[row] =
      (reachable.taxFixedUsd[row] ?? 0) + (isFirst && grouped.kinds[row] === SOLD_ALONE ? LOW_COST_BOOKING_FEE_USD : 0);
  }
  return { query, grouped, taxedUsd, fixedUsd };
}

/**
 * Itineraries stand in the order of their reference fares, so most need no look at their seats: others are cheaper
 * already. What one direction's shape does to fares is the same on every day.
 */
function priceOutbound(facts: IndexFacts, out: DirectionQuery, best: Float64Array): PriceDays {
  const { grouped, taxedUsd, fixedUsd } = direct(out, true);
  const { columns } = facts;
  const { start } = out.reachable;
  const shapes = shapesOf(grouped, { departure: 0, back: undefined });
  for (let row = 0; row < taxedUsd.length; row += 1)
    taxedUsd[row] = (taxedUsd[row] ?? 0) * (shapes[grouped.kinds[row] ?? 0] ?? 1);
  return ({ departure }) => {
    const day = openDayPrices(facts, out, departure);
    for (let far = 0; far + 1 < start.length; far += 1) {
      const end = start[far + 1] ?? 0;
      let row = start[far] ?? 0;
      if (row === end) continue;
      const factor = day.factor(far);
      const least = day.leastMultiple * factor;
      const city = columns.city[far] ?? 0;
      let cheapest = best[city] ?? Number.POSITIVE_INFINITY;
      for (; row < end; row += 1) {
        const base = taxedUsd[row] ?? 0;
        const fixed = fixedUsd[row] ?? 0;
        if (base * least + fixed >= cheapest) continue;
        const usd = base * factor * day.multiple(row, (cheapest - fixed) / (base * factor)) + fixed;
        if (usd < cheapest) cheapest = usd;
      }
      best[city] = cheapest;
    }
  };
}

/**
 * The cheapest itinerary out of each group with the cheapest itinerary back of each group it is sold with. What a
 * direction's groups cost on a day depends on the stay only by the trip's shapes, of which there are few.
 */
function priceReturns(facts: IndexFacts, out: DirectionQuery, back: DirectionQuery, best: Float64Array): PriceDays {
  const outward = direct(out, true);
  const homeward = direct(back, false);
  const tickets = matchGroups(outward.grouped, homeward.grouped);
  const known = new Map<string, Float64Array>();
  const cheapest = (side: string, direction: Direction, shapes: Float64Array, day: number): Float64Array => {
    const key = `${side}${day}/${shapes.join()}`;
    const made = known.get(key) ?? cheapestOfGroups(facts, direction, shapes, day);
    known.set(key, made);
    return made;
  };
  return (days) => {
    if (days.back === undefined) return;
    const shapes = shapesOf(outward.grouped, days);
    const there = cheapest('out', outward, shapes, days.departure);
    const home = cheapest('back', homeward, shapes, days.back);
    for (let ticket = 0; ticket < tickets.city.length; ticket += 1) {
      const usd = (there[tickets.out[ticket] ?? 0] ?? 0) + (home[tickets.back[ticket] ?? 0] ?? 0);
      const city = tickets.city[ticket] ?? 0;
      if (usd < (best[city] ?? 0)) best[city] = usd;
    }
  };
}

/** By group: the least its itineraries cost on a day, Infinity where none is flown. */
function cheapestOfGroups(
  facts: IndexFacts,
  { query, grouped, taxedUsd, fixedUsd }: Direction,
  shapes: Float64Array,
  dayNumber: number,
): Float64Array {
  const { start } = query.reachable;
  const day = openDayPrices(facts, query, dayNumber);
  const cheapest = new Float64Array(grouped.sellers.length).fill(Number.POSITIVE_INFINITY);
  for (let far = 0; far + 1 < start.length; far += 1) {
    const end = start[far + 1] ?? 0;
    let row = start[far] ?? 0;
    if (row === end) continue;
    const factor = day.factor(far);
    for (; row < end; row += 1) {
      const group = grouped.groups[row] ?? 0;
      const base = (taxedUsd[row] ?? 0) * factor * (shapes[grouped.kinds[row] ?? 0] ?? 1);
      const fixed = fixedUsd[row] ?? 0;
      const least = cheapest[group] ?? 0;
      if (base * day.leastMultiple + fixed >= least) continue;
      const usd = base * day.multiple(row, (least - fixed) / base) + fixed;
      if (usd < least) cheapest[group] = usd;
    }
  }
  return cheapest;
}

/** Groups of itineraries out and home of one city that are sold on one ticket, in columns. */
interface Tickets {
  readonly city: Uint16Array;
  readonly out: Uint16Array;
  readonly back: Uint16Array;
}

function matchGroups(outward: ItineraryGroups, homeward: ItineraryGroups): Tickets {
  const [cities, outs, backs]: [number[], number[], number[]] = [[], [], []];
  for (let city = 0; city + 1 < outward.start.length; city += 1) {
    for (let out = outward.start[city] ?? 0; out < (outward.start[city + 1] ?? 0); out += 1) {
      for (let back = homeward.start[city] ?? 0; back < (homeward.start[city + 1] ?? 0); back += 1) {
        if (!areSoldTogether(outward.sellers[out] ?? 0, homeward.sellers[back] ?? 0)) continue;
        cities.push(city);
        outs.push(out);
        backs.push(back);
      }
    }
  }
  return { city: Uint16Array.from(cities), out: Uint16Array.from(outs), back: Uint16Array.from(backs) };
}

function insert(
  estimates: { readonly pairs: Uint16Array; readonly usd: Float32Array },
  city: number,
  pairIndex: number,
  usd: number,
): void {
  const first = city * ESTIMATES_PER_CITY;
  let position = first + ESTIMATES_PER_CITY - 1;
  if (usd >= (estimates.usd[position] ?? 0)) return;
  for (; position > first && (estimates.usd[position - 1] ?? 0) > usd; position -= 1) {
    estimates.usd[position] = estimates.usd[position - 1] ?? 0;
    estimates.pairs[position] = estimates.pairs[position - 1] ?? 0;
  }
  estimates.usd[position] = usd;
  estimates.pairs[position] = pairIndex;
}

/** The cities that were reached, without the gaps of the others. */
function compact(
  { pairs, usd }: { readonly pairs: Uint16Array; readonly usd: Float32Array },
  count: number,
): PairEstimates {
  const cities = Int32Array.from({ length: count }, (_, city) => city).filter(
    (city) => (usd[city * ESTIMATES_PER_CITY] ?? 0) < Number.POSITIVE_INFINITY,
  );
  const made = {
    cities,
    pairs: new Uint16Array(cities.length * ESTIMATES_PER_CITY),
    usd: new Float32Array(cities.length * ESTIMATES_PER_CITY),
  };
  for (const [row, city] of cities.entries()) {
    made.pairs.set(
      pairs.subarray(city * ESTIMATES_PER_CITY, (city + 1) * ESTIMATES_PER_CITY),
      row * ESTIMATES_PER_CITY,
    );
    made.usd.set(usd.subarray(city * ESTIMATES_PER_CITY, (city + 1) * ESTIMATES_PER_CITY), row * ESTIMATES_PER_CITY);
  }
  return made;
}
