import { mix, unitOf } from '../hash.ts';
import { AUDIENCE_TRAITS, type BaselineKind, DAYS_BEFORE, weekdayFactor } from './audiences.ts';
import { type DemandField, NOISE_COUNT } from './demand-field.ts';
import { DEMAND_REGIONS } from './demand-regions.ts';
import type { DemandTables, MarketGroup } from './demand-tables.ts';
import { holidaySpans } from './holidays.ts';
import { weekdayOfEpochDay } from '../../../travel/dates.ts';

/**
 * What each day of a stretch is worth, 1 = an average day of 2019, in rows. The volume of a pair is its weight times the row of its
 * destination, times the row of its market. A destination's season and shocks change from week to week, so its row has one
 * number for each week: sums over days are sums over a seventh as many weeks.
 */
export interface DemandDays {
  readonly length: number;
  /** The week of each day, from 0. */
  readonly weekOf: Uint16Array;
  /** Season of a stratum with the shocks of its region, for those from abroad; without them for those at home. By week. */
  destination(audience: number, stratum: number, isHome: boolean): Float64Array;
  /** Season, weekday, growth and shocks of a country group, traveling abroad or at home. By day. */
  market(audience: number, group: number, isHome: boolean): Float64Array;
  /** The same summed up by week. */
  marketWeeks(audience: number, group: number, isHome: boolean): Float64Array;
  /** A noise shared out among destinations, for 1 of weight. */
  noise(audience: number, noise: number): Float64Array;
}

const YEAR_DAYS = 365.25;
/** Half of a destination's trouble keeps people away, and half of their own. */
const SHOCK_POWER = 0.55;
const DAY_MS = 86_400_000;

/** Rows of the days from `from` on. A pure function of its arguments; rows are made when they are first asked for. */
export function createDemandDays(
  { field, tables, seed, years }: { readonly field: DemandField; readonly tables: DemandTables; readonly seed: number; readonly years: DemandYears },
  { kind, from, length }: { readonly kind: BaselineKind; readonly from: number; readonly length: number },
): DemandDays {
  const first = from + DAYS_BEFORE[kind];
  const dayOfYear = daysOfYear(first, length);
  const firstWeek = weekNumber(first);
  const weekOf = Uint16Array.from({ length }, (_, i) => weekNumber(first + i) - firstWeek);
  const weeks = (weekOf[length - 1] ?? -1) + 1;
  const midweeks = Float64Array.from({ length: weeks }, (_, week) => (firstWeek + week) * 7);
  const weekOfYear = Uint16Array.from(midweeks, (day) => daysOfYear(day, 1)[0] ?? 0);
  const regions = DEMAND_REGIONS.map((_, index) => once(() => regionRow(index, midweeks, seed)));
  const groups = tables.groups.map((_, index) => once(() => years.group(index, first, length)));
  const ambient = once(() => ambientRow(first, length));
  const noises = Array.from({ length: NOISE_COUNT }, (_, n) => once(() => noiseRow(ambient(), { first, seed: mix(seed, 7_000 + n) })));
  const rows = new Map<string, Float64Array>();
  const row = (key: string, make: () => Float64Array): Float64Array => {
    const known = rows.get(key);
    if (known) return known;
    const made = make();
    rows.set(key, made);
    return made;
  };
  const weekdays = (audience: number, shift: number): Float64Array => row(`w${audience}-${shift}`, () => weekRow(audience, kind, { from, length, shift }));
  const season = (audience: number, stratum: number): Float64Array => {
    const { placeClass = 'town', isSouth = false } = field.strata[stratum] ?? {};
    const { months = [], south = [], shifts = false } = tables.seasons.get(placeClass) ?? {};
    return row(`s${audience}${placeClass}${isSouth}`, () => {
      const shifted = shifts && isSouth ? south : months;
      return alongYear(years.curve(shifted, AUDIENCE_TRAITS[audience]?.destinationSeason ?? 1), weekOfYear);
    });
  };
  const market = (audience: number, group: number, isHome: boolean): Float64Array =>
    row(`m${audience}-${group}${isHome}`, () => {
      const shift = tables.groups[group]?.weekShift ?? 0;
      const own = row(`b${audience}-${group}`, () => {
        const breaks = alongYear(years.curve(tables.groups[group]?.breaks ?? [], AUDIENCE_TRAITS[audience]?.originSeason ?? 1), dayOfYear);
        return product(breaks, weekdays(audience, shift));
      });
      const facts = groups[group]?.();
      return facts ? marketRow(facts, own, audience, isHome) : own;
    });
  return {
    length,
    weekOf,
    destination: (audience, stratum, isHome) => {
      const own = season(audience, stratum);
      if (isHome) return own;
      const region = field.strata[stratum]?.region ?? 0;
      return row(`d${audience}-${stratum}`, () => product(own, regions[region]?.() ?? own));
    },
    market,
    marketWeeks: (audience, group, isHome) => row(`v${audience}-${group}${isHome}`, () => sumWeeks(market(audience, group, isHome), weekOf, weeks)),
    noise: (audience, noise) => row(`n${audience}-${noise}`, () => product(weekdays(audience, 0), noises[noise]?.() ?? ambient())),
  };
}

/** Weeks from Monday to Sunday, numbered from the one of 1970-01-01, whose Thursday is day 0. */
function weekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}

function sumWeeks(row: Float64Array, weekOf: Uint16Array, weeks: number): Float64Array {
  const sums = new Float64Array(weeks);
  for (let i = 0; i < row.length; i += 1) sums[weekOf[i] ?? 0] = (sums[weekOf[i] ?? 0] ?? 0) + (row[i] ?? 0);
  return sums;
}

/** The place in its year of each day, from 0. */
function daysOfYear(first: number, length: number): Uint16Array {
  const days = new Uint16Array(length);
  let next = first;
  for (let i = 0, day = 0; i < length; i += 1, day += 1) {
    if (first + i >= next || i === 0) {
      const year = new Date((first + i) * DAY_MS).getUTCFullYear();
      day = first + i - Date.UTC(year, 0, 1) / DAY_MS;
      next = Date.UTC(year + 1, 0, 1) / DAY_MS;
    }
    days[i] = day;
  }
  return days;
}

/** Twelve months as a smooth curve over 366 days, to a power; between the middles of months along Catmull and Rom's. */
function yearCurve(months: readonly number[], power: number): Float64Array {
  return Float64Array.from({ length: 366 }, (_, day) => {
    const at = ((day + 0.5) / YEAR_DAYS) * 12 + 11.5;
    const month = Math.floor(at) % 12;
    const part = at % 1;
    const [a = 1, b = 1, c = 1, d = 1] = [months[(month + 11) % 12], months[month], months[(month + 1) % 12], months[(month + 2) % 12]];
    return (b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))) ** power;
  });
}

function alongYear(curve: Float64Array, dayOfYear: Uint16Array): Float64Array {
  const row = new Float64Array(dayOfYear.length);
  for (let i = 0; i < row.length; i += 1) row[i] = curve[dayOfYear[i] ?? 0] ?? 1;
  return row;
}

/** What does not depend on the stretch, worked out once: curves of the year, and each country group's years. */
export interface DemandYears {
  curve(months: readonly number[], power: number): Float64Array;
  /** Growth, shocks and holidays of a group from a day on. */
  group(index: number, first: number, length: number): GroupRows;
}

interface GroupRows {
  readonly holidays: Float64Array;
  readonly abroad: Float64Array;
  readonly home: Float64Array;
}

/** Years of all groups kept: 0.2 MB each. */
const YEARS_KEPT = 14;

/** Keeps what stretches have in common. */
export function createDemandYears(tables: DemandTables, seed: number): DemandYears {
  const curves = new Map<readonly number[], Map<number, Float64Array>>();
  const years = new Map<number, (GroupRows | undefined)[]>();
  const yearOf = (year: number, index: number): GroupRows | undefined => {
    const known = years.get(year) ?? [];
    const [oldest] = years.keys();
    if (!years.has(year) && years.size >= YEARS_KEPT && oldest !== undefined) years.delete(oldest);
    years.set(year, known);
    const group = tables.groups[index];
    known[index] ??= group && groupYear(group, { index, first: dayOne(year), length: dayOne(year + 1) - dayOne(year), seed });
    return known[index];
  };
  return {
    curve: (months, power) => {
      const byPower = curves.get(months) ?? new Map<number, Float64Array>();
      curves.set(months, byPower);
      const curve = byPower.get(power) ?? yearCurve(months, power);
      byPower.set(power, curve);
      return curve;
    },
    group: (index, first, length) => {
      const rows = { holidays: new Float64Array(length), abroad: new Float64Array(length), home: new Float64Array(length) };
      for (let year = new Date(first * DAY_MS).getUTCFullYear(); dayOne(year) < first + length; year += 1) {
        const own = yearOf(year, index);
        const from = Math.max(first, dayOne(year));
        const [start, end] = [from - dayOne(year), Math.min(first + length, dayOne(year + 1)) - dayOne(year)];
        if (own) for (const name of ['holidays', 'abroad', 'home'] as const) rows[name].set(own[name].subarray(start, end), from - first);
      }
      return rows;
    },
  };
}

function dayOne(year: number): number {
  return Date.UTC(year, 0, 1) / DAY_MS;
}

interface GroupStretch {
  readonly index: number;
  readonly first: number;
  readonly length: number;
  readonly seed: number;
}

function groupYear(group: MarketGroup, { index, first, length, seed }: GroupStretch): GroupRows {
  const abroad = new Float64Array(length);
  const home = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    const day = first + i;
    const noise = 1 + GROUP_NOISE * waves(mix(seed, 500 + index), day) + DAY_NOISE * (2 * unitOf(mix(mix(seed, 900 + index), day)) - 1);
    const level = noise * (1 + group.growth) ** ((day - BASE_DAY) / YEAR_DAYS);
    abroad[i] = level * halved(collapse(day, group.fell, group.trough, group.back));
    home[i] = level * collapse(day, group.fell, group.homeTrough, group.homeBack);
  }
  return { holidays: holidayRow(group.events, first, length), abroad, home };
}

/** A shock as one end feels it. */
function halved(level: number): number {
  return level === 1 ? 1 : level ** SHOCK_POWER;
}

/** Growth counts from the first day of 2019. */
const BASE_DAY = Date.UTC(2019, 0, 1) / DAY_MS;
const GROUP_NOISE = 0.025;
const DAY_NOISE = 0.012;

function marketRow(facts: GroupRows, season: Float64Array, audience: number, isHome: boolean): Float64Array {
  const holidays = AUDIENCE_TRAITS[audience]?.holidays ?? 1;
  const level = isHome ? facts.home : facts.abroad;
  const row = new Float64Array(season.length);
  for (let i = 0; i < row.length; i += 1) row[i] = (season[i] ?? 1) * (level[i] ?? 0) * Math.max(HOLIDAY_LEAST, 1 + holidays * (facts.holidays[i] ?? 0));
  return row;
}
/** Holidays of several kinds that meet leave at least so much. */
const HOLIDAY_LEAST = 0.2;

/** Days over which a holiday's lift comes and goes. */
const EDGE_DAYS = 3;

function holidayRow(events: readonly string[], first: number, length: number): Float64Array {
  const row = new Float64Array(length);
  const years = [first, first + length].map((day) => new Date(day * DAY_MS).getUTCFullYear());
  const spans = new Map<string, { readonly from: number; readonly to: number; readonly lift: number }>();
  for (let year = years[0] ?? 0; year <= (years[1] ?? 0); year += 1) {
    for (const event of events) for (const span of holidaySpans(event, year)) spans.set(`${event}${span.from}`, span);
  }
  for (const { from, to, lift } of spans.values()) {
    for (let day = Math.max(first, from - EDGE_DAYS); day <= Math.min(first + length - 1, to + EDGE_DAYS); day += 1) {
      const outside = Math.max(0, from - day, day - to);
      row[day - first] = (row[day - first] ?? 0) + lift * (1 - outside / (EDGE_DAYS + 1));
    }
  }
  return row;
}

/** What is left on a day of a collapse: a fall within weeks, a slow return whose half is reached on `back`. */
function collapse(day: number, fell: number, trough: number, back: number): number {
  if (day < fell - SETTLED * FALL_DAYS || day > back + SETTLED * RETURN_DAYS) return 1;
  const left = 1 / (1 + Math.exp((day - fell) / FALL_DAYS));
  const returned = 1 / (1 + Math.exp(-(day - back) / RETURN_DAYS));
  return Math.max(trough, Math.min(1, left + (1 - left) * (trough + (1 - trough) * returned)));
}
/** After so many times its measure a logistic curve is level. */
const SETTLED = 8;
const FALL_DAYS = 5;
const RETURN_DAYS = 75;

/** The collapse of 2020 in a region, and invented troubles of the seed. */
function regionRow(index: number, days: Float64Array, seed: number): Float64Array {
  const { fell = 0, trough = 1, back = 0 } = DEMAND_REGIONS[index] ?? {};
  return days.map((day) => halved(collapse(day, fell, trough, back)) * trouble(mix(seed, 300 + index), day));
}

/** In each stretch of so many days a region may have one invented trouble: it comes within days and fades within months. */
const TROUBLE_EVERY_DAYS = 560;
const TROUBLE_ODDS = 0.5;

function trouble(hash: number, day: number): number {
  const stretch = Math.floor(day / TROUBLE_EVERY_DAYS);
  let left = 1;
  for (const number of [stretch - 1, stretch]) {
    const own = mix(hash, number);
    if (unitOf(own) >= TROUBLE_ODDS) continue;
    const begins = (number + unitOf(mix(own, 1))) * TROUBLE_EVERY_DAYS;
    const depth = 0.1 + 0.25 * unitOf(mix(own, 2));
    const fades = 40 + 70 * unitOf(mix(own, 3));
    if (day > begins) left *= 1 - depth * (1 - Math.exp(-(day - begins) / 4)) * Math.exp(-(day - begins) / fades);
  }
  return left;
}

/** Noise is added, not multiplied, so that sums stay sums; it is kept far below the least that any pair is worth on the day. */
const CITY_NOISE = 0.035;

function ambientRow(first: number, length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => Math.min(...DEMAND_REGIONS.map(({ fell, back }) => collapse(first + i, fell, 0.02, back))) ** 2);
}

function noiseRow(ambient: Float64Array, { first, seed }: { readonly first: number; readonly seed: number }): Float64Array {
  return ambient.map((value, i) => value * CITY_NOISE * (0.8 * waves(seed, first + i) + 0.2 * (2 * unitOf(mix(seed, first + i)) - 1)) * NOISE_SPREAD);
}
/** Mixing noises of random shares makes them smaller: this makes up for it. */
const NOISE_SPREAD = Math.sqrt(NOISE_COUNT);

/** A smooth noise between -1 and 1 whose neighbours are alike: random heights every ten days, and every forty. */
function waves(hash: number, day: number): number {
  return 0.55 * wave(hash, day, 10) + 0.45 * wave(mix(hash, 40), day, 40);
}

function wave(hash: number, day: number, every: number): number {
  const knot = Math.floor(day / every);
  const part = day / every - knot;
  const eased = part * part * (3 - 2 * part);
  return 2 * (unitOf(mix(hash, knot)) * (1 - eased) + unitOf(mix(hash, knot + 1)) * eased) - 1;
}

function weekRow(audience: number, kind: BaselineKind, { from, length, shift }: { readonly from: number; readonly length: number; readonly shift: number }): Float64Array {
  const traits = AUDIENCE_TRAITS[audience];
  const week = traits ? [1, 2, 3, 4, 5, 6, 7].map((weekday) => weekdayFactor(traits, kind, weekday)) : [];
  return Float64Array.from({ length }, (_, i) => week[weekdayOfEpochDay(from + i + shift) - 1] ?? 1);
}

function product(a: Float64Array, b: Float64Array): Float64Array {
  const row = new Float64Array(a.length);
  for (let i = 0; i < row.length; i += 1) row[i] = (a[i] ?? 0) * (b[i] ?? 0);
  return row;
}

/** A maker that makes once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
