import { type InParts, runParts } from '../../platform/scheduling/in-parts.ts';
import type { Money } from '../../travel/money.ts';
import { lowestPrice, type DisplayOffer } from './flight-search.ts';

/** How many bands the price facet has at most. */
const PRICE_BANDS_MAX = 5;

/** Counts over a whole result, before limit and offset. Each offer counts once for each value it has. */
export interface Facets {
  readonly airlines: Readonly<Record<string, number>>;
  readonly cabins: Readonly<Record<string, number>>;
  readonly destinations: Readonly<Record<string, number>>;
  readonly origins: Readonly<Record<string, number>>;
  readonly stops: Readonly<Record<string, number>>;
  readonly emissions: { readonly avg: number; readonly max: number; readonly min: number } | undefined;
  readonly prices: readonly PriceBand[];
}
/** Offers whose lowest price lies in `[from, to]`; the lower bound of the next band is one minor unit above. */
export interface PriceBand {
  readonly count: number;
  readonly from: Money;
  readonly to: Money;
}

/** Counts the facets of a result; `emissions` is undefined for an empty one. */
export function countFacets(offers: readonly DisplayOffer[], currency: string): Facets {
  return runParts(countInParts(offers, currency));
}

/** How many offers are counted before other requests may run. */
const OFFERS_PER_PART = 500;

/** Does the work of `countFacets`, and yields between parts so that other requests can run. */
export function* countInParts(offers: readonly DisplayOffer[], currency: string): InParts<Facets> {
  const counts = {
    airlines: new Map<string, Tally>(),
    cabins: new Map<string, Tally>(),
    destinations: new Map<string, Tally>(),
    origins: new Map<string, Tally>(),
    stops: new Map<string, Tally>(),
  };
  for (const [index, shown] of offers.entries()) {
    if (index % OFFERS_PER_PART === OFFERS_PER_PART - 1) yield;
    const { slices } = shown.offer;
    const [outbound] = slices;
    for (const { segments } of slices)
      for (const { marketingCarrier } of segments) countOnce(counts.airlines, marketingCarrier, index);
    for (const { fare } of shown.fares) countOnce(counts.cabins, fare.cabinClass, index);
    if (outbound !== undefined) {
      countOnce(counts.origins, outbound.origin, index);
      countOnce(counts.destinations, outbound.destination, index);
    }
    countOnce(counts.stops, String(shown.stops), index);
  }
  return {
    airlines: toRecord(counts.airlines),
    cabins: toRecord(counts.cabins),
    destinations: toRecord(counts.destinations),
    origins: toRecord(counts.origins),
    stops: toRecord(counts.stops),
    emissions: measureEmissions(offers),
    prices: bandPrices(offers.map(lowestPrice), currency),
  };
}

/** How often a value was counted, and the index of the last offer that has it. */
interface Tally {
  count: number;
  lastIndex: number;
}

/** Counts a value of an offer, unless it was counted for this offer already. */
function countOnce(counts: Map<string, Tally>, value: string, index: number): void {
  const tally = counts.get(value);
  if (tally === undefined) counts.set(value, { count: 1, lastIndex: index });
  else if (tally.lastIndex !== index) {
    tally.count += 1;
    tally.lastIndex = index;
  }
}

/** The counts as an object, the most frequent value first, so that a client can show them unsorted. */
function toRecord(counts: Map<string, Tally>): Record<string, number> {
  const values = [...counts.keys()];
  const countOf = (value: string): number => counts.get(value)?.count ?? 0;
  if (values.length > 1) values.sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1));
  // An object without prototype is a dictionary from the start; V8 would create hidden classes for each set of airlines
  // otherwise.
  const record: Record<string, number> = Object.create(null);
  for (const value of values) record[value] = countOf(value);
  return record;
}

function measureEmissions(offers: readonly DisplayOffer[]): Facets['emissions'] {
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (const {
    offer: { emissionsKg },
  } of offers) {
    if (emissionsKg === undefined) continue;
    count += 1;
    sum += emissionsKg;
    min = Math.min(min, emissionsKg);
    max = Math.max(max, emissionsKg);
  }
  return count === 0 ? undefined : { avg: Math.round(sum / count), max, min };
}

/**
 * Divides the prices into at most five bands of equal width; bands without an offer are left out. Prices of 100, 120
 * and 199 make bands 100 to 119, 120 to 139 and 180 to 199, with one offer each.
 */
export function bandPrices(prices: readonly number[], currency: string): readonly PriceBand[] {
  if (prices.length === 0) return [];
  const lowest = Math.min(...prices);
  const highest = Math.max(...prices);
  const bands = Math.min(PRICE_BANDS_MAX, highest - lowest + 1);
  const width = (highest - lowest + 1) / bands;
  const counts = new Array<number>(bands).fill(0);
  for (const price of prices) {
    const band = Math.min(bands - 1, Math.floor((price - lowest) / width));
    counts[band] = (counts[band] ?? 0) + 1;
  }
  return counts.flatMap((count, band) =>
    count === 0
      ? []
      : [
          {
            count,
            from: { value: lowest + Math.ceil(band * width), currency },
            to: { value: lowest + Math.ceil((band + 1) * width) - 1, currency },
          },
        ],
  );
}
