import type { App, Caller } from '../../context.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import { PASSENGER_KINDS } from '../../travel/passengers.ts';
import type { CachedFares } from './search-result-cache.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';

/** How long a search's fares are shown as cached itineraries, on the organization's clock. */
const CACHED_FARES_SECONDS = 30 * 60;

/**
 * What this organization's last search for the same journey found, unless that is too long ago: all of it, or the first
 * `offersMax`.
 */
export function findCachedFares(
  app: App,
  caller: Caller,
  query: FlightQuery,
  offersMax?: number,
): CachedFares | undefined {
  const { fares } = app.flightCaches;
  const kept = fares.find(fareKey(caller, query));
  if (kept === undefined) return undefined;
  const ageSeconds = (caller.now.getTime() - kept.searchedAt.getTime()) / 1000;
  if (ageSeconds < 0 || ageSeconds > CACHED_FARES_SECONDS) return undefined;
  const offers = fares.read(kept, offersMax);
  return (
    offers && {
      offers: offers.slice(0, offersMax),
      searchedAt: kept.searchedAt,
      publishedAt: kept.publishedAt,
      omitted: kept.omitted,
    }
  );
}

/** What a query found, cheapest first, and how many journeys the suppliers left out. */
export interface FoundFares {
  readonly offers: readonly SourcedOffer[];
  readonly omitted: number;
  /** Of published fares: when they were filed. */
  readonly publishedAt?: Date | undefined;
}

/** Remembers all that a query found: every page of it is told from one list. */
export function rememberFares(
  app: App,
  caller: Caller,
  query: FlightQuery,
  { offers, omitted, publishedAt }: FoundFares,
): void {
  if (offers.length === 0) return;
  app.flightCaches.fares.keep(fareKey(caller, query), { offers, searchedAt: caller.now, publishedAt, omitted });
}

/** Fares are kept per organization: what one has sold or searched shows in no other's answers. */
function fareKey(caller: Caller, query: FlightQuery): string {
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
