import { LRUCache } from 'lru-cache';
import type { Rising } from '../../demand/model/counts/quantile.ts';
import type { CachedCities, CachedOffers } from '../discovery/discovery-caches.ts';
import { cachePart, type TextCache } from '../../platform/cache/cache-part.ts';
import type { ObservedLowest } from '../observed/observed-fares.ts';
import type { SeenFare } from '../model/prices/price-history.ts';
import { FareTermsCache } from '../render/fare-terms-cache.ts';
import { createFareCache, type FareCache } from './fare-cache.ts';

/** How many samples of published fares are cached. */
const SAMPLES_MAX = 5_000;
/**
 * How many journeys have their sampled offers cached, for discovery, filtered searches and re-pricing; each takes some
 * hundred bytes.
 */
const SAMPLED_QUERIES_MAX = 2_000;
/** Published fares change as seats are sold, so a sample is taken again after this long. */
const SAMPLE_LIFE_MS = 10 * 60_000;
/**
 * How many offers of discoveries are cached over all requests, each of some kilobytes: those that the first pages of
 * anywhere from a dozen places are chosen from. With a quarter of them, a dozen places asked about one after another
 * found nothing cached: 40 answers a second in place of 640 (budget 7).
 */
const CHEAPEST_OFFERS_MAX = 4_000;
/** How many lists of candidate cities are cached, each of about two thousand cities. */
const CITY_LISTS_MAX = 24;
/** How many routes have their published history cached, each about 700 fares. */
const HISTORIES_MAX = 200;
/** How many markets have the fares cached that searches have seen in them: some 60 each, of 100 bytes. */
const OBSERVED_MARKETS_MAX = 1_000;
const OBSERVED_MARKET_LIFE_MS = 60_000;

/**
 * Keys of the offers a market is sampled by: a few, spread evenly over its result. One list for each supplier, in the
 * order of `App.flightSuppliers`.
 */
export type SampledKeys = readonly (readonly string[])[];

/** The offers a market is sampled by, and its lowest fare. */
export interface SampledOffers {
  readonly keys: SampledKeys;
  /** The lowest total found, minor units of USD; undefined when the offers shown already contain it. */
  readonly lowestUsd: number | undefined;
}

/** The caches of flight search in this process. Each App has its own. Losing one costs time and changes no answer. */
export interface FlightCaches {
  /** Fares that searches found, for the next page and for cached itineraries. */
  readonly fares: FareCache;
  /**
   * Samples of published totals for a party, minor units of USD, sorted ascending; keyed by organization and sampled
   * offers.
   */
  readonly published: TextCache<Rising>;
  /**
   * The offers a query is sampled by, for requests that saw only a part of the market (discovery, filtered searches).
   */
  readonly sampled: TextCache<SampledOffers>;
  /**
   * Offers that discoveries found, so that the next page of a list does not query the suppliers for the first page
   * again.
   */
  readonly cheapestOffers: TextCache<CachedOffers>;
  readonly candidateCities: TextCache<CachedCities>;
  /** Published fares of a route's past, keyed by query. */
  readonly histories: TextCache<Promise<readonly SeenFare[]>>;
  /** Lowest fares that searches have seen in a season, where there are enough to advise by; keyed by organization. */
  readonly observedMarkets: TextCache<readonly ObservedLowest[]>;
  /** Fare terms as they were presented in recent answers. */
  readonly terms: FareTermsCache;
}

/** Empty caches, for one App. */
export function createFlightCaches(): FlightCaches {
  return {
    fares: createFareCache(),
    published: new LRUCache({ max: SAMPLES_MAX, ttl: SAMPLE_LIFE_MS }),
    sampled: new LRUCache({ max: SAMPLED_QUERIES_MAX, ttl: SAMPLE_LIFE_MS }),
    cheapestOffers: new LRUCache({ maxSize: CHEAPEST_OFFERS_MAX, sizeCalculation: ({ shown }) => shown.length + 1 }),
    candidateCities: new LRUCache({ max: CITY_LISTS_MAX }),
    histories: new LRUCache({ max: HISTORIES_MAX }),
    observedMarkets: new LRUCache({ max: OBSERVED_MARKETS_MAX, ttl: OBSERVED_MARKET_LIFE_MS }),
    terms: new FareTermsCache(),
  };
}

/**
 * The part of the caches for requests that leave out some suppliers. Terms of fares are shared: they are found by the
 * rules of the fare itself.
 */
export function flightCachesPart(whole: FlightCaches, name: string): FlightCaches {
  return {
    fares: cachePart(whole.fares, name),
    published: cachePart(whole.published, name),
    sampled: cachePart(whole.sampled, name),
    cheapestOffers: cachePart(whole.cheapestOffers, name),
    candidateCities: cachePart(whole.candidateCities, name),
    histories: cachePart(whole.histories, name),
    observedMarkets: cachePart(whole.observedMarkets, name),
    terms: whole.terms,
  };
}
