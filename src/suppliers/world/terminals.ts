import type { AtlasAirline, AtlasAirport } from './atlas.ts';
import { hashText, mix } from './hash.ts';

/** How many terminals an airport of each size has (XL, L, M, S, XS); one needs no name. */
const TERMINALS_BY_SIZE = [4, 2, 1, 1, 1] as const;
const LETTERED_COUNTRIES: ReadonlySet<string> = new Set(['US', 'MX']);

/**
 * The terminal an airline uses at an airport: the same for all of its flights, shared by an alliance away from home.
 * Real allocations are in no open table, so these are stable inventions.
 */
export function terminalOf(airport: AtlasAirport, airline: AtlasAirline): string | undefined {
  const count = TERMINALS_BY_SIZE[airport.size] ?? 1;
  if (count === 1) return undefined;
  const tenant = airline.hubs.includes(airport.iata) || !airline.alliance ? airline.hash : hashText(airline.alliance);
  const number = mix(airport.hash, tenant) % count;
  return LETTERED_COUNTRIES.has(airport.country) ? String.fromCharCode(65 + number) : String(number + 1);
}
