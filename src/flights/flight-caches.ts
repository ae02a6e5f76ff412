import { LRUCache } from 'lru-cache';
import type { App } from '../context.ts';
import type { SuppliedOffer } from './model/merge-offers.ts';

/** Offers kept in the fare cache, all searches together. */
const CACHED_OFFERS_MAX = 2_000;
/** Samples of published fares that are remembered. */
const SAMPLES_MAX = 5_000;
/** Filed fares follow what is sold: a sample is taken anew after this. */
const SAMPLE_LIFE_MS = 10 * 60_000;

/** What one query found, cheapest first. */
export interface CachedFares {
  readonly offers: readonly SuppliedOffer[];
  readonly searchedAt: Date;
  /** Journeys that were found and are not remembered. */
  readonly omitted: number;
}

/** What this process remembers of its searches. Losing it costs time, never an answer; each process has its own. */
export interface FlightCaches {
  readonly fares: LRUCache<string, CachedFares>;
  /** Samples of published totals for a party, minor units of USD, by whom they were asked for and of which offers. */
  readonly published: LRUCache<string, readonly number[]>;
}

/** One set of caches for each App, so that two apps in one process (tests) share nothing. */
const cachesOf = new WeakMap<App, FlightCaches>();

/** The caches of an app, made at their first use. */
export function flightCaches(app: App): FlightCaches {
  const known = cachesOf.get(app);
  if (known !== undefined) return known;
  const made: FlightCaches = {
    fares: new LRUCache({ maxSize: CACHED_OFFERS_MAX, sizeCalculation: (entry) => entry.offers.length + 1 }),
    published: new LRUCache({ max: SAMPLES_MAX, ttl: SAMPLE_LIFE_MS }),
  };
  cachesOf.set(app, made);
  return made;
}
