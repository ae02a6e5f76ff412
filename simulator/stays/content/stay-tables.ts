import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTable, type TableRow } from '../../../src/reference/csv-tables.ts';
import { HOTEL_TYPES } from './hotel-types.ts';
import { amenitiesByStars } from './room-amenities.ts';

/**
 * What a country's hotels are like: the price of a middling double room, the language of names, how it writes a town.
 */
interface StayCountry {
  readonly usd: number;
  readonly language: string;
  /** `##### {c}`: `#` a digit, `@` a letter, `{c}` the town. */
  readonly place: string;
}

/** A city that has more hotels, or dearer ones, than its people would make one think. */
export interface ListedCity {
  readonly code: string;
  readonly name: string;
  readonly hotels: number;
  readonly factor: number;
  readonly shape: string;
  readonly starShift: number;
  /** Set for a place that is no city of the place directory. */
  readonly country: string;
  /** Where the town lies, for cities the bundle gives no centre. */
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  /** How its addresses write the town, where that is known better than for the country. */
  readonly place: string;
  /** The language of its part of the country, where that is not the country's; else empty. */
  readonly language: string;
}

/** An invented chain. */
export interface StayChain {
  readonly chainId: number;
  readonly name: string;
  readonly segment: string;
  readonly stars: readonly number[];
  readonly typeIds: readonly number[];
  readonly continents: readonly string[];
  readonly weight: number;
}

/** A tax or charge; see `stay-taxes.ts`. */
export interface StayTaxRule {
  readonly cityCode: string;
  readonly description: string;
  readonly kind: 'share' | 'person_night' | 'room_night';
  /** By stars, from one to five. */
  readonly amounts: readonly number[];
  readonly currency: string;
  readonly isIncluded: boolean;
  /** Younger guests do not pay; 0: all do. */
  readonly ageMin: number;
  readonly nightsMax: number;
  /** Only these; empty: all. */
  readonly typeIds: readonly number[];
}

/** A kind of room, as hotels of some types have it. */
export interface RoomKind {
  readonly kind: string;
  readonly index: number;
  readonly name: string;
  readonly typeIds: readonly number[];
  readonly starsMin: number;
  readonly starsMax: number;
  /** How likely a hotel of these types and stars has it. */
  readonly share: number;
  readonly adultsMax: number;
  readonly childrenMax: number;
  readonly occupancyMax: number;
  /** Guests the price of the room covers. */
  readonly included: number;
  readonly sizeMin: number;
  readonly sizeMax: number;
  /** Relative to a double room. */
  readonly price: number;
  /** Its share of the hotel's rooms. */
  readonly stock: number;
  readonly beds: string;
  /** What stands in it, by the hotel's stars. */
  readonly amenitiesByStars: readonly (readonly string[])[];
}

/** Something a hotel may have, and how likely it is by stars. */
interface Facility {
  readonly facilityId: number;
  readonly name: string;
  readonly byStars: readonly number[];
  readonly byType: ReadonlyMap<number, number>;
}

/** The lists that names and addresses of one language or region are made of, by use: `hotel`, `street`, `tail` … */
export type NameLists = ReadonlyMap<string, readonly string[]>;

/** Everything about hotels that is data. */
export interface StayTables {
  readonly countries: ReadonlyMap<string, StayCountry>;
  readonly cities: readonly ListedCity[];
  readonly chains: readonly StayChain[];
  readonly taxes: ReadonlyMap<string, readonly StayTaxRule[]>;
  readonly rooms: readonly RoomKind[];
  readonly facilities: readonly Facility[];
  /** By language or region: `pt`, `carib` … */
  readonly nameLists: ReadonlyMap<string, NameLists>;
  /** By shape: a factor for each month of the north, and whether the south has it half a year later. */
  readonly seasons: ReadonlyMap<string, { readonly months: readonly number[]; readonly isShifted: boolean }>;
}

/** The project's own tables, for bundles that bring none. */
const OWN_DIR = fileURLToPath(new URL('../../../data/world', import.meta.url));
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** Reads the hotel tables of a bundle, each from the project's own folder where the bundle has none. */
export function readStayTables(dir: string): StayTables {
  const read = (file: string, columns: readonly string[]): readonly TableRow[] =>
    readTable(existsSync(join(dir, file)) ? dir : OWN_DIR, file, columns);
  return {
    countries: new Map(
      read('stay_countries.csv', ['country', 'usd', 'words', 'place']).map((row) => [
        row.get('country'),
        { usd: row.number('usd'), language: row.get('words'), place: row.get('place') },
      ]),
    ),
    cities: read('stay_cities.csv', ['city_code', 'city', 'hotels', 'factor', 'shape']).map(toListedCity),
    chains: read('stay_chains.csv', ['chain_id', 'name', 'segment', 'stars', 'types', 'regions', 'weight']).map(
      toChain,
    ),
    taxes: readTaxes(read('stay_taxes.csv', ['country', 'kind', 'amount', 'is_included'])),
    rooms: read('stay_rooms.csv', ['kind', 'name', 'types', 'price', 'stock', 'beds']).map(toRoomKind),
    facilities: read('stay_facilities.csv', ['facility_id', 'name']).map(toFacility),
    nameLists: readNameLists(read('stay_words.csv', ['words', 'kind', 'list'])),
    seasons: new Map(
      read('stay_seasons.csv', ['shape', 'south', ...MONTHS]).map((row) => [
        row.get('shape'),
        { months: MONTHS.map((month) => row.number(month)), isShifted: row.get('south') === 'shift' },
      ]),
    ),
  };
}

function numbersOf(row: TableRow, column: string): readonly number[] {
  return row.list(column).map(Number);
}

function typeIdsOf(row: TableRow): readonly number[] {
  return row.list('types').map((key) => {
    const type = HOTEL_TYPES.find((candidate) => candidate.key === key);
    if (!type) throw new Error(`World data: ${row.where}: no hotel type ${key}`);
    return type.id;
  });
}

function toListedCity(row: TableRow): ListedCity {
  const isPlaced = row.get('lat') !== '';
  return {
    code: row.get('city_code'),
    name: row.get('city'),
    hotels: row.number('hotels'),
    factor: row.number('factor'),
    shape: row.get('shape'),
    starShift: row.number('stars'),
    country: row.get('country'),
    latitude: isPlaced ? row.number('lat') : undefined,
    longitude: isPlaced ? row.number('lon') : undefined,
    place: row.get('place'),
    language: row.get('words'),
  };
}

function toChain(row: TableRow): StayChain {
  return {
    chainId: row.number('chain_id'),
    name: row.get('name'),
    segment: row.get('segment'),
    stars: numbersOf(row, 'stars'),
    typeIds: typeIdsOf(row),
    continents: row.list('regions'),
    weight: row.number('weight'),
  };
}

function toRoomKind(row: TableRow, index: number): RoomKind {
  return {
    kind: row.get('kind'),
    index,
    name: row.get('name'),
    typeIds: typeIdsOf(row),
    starsMin: row.number('stars_min'),
    starsMax: row.number('stars_max'),
    share: row.number('share'),
    adultsMax: row.number('adults'),
    childrenMax: row.number('children'),
    occupancyMax: row.number('occupancy'),
    included: row.number('included'),
    sizeMin: row.number('size_min'),
    sizeMax: row.number('size_max'),
    price: row.number('price'),
    stock: row.number('stock'),
    beds: row.get('beds'),
    amenitiesByStars: amenitiesByStars(row.get('kind')),
  };
}

function toFacility(row: TableRow): Facility {
  const byType = row.list('types').map((word): [number, number] => {
    const [key, share] = word.split(':');
    return [HOTEL_TYPES.find((type) => type.key === key)?.id ?? 0, Number(share)];
  });
  return {
    facilityId: row.number('facility_id'),
    name: row.get('name'),
    byStars: ['s1', 's2', 's3', 's4', 's5'].map((column) => row.number(column)),
    byType: new Map(byType),
  };
}

function readTaxes(rows: readonly TableRow[]): ReadonlyMap<string, readonly StayTaxRule[]> {
  const taxes = new Map<string, StayTaxRule[]>();
  for (const row of rows) {
    const kind = row.get('kind');
    if (kind !== 'share' && kind !== 'person_night' && kind !== 'room_night')
      throw new Error(`World data: ${row.where}: no kind of tax ${kind}`);
    const amounts = numbersOf(row, 'amount');
    const rule: StayTaxRule = {
      cityCode: row.get('city_code'),
      description: row.get('description'),
      kind,
      amounts: amounts.length === 1 ? amounts.flatMap((amount) => [amount, amount, amount, amount, amount]) : amounts,
      currency: row.get('currency'),
      isIncluded: row.get('is_included') === '1',
      ageMin: Number(row.get('age_min')),
      nightsMax: Number(row.get('nights_max')) || Number.POSITIVE_INFINITY,
      typeIds: typeIdsOf(row),
    };
    taxes.set(row.get('country'), [...(taxes.get(row.get('country')) ?? []), rule]);
  }
  return taxes;
}

function readNameLists(rows: readonly TableRow[]): ReadonlyMap<string, NameLists> {
  const byLanguage = new Map<string, Map<string, readonly string[]>>();
  for (const row of rows) {
    const lists = byLanguage.get(row.get('words')) ?? new Map<string, readonly string[]>();
    lists.set(row.get('kind'), row.get('list').split('|'));
    byLanguage.set(row.get('words'), lists);
  }
  return byLanguage;
}
