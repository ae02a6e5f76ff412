import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isoDateToEpochDay } from '../../src/travel/dates.ts';
import { readTable, type TableRow } from '../../src/reference/csv-tables.ts';
import { PLACE_CLASSES, type PlaceClass } from './audiences.ts';

/** Countries whose people travel alike. */
export interface MarketGroup {
  readonly group: string;
  /** How much its people search and book, relative to the traffic of their airports; 1 = average. */
  readonly share: number;
  /** How readily it goes abroad, 1 = average. */
  readonly abroad: number;
  /** Share by which its demand grows each year. */
  readonly growth: number;
  /** Epoch day on which travel fell in 2020. */
  readonly fell: number;
  /** Travel abroad in 2020: the part that was left of it, and the epoch day on which half of the loss was made up. */
  readonly trough: number;
  readonly back: number;
  /** Likewise of travel at home: the part left, and the day. */
  readonly homeTrough: number;
  readonly homeBack: number;
  /** Days by which its week lies before one that ends on Sunday: 1 where Friday is free. */
  readonly weekShift: number;
  /** Its school year by month, January first, 1 = average. */
  readonly breaks: readonly number[];
  readonly events: readonly string[];
}

/** What is known of a place beyond its traffic. */
export interface PlaceFacts {
  readonly placeClass: PlaceClass;
  /** What draws people there, against its traffic; 1 = average. */
  readonly pull: number;
  /** How much of its traffic starts there, against the average. */
  readonly home: number;
}

/** A country as gravity sees it. */
export interface DemandCountry {
  readonly code: string;
  readonly language: string;
  readonly continent: string;
  readonly subregion: string;
}

/** Twelve months of a class, January first, 1 = average; `south` is the same half a year later. */
interface ClassSeason {
  readonly months: readonly number[];
  readonly south: readonly number[];
  /** True where the season lies half a year later south of the equator. */
  readonly shifts: boolean;
}

/** The demand_*.csv of a bundle. */
export interface DemandTables {
  readonly groups: readonly MarketGroup[];
  /** Index into `groups`. */
  groupOf(country: string): number;
  place(cityCode: string): PlaceFacts | undefined;
  readonly seasons: ReadonlyMap<PlaceClass, ClassSeason>;
  /** By `from-to`, in both directions. */
  readonly ties: ReadonlyMap<string, number>;
  readonly countries: ReadonlyMap<string, DemandCountry>;
}

/** Stands in for a bundle without these tables: countries and city codes mean the same everywhere. */
const OWN_DIR = fileURLToPath(new URL('../../data/world', import.meta.url));
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads demand_*.csv and countries.csv of a bundle, table by table; the project's own where the bundle has none. Throws
 * where they contradict each other.
 */
export function* readDemandTables(bundleDir: string): Generator<void, DemandTables> {
  const dir = existsSync(join(bundleDir, 'demand_markets.csv')) ? bundleDir : OWN_DIR;
  const { groups, groupOf } = readGroups(dir);
  yield;
  const places = new Map<string, PlaceFacts>();
  for (const row of readTable(dir, 'demand_places.csv', ['class', 'pull', 'home', 'cities'])) {
    const facts = { placeClass: placeClassOf(row), pull: row.number('pull'), home: row.number('home') };
    for (const city of row.list('cities')) places.set(city, facts);
  }
  yield;
  const ties = new Map<string, number>();
  for (const row of readTable(dir, 'demand_ties.csv', ['from', 'to', 'factor'])) {
    for (const to of row.list('to'))
      for (const key of [`${row.get('from')}-${to}`, `${to}-${row.get('from')}`])
        ties.set(key, Math.max(row.number('factor'), ties.get(key) ?? 0));
  }
  yield;
  const seasons = new Map(
    readTable(dir, 'demand_seasons.csv', ['class', 'south', ...MONTHS]).map((row) => {
      const months = monthsOf(row);
      return [
        placeClassOf(row),
        { months, south: [...months.slice(6), ...months.slice(0, 6)], shifts: row.get('south') === 'shift' },
      ] as const;
    }),
  );
  for (const placeClass of PLACE_CLASSES)
    if (!seasons.has(placeClass)) throw new Error(`World data: demand_seasons.csv has no class ${placeClass}`);
  yield;
  return { groups, groupOf, place: (city) => places.get(city), seasons, ties, countries: readCountries(bundleDir) };
}

function readGroups(dir: string): Pick<DemandTables, 'groups' | 'groupOf'> {
  const breaks = new Map(
    readTable(dir, 'demand_breaks.csv', ['breaks', ...MONTHS]).map((row) => [row.get('breaks'), monthsOf(row)]),
  );
  const groupByCountry = new Map<string, number>();
  const groups = readTable(dir, 'demand_markets.csv', ['group', 'countries', 'growth', 'fell']).map(
    (row, index): MarketGroup => {
      const months = breaks.get(row.get('breaks'));
      if (!months) throw new Error(`World data: ${row.where}: demand_breaks.csv has no row ${row.get('breaks')}`);
      for (const country of row.list('countries')) groupByCountry.set(country, index);
      return {
        group: row.get('group'),
        share: row.number('share'),
        abroad: row.number('abroad'),
        growth: row.number('growth'),
        fell: isoDateToEpochDay(row.get('fell')),
        trough: row.number('trough'),
        back: isoDateToEpochDay(row.get('back')),
        homeTrough: row.number('home_trough'),
        homeBack: isoDateToEpochDay(row.get('home_back')),
        weekShift: row.get('weekend') === 'fri' ? 1 : 0,
        breaks: months,
        events: row.list('events'),
      };
    },
  );
  const elsewhere = groupByCountry.get('*');
  if (elsewhere === undefined) throw new Error('World data: demand_markets.csv has no group with *');
  return { groups, groupOf: (country) => groupByCountry.get(country) ?? elsewhere };
}

function readCountries(dir: string): DemandTables['countries'] {
  return new Map(
    readTable(dir, 'countries.csv', ['iso2']).map((row) => [
      row.get('iso2'),
      {
        code: row.get('iso2'),
        language: row.list('languages')[0] ?? '',
        continent: row.get('continent'),
        subregion: row.get('subregion'),
      },
    ]),
  );
}

/** Twelve factors with a mean of 1. */
function monthsOf(row: TableRow): readonly number[] {
  const months = MONTHS.map((month) => row.number(month));
  const mean = months.reduce((sum, month) => sum + month, 0) / months.length;
  return months.map((month) => month / mean);
}

function placeClassOf(row: TableRow): PlaceClass {
  const placeClass = PLACE_CLASSES.find((known) => known === row.get('class'));
  if (placeClass === undefined) throw new Error(`World data: ${row.where}: no such class: ${row.get('class')}`);
  return placeClass;
}
