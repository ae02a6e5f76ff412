import { LRUCache } from 'lru-cache';
import type { TextCache } from '../../platform/cache/cache-part.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import { PASSENGER_KINDS } from '../../travel/passengers.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';

/** How long a search's fares are shown as cached itineraries, on the organization's clock. */
const CACHED_FARES_SECONDS = 30 * 60;
/**
 * How many offers the cache holds over all searches: 16 date pairs of 150 offers. Each takes about 6 KB, so the cache
 * takes at most 15 MB. A date pair that was evicted is queried again.
 */
const OFFERS_MAX = 2_400;

/** What one query found: offers, cheapest first, and how many journeys the suppliers left out. */
export interface FoundFares {
  readonly offers: readonly SourcedOffer[];
  /** Matching journeys that the suppliers left out because the query asks for at most `offersMax` offers. */
  readonly omitted: number;
  /** When the suppliers published these fares; undefined for fares that a live search found. */
  readonly publishedAt?: Date | undefined;
}

/** Fares that an earlier search of this organization found. The caller fills in `queryIndex` of the offers. */
export interface CachedFares extends FoundFares {
  readonly searchedAt: Date;
}

/** Fares that searches found, keyed by organization and query. */
export type FareCache = TextCache<CachedFares>;

/** The part of App that holds the cache. */
interface HoldsFares {
  readonly flightCaches: { readonly fares: FareCache };
}

/** An empty cache. A search of more offers than it holds is not cached. */
export function createFareCache(): FareCache {
  return new LRUCache({ maxSize: OFFERS_MAX, sizeCalculation: ({ offers }) => offers.length });
}

/**
 * Returns the fares that this organization's last search for the query found: all of them, or the first `offersMax`.
 * Returns undefined when that search is more than half an hour old.
 */
export function findCachedFares(
  app: HoldsFares,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  query: FlightQuery,
  offersMax?: number,
): CachedFares | undefined {
  const cached = app.flightCaches.fares.get(fareKey(caller, query));
  if (cached === undefined) return undefined;
  const ageSeconds = (caller.now.getTime() - cached.searchedAt.getTime()) / 1000;
  if (ageSeconds < 0 || ageSeconds > CACHED_FARES_SECONDS) return undefined;
  return { ...cached, offers: cached.offers.slice(0, offersMax) };
}

/**
 * Caches every offer a query found, so that all pages of the search are cut from one list. An empty result is not
 * cached.
 */
export function cacheFares(
  app: HoldsFares,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  query: FlightQuery,
  found: FoundFares,
): void {
  if (found.offers.length === 0) return;
  const { offers, omitted, publishedAt } = found;
  app.flightCaches.fares.set(fareKey(caller, query), { offers, omitted, publishedAt, searchedAt: caller.now });
}

/** The key names the organization: one organization's sales and searches must not show in another's answers. */
function fareKey(caller: Pick<Caller, 'organizationId'>, query: FlightQuery): string {
  const slices = query.slices
    .map((slice) => `${slice.origins.join()}>${slice.destinations.join()}@${slice.date}`)
    .join('/');
  const only = query.only === undefined ? '' : JSON.stringify(query.only);
  return `${caller.organizationId}|${slices}|${partyKey(query)}|${query.cabinClass}|${query.connectionsMax}|${only}`;
}

/** A party as text: `2,0,1,0,0,0`, and the ages that were named: `2,0,1,0,0,0:1`. */
function partyKey({ passengers, ages }: FlightQuery): string {
  const counts = PASSENGER_KINDS.map((kind) => passengers[kind]).join();
  return ages === undefined ? counts : `${counts}:${ages.join()}`;
}
