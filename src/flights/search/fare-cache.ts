import { LRUCache } from 'lru-cache';
import type { App, Caller } from '../../context.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import { PASSENGER_KINDS } from '../../travel/passengers.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';

/** How long a search's fares are shown as cached itineraries, on the organization's clock. */
const CACHED_FARES_SECONDS = 30 * 60;
/**
 * Offers cached, all searches together: 16 date pairs of 150 offers. Each takes some 6 KB, so that they are at most
 * 15 MB; a date pair that had to make room is asked for again.
 */
const OFFERS_MAX = 2_400;

/** What a query found, cheapest first, and how many journeys the suppliers left out. */
export interface FoundFares {
  readonly offers: readonly SourcedOffer[];
  /** Journeys the suppliers had beyond the number of offers asked for. */
  readonly omitted: number;
  /** Of fares that nobody has searched: when the suppliers published them. */
  readonly publishedAt?: Date | undefined;
}

/** What a search of this organization found before. `queryIndex` of its offers is filled in by the caller. */
export interface CachedFares extends FoundFares {
  readonly searchedAt: Date;
}

/** What searches found, by organization and question. */
export type FareCache = LRUCache<string, CachedFares>;

/** An empty cache. A search of more offers than it holds is not cached. */
export function createFareCache(): FareCache {
  return new LRUCache({ maxSize: OFFERS_MAX, sizeCalculation: ({ offers }) => offers.length });
}

/**
 * What this organization's last search for the same journey found, unless that is more than half an hour ago: all of
 * it, or the first `offersMax`.
 */
export function findCachedFares(
  app: Pick<App, 'flightCaches'>,
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

/** Caches all that a query found: every page of the search is cut from one list. */
export function cacheFares(
  app: Pick<App, 'flightCaches'>,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  query: FlightQuery,
  found: FoundFares,
): void {
  if (found.offers.length === 0) return;
  const { offers, omitted, publishedAt } = found;
  app.flightCaches.fares.set(fareKey(caller, query), { offers, omitted, publishedAt, searchedAt: caller.now });
}

/** Fares are cached per organization: what one has sold or searched shows in no other's answers. */
function fareKey(caller: Pick<Caller, 'organizationId'>, query: FlightQuery): string {
  const slices = query.slices
    .map((slice) => `${slice.origins.join()}>${slice.destinations.join()}@${slice.date}`)
    .join('/');
  const only = query.only === undefined ? '' : JSON.stringify(query.only);
  return `${caller.organizationId}|${slices}|${partyKey(query)}|${query.cabinClass}|${query.connectionsMax}|${only}`;
}

/** A party as text: `2,0,1,0,0,0`. */
function partyKey(query: FlightQuery): string {
  return PASSENGER_KINDS.map((kind) => query.passengers[kind]).join();
}
