import { LRUCache } from 'lru-cache';
import type { ExchangeRates } from '../../../src/suppliers/ports/exchange-rates.ts';
import type { Atlas } from '../../../src/reference/atlas.ts';
import { createZoneClock, type ZoneClock } from '../../../src/reference/zones.ts';
import { buildCityStock } from './city-stock.ts';
import type { CityStock } from './city-columns.ts';
import { createCityNights } from '../prices/night-demand.ts';
import { readStayCities, type StayCities } from './stay-cities.ts';
import { readStayTables, type StayTables } from './stay-tables.ts';
import { createSoldHotels, type SoldHotels } from '../rooms/sold-hotels.ts';
import { createLevies } from '../prices/stay-taxes.ts';

/** What the hotels are made from. */
export interface StayParts {
  /** The bundle's folder. */
  readonly dir: string;
  readonly atlas: Atlas;
  readonly rates: ExchangeRates;
  readonly seed: number;
}

/** The data that queries for stays are answered from. */
export interface StayFacts {
  readonly tables: StayTables;
  readonly cities: StayCities;
  /** The hotels of a town, drawn by the first query for it. */
  readonly stockOf: (cityIndex: number) => CityStock;
  readonly cityNights: ReturnType<typeof createCityNights>;
  readonly levies: ReturnType<typeof createLevies>;
  readonly zones: ZoneClock;
  readonly zoneIndex: (zone: string) => number;
  readonly soldHotels: SoldHotels;
}

/** Hotels cached at once, of the towns queried last: about 150 bytes each, 900 once a search has returned them. */
const HOTELS_CACHED_MAX = 20_000;

/** Reads the tables and the towns of a bundle; hotels are drawn on demand. */
export function readStayFacts({ dir, atlas, rates, seed }: StayParts): StayFacts {
  const tables = readStayTables(dir);
  const currencyOf = (country: string): string => homeCurrency(atlas, rates, country);
  const cities = readStayCities({ dir, atlas, tables, currencyOf });
  const zoneNames = [...new Set(cities.all.map(({ zone }) => zone))];
  const zoneIndexes = new Map(zoneNames.map((zone, index) => [zone, index]));
  const stocks = new LRUCache<number, CityStock>({
    maxSize: HOTELS_CACHED_MAX,
    sizeCalculation: ({ count }) => Math.max(1, count),
  });
  return {
    tables,
    cities,
    stockOf: (cityIndex) => {
      const known = stocks.get(cityIndex);
      if (known) return known;
      const city = cities.all[cityIndex];
      if (!city) throw new RangeError(`No town ${cityIndex}`);
      const stock = buildCityStock({ atlas, rates, tables, cities, seed }, city);
      stocks.set(cityIndex, stock);
      return stock;
    },
    cityNights: createCityNights(tables, seed),
    levies: createLevies(tables, rates),
    zones: createZoneClock(zoneNames),
    zoneIndex: (zone) => zoneIndexes.get(zone) ?? 0,
    soldHotels: createSoldHotels(),
  };
}

/** The country's own currency where it has a reference rate, else euros in Europe and dollars elsewhere. */
function homeCurrency({ countries, continents }: Atlas, rates: ExchangeRates, country: string): string {
  const home = countries.get(country)?.currency;
  if (home !== undefined && rates.supports(home)) return home;
  return continents.get(country) === 'EU' ? 'EUR' : 'USD';
}
