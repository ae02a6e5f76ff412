import { LRUCache } from 'lru-cache';
import type { Rising } from '../../demand/model/counts/quantile.ts';
import type { SeenCities, SeenOffers } from '../discovery/discovery-caches.ts';
import type { SeenFare } from '../model/prices/price-history.ts';
import { FareTermsCache } from '../render/fare-terms-cache.ts';
import { createFareCache, type FareCache } from './fare-cache.ts';

/** Samples of published fares. */
const SAMPLES_MAX = 5_000;
/** Journeys whose sampled offers are cached for discovery, narrowed searches, re-pricing; some hundred bytes each. */
const SAMPLED_QUERIES_MAX = 2_000;
/** Filed fares follow what is sold: a sample is taken anew after this. */
const SAMPLE_LIFE_MS = 10 * 60_000;
/** Offers of discoveries, all questions together: ten pages of the longest list. Each may hold some kilobytes. */
const SEEN_OFFERS_MAX = 1_000;
/** Lists of candidate cities, each of some two thousand. */
const CITY_LISTS_MAX = 24;
/** Routes whose published history is cached, each some 700 fares. */
const HISTORIES_MAX = 200;

/** Keys of the offers a market is sampled by: a few from all over its result, by supplier in their order. */
export type SampledKeys = readonly (readonly string[])[];

/** What a market is sampled by. */
export interface SampledOffers {
  readonly keys: SampledKeys;
  /** The lowest total that was found, minor units of USD; undefined where it is among the offers shown. */
  readonly lowestUsd: number | undefined;
}

/** What this process caches of flight searches. Losing it costs time, never an answer; each App has its own. */
export interface FlightCaches {
  /** What searches found, for the next page and for cached itineraries. */
  readonly fares: FareCache;
  /**
   * Samples of published totals for a party, minor units of USD in rising order, by the organization that asked and
   * the offers they are of.
   */
  readonly published: LRUCache<string, Rising>;
  /** Of which offers a query's sample is taken, by supplier, where discovery saw only its cheapest. */
  readonly sampled: LRUCache<string, SampledOffers>;
  /** What discoveries found: the next page of a list need not ask for the first one's prices again. */
  readonly seenOffers: LRUCache<string, SeenOffers>;
  readonly seenCities: LRUCache<string, SeenCities>;
  /** Published fares of a route's past, by question. */
  readonly histories: LRUCache<string, Promise<readonly SeenFare[]>>;
  /** Presented terms of fares. */
  readonly terms: FareTermsCache;
}

/** Empty caches, for one App. */
export function createFlightCaches(): FlightCaches {
  return {
    fares: createFareCache(),
    published: new LRUCache({ max: SAMPLES_MAX, ttl: SAMPLE_LIFE_MS }),
    sampled: new LRUCache({ max: SAMPLED_QUERIES_MAX, ttl: SAMPLE_LIFE_MS }),
    seenOffers: new LRUCache({ maxSize: SEEN_OFFERS_MAX, sizeCalculation: ({ shown }) => shown.length + 1 }),
    seenCities: new LRUCache({ max: CITY_LISTS_MAX }),
    histories: new LRUCache({ max: HISTORIES_MAX }),
    terms: new FareTermsCache(),
  };
}
