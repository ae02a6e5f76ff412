import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAID_AT, type PaidAt, type RentalExtra, type FuelPolicy } from '../../src/travel/rental.ts';
import { AIRPORT_SIZES } from '../../src/reference/atlas.ts';
import { hashText } from '../../src/reference/hash.ts';
import { readTable, type TableRow } from '../../src/reference/csv-tables.ts';
import { type AcrissMeaning, readAcriss } from './acriss.ts';

/** How a company sells: flexible (paid now), prepaid (paid now, never given back), paid at the counter. */
export const RENTAL_PLANS = ['F', 'P', 'D'] as const;
export type RentalPlan = (typeof RENTAL_PLANS)[number];

/** What a late cancellation costs at a company: a fixed fee, a share, or the price of a day. */
const LATE_FEES = ['fee', 'share', 'day'] as const;
const FUEL_POLICIES = ['full_to_full', 'prepaid', 'same_to_same'] as const satisfies readonly FuelPolicy[];
const EXTRA_TYPES = [
  'infant_seat',
  'child_seat',
  'booster_seat',
  'gps',
  'additional_driver',
  'winter_tyres',
  'snow_chains',
  'full_protection',
] as const satisfies readonly RentalExtra['type'][];
type ExtraType = (typeof EXTRA_TYPES)[number];

/** An invented rental company and how it does business. Shares are of 1. */
export interface RentalCompany {
  /** Two letters, the beginning of its branches' ids. */
  readonly code: string;
  readonly name: string;
  readonly hash: number;
  /** Fleets and countries it works in; `*`: everywhere. */
  readonly markets: ReadonlySet<string>;
  /** The smallest airport it has a counter at, as an index of AIRPORT_SIZES. */
  readonly least: number;
  readonly price: number;
  /** The share of a fleet's classes it rents out. */
  readonly classShare: number;
  readonly isInTerminal: boolean;
  readonly hasLongHours: boolean;
  /** What the counter takes for staying open; 0 where it does not. */
  readonly lateUsd: number;
  readonly isInTown: boolean;
  readonly plans: readonly RentalPlan[];
  /** What of a rental paid at the counter is taken with the booking. */
  readonly counterNowShare: number;
  readonly lateFee: (typeof LATE_FEES)[number];
  readonly oneWay: number;
  readonly oneWayPaidAt: PaidAt;
  readonly youngPaidAt: PaidAt;
  readonly fuelPolicy: FuelPolicy;
  readonly extrasPrice: number;
  readonly extrasNow: ReadonlySet<string>;
}

/** What a group of countries has in common for those who rent cars there. */
export interface RentalMarket {
  readonly fleet: string;
  /** A day of the fleet's class of index 100. */
  readonly usdDay: number;
  /** How much dearer the height of the season is: of summer, or of the months opposite where it is negative. */
  readonly season: number;
  readonly airportShare: number;
  readonly ageMin: number;
  readonly ageMax: number;
  readonly youngUsd: number;
  /** Undefined: unlimited. */
  readonly kmDay: number | undefined;
  readonly extraKmUsd: number;
  /** Cars may be handed back in other countries with the same value here; empty: in none. */
  readonly abroad: string;
  readonly abroadFee: number;
  readonly winter: string;
  readonly streets: string;
  /** ISO weekday on which offices in town are closed; 0: none. */
  readonly restDay: number;
}

/** A vehicle class of a fleet. */
export interface FleetClass extends AcrissMeaning {
  readonly acriss: string;
  readonly hash: number;
  readonly price: number;
  readonly least: number;
  readonly share: number;
  readonly models: readonly string[];
  readonly seats: number;
  readonly doors: number;
  readonly bagsLarge: number;
  readonly bagsSmall: number;
  readonly depositUsd: number;
  readonly ageMin: number;
  readonly requestShare: number;
}

/** An extra as the tables price it. */
export interface ExtraRule {
  readonly type: ExtraType;
  readonly label: string;
  readonly description: string;
  readonly usdDay: number;
  readonly daysMax: number;
  readonly quantityMax: number;
  /** Values of a market's `winter` with which it is rented out; empty: everywhere. */
  readonly winters: readonly string[];
}

/** How streets are called and written. */
export interface StreetStyle {
  readonly line: string;
  readonly station: string;
  readonly names: readonly string[];
}

/** A box of degrees that lies on one land mass. */
export interface LandBox {
  readonly land: string;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly countries: ReadonlySet<string>;
}

/** Everything the tables say of rental cars. */
export interface RentalTables {
  readonly companies: readonly RentalCompany[];
  readonly companyByCode: ReadonlyMap<string, RentalCompany>;
  market(country: string): RentalMarket;
  fleet(name: string): readonly FleetClass[];
  readonly extras: readonly ExtraRule[];
  readonly streets: ReadonlyMap<string, StreetStyle>;
  readonly lands: readonly LandBox[];
}

/** Tables for bundles that bring none: their countries and airports have the same codes everywhere. */
const OWN_DIR = fileURLToPath(new URL('../../data/world', import.meta.url));
const REST_DAYS: Readonly<Record<string, number>> = { none: 0, fri: 5, sat: 6, sun: 7 };

/** Reads rental_*.csv of a bundle, or the project's own where the bundle has none. */
export function readRentalTables(bundleDir: string): RentalTables {
  const dir = existsSync(join(bundleDir, 'rental_companies.csv')) ? bundleDir : OWN_DIR;
  const companies = readTable(dir, 'rental_companies.csv', ['code', 'name', 'markets', 'plans']).map(toCompany);
  const markets = new Map<string, RentalMarket>();
  for (const row of readTable(dir, 'rental_markets.csv', ['countries', 'fleet', 'usd_day'])) {
    const market = toMarket(row);
    for (const country of row.list('countries')) markets.set(country, market);
  }
  const elsewhere = markets.get('*');
  if (!elsewhere) throw new Error('World data: rental_markets.csv has no row *');
  const fleets = readFleets(dir);
  for (const { fleet } of markets.values())
    if (!fleets.has(fleet)) throw new Error(`World data: rental_fleets.csv has no fleet ${fleet}`);
  return {
    companies,
    companyByCode: new Map(companies.map((company) => [company.code, company])),
    market: (country) => markets.get(country) ?? elsewhere,
    fleet: (name) => fleets.get(name) ?? [],
    extras: readTable(dir, 'rental_extras.csv', ['type', 'label', 'usd_day']).map(toExtra),
    streets: new Map(
      readTable(dir, 'rental_streets.csv', ['style', 'names']).map((row) => [row.get('style'), toStreets(row)]),
    ),
    lands: readTable(dir, 'rental_lands.csv', ['land', 'south', 'west', 'north', 'east']).map(toLand),
  };
}

function oneOf<const T extends string>(row: TableRow, column: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === row.get(column));
  if (found === undefined) throw new Error(`World data: ${row.where}: ${column} is none of ${allowed.join(', ')}`);
  return found;
}

function sizeIn(row: TableRow): number {
  return AIRPORT_SIZES.indexOf(oneOf(row, 'least', AIRPORT_SIZES));
}

function toCompany(row: TableRow): RentalCompany {
  return {
    code: row.get('code'),
    name: row.get('name'),
    hash: hashText(row.get('code')),
    markets: new Set(row.list('markets')),
    least: sizeIn(row),
    price: row.number('price') / 100,
    classShare: row.number('class_share'),
    isInTerminal: oneOf(row, 'desk', ['terminal', 'shuttle']) === 'terminal',
    hasLongHours: oneOf(row, 'hours', ['long', 'normal']) === 'long',
    lateUsd: row.number('late_usd'),
    isInTown: row.get('in_town') === '1',
    plans: RENTAL_PLANS.filter((plan) => row.list('plans').includes(plan)),
    counterNowShare: row.number('desk_now_pct') / 100,
    lateFee: oneOf(row, 'cancel', LATE_FEES),
    oneWay: row.number('one_way') / 100,
    oneWayPaidAt: oneOf(row, 'one_way_paid', PAID_AT),
    youngPaidAt: oneOf(row, 'young_paid', PAID_AT),
    fuelPolicy: oneOf(row, 'fuel', FUEL_POLICIES),
    extrasPrice: row.number('extras_price') / 100,
    extrasNow: new Set(row.list('extras_now')),
  };
}

function toMarket(row: TableRow): RentalMarket {
  return {
    fleet: row.get('fleet'),
    usdDay: row.number('usd_day'),
    season: row.number('season'),
    airportShare: row.number('airport_pct') / 100,
    ageMin: row.number('age_min'),
    ageMax: row.number('age_max'),
    youngUsd: row.number('young_usd'),
    kmDay: row.get('km_day') === '' ? undefined : row.number('km_day'),
    extraKmUsd: row.get('km_day') === '' ? 0 : row.number('extra_km_usd'),
    abroad: row.get('abroad'),
    abroadFee: row.number('abroad_fee'),
    winter: row.get('winter'),
    streets: row.get('streets'),
    restDay: REST_DAYS[oneOf(row, 'rest', Object.keys(REST_DAYS))] ?? 0,
  };
}

function readFleets(dir: string): ReadonlyMap<string, readonly FleetClass[]> {
  const facts = new Map(
    readTable(dir, 'rental_classes.csv', ['acriss', 'seats', 'doors']).map((row) => [row.get('acriss'), row]),
  );
  const fleets = new Map<string, FleetClass[]>();
  for (const row of readTable(dir, 'rental_fleets.csv', ['fleet', 'acriss', 'price', 'models'])) {
    const classRow = facts.get(row.get('acriss'));
    const meaning = readAcriss(row.get('acriss'));
    if (!classRow || !meaning) throw new Error(`World data: ${row.where}: no class ${row.get('acriss')}`);
    const fleet = fleets.get(row.get('fleet')) ?? [];
    fleets.set(row.get('fleet'), fleet);
    fleet.push({ ...meaning, ...toClass(row, classRow) });
  }
  return fleets;
}

function toClass(row: TableRow, facts: TableRow): Omit<FleetClass, keyof AcrissMeaning> {
  return {
    acriss: row.get('acriss'),
    hash: hashText(row.get('acriss')),
    price: row.number('price') / 100,
    least: sizeIn(row),
    share: row.number('share'),
    models: row.get('models').split('|'),
    seats: facts.number('seats'),
    doors: facts.number('doors'),
    bagsLarge: facts.number('bags_large'),
    bagsSmall: facts.number('bags_small'),
    depositUsd: facts.number('deposit_usd'),
    ageMin: facts.number('age_min'),
    requestShare: facts.number('request_share'),
  };
}

function toExtra(row: TableRow): ExtraRule {
  return {
    type: oneOf(row, 'type', EXTRA_TYPES),
    label: row.get('label'),
    description: row.get('description'),
    usdDay: row.number('usd_day'),
    daysMax: row.number('days_max'),
    quantityMax: row.number('quantity_max'),
    winters: row.list('where'),
  };
}

function toStreets(row: TableRow): StreetStyle {
  return { line: row.get('line'), station: row.get('station'), names: row.get('names').split('|') };
}

function toLand(row: TableRow): LandBox {
  return {
    land: row.get('land'),
    south: row.number('south'),
    west: row.number('west'),
    north: row.number('north'),
    east: row.number('east'),
    countries: new Set(row.list('countries')),
  };
}
