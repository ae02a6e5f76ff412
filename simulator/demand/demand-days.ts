import { weekdayOfEpochDay } from '../../src/travel/dates.ts';
import { mix, unitOf } from '../../src/reference/hash.ts';
import { AUDIENCE_TRAITS, type BaselineKind, DAYS_BEFORE, weekdayFactor } from './audiences.ts';
import { type DemandField, NOISE_COUNT } from './demand-field.ts';
import { DEMAND_REGIONS } from './demand-regions.ts';
import type { DemandTables } from './demand-tables.ts';
import { collapse, type DemandYears, halved, partsOfYears, type YearPart, waves } from './demand-years.ts';

/**
 * How much demand each day of a period has, in rows; 1 is an average day of 2019. The volume of a pair is its weight
 * times the row of its destination, times the row of its market. A destination's season and shocks change from week to
 * week, so its row has one number for each week: sums over days are sums over a seventh as many weeks.
 */
export interface DemandDays {
  readonly length: number;
  readonly weeks: number;
  /** The week of each day, from 0. */
  readonly weekOf: Uint16Array;
  /**
   * Season of a stratum with the shocks of its region, for those from abroad; without them for those at home. By
   * stratum, then week.
   */
  destinations(audience: number, isHome: boolean): Float64Array;
  /** Weekly sums at home and abroad, written over what `into` holds. */
  destinationWeeks(audience: number, into: DestinationWeeks): void;
  /** Season, weekday, growth and shocks of a country group, traveling abroad or at home. By day. */
  market(audience: number, group: number, isHome: boolean): Float64Array;
  /** Weekly sums of all country groups, by week, then group, written over what `into` holds. */
  marketWeeks(audience: number, into: MarketWeeks): void;
  /** A noise shared out among destinations, for 1 of weight. By day. */
  noise(audience: number, noise: number): Float64Array;
}

/** Weeks of all strata: room for those of a block, by stratum, then week of the days at hand. */
export interface DestinationWeeks {
  readonly abroad: Float64Array;
  readonly home: Float64Array;
}

/** Weeks of all groups: room for those of a block, `WEEKS_OF_BLOCK`, by week, then group. */
export interface MarketWeeks {
  readonly abroad: Float64Array;
  readonly home: Float64Array;
}

/** Consecutive days of one kind of demand signal. */
export interface Period {
  readonly kind: BaselineKind;
  /** Epoch day. */
  readonly from: number;
  readonly length: number;
}

/** What days are made from. */
export interface DaysFacts {
  readonly field: DemandField;
  readonly tables: DemandTables;
  readonly seed: number;
  readonly years: DemandYears;
}

/** Rows of the days of a period. A pure function of its arguments; each row is made at its first use. */
export function createDemandDays(facts: DaysFacts, period: Period): DemandDays {
  const { kind, from, length } = period;
  const first = from + DAYS_BEFORE[kind];
  const firstWeek = weekNumber(first);
  const weekOf = new Uint16Array(length);
  for (let i = 0; i < length; i += 1) weekOf[i] = weekNumber(first + i) - firstWeek;
  const weeks = (weekOf[length - 1] ?? -1) + 1;
  const parts = partsOfYears(first, length);
  const midweeks = Float64Array.from({ length: weeks }, (_, week) => (firstWeek + week) * DAYS_OF_WEEK);
  const regions = once(() => DEMAND_REGIONS.map((_, index) => regionRow(index, midweeks, facts.seed)));
  const middles = once(() => Array.from(midweeks, (day) => partsOfYears(day, 1)[0]?.start ?? 0));
  const seasons = rowsByNumber((audience) => seasonTable(facts, middles(), audience));
  const abroad = rowsByNumber((audience) => abroadTable(facts.field, seasons(audience), regions()));
  const { groupCount } = facts.field;
  const markets = rowsByNumber((number) => {
    const ofAudience = number >> 1;
    return marketRow(
      { ...facts, ...period, parts },
      { audience: Math.floor(ofAudience / groupCount), group: ofAudience % groupCount, isHome: (number & 1) === 1 },
    );
  });
  const ambient = once(() => ambientRow(first, length));
  const plainNoises = rowsByNumber((n) => noiseRow(ambient(), { first, seed: mix(facts.seed, 7_000 + n) }));
  const noises = rowsByNumber((number) =>
    onWeekdays(plainNoises(number % NOISE_COUNT), weekFactors(Math.floor(number / NOISE_COUNT), kind), from),
  );
  return {
    length,
    weeks,
    weekOf,
    destinations: (audience, isHome) => (isHome ? seasons : abroad)(audience),
    destinationWeeks: (audience, into) => {
      seasonTable(facts, middles(), audience, into.home);
      abroadTable(facts.field, into.home, regions(), into.abroad);
    },
    market: (audience, group, isHome) => markets((audience * groupCount + group) * 2 + Number(isHome)),
    marketWeeks: (audience, into) => {
      into.abroad.fill(0);
      into.home.fill(0);
      const query = { ...facts, ...period, parts, weekOf };
      for (let group = 0; group < groupCount; group += 1) addMarketWeeks(into, query, { audience, group });
    },
    noise: (audience, noise) => noises(audience * NOISE_COUNT + noise),
  };
}

const DAYS_OF_WEEK = 7;

/** Weeks from Monday to Sunday, numbered from the one of 1970-01-01, whose Thursday is day 0. */
function weekNumber(day: number): number {
  return Math.floor((day + 3) / DAYS_OF_WEEK);
}

/** Weeks whose sums are cached together: a quarter of a year. */
export const WEEKS_OF_BLOCK = 13;

/** Days of a period that lie in one block of whole weeks. Blocks do not depend on the period. */
export interface BlockPart extends Period {
  /** The whole block; its number is its own among those of one kind. */
  readonly block: Period & { readonly number: number };
}

/**
 * The blocks that a period touches, in order, with the days of each that lie in it. Two years of days are at most ten
 * blocks, of which all but the first and the last are whole and come from the cache.
 */
export function partsOfBlocks({ kind, from, length }: Period): readonly BlockPart[] {
  const parts: BlockPart[] = [];
  const size = WEEKS_OF_BLOCK * DAYS_OF_WEEK;
  for (let day = from; day < from + length; ) {
    const number = Math.floor(weekNumber(day + DAYS_BEFORE[kind]) / WEEKS_OF_BLOCK);
    const start = number * size - 3 - DAYS_BEFORE[kind];
    const end = Math.min(from + length, start + size);
    parts.push({ kind, from: day, length: end - day, block: { kind, number, from: start, length: size } });
    day = end;
  }
  return parts;
}

/** The season of each stratum by week, as an audience takes it. */
function seasonTable(
  { field, tables, years }: DaysFacts,
  daysOfYear: readonly number[],
  audience: number,
  table: Float64Array = new Float64Array(field.strata.length * daysOfYear.length),
): Float64Array {
  const weeks = daysOfYear.length;
  field.strata.forEach(({ placeClass, isSouth }, stratum) => {
    const { months = [], south = [], shifts = false } = tables.seasons.get(placeClass) ?? {};
    const curve = years.curve(shifts && isSouth ? south : months, AUDIENCE_TRAITS[audience]?.destinationSeason ?? 1);
    for (let week = 0; week < weeks; week += 1) table[stratum * weeks + week] = curve[daysOfYear[week] ?? 0] ?? 1;
  });
  return table;
}

function abroadTable(
  { strata }: DemandField,
  seasons: Float64Array,
  regions: readonly Float64Array[],
  table: Float64Array = new Float64Array(seasons.length),
): Float64Array {
  const weeks = regions[0]?.length ?? 0;
  strata.forEach(({ region }, stratum) => {
    const row = regions[region];
    for (let week = 0; week < weeks; week += 1)
      table[stratum * weeks + week] = (seasons[stratum * weeks + week] ?? 0) * (row?.[week] ?? 1);
  });
  return table;
}

type MarketFacts = DaysFacts & Period & { readonly parts: readonly YearPart[] };

interface MarketQuery {
  readonly audience: number;
  readonly group: number;
}

/** What the days of a group are made of for an audience. */
function marketCurves({ tables, years, kind }: MarketFacts, { audience, group }: MarketQuery) {
  const { breaks = [], weekShift = 0 } = tables.groups[group] ?? {};
  const { originSeason = 1, holidays: part = 1 } = AUDIENCE_TRAITS[audience] ?? {};
  return { curve: years.curve(breaks, originSeason), week: weekFactors(audience, kind), weekShift, part };
}

function marketRow(facts: MarketFacts, query: MarketQuery & { readonly isHome: boolean }): Float64Array {
  const { curve, week, weekShift, part } = marketCurves(facts, query);
  const row = new Float64Array(facts.length);
  let weekday = weekdayOfEpochDay(facts.from + weekShift) - 1;
  let at = 0;
  for (const { year, start, end } of facts.parts) {
    const { holidays, abroad, home } = facts.years.group(query.group, year);
    const level = query.isHome ? home : abroad;
    for (let day = start; day < end; day += 1, at += 1) {
      row[at] =
        (curve[day] ?? 1) *
        (week[weekday] ?? 1) *
        (level[day] ?? 0) *
        Math.max(HOLIDAY_LEAST, 1 + part * (holidays[day] ?? 0));
      weekday = weekday === DAYS_OF_WEEK - 1 ? 0 : weekday + 1;
    }
  }
  return row;
}

/** Adds the rows of a group, abroad and at home, to its weeks: both at once, for only the level distinguishes them. */
function addMarketWeeks(
  sums: { readonly abroad: Float64Array; readonly home: Float64Array },
  facts: MarketFacts & Pick<DemandDays, 'weekOf'>,
  query: MarketQuery,
): void {
  const { curve, week, weekShift, part } = marketCurves(facts, query);
  const { groupCount } = facts.field;
  let weekday = weekdayOfEpochDay(facts.from + weekShift) - 1;
  let at = 0;
  for (const { year, start, end } of facts.parts) {
    const { holidays, abroad, home } = facts.years.group(query.group, year);
    for (let day = start; day < end; day += 1, at += 1) {
      const usual = (curve[day] ?? 1) * (week[weekday] ?? 1);
      const lift = Math.max(HOLIDAY_LEAST, 1 + part * (holidays[day] ?? 0));
      const slot = (facts.weekOf[at] ?? 0) * groupCount + query.group;
      sums.abroad[slot] = (sums.abroad[slot] ?? 0) + usual * (abroad[day] ?? 0) * lift;
      sums.home[slot] = (sums.home[slot] ?? 0) + usual * (home[day] ?? 0) * lift;
      weekday = weekday === DAYS_OF_WEEK - 1 ? 0 : weekday + 1;
    }
  }
}

/** Holidays of several kinds that meet leave at least so much. */
const HOLIDAY_LEAST = 0.2;

function onWeekdays(row: Float64Array, week: readonly number[], from: number): Float64Array {
  const first = weekdayOfEpochDay(from) - 1;
  return row.map((value, i) => (week[(first + i) % DAYS_OF_WEEK] ?? 1) * value);
}

/** Monday first. */
function weekFactors(audience: number, kind: BaselineKind): readonly number[] {
  return WEEK_FACTORS[kind][audience] ?? [];
}

const weeksOf = (kind: BaselineKind): readonly (readonly number[])[] =>
  AUDIENCE_TRAITS.map((traits) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => weekdayFactor(traits, kind, weekday)));
const WEEK_FACTORS = {
  search: weeksOf('search'),
  trip: weeksOf('trip'),
  booking: weeksOf('booking'),
} as const satisfies Record<BaselineKind, unknown>;

/** Rows that are made once each. */
function rowsByNumber(make: (number: number) => Float64Array): (number: number) => Float64Array {
  const rows: (Float64Array | undefined)[] = [];
  return (number) => (rows[number] ??= make(number));
}

/** The collapse of 2020 in a region, and invented troubles of the seed. */
function regionRow(index: number, days: Float64Array, seed: number): Float64Array {
  const { fell = 0, trough = 1, back = 0 } = DEMAND_REGIONS[index] ?? {};
  return days.map((day) => halved(collapse(day, fell, trough, back)) * trouble(mix(seed, 300 + index), day));
}

/**
 * A region may have one invented trouble in every so many days: it comes within days and fades within months.
 */
const TROUBLE_EVERY_DAYS = 560;
const TROUBLE_ODDS = 0.5;

function trouble(hash: number, day: number): number {
  const interval = Math.floor(day / TROUBLE_EVERY_DAYS);
  let left = 1;
  for (const number of [interval - 1, interval]) {
    const own = mix(hash, number);
    if (unitOf(own) >= TROUBLE_ODDS) continue;
    const begins = (number + unitOf(mix(own, 1))) * TROUBLE_EVERY_DAYS;
    const depth = 0.1 + 0.25 * unitOf(mix(own, 2));
    const fades = 40 + 70 * unitOf(mix(own, 3));
    if (day > begins) left *= 1 - depth * (1 - Math.exp(-(day - begins) / 4)) * Math.exp(-(day - begins) / fades);
  }
  return left;
}

/**
 * Noise is added, not multiplied, so that sums stay sums. It stays far below the least demand of any pair on a day, so
 * that no volume is negative.
 */
const CITY_NOISE = 0.035;

function ambientRow(first: number, length: number): Float64Array {
  const row = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (const { fell, back } of DEMAND_REGIONS) least = Math.min(least, collapse(first + i, fell, 0.02, back));
    row[i] = least ** 2;
  }
  return row;
}

function noiseRow(
  ambient: Float64Array,
  { first, seed }: { readonly first: number; readonly seed: number },
): Float64Array {
  return ambient.map(
    (value, i) =>
      value * CITY_NOISE * (0.8 * waves(seed, first + i) + 0.2 * (2 * unitOf(mix(seed, first + i)) - 1)) * NOISE_SPREAD,
  );
}
/** Mixing noises of random shares makes them smaller: this makes up for it. */
const NOISE_SPREAD = Math.sqrt(NOISE_COUNT);

/** Calls `make` at the first call and returns that value from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
