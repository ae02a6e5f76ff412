import { mix, unitOf } from '../../src/reference/hash.ts';
import type { DemandTables, MarketGroup } from './demand-tables.ts';
import { holidaySpans } from './holidays.ts';

/** What does not depend on the period, worked out once: curves of the year, and each country group's years. */
export interface DemandYears {
  /** Twelve months, January first, as 366 days to a power. */
  curve(months: readonly number[], power: number): Float64Array;
  /** Growth, shocks and holidays of a group on the days of a year. */
  group(index: number, year: number): GroupYear;
}

/** Days of a calendar year, from its first. */
interface GroupYear {
  readonly holidays: Float64Array;
  /** Growth and shocks, traveling abroad or at home. */
  readonly abroad: Float64Array;
  readonly home: Float64Array;
}

/** Years cached, each with all groups: 0.2 MB. */
const YEARS_CACHED_MAX = 14;
const YEAR_DAYS = 365.25;
const DAY_MS = 86_400_000;
/** Half of a destination's trouble keeps people away, and half of their own. */
const SHOCK_POWER = 0.55;

/** Caches what periods have in common. */
export function createDemandYears(tables: DemandTables, seed: number): DemandYears {
  const curves = new Map<readonly number[], Map<number, Float64Array>>();
  const years = new Map<number, GroupYear[]>();
  return {
    curve: (months, power) => {
      const byPower = curves.get(months) ?? new Map<number, Float64Array>();
      curves.set(months, byPower);
      const curve = byPower.get(power) ?? yearCurve(months, power);
      byPower.set(power, curve);
      return curve;
    },
    group: (index, year) => {
      let known = years.get(year);
      if (known === undefined) {
        const [oldest] = years.keys();
        if (years.size >= YEARS_CACHED_MAX && oldest !== undefined) years.delete(oldest);
        known = [];
        years.set(year, known);
      }
      const group = tables.groups[index];
      if (group === undefined) throw new RangeError(`No country group ${index}`);
      const made =
        known[index] ?? groupYear(group, { index, first: dayOne(year), length: dayOne(year + 1) - dayOne(year), seed });
      known[index] = made;
      return made;
    },
  };
}

/** The days of one calendar year that lie in a period. */
export interface YearPart {
  readonly year: number;
  /** From 0 for the first of January; `end` is not included. */
  readonly start: number;
  readonly end: number;
}

/** The calendar years of a period that begins on an epoch day, in order. */
export function partsOfYears(first: number, length: number): readonly YearPart[] {
  const parts: YearPart[] = [];
  for (let year = new Date(first * DAY_MS).getUTCFullYear(); dayOne(year) < first + length; year += 1) {
    parts.push({
      year,
      start: Math.max(first, dayOne(year)) - dayOne(year),
      end: Math.min(first + length, dayOne(year + 1)) - dayOne(year),
    });
  }
  return parts;
}

function dayOne(year: number): number {
  return Date.UTC(year, 0, 1) / DAY_MS;
}

/** Twelve months as a smooth curve over 366 days, to a power; between the middles of months along Catmull and Rom's. */
function yearCurve(months: readonly number[], power: number): Float64Array {
  return Float64Array.from({ length: 366 }, (_, day) => {
    const at = ((day + 0.5) / YEAR_DAYS) * 12 + 11.5;
    const month = Math.floor(at) % 12;
    const part = at % 1;
    const [a = 1, b = 1, c = 1, d = 1] = [
      months[(month + 11) % 12],
      months[month],
      months[(month + 1) % 12],
      months[(month + 2) % 12],
    ];
    return (b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))) ** power;
  });
}

interface GroupDays {
  readonly index: number;
  readonly first: number;
  readonly length: number;
  readonly seed: number;
}

function groupYear(group: MarketGroup, { index, first, length, seed }: GroupDays): GroupYear {
  const abroad = new Float64Array(length);
  const home = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    const day = first + i;
    const noise =
      1 +
      GROUP_NOISE * waves(mix(seed, 500 + index), day) +
      DAY_NOISE * (2 * unitOf(mix(mix(seed, 900 + index), day)) - 1);
    const level = noise * (1 + group.growth) ** ((day - BASE_DAY) / YEAR_DAYS);
    abroad[i] = level * halved(collapse(day, group.fell, group.trough, group.back));
    home[i] = level * collapse(day, group.fell, group.homeTrough, group.homeBack);
  }
  return { holidays: holidayRow(group.events, first, length), abroad, home };
}

/** A shock as one end feels it. */
export function halved(level: number): number {
  return level === 1 ? 1 : level ** SHOCK_POWER;
}

/** Growth counts from the first day of 2019. */
const BASE_DAY = Date.UTC(2019, 0, 1) / DAY_MS;
const GROUP_NOISE = 0.025;
const DAY_NOISE = 0.012;

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
export function collapse(day: number, fell: number, trough: number, back: number): number {
  if (day < fell - SETTLED * FALL_DAYS || day > back + SETTLED * RETURN_DAYS) return 1;
  const left = 1 / (1 + Math.exp((day - fell) / FALL_DAYS));
  const returned = 1 / (1 + Math.exp(-(day - back) / RETURN_DAYS));
  return Math.max(trough, Math.min(1, left + (1 - left) * (trough + (1 - trough) * returned)));
}
/** After so many times its measure a logistic curve is level. */
const SETTLED = 8;
const FALL_DAYS = 5;
const RETURN_DAYS = 75;

/** A smooth noise between -1 and 1 whose neighbours are alike: random heights every ten days, and every forty. */
export function waves(hash: number, day: number): number {
  return 0.55 * wave(hash, day, 10) + 0.45 * wave(mix(hash, 40), day, 40);
}

function wave(hash: number, day: number, every: number): number {
  const knot = Math.floor(day / every);
  const part = day / every - knot;
  const eased = part * part * (3 - 2 * part);
  return 2 * (unitOf(mix(hash, knot)) * (1 - eased) + unitOf(mix(hash, knot + 1)) * eased) - 1;
}
