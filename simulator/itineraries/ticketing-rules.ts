import type { AtlasAirport } from '../../src/reference/atlas.ts';

/**
 * The ticketing rules: which flights one after the other make an itinerary that is sold. An itinerary is sold when all
 * of these hold, and when it has seats for the party (slice-prices). The search loses none of its cheapest, quickest
 * and fewest-stops itineraries. What may be missed, then, is what rule 7 leaves unsold: beside a nonstop that is sold,
 * two connections that would be cheaper. A search whose filters exclude every nonstop of that day (by carrier,
 * connection or time) shows them, and may find a lower price than an unfiltered one. On a return so soon that the best
 * itineraries out land after the itineraries home have left, pairs are made only of the itineraries retained for each
 * direction, and a narrower search may retain others. Otherwise nobody finds a cheaper or quicker way, by the fare
 * before booking fees, by asking for less.
 *
 * 1. One to three flights: at most two connections, each at one airport; the first flight leaves on the local day asked
 *    for.
 * 2. No city twice: no loop through the origin, the destination or a connection's city (`isPassable`).
 * 3. A journey inside a country stays in it; territories count as their parent (`isPassable`).
 * 4. Flown at most 2.2 times the great circle, 1.75 times from 7,000 km on, in between in between (`flownKmMax`).
 * 5. Carriers that follow each other sell each other's flights (connection-rules), and no ticket holds two alliances:
 *    not in one direction, and not in both together (pairings). Carriers that sell every flight by itself connect to
 *    nothing, not even to themselves.
 * 6. Every connection keeps the airport's minimum time, half an hour more between terminals of a large one, and lasts
 *    at most 8 hours, or 15 over a night (`isSoldConnection`).
 * 7. Two connections are sold wherever no nonstop that the caller accepts has seats between the places asked for that
 *    day. Judged over all airports asked for together, after the caller's own filter.
 */
export const LEGS_MAX = 3;

/**
 * An itinerary may not be longer than this many times the great circle: a lot for a short hop, less across the globe.
 */
const DETOUR_MAX = 2.2;
const DETOUR_FAR_MAX = 1.75;
const DETOUR_FAR_KM = 7000;

/** Connections of a day are not longer than this … */
export const CONNECTION_MINUTES_MAX = 480;
/** … unless they are a night: arriving after 17:00 and leaving before 13:00. */
const NIGHT_CONNECTION_MINUTES_MAX = 900;
const NIGHT_ARRIVAL_FROM = 17 * 60;
const NIGHT_DEPARTURE_UNTIL = 13 * 60;

/** The longest an itinerary may be, in kilometres, for airports a great circle apart. */
export function flownKmMax(greatCircle: number): number {
  const share = Math.min(1, greatCircle / DETOUR_FAR_KM);
  return greatCircle * (DETOUR_MAX + (DETOUR_FAR_MAX - DETOUR_MAX) * share);
}

/** True when a stop keeps rules 2 and 3 between the two ends of an itinerary. */
export function isPassable(from: AtlasAirport, stop: AtlasAirport, to: AtlasAirport): boolean {
  if (stop.city === from.city || stop.city === to.city || from.city === to.city) return false;
  return from.nation !== to.nation || stop.nation === from.nation;
}

/** True when a wait is one a ticket is sold with. Local minutes of the day decide whether it is a night. */
export function isSoldConnection(waitMinutes: number, arrivalLocal: number, departureLocal: number): boolean {
  if (waitMinutes <= CONNECTION_MINUTES_MAX) return true;
  if (waitMinutes > NIGHT_CONNECTION_MINUTES_MAX) return false;
  return minuteOfDay(arrivalLocal) >= NIGHT_ARRIVAL_FROM && minuteOfDay(departureLocal) <= NIGHT_DEPARTURE_UNTIL;
}

/** The longest a connection may be after an arrival at a local minute. */
export function connectionMinutesMax(arrivalLocal: number): number {
  return minuteOfDay(arrivalLocal) >= NIGHT_ARRIVAL_FROM ? NIGHT_CONNECTION_MINUTES_MAX : CONNECTION_MINUTES_MAX;
}

function minuteOfDay(localMinute: number): number {
  return ((localMinute % 1440) + 1440) % 1440;
}
