import { LRUCache } from 'lru-cache';
import type { App } from '../../context.ts';
import type { Rising } from '../../demand/model/counts/quantile.ts';
import { SearchResultCache } from './search-result-cache.ts';

/** Samples of published fares that are remembered. */
const SAMPLES_MAX = 5_000;
/**
 * Journeys whose sampled offers are remembered, for discovery, narrowed searches and re-pricing, some hundred bytes
 * each.
 */
const SAMPLED_QUERIES_MAX = 2_000;
/** Filed fares follow what is sold: a sample is taken anew after this. */
const SAMPLE_LIFE_MS = 10 * 60_000;

/** What is asked of each supplier, in their order: a few offers from all over what it answered. */
export type SampledKeys = readonly (readonly string[])[];

/** What a market is sampled by. */
export interface SampledOffers {
  readonly keys: SampledKeys;
  /** The lowest total that was found, minor units of USD; undefined where it is among the offers shown. */
  readonly lowestUsd: number | undefined;
}

/** What this process remembers of its searches. Losing it costs time, never an answer; each process has its own. */
export interface FlightCaches {
  readonly fares: SearchResultCache;
  /**
   * Samples of published totals for a party, minor units of USD in rising order, by whom they were asked for and of
   * which offers.
   */
  readonly published: LRUCache<string, Rising>;
  /** Of which offers a query's sample is taken, by supplier, where discovery saw only its cheapest. */
  readonly sampled: LRUCache<string, SampledOffers>;
}

/** One set of caches for each App, so that two apps in one process (tests) share nothing. */
const cachesOf = new WeakMap<App, FlightCaches>();

/** The caches of an app, made at their first use. */
export function flightCaches(app: App): FlightCaches {
  const known = cachesOf.get(app);
  if (known !== undefined) return known;
  const made: FlightCaches = {
    fares: new SearchResultCache(),
    published: new LRUCache({ max: SAMPLES_MAX, ttl: SAMPLE_LIFE_MS }),
    sampled: new LRUCache({ max: SAMPLED_QUERIES_MAX, ttl: SAMPLE_LIFE_MS }),
  };
  cachesOf.set(app, made);
  return made;
}
