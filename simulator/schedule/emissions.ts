import type { CabinClass } from '../../src/travel/flight.ts';
import type { Aircraft } from '../../src/reference/atlas.ts';

/** Kilograms of CO2 per seat: a fixed part for take-off and climb, and a part for each kilometre. */
const PER_SEAT = {
  W: { fixed: 19, perKm: 0.061 },
  N: { fixed: 10, perKm: 0.059 },
  R: { fixed: 11, perKm: 0.079 },
  T: { fixed: 5, perKm: 0.056 },
  P: { fixed: 4, perKm: 0.11 },
} as const satisfies Record<Aircraft['body'], { fixed: number; perKm: number }>;
/** Floor space of a seat against economy, on wide bodies and on others. */
const SPACE = {
  economy: { wide: 1, other: 1 },
  premium_economy: { wide: 1.5, other: 1.2 },
  business: { wide: 2.9, other: 1.5 },
  first: { wide: 4.5, other: 2 },
} as const satisfies Record<CabinClass, { wide: number; other: number }>;
const LOAD = 0.82;
const DETOUR = 1.05;

/**
 * CO2 of one passenger on one flight, in kilograms. Method: fuel per seat by kind of aircraft (fixed part and part per
 * kilometre, in the range published for ICAO's and the UK government's per-passenger factors), great circle plus 5 %
 * for routing, shared among an 82 % load, weighted by the floor space of the cabin. No radiative forcing is added.
 */
export function flightEmissionsKg(aircraft: Aircraft, km: number, cabin: CabinClass): number {
  const seat = PER_SEAT[aircraft.body];
  const space = SPACE[cabin][aircraft.body === 'W' ? 'wide' : 'other'];
  return ((seat.fixed + seat.perKm * km * DETOUR) * space) / LOAD;
}
