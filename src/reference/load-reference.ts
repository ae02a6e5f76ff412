import type { ExchangeRates } from '../suppliers/ports/exchange-rates.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import type { AdditionalPlaces } from './additional-places.ts';
import { type Atlas, readAtlas } from './atlas.ts';
import { createDirectory } from './place-directory.ts';
import { readRates } from './rates.ts';
import { createZoneClock, type ZoneClock } from './zones.ts';

/** The reference data of one process. */
export interface Reference {
  /** Places, airlines and aircraft with their numbers, for the simulator. */
  readonly atlas: Atlas;
  readonly zones: ZoneClock;
  readonly rates: ExchangeRates;
  /** The places and airlines without numbers, for everybody else. */
  readonly places: PlaceDirectory;
}

/**
 * Loads the places, airlines, zones, currencies and rates of a bundle: the project's own `data/world`, or another
 * folder in the same CSV format (BLY_WORLD_DIR). Throws, with the file and line, when a table does not hold what it
 * must, and when the bundle uses an airline code of `additional`.
 */
export function loadReference(dir: string, additional?: AdditionalPlaces): Reference {
  const rates = readRates(dir, additional?.rates);
  const atlas = readAtlas(dir, rates, additional);
  return { atlas, rates, zones: createZoneClock(atlas.zoneNames), places: createDirectory(atlas, dir) };
}
