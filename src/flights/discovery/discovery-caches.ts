import type { TextCache } from '../../platform/cache/cache-part.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CityAirports } from '../model/discovery.ts';
import type { DatePair, DisplayOffer } from '../model/flight-search.ts';
import type { ObservedPair } from '../model/day-coverage.ts';

/** How long answers of suppliers are reused, on the organization's clock: as long as whole answers are cached. */
const ANSWER_LIFE_SECONDS = 45;

/** When the suppliers answered a query, and whether all of them did. */
export interface CachedAnswer {
  /** An instant of the organization's clock. */
  readonly seenAt: Date;
  /** False when a supplier did not answer. */
  readonly isComplete: boolean;
}
/** The cheapest offers between two cities in the caller's currency, cheapest first. */
export interface CachedOffers extends CachedAnswer {
  readonly shown: readonly DisplayOffer[];
  /**
   * What earlier searches have seen, by the index of the date pair; undefined where nobody has looked. Empty where
   * every supplier publishes its fares.
   */
  readonly observedPairs: readonly (ObservedPair | undefined)[];
}
/** A city to be priced, with the origins and dates to search. */
export interface Candidate {
  readonly city: CityAirports;
  readonly searches: readonly { readonly origin: CityAirports; readonly dates: readonly DatePair[] }[];
  /**
   * Estimated price, minor units of the caller's currency; undefined when all candidates are priced without estimates.
   */
  readonly estimate: number | undefined;
}
/** Candidate cities, sorted by estimated price. */
export interface CachedCities extends CachedAnswer {
  readonly candidates: readonly Candidate[];
}

/**
 * Returns what this organization found at most 45 seconds ago, else queries afresh. An answer that a supplier is
 * missing from is not cached.
 */
export async function findOrQuery<T extends CachedAnswer>(
  cache: TextCache<T>,
  caller: Caller,
  query: string,
  queryFresh: () => Promise<T>,
): Promise<T> {
  const key = `${caller.organizationId}|${query}`;
  const known = cache.get(key);
  if (known !== undefined) {
    const ageSeconds = (caller.now.getTime() - known.seenAt.getTime()) / 1000;
    if (ageSeconds >= 0 && ageSeconds < ANSWER_LIFE_SECONDS) return known;
  }
  const fresh = await queryFresh();
  if (fresh.isComplete) cache.set(key, fresh);
  return fresh;
}

/** Date pairs as a part of a cache key. */
export function keyOfDates(dates: readonly DatePair[]): string {
  return dates.map((pair) => `${pair.departure}/${pair.return ?? ''}`).join();
}
