import type { AtlasAirport } from './atlas.ts';

/**
 * The rules of sale: which flights one after the other make a way that is sold. A way is sold when all of these hold, and
 * when it has seats for the party (slice-prices). The search loses none of its cheapest, quickest and fewest-stops ways.
 *
 * 1. One to three flights: at most two connections, each at one airport; the first flight leaves on the local day asked for.
 * 2. No city twice: no loop through the origin, the destination or a connection's city (`isPassable`).
 * 3. A journey inside a country stays in it; territories count as their parent (`isPassable`).
 * 4. Flown at most 2.2 times the great circle, 1.75 times from 7,000 km on, in between in between (`flownKmMax`).
 * 5. Carriers that follow each other sell each other's flights, and no ticket holds two alliances (connection-rules).
 *    Carriers that sell every flight by itself connect to nothing, not even to themselves.
 * 6. Every connection keeps the airport's minimum time, and lasts at most 8 hours, or 15 over a night (`isSoldConnection`).
 * 7. Two connections are sold only where simpler ways that the caller accepts and that have seats are missing, or take
 *    longer than a traveler in no hurry would (`unhurriedMinutes`). Judged over all airports asked for together, after the
 *    caller's own narrowing: so a narrowed search finds what is left, and a hub pair shows no needless changes.
 */
export const LEGS_MAX = 3;

/** A way may not be longer than this many times the great circle: a lot for a short hop, less across the globe. */
const DETOUR_MAX = 2.2;
const DETOUR_FAR_MAX = 1.75;
const DETOUR_FAR_KM = 7000;

/** Connections of a day are not longer than this … */
export const CONNECTION_MINUTES_MAX = 480;
/** … unless they are a night: arriving after 17:00 and leaving before 13:00. */
const NIGHT_CONNECTION_MINUTES_MAX = 900;
const NIGHT_ARRIVAL_FROM = 17 * 60;
const NIGHT_DEPARTURE_UNTIL = 13 * 60;

/** An airliner's way from gate to gate, by great circle: half an hour on the ground, then 850 km an hour. */
const GROUND_MINUTES = 30;
const CRUISE_KM_PER_MINUTE = 850 / 60;
const UNHURRIED_TIMES = 2;
const UNHURRIED_EXTRA_MINUTES = 360;

/** The longest a way may be, in kilometres, for airports a great circle apart. */
export function flownKmMax(greatCircle: number): number {
  const share = Math.min(1, greatCircle / DETOUR_FAR_KM);
  return greatCircle * (DETOUR_MAX + (DETOUR_FAR_MAX - DETOUR_MAX) * share);
}

/** The longest simpler way, in minutes, beside which nobody is sold two connections: twice the flight, and six hours. */
export function unhurriedMinutes(greatCircle: number): number {
  return UNHURRIED_TIMES * (GROUND_MINUTES + greatCircle / CRUISE_KM_PER_MINUTE) + UNHURRIED_EXTRA_MINUTES;
}

/** True when a stop keeps rules 2 and 3 between the two ends of a way. */
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
