import type { Airline, Airport, City, Country } from '../travel/places.ts';
import type { ExchangeRates } from '../suppliers/ports/exchange-rates.ts';
import { greatCircleKm } from '../travel/geography/distance.ts';
import { hashText } from './hash.ts';
import type { AdditionalAirline, AdditionalPlaces } from './additional-places.ts';
import { readTable, type TableRow } from './csv-tables.ts';
import { readTerminals, type TerminalRule } from './read-terminals.ts';

/** Airport size letters by busyness; the index is what the engine holds. */
export const AIRPORT_SIZES: readonly string[] = ['XL', 'L', 'M', 'S', 'XS'];

/** An airport as the engine sees it: its facts and the indexes of what it belongs to. */
export interface AtlasAirport extends Airport {
  readonly index: number;
  readonly city: number;
  readonly zoneIndex: number;
  readonly size: number;
  readonly subregion: string;
  /** The country whose borders and taxes count: a territory's parent, else its own. */
  readonly nation: string;
  readonly hash: number;
  /** Who uses which terminal; empty where none has a name, undefined where the bundle has no list. */
  readonly terminals: readonly TerminalRule[] | undefined;
}

/** An airline as the engine sees it. */
export interface AtlasAirline extends Airline {
  readonly index: number;
  readonly hash: number;
  readonly hubs: readonly string[];
  /**
   * Currency its fares are filed in, but for those within another country: its home currency, or EUR/USD where that has
   * no reference rate.
   */
  readonly currency: string;
  /** One of the additional airlines, which the bundle does not list. */
  readonly isScenario: boolean;
  /** Sells a business cabin and nothing else. */
  readonly isBusinessOnly: boolean;
  /** IATA accounting code: the first three digits of its ticket numbers. Undefined where not known. */
  readonly ticketPrefix: string | undefined;
}

/** An aircraft type. */
export interface Aircraft {
  readonly iata: string;
  readonly name: string;
  readonly body: 'N' | 'W' | 'R' | 'T' | 'P';
  readonly seats: number;
  readonly cruiseKmh: number;
}

/** Everything of a bundle but its routes: the places and things routes refer to, numbered. */
export interface Atlas {
  readonly airports: readonly AtlasAirport[];
  readonly airportByCode: ReadonlyMap<string, AtlasAirport>;
  readonly cities: readonly City[];
  readonly cityByCode: ReadonlyMap<string, City>;
  readonly airlines: readonly AtlasAirline[];
  readonly airlineByCode: ReadonlyMap<string, AtlasAirline>;
  readonly aircraft: readonly Aircraft[];
  readonly aircraftByCode: ReadonlyMap<string, number>;
  readonly countries: ReadonlyMap<string, Country>;
  /** Two letters by country: `EU`, `NA`. */
  readonly continents: ReadonlyMap<string, string>;
  readonly zoneNames: readonly string[];
}

/** Territories from which a flight to the parent country is domestic. */
const PARENTS: Readonly<Record<string, string>> = {
  PR: 'US',
  VI: 'US',
  GU: 'US',
  MP: 'US',
  AS: 'US',
  GP: 'FR',
  MQ: 'FR',
  GF: 'FR',
  RE: 'FR',
  YT: 'FR',
  PM: 'FR',
  BL: 'FR',
  MF: 'FR',
  AX: 'FI',
  SJ: 'NO',
  CX: 'AU',
  CC: 'AU',
  NF: 'AU',
};

/** Airlines of one business cabin, for bundles whose airlines.csv has no column `cabins`. */
const BUSINESS_ONLY: ReadonlySet<string> = new Set(['B0']);

interface CountryFacts {
  readonly country: Country;
  readonly continent: string;
  readonly subregion: string;
}

/** Reads every table of a bundle but routes.csv, and adds the places that are none of the bundle's. */
export function readAtlas(dir: string, rates: ExchangeRates, additional: AdditionalPlaces | undefined): Atlas {
  const countries = readCountries(dir, additional);
  const { airports, zoneNames, cityCodes } = readAirports(dir, countries, additional?.airports ?? []);
  const cities = [...readCities(dir, airports, cityCodes), ...(additional?.cities ?? [])];
  const airlines = [
    ...readAirlines(dir, countries, rates),
    ...(additional?.airlines ?? []).map(toAdditionalAirline),
  ].map((airline, index) => ({ ...airline, index, hash: hashText(airline.code) }));
  refuseDoubleCodes(airlines);
  const aircraft = readTable(dir, 'aircraft.csv', ['iata_type', 'name', 'body', 'seats_typical', 'cruise_kmh']).map(
    toAircraft,
  );
  return {
    airports,
    zoneNames,
    cities,
    airlines,
    aircraft,
    airportByCode: new Map(airports.map((airport) => [airport.iata, airport])),
    cityByCode: new Map(cities.map((city) => [city.code, city])),
    airlineByCode: new Map(airlines.map((airline) => [airline.code, airline])),
    aircraftByCode: new Map(aircraft.map((type, index) => [type.iata, index])),
    countries: new Map([...countries].map(([code, facts]) => [code, facts.country])),
    continents: new Map([...countries].map(([code, facts]) => [code, facts.continent])),
  };
}

function readCountries(dir: string, additional: AdditionalPlaces | undefined): ReadonlyMap<string, CountryFacts> {
  const countries = new Map<string, CountryFacts>();
  for (const row of readTable(dir, 'countries.csv', ['iso2', 'name', 'currency'])) {
    const country = { code: row.get('iso2'), name: row.get('name'), currency: row.get('currency') };
    countries.set(country.code, { country, continent: row.get('continent'), subregion: row.get('subregion') });
  }
  if (additional !== undefined) {
    const { continent, ...country } = additional.country;
    countries.set(country.code, { country, continent, subregion: '' });
  }
  return countries;
}

function readAirports(
  dir: string,
  countries: ReadonlyMap<string, CountryFacts>,
  additional: AdditionalPlaces['airports'],
) {
  const zones = new Map<string, number>();
  const terminals = readTerminals(dir);
  const cityCodes = new Map<string, number>();
  const numbered = (map: Map<string, number>, key: string): number => {
    const known = map.get(key);
    if (known !== undefined) return known;
    map.set(key, map.size);
    return map.size - 1;
  };
  const toAirport = (
    place: Omit<Airport, 'rank'> & { readonly rank: number; readonly size: string },
    index: number,
  ): AtlasAirport => ({
    ...place,
    index,
    size: AIRPORT_SIZES.includes(place.size) ? AIRPORT_SIZES.indexOf(place.size) : AIRPORT_SIZES.length - 1,
    hash: hashText(place.iata),
    terminals: terminals && (terminals.get(place.iata) ?? []),
    nation: PARENTS[place.country] ?? place.country,
    city: numbered(cityCodes, place.cityCode),
    zoneIndex: numbered(zones, place.zone),
    subregion: subregionOf(countries.get(place.country)),
  });
  const rows = readTable(dir, 'airports.csv', [
    'iata',
    'name',
    'city',
    'city_code',
    'country',
    'lat',
    'lon',
    'tz',
    'rank',
    'size',
  ]);
  const real = rows.map((row) => ({
    iata: row.get('iata'),
    name: row.get('name'),
    cityCode: row.get('city_code') || row.get('iata'),
    cityName: row.get('city'),
    country: row.get('country'),
    latitude: row.number('lat'),
    longitude: row.number('lon'),
    zone: row.get('tz'),
    rank: row.number('rank'),
    size: row.get('size'),
  }));
  const added = additional.map((airport, i) => ({ ...airport, rank: real.length + i + 1 }));
  const known = new Set(added.map(({ iata }) => iata));
  const airports = [...real.filter(({ iata }) => !known.has(iata)), ...added].map(toAirport);
  return { airports, zoneNames: [...zones.keys()], cityCodes: [...cityCodes.keys()] };
}

/** Latin America is split by continent, because South America is priced unlike the Caribbean. */
function subregionOf(facts: CountryFacts | undefined): string {
  if (!facts) return '';
  if (!facts.subregion.startsWith('Latin')) return facts.subregion;
  return facts.continent === 'SA' ? 'South America' : 'Central America and Caribbean';
}

function readCities(dir: string, airports: readonly AtlasAirport[], cityCodes: readonly string[]): readonly City[] {
  const metroNames = new Map(
    readTable(dir, 'metro_areas.csv', []).map((row) => [row.get('city_code'), row.get('city')]),
  );
  const centres = readCentres(dir);
  const members = cityCodes.map((): AtlasAirport[] => []);
  for (const airport of airports) members[airport.city]?.push(airport);
  return cityCodes.map((code, index) => {
    const served = (members[index] ?? []).sort((a, b) => a.rank - b.rank);
    const main = served[0];
    if (!main) throw new Error(`World data: city ${code} has no airport`);
    const centre = centres.get(code) ?? main;
    return {
      code,
      name: metroNames.get(code) ?? main.cityName,
      country: main.country,
      latitude: centre.latitude,
      longitude: centre.longitude,
      airports: served.map(({ iata }) => iata),
    };
  });
}

/** The centre of the most populous place that bears a city code. */
function readCentres(dir: string): ReadonlyMap<string, { readonly latitude: number; readonly longitude: number }> {
  const centres = new Map<string, { latitude: number; longitude: number; population: number }>();
  for (const row of readTable(dir, 'cities.csv', [])) {
    const code = row.get('city_code');
    const population = Number(row.get('population')) || 0;
    if (code === '' || (centres.get(code)?.population ?? -1) >= population) continue;
    centres.set(code, { latitude: row.number('lat'), longitude: row.number('lon'), population });
  }
  return centres;
}

type AirlineFacts = Omit<AtlasAirline, 'index' | 'hash'>;

function readAirlines(
  dir: string,
  countries: ReadonlyMap<string, CountryFacts>,
  rates: ExchangeRates,
): readonly AirlineFacts[] {
  return readTable(dir, 'airlines.csv', ['iata', 'name', 'country', 'is_lcc', 'hubs', 'alliance']).map((row) => ({
    code: row.get('iata'),
    name: row.get('name'),
    country: row.get('country'),
    isLowCost: row.get('is_lcc') === '1',
    alliance: row.get('alliance') || undefined,
    isBusinessOnly: row.get('cabins') === 'business' || BUSINESS_ONLY.has(row.get('iata')),
    ticketPrefix: row.get('ticket_prefix') || undefined,
    hubs: row
      .get('hubs')
      .split(' ')
      .filter((hub) => hub !== ''),
    currency: filingCurrency(countries.get(row.get('country')), rates),
    isScenario: false,
  }));
}

function toAdditionalAirline(airline: AdditionalAirline): AirlineFacts {
  return {
    ...airline,
    isLowCost: false,
    alliance: undefined,
    hubs: [],
    isBusinessOnly: false,
    ticketPrefix: undefined,
    isScenario: true,
  };
}

/** An additional airline must not stand for two: its code decides how its fares are made. */
function refuseDoubleCodes(airlines: readonly AtlasAirline[]): void {
  const real = new Set(airlines.filter(({ isScenario }) => !isScenario).map(({ code }) => code));
  for (const { code, isScenario } of airlines) {
    if (isScenario && real.has(code))
      throw new Error(`World data: airlines.csv uses ${code}, which the sandbox scenarios need`);
  }
}

function filingCurrency(facts: CountryFacts | undefined, rates: ExchangeRates): string {
  const home = facts?.country.currency;
  if (home && rates.supports(home)) return home;
  return facts?.continent === 'EU' || facts?.subregion === 'Northern Africa' ? 'EUR' : 'USD';
}

function toAircraft(row: TableRow): Aircraft {
  const letter = row.get('body');
  const body = letter === 'W' || letter === 'R' || letter === 'T' || letter === 'P' ? letter : 'N';
  return {
    iata: row.get('iata_type'),
    name: row.get('name'),
    body,
    seats: row.number('seats_typical'),
    cruiseKmh: row.number('cruise_kmh'),
  };
}

/** Great-circle kilometres between two airports. */
export function airportKm(a: Airport, b: Airport): number {
  return greatCircleKm(a.latitude, a.longitude, b.latitude, b.longitude);
}
