import { fileURLToPath } from 'node:url';
import { loadWorld, type World } from '../../../simulator/world.ts';
import { NO_PASSENGERS, type PassengerCounts } from '../../../src/travel/passengers.ts';
import type { FlightQuery } from '../../../src/travel/flight.ts';

/** The instant the world's tests ask at. */
export const WORLD_NOW = new Date('2026-11-20T10:00:00Z');
/** One adult. */
export const ONE_ADULT: PassengerCounts = { ...NO_PASSENGERS, adt: 1 };

const worlds = new Map<string, World>();

/** The project's own bundle. */
export function builtInWorldDir(): string {
  return fileURLToPath(new URL('../../../data/world', import.meta.url));
}

/** The world of the project's own bundle. It is read-only and takes a while: loaded once for all files of a worker. */
export function builtInWorld(): World {
  return worldIn(builtInWorldDir());
}

/** The same, or that of BLY_WORLD_DIR. */
export function testWorld(): World {
  return worldIn(process.env['BLY_WORLD_DIR'] ?? builtInWorldDir());
}

function worldIn(dir: string): World {
  const world = worlds.get(dir) ?? loadWorld(dir, { seed: 'bly' });
  worlds.set(dir, world);
  return world;
}

/** A fresh load of it. */
export function loadTestWorld(seed = 'bly'): World {
  return loadWorld(process.env['BLY_WORLD_DIR'] ?? builtInWorldDir(), { seed });
}

/**
 * A search between two codes (a city's airports when it is one), one way or there and back, for one adult in economy.
 */
export function worldQuery(
  from: string,
  to: string,
  dates: readonly [string, string?],
  part: Partial<FlightQuery> = {},
): FlightQuery {
  const airports = (code: string): readonly string[] => testWorld().places.city(code)?.airports ?? [code];
  const [outbound, inbound] = dates;
  const slices = [{ origins: airports(from), destinations: airports(to), date: outbound }];
  if (inbound) slices.push({ origins: airports(to), destinations: airports(from), date: inbound });
  return { slices, passengers: ONE_ADULT, cabinClass: 'economy', connectionsMax: 1, offersMax: 50, ...part };
}
