import type { App, Caller } from '../context.ts';
import type { FlightQuery } from '../travel/flight.ts';
import { PASSENGER_KINDS } from '../travel/passengers.ts';
import { forKeeping } from '../travel/plain-offer.ts';
import { type CachedFares, flightCaches } from './flight-caches.ts';
import type { SuppliedOffer } from './model/merge-offers.ts';

/** How long a search's fares are shown as cached itineraries, on the organization's clock. */
const CACHED_FARES_SECONDS = 30 * 60;
/** Cheapest offers remembered of one query. */
const CACHED_OFFERS_PER_QUERY = 40;

/** What this organization's last search for the same journey found, unless that is too long ago. */
export function findCachedFares(app: App, caller: Caller, query: FlightQuery): CachedFares | undefined {
  const entry = flightCaches(app).fares.get(fareKey(caller, query));
  if (entry === undefined) return undefined;
  const ageSeconds = (caller.now.getTime() - entry.searchedAt.getTime()) / 1000;
  return ageSeconds >= 0 && ageSeconds <= CACHED_FARES_SECONDS ? entry : undefined;
}

/** What a query found, cheapest first, and how many journeys the suppliers left out. */
export interface FoundFares {
  readonly offers: readonly SuppliedOffer[];
  readonly omitted: number;
}

/** Remembers what a query found (suppliers answer cheapest first). */
export function rememberFares(app: App, caller: Caller, query: FlightQuery, { offers, omitted }: FoundFares): void {
  if (offers.length === 0) return;
  const kept = offers.slice(0, CACHED_OFFERS_PER_QUERY).map((supplied) => ({ ...supplied, offer: forKeeping(supplied.offer) }));
  const entry = { offers: kept, searchedAt: caller.now, omitted: omitted + offers.length - kept.length };
  flightCaches(app).fares.set(fareKey(caller, query), entry);
}

/** Fares are kept per organization: what one has sold or searched shows in no other's answers. */
function fareKey(caller: Caller, query: FlightQuery): string {
  const slices = query.slices.map((slice) => `${slice.origins.join()}>${slice.destinations.join()}@${slice.date}`).join('/');
  const only = query.only === undefined ? '' : JSON.stringify(query.only);
  return `${caller.organizationId}|${slices}|${partyKey(query)}|${query.cabinClass}|${query.connectionsMax}|${only}`;
}

/** A party as text: `2,0,1,0,0,0`. */
function partyKey(query: FlightQuery): string {
  return PASSENGER_KINDS.map((kind) => query.passengers[kind]).join();
}
