import { LRUCache } from 'lru-cache';
import type { App, Caller } from '../../context.ts';
import type { CityAirports } from '../model/discovery.ts';
import type { DatePair, DisplayOffer } from '../model/flight-search.ts';

/** How long what suppliers said is used again, on the organization's clock: as long as whole answers are. */
const ANSWER_LIFE_SECONDS = 45;
/** Offers kept, all questions together: ten pages of the longest list. Each may hold some kilobytes. */
const SEEN_OFFERS_MAX = 1_000;
/** Lists of cities kept: each of some two thousand. */
const CITY_LISTS_MAX = 24;

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
  readonly asks: readonly { readonly origin: CityAirports; readonly dates: readonly DatePair[] }[];
  /** What it costs, about, in minor units of the currency asked for; undefined where nothing was estimated. */
  readonly about: number | undefined;
}
/** Cities to be priced, cheapest first, about. */
export interface SeenCities extends Seen {
  readonly candidates: readonly Candidate[];
}

/**
 * What this process remembers of discoveries: the next page of a list need not ask for the first one's prices again.
 */
export interface DiscoveryCaches {
  readonly offers: LRUCache<string, SeenOffers>;
  readonly cities: LRUCache<string, SeenCities>;
}
const cachesOf = new WeakMap<App, DiscoveryCaches>();

/** The caches of an app, made at their first use. Losing them costs time, never an answer. */
export function discoveryCaches(app: App): DiscoveryCaches {
  const known = cachesOf.get(app);
  if (known !== undefined) return known;
  const made: DiscoveryCaches = {
    offers: new LRUCache({ maxSize: SEEN_OFFERS_MAX, sizeCalculation: ({ shown }) => shown.length + 1 }),
    cities: new LRUCache({ max: CITY_LISTS_MAX }),
  };
  cachesOf.set(app, made);
  return made;
}

/** What this organization was told moments ago, or a fresh answer, which is kept if every supplier had a part in it. */
export async function seenOnce<T extends Seen>(
  cache: LRUCache<string, T>,
  caller: Caller,
  question: string,
  ask: () => Promise<T>,
): Promise<T> {
  const key = `${caller.organizationId}|${question}`;
  const known = cache.get(key);
  if (known !== undefined) {
    const ageSeconds = (caller.now.getTime() - known.seenAt.getTime()) / 1000;
    if (ageSeconds >= 0 && ageSeconds < ANSWER_LIFE_SECONDS) return known;
  }
  const fresh = await ask();
  if (fresh.isComplete) cache.set(key, fresh);
  return fresh;
}

/** Date pairs as text. */
export function datesQuestion(dates: readonly DatePair[]): string {
  return dates.map((pair) => `${pair.departure}/${pair.return ?? ''}`).join();
}
