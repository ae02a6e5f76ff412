import type { LRUCache } from 'lru-cache';
import type { Caller } from '../../context.ts';
import type { CityAirports } from '../model/discovery.ts';
import type { DatePair, DisplayOffer } from '../model/flight-search.ts';

/** How long what suppliers said is used again, on the organization's clock: as long as whole answers are. */
const ANSWER_LIFE_SECONDS = 45;

/** What the suppliers said about one question, and when. */
export interface Seen {
  /** The organization's clock. */
  readonly seenAt: Date;
  /** False when a supplier did not answer. */
  readonly isComplete: boolean;
}
/** The cheapest offers between two cities, in the currency asked for, cheapest first. */
export interface SeenOffers extends Seen {
  readonly shown: readonly DisplayOffer[];
}
/** A city to be priced, and where from and when. */
export interface Candidate {
  readonly city: CityAirports;
  readonly searches: readonly { readonly origin: CityAirports; readonly dates: readonly DatePair[] }[];
  /** What it costs, about, in minor units of the currency asked for; undefined where nothing was estimated. */
  readonly estimate: number | undefined;
}
/** Cities to be priced, cheapest first, about. */
export interface SeenCities extends Seen {
  readonly candidates: readonly Candidate[];
}

/** What this organization found moments ago, or a fresh answer, which is cached if every supplier took part in it. */
export async function findOrQuery<T extends Seen>(
  cache: LRUCache<string, T>,
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

/** Date pairs as text. */
export function keyOfDates(dates: readonly DatePair[]): string {
  return dates.map((pair) => `${pair.departure}/${pair.return ?? ''}`).join();
}
