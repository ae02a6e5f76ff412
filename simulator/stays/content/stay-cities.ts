import KDBush from 'kdbush';
import type { Atlas, AtlasAirport } from '../../../src/reference/atlas.ts';
import { greatCircleKm } from '../../../src/travel/geography/distance.ts';
import { hashText, unitOf } from '../../../src/reference/hash.ts';
import { POINT_NEMO, SCENARIO_COUNTRY } from '../../scenarios/scenario-places.ts';
import { readTable } from '../../../src/reference/csv-tables.ts';
import type { ListedCity, StayTables } from './stay-tables.ts';

/** A town with hotels. */
export interface StayCity {
  readonly index: number;
  /** As hotel ids begin with it: a metropolitan code in lower case, or seven characters of a hash. */
  readonly id: string;
  readonly name: string;
  readonly country: string;
  /** Its metropolitan code, where it lies within COVERED_KM of that city's centre. */
  readonly cityCode: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
  readonly zone: string;
  readonly population: number;
  /** How many hotels it has. */
  readonly hotels: number;
  /** A middling double room's usual price a night. */
  readonly usd: number;
  readonly shape: string;
  readonly starShift: number;
  /** As addresses write it: see `StayCountry`. */
  readonly place: string;
  /** The language or region whose name lists its hotels and streets take. */
  readonly language: string;
  readonly hash: number;
  readonly currency: string;
}

/** Every town with hotels, and how to find them. */
export interface StayCities {
  readonly all: readonly StayCity[];
  byId(id: string): StayCity | undefined;
  /** The towns that a metropolitan code covers, its own first. */
  ofCode(cityCode: string): readonly StayCity[];
  /** Those with most hotels first. */
  ofCountry(country: string): readonly StayCity[];
  /** Towns whose centre may lie within so many kilometres of a point. */
  near(latitude: number, longitude: number, km: number): readonly StayCity[];
}

/** A metropolitan code covers the towns this near to its centre. */
const COVERED_KM = 25;
const KM_PER_DEGREE = 111.2;
/** A place list that has no city of its own takes over a row of the bundle this near. */
const SAME_TOWN_KM = 9;
/** Hotels of cities of which only the airport is known, by its size. */
const HOTELS_BY_AIRPORT_SIZE = [120, 60, 26, 13, 6] as const;
/** People a town of so many hotels would have, for its extent. */
const PEOPLE_PER_HOTEL = 9_000;

type Draft = Omit<
  StayCity,
  'index' | 'hotels' | 'usd' | 'shape' | 'starShift' | 'place' | 'language' | 'hash' | 'currency'
> & {
  readonly hotelsUsual: number;
  readonly listed: ListedCity | undefined;
};

/**
 * The towns of a bundle: rows of its cities.csv, cities that have but an airport, the listed places, and Point Nemo.
 */
export function readStayCities(parts: {
  readonly dir: string;
  readonly atlas: Atlas;
  readonly tables: StayTables;
  readonly currencyOf: (country: string) => string;
}): StayCities {
  const { atlas, tables } = parts;
  const listed = new Map(tables.cities.map((city) => [city.code, city]));
  const rows = readRows(parts.dir, listed, atlas);
  const known = new Set(rows.map(({ id }) => id));
  for (const city of atlas.cities) {
    const airport = atlas.airportByCode.get(city.airports[0] ?? '');
    if (known.has(city.code.toLowerCase()) || city.country === SCENARIO_COUNTRY.code || !airport) continue;
    rows.push(fromAirport(city.code, city.name, airport, listed.get(city.code)));
  }
  const placed = placeOthers(rows, tables.cities, atlas);
  const cities = [...placed, pointNemo()].map((draft, index) => finish(draft, index, parts));
  return indexCities(cities);
}

function readRows(dir: string, listed: ReadonlyMap<string, ListedCity>, atlas: Atlas): Draft[] {
  const rows = readTable(dir, 'cities.csv', ['name', 'country', 'lat', 'lon', 'population', 'tz', 'city_code']).map(
    (row) => ({
      name: row.get('name'),
      country: row.get('country'),
      latitude: row.number('lat'),
      longitude: row.number('lon'),
      population: Number(row.get('population')) || 0,
      zone: row.get('tz'),
      code: row.get('city_code'),
    }),
  );
  rows.sort((a, b) => b.population - a.population);
  const main = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (row.code !== '' && !main.has(row.code)) main.set(row.code, row);
  return rows.map(({ code, ...row }) => {
    const centre = main.get(code);
    const isMain =
      centre !== undefined &&
      centre.latitude === row.latitude &&
      centre.longitude === row.longitude &&
      centre.name === row.name;
    const isCovered =
      centre !== undefined &&
      greatCircleKm(centre.latitude, centre.longitude, row.latitude, row.longitude) <= COVERED_KM;
    const usual = usualHotels(row.population);
    return {
      ...row,
      id: isMain ? code.toLowerCase() : rowId(row),
      cityCode: isCovered && atlas.cityByCode.has(code) ? code : undefined,
      // A suburb's guests sleep in the city.
      hotelsUsual: isMain || !isCovered ? usual : usual * 0.4,
      listed: isMain ? listed.get(code) : undefined,
    };
  });
}

function rowId(row: {
  readonly name: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}): string {
  return hashText(`${row.country}/${row.name}/${row.latitude}/${row.longitude}`).toString(36).padStart(7, '0');
}

/** About 20 hotels in a town of 100,000, 85 in one of a million. */
function usualHotels(population: number): number {
  return 0.0145 * population ** 0.63;
}

function fromAirport(code: string, name: string, airport: AtlasAirport, listed: ListedCity | undefined): Draft {
  const hotelsUsual = HOTELS_BY_AIRPORT_SIZE[airport.size] ?? 6;
  return {
    id: code.toLowerCase(),
    name,
    country: airport.country,
    cityCode: code,
    latitude: listed?.latitude ?? airport.latitude,
    longitude: listed?.longitude ?? airport.longitude,
    zone: airport.zone,
    population: (listed?.hotels ?? hotelsUsual) * PEOPLE_PER_HOTEL,
    hotelsUsual,
    listed,
  };
}

/**
 * Listed places that are no city of the directory: a row of the bundle beside them becomes theirs, else they are added.
 */
function placeOthers(rows: readonly Draft[], places: readonly ListedCity[], atlas: Atlas): readonly Draft[] {
  const drafts = [...rows];
  for (const place of places) {
    const { latitude, longitude, country } = place;
    if (country === '' || latitude === undefined || longitude === undefined) continue;
    const at = drafts.findIndex(
      (row) =>
        row.country === country && greatCircleKm(row.latitude, row.longitude, latitude, longitude) <= SAME_TOWN_KM,
    );
    const row = drafts[at];
    if (row) {
      if (row.listed === undefined) drafts[at] = { ...row, listed: place };
      continue;
    }
    const nearest = nearestAirport(atlas, country, latitude, longitude);
    if (!nearest) continue;
    const { code, name, hotels } = place;
    drafts.push({
      id: code.toLowerCase(),
      name,
      country,
      cityCode: undefined,
      latitude,
      longitude,
      zone: nearest.zone,
      population: hotels * PEOPLE_PER_HOTEL,
      hotelsUsual: hotels,
      listed: place,
    });
  }
  return drafts;
}

function nearestAirport(atlas: Atlas, country: string, latitude: number, longitude: number): AtlasAirport | undefined {
  let best: AtlasAirport | undefined;
  let bestKm = Number.POSITIVE_INFINITY;
  for (const airport of atlas.airports) {
    if (airport.country !== country) continue;
    const km = greatCircleKm(airport.latitude, airport.longitude, latitude, longitude);
    if (km >= bestKm) continue;
    best = airport;
    bestKm = km;
  }
  return best;
}

function pointNemo(): Draft {
  return {
    ...POINT_NEMO,
    id: 'nemo',
    cityCode: POINT_NEMO.code,
    country: SCENARIO_COUNTRY.code,
    zone: 'UTC',
    population: 0,
    hotelsUsual: 0,
    listed: undefined,
  };
}

const USD_UNKNOWN = 75;
const HOTELS_MIN = 4;
const HOTELS_MAX = 640;
const HOTELS_UNLISTED_MAX = 390;

function finish(
  { hotelsUsual, listed, ...draft }: Draft,
  index: number,
  { tables, currencyOf }: { readonly tables: StayTables; readonly currencyOf: (country: string) => string },
): StayCity {
  const level = tables.countries.get(draft.country)?.usd ?? USD_UNKNOWN;
  const hash = hashText(`stay/${draft.id}`);
  const hotels =
    listed?.hotels ??
    Math.min(HOTELS_UNLISTED_MAX, hotelsUsual * Math.min(1.1, Math.max(0.35, Math.sqrt(level / 100))));
  const size = draft.population >= 1_500_000 ? 1 : draft.population >= 300_000 ? 0.92 : 0.84;
  return {
    ...draft,
    index,
    hash,
    hotels: draft.id === 'nemo' ? 0 : Math.round(Math.min(HOTELS_MAX, Math.max(HOTELS_MIN, hotels))),
    usd: level * (listed?.factor ?? size * (0.93 + 0.14 * unitOf(hash))),
    shape: listed?.shape ?? usualShape(draft),
    starShift: listed?.starShift ?? 0,
    place: listed?.place || (tables.countries.get(draft.country)?.place ?? '{c}'),
    language: listed?.language || (tables.countries.get(draft.country)?.language ?? 'en'),
    currency: currencyOf(draft.country),
  };
}

/** What an unlisted town lives by: great ones by business, small warm ones by their beach or their dry season. */
function usualShape({ population, latitude }: Pick<StayCity, 'population' | 'latitude'>): string {
  if (population >= 400_000) return 'business';
  return Math.abs(latitude) < 21 ? 'monsoon' : 'city';
}

function indexCities(cities: readonly StayCity[]): StayCities {
  const byId = new Map(cities.map((city) => [city.id, city]));
  const byCode = new Map<string, StayCity[]>();
  const byCountry = new Map<string, StayCity[]>();
  const tree = new KDBush(cities.length);
  for (const city of cities) {
    tree.add(city.longitude, city.latitude);
    if (city.cityCode !== undefined) byCode.set(city.cityCode, [...(byCode.get(city.cityCode) ?? []), city]);
    const compatriots = byCountry.get(city.country) ?? [];
    compatriots.push(city);
    byCountry.set(city.country, compatriots);
  }
  tree.finish();
  for (const [code, covered] of byCode)
    covered.sort(
      (a, b) => Number(b.id === code.toLowerCase()) - Number(a.id === code.toLowerCase()) || b.hotels - a.hotels,
    );
  for (const compatriots of byCountry.values())
    compatriots.sort((a, b) => b.hotels - a.hotels || (a.id < b.id ? -1 : 1));
  return {
    all: cities,
    byId: (id) => byId.get(id),
    ofCode: (code) => byCode.get(code) ?? [],
    ofCountry: (country) => byCountry.get(country) ?? [],
    near: (latitude, longitude, km) => {
      const reach = km / KM_PER_DEGREE;
      const east = Math.min(
        180,
        reach / Math.max(0.02, Math.cos((Math.min(89, Math.abs(latitude) + reach) * Math.PI) / 180)),
      );
      const found = [0, -360, 360].flatMap((turn) =>
        tree.range(longitude + turn - east, latitude - reach, longitude + turn + east, latitude + reach),
      );
      return [...new Set(found)]
        .sort((a, b) => a - b)
        .flatMap((index) => cities[index] ?? [])
        .filter((city) => greatCircleKm(city.latitude, city.longitude, latitude, longitude) <= km);
    },
  };
}
