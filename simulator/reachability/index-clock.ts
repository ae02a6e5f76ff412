import type { AtlasAirport } from '../../src/reference/atlas.ts';
import {
  type ConnectionRules,
  INTERLINE_EXTRA_MINUTES,
  TERMINAL_CHANGE_MINUTES,
  CARRIER_RELATION,
} from '../itineraries/connection-rules.ts';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import { CONNECTION_MINUTES_MAX, isSoldConnection } from '../itineraries/ticketing-rules.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** Minutes by which wall clocks differ between two airports, as they stand at a minute. */
export function shiftOf(
  { zones, utcMinute }: { readonly zones: ZoneClock; readonly utcMinute: number },
  from: AtlasAirport,
  to: AtlasAirport,
): number {
  return from.zoneIndex === to.zoneIndex
    ? 0
    : zones.offsetAt(to.zoneIndex, utcMinute) - zones.offsetAt(from.zoneIndex, utcMinute);
}

/** The least minutes between two flights, `minimum` being that of one carrier in one terminal. */
export function minimumBetween(
  { departureTerminals, arrivalTerminals }: ConnectionRules,
  minimum: number,
  relation: number,
  first: number,
  next: number,
): number {
  const least = relation === CARRIER_RELATION.interline ? minimum + INTERLINE_EXTRA_MINUTES : minimum;
  const [arrives, leaves] = [arrivalTerminals[first] ?? 0, departureTerminals[next] ?? 0];
  return arrives !== leaves && arrives !== 0 && leaves !== 0 ? least + TERMINAL_CHANGE_MINUTES : least;
}

/**
 * On which day a flight is met that leaves at a local minute, counted from the day `arrivalLocal` counts from;
 * undefined: not sold.
 */
export function lagOf(arrivalLocal: number, departure: number, minimum: number): number | undefined {
  const lag = Math.ceil((arrivalLocal + minimum - departure) / DAY_MINUTES);
  const departLocal = departure + lag * DAY_MINUTES;
  const wait = departLocal - arrivalLocal;
  return wait <= CONNECTION_MINUTES_MAX || isSoldConnection(wait, arrivalLocal, departLocal) ? lag : undefined;
}

/** The weekdays some days before those of a pattern. */
export function daysBefore(weekdays: number, lag: number): number {
  const days = ((lag % 7) + 7) % 7;
  return ((weekdays >> days) | (weekdays << (7 - days))) & 127;
}
