import type { Path, PathVisitor } from './path.ts';
import { airportKm, type Atlas, type AtlasAirport } from '../../src/reference/atlas.ts';
import { type ConnectionFinder, weekdayBit } from './onward-flights.ts';
import type { ConnectionRules } from './connection-rules.ts';
import { DAY_MINUTES } from './itinerary.ts';
import { makeRoom, SEATS_UNREAD } from './leg-columns.ts';
import type { ConnectionPlanCache } from './plans/connection-plan-cache.ts';
import type { Network } from '../schedule/network.ts';
import { flownKmMax } from './ticketing-rules.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** One direction asked for: airport indexes, and the local day of departure as a day number. */
export interface RoutingQuery {
  readonly origins: readonly number[];
  readonly destinations: readonly number[];
  readonly day: number;
  /** First flights that leave before this minute are not looked at. */
  readonly departUtcMin: number;
}

/** What itineraries are looked for in. */
export interface RoutingFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
}

/** A search for itineraries in hand: what it looks in, and what it lays out. */
export interface Walk {
  readonly facts: RoutingFacts;
  readonly path: Path;
  readonly onward: OnwardIndex;
  readonly finder: ConnectionFinder;
  readonly plans: ConnectionPlanCache;
  /** The longest an itinerary from the current origin to each destination may be. */
  readonly kmMax: Float64Array;
}

/**
 * The routes from each airport to a destination of the query, as chains: `heads[airport]`, `next[route]` …, until -1.
 */
export interface OnwardIndex {
  destinations: readonly number[];
  mark: number;
  /** An airport's chain is of this query where this is `mark`. */
  readonly marks: Int32Array;
  readonly heads: Int32Array;
  readonly next: Int32Array;
}

/** Lays out the routes to these destinations. */
export function markOnwardFlights({ facts: { network }, onward }: Walk, destinations: readonly number[]): void {
  if (onward.destinations === destinations) return;
  onward.destinations = destinations;
  onward.mark += 1;
  for (let d = destinations.length - 1; d >= 0; d -= 1) {
    const destination = destinations[d] ?? 0;
    const start = network.inboundStart[destination] ?? 0;
    for (let i = (network.inboundStart[destination + 1] ?? 0) - 1; i >= start; i -= 1) {
      const route = network.inboundRoutes[i] ?? 0;
      const hub = network.routeOrigin[route] ?? 0;
      onward.next[route] = onward.marks[hub] === onward.mark ? (onward.heads[hub] ?? -1) : -1;
      onward.marks[hub] = onward.mark;
      onward.heads[hub] = route;
    }
  }
}

/** Sets how long an itinerary from an airport to each destination may be. */
export function measure({ facts: { atlas }, kmMax }: Walk, from: AtlasAirport, destinations: readonly number[]): void {
  for (const destination of destinations) {
    const to = atlas.airports[destination];
    kmMax[destination] = to ? flownKmMax(airportKm(from, to)) : 0;
  }
}

/** A route with which itineraries begin, and what is done with them. */
export interface FirstRoute {
  readonly from: AtlasAirport;
  readonly route: number;
  readonly visit: PathVisitor;
}

/** Which flights of a route leave. */
export interface Departing {
  readonly day: number;
  readonly departUtcMin: number;
  /** Flights of one of these weekdays. */
  readonly weekdays: number;
}

/** Those of a query's day. */
export function departingOn({ day, departUtcMin }: RoutingQuery): Departing {
  return { day, departUtcMin, weekdays: weekdayBit(day) };
}

/**
 * Fills the first level with the flights of a route that leave on the day asked for; answers how many. Nothing comes
 * before them.
 */
export function departures(
  { facts: { atlas, network }, path, finder: { clock } }: Walk,
  route: number,
  { day, departUtcMin, weekdays }: Departing,
): number {
  const rows = path.levels[0];
  const { flightDays, flightDeparture, flightBlock, flightAirline } = network;
  const zone = atlas.airports[network.routeOrigin[route] ?? 0]?.zoneIndex ?? 0;
  const zoneThere = atlas.airports[network.routeDestination[route] ?? 0]?.zoneIndex ?? 0;
  const offset = clock.steadyOffset(zone);
  const offsetThere = clock.steadyOffset(zoneThere);
  const midnight = day * DAY_MINUTES;
  const start = network.flightStart[route] ?? 0;
  const end = network.flightStart[route + 1] ?? 0;
  makeRoom(rows, end - start);
  const {
    flight: flights,
    airline: airlines,
    day: days,
    departUtc: departs,
    arriveUtc: arrives,
    arriveLocal: arrivesLocal,
    seats,
  } = rows;
  let count = 0;
  for (let flight = start; flight < end; flight += 1) {
    if (((flightDays[flight] ?? 0) & weekdays) === 0) continue;
    const departLocal = midnight + (flightDeparture[flight] ?? 0);
    const departUtc = offset === undefined ? clock.toUtc(zone, departLocal) : departLocal - offset;
    if (departUtc < departUtcMin) continue;
    const arriveUtc = departUtc + (flightBlock[flight] ?? 0);
    flights[count] = flight;
    airlines[count] = flightAirline[flight] ?? 0;
    days[count] = day;
    departs[count] = departUtc;
    arrives[count] = arriveUtc;
    arrivesLocal[count] = offsetThere === undefined ? clock.toLocal(zoneThere, arriveUtc) : arriveUtc + offsetThere;
    seats[count] = SEATS_UNREAD;
    count += 1;
  }
  rows.count = count;
  return count;
}
