import type { Atlas } from '../../src/reference/atlas.ts';
import { hashText, mix, unitOf } from '../../src/reference/hash.ts';
import type { Network } from '../schedule/network.ts';
import { SCENARIO_COUNTRY } from '../scenarios/scenario-places.ts';
import { AUDIENCE_COUNT, AUDIENCE_TRAITS, PLACE_CLASSES, type PlaceClass } from './audiences.ts';
import { DEMAND_REGIONS, demandRegionOf } from './demand-regions.ts';
import type { DemandTables, PlaceFacts } from './demand-tables.ts';

/** How many noises a destination's own ups and downs are mixed of. */
export const NOISE_COUNT = 2;

/** Destinations whose days run alike: a class, on a side of the equator, in a region. */
interface Stratum {
  readonly placeClass: PlaceClass;
  readonly isSouth: boolean;
  /** Index into `DEMAND_REGIONS`. */
  readonly region: number;
}

/**
 * The cities of a bundle that have traffic, in arrays, gathered into cells: a great city is one of its own, small ones
 * are put together with their neighbours of the same country and stratum. Gravity is worked out between cells, so that
 * a sum over cities is a sum over cells.
 */
export interface DemandField {
  readonly codes: readonly string[];
  readonly cityByCode: ReadonlyMap<string, number>;
  readonly cityCell: Uint16Array;
  /** By city and audience: as a destination, and as a market. */
  readonly attraction: Float32Array;
  readonly home: Float32Array;
  /** By city and noise: how much of it the city has, -1 to 1. */
  readonly noise: Float32Array;
  readonly cells: readonly Cell[];
  readonly cellsByCountry: ReadonlyMap<string, readonly number[]>;
  readonly strata: readonly Stratum[];
  readonly groupCount: number;
}

/** Cities that lie together. */
export interface Cell {
  readonly cities: readonly number[];
  readonly country: string;
  /** Index of its country group. */
  readonly group: number;
  readonly stratum: number;
  /** Where it lies, as a unit vector. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** So many of the busiest cities are cells of their own: a pair of them is exact. */
const OWN_CELL_CITIES = 160;
/** Others share one with their neighbours within so many degrees. */
const CELL_DEGREES = 15;
/** Traffic grows faster than what starts from it: transfers. */
const SIZE_POWER = { attraction: 0.82, home: 0.92 } as const;
const TROPIC_DEGREES = 23;
const TOWN = { pull: 0.8, home: 0.95, homeInTropics: 0.8 } as const;

/** Cities gathered between two yields: under a millisecond. */
const CITIES_PER_STEP = 100;

/** Gathers the cities, some at a time. A pure function of the bundle and the seed. */
export function* gatherDemandField(
  atlas: Atlas,
  network: Network,
  tables: DemandTables,
  seed: number,
): Generator<void, DemandField> {
  const seats = weeklySeats(atlas, network);
  yield;
  const cities = atlas.cities
    .map((city, index) => ({ city, seats: seats[index] ?? 0 }))
    .filter((entry) => entry.seats > 0 && entry.city.country !== SCENARIO_COUNTRY.code)
    .sort((a, b) => b.seats - a.seats || (a.city.code < b.city.code ? -1 : 1));
  yield;
  const codes = cities.map(({ city }) => city.code);
  const attraction = new Float32Array(cities.length * AUDIENCE_COUNT);
  const home = new Float32Array(cities.length * AUDIENCE_COUNT);
  const noise = Float32Array.from(
    { length: cities.length * NOISE_COUNT },
    (_, i) => 2 * unitOf(mix(hashText(codes[Math.floor(i / NOISE_COUNT)] ?? ''), mix(seed, i % NOISE_COUNT))) - 1,
  );
  const strata = new Map<string, number>();
  const strataList: Stratum[] = [];
  const gathering = new Map<string, Gathering>();
  for (const [index, { city, seats: size }] of cities.entries()) {
    if (index % CITIES_PER_STEP === 0) yield;
    const facts = tables.place(city.code) ?? defaultPlace(city);
    const share = tables.groups[tables.groupOf(city.country)]?.share ?? 1;
    AUDIENCE_TRAITS.forEach((traits, a) => {
      attraction[index * AUDIENCE_COUNT + a] =
        (size / 1000) ** SIZE_POWER.attraction * facts.pull * traits.tastes[facts.placeClass];
      home[index * AUDIENCE_COUNT + a] = (size / 1000) ** SIZE_POWER.home * facts.home * share;
    });
    const stratum = {
      placeClass: facts.placeClass,
      isSouth: city.latitude < 0,
      region: demandRegionOf(city.country, tables.countries.get(city.country)),
    };
    const stratumKey = `${PLACE_CLASSES.indexOf(stratum.placeClass)}${stratum.isSouth ? 's' : 'n'}${DEMAND_REGIONS[stratum.region]?.region}`;
    const stratumIndex = strata.get(stratumKey) ?? strata.set(stratumKey, strataList.push(stratum) - 1).size - 1;
    const key =
      index < OWN_CELL_CITIES
        ? city.code
        : `${city.country} ${stratumKey} ${Math.floor(city.latitude / CELL_DEGREES)} ${Math.floor(city.longitude / CELL_DEGREES)}`;
    const cell = gathering.get(key) ?? { cities: [], country: city.country, stratum: stratumIndex, x: 0, y: 0, z: 0 };
    gathering.set(key, addToCell(cell, index, city, size));
  }
  yield;
  const cells = [...gathering.values()].map((cell) => toCell(cell, tables));
  const cityCell = new Uint16Array(cities.length);
  cells.forEach((cell, index) => {
    for (const city of cell.cities) cityCell[city] = index;
  });
  return {
    codes,
    cityByCode: new Map(codes.map((code, index) => [code, index])),
    cityCell,
    attraction,
    home,
    noise,
    cells,
    cellsByCountry: byCountry(cells),
    strata: strataList,
    groupCount: tables.groups.length,
  };
}

/** Seats of flights leaving each city in a week. */
function weeklySeats(atlas: Atlas, network: Network): Float64Array {
  const seats = new Float64Array(atlas.cities.length);
  for (let flight = 0; flight < network.routeOfFlight.length; flight += 1) {
    const city = atlas.airports[network.routeOrigin[network.routeOfFlight[flight] ?? 0] ?? 0]?.city ?? 0;
    let days = 0;
    for (let bits = network.flightDays[flight] ?? 0; bits !== 0; bits &= bits - 1) days += 1;
    seats[city] = (seats[city] ?? 0) + days * (atlas.aircraft[network.flightAircraft[flight] ?? 0]?.seats ?? 0);
  }
  return seats;
}

type Position = { readonly latitude: number; readonly longitude: number };

/** A place nobody wrote about is a town; in the tropics more of its traffic are visitors. */
function defaultPlace({ latitude }: Position): PlaceFacts {
  return {
    placeClass: 'town',
    pull: TOWN.pull,
    home: Math.abs(latitude) < TROPIC_DEGREES ? TOWN.homeInTropics : TOWN.home,
  };
}

interface Gathering {
  readonly cities: readonly number[];
  readonly country: string;
  readonly stratum: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Its centre is weighted by traffic. */
function addToCell(cell: Gathering, index: number, { latitude, longitude }: Position, size: number): Gathering {
  const lat = (latitude * Math.PI) / 180;
  const lon = (longitude * Math.PI) / 180;
  return {
    ...cell,
    cities: [...cell.cities, index],
    x: cell.x + size * Math.cos(lat) * Math.cos(lon),
    y: cell.y + size * Math.cos(lat) * Math.sin(lon),
    z: cell.z + size * Math.sin(lat),
  };
}

function toCell({ x, y, z, ...cell }: Gathering, tables: DemandTables): Cell {
  const length = Math.hypot(x, y, z) || 1;
  return { ...cell, group: tables.groupOf(cell.country), x: x / length, y: y / length, z: z / length };
}

function byCountry(cells: readonly Cell[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  cells.forEach(({ country }, index) => {
    const known = found.get(country);
    if (known) known.push(index);
    else found.set(country, [index]);
  });
  return found;
}
