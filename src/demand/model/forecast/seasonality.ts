import { mean as meanOf, median, sampleVariance } from 'simple-statistics';
import { BUCKETS_PER_YEAR, type Calendar, type Granularity, WEEK_DAYS } from './series.ts';

/**
 * Added to a count before its logarithm: for Poisson counts of 1 and more the mean of log(x + 1/2) is the log of the
 * mean, nearly.
 */
export const LOG_OFFSET = 0.5;
/** Weeks it takes before a weekday has a factor of its own. */
const WEEKS_MIN = 4;
/** Days the weekday factors are taken from, the latest: habits change. */
const WEEKDAY_DAYS_MAX = 728;
/** Years that a profile is known by: one alone cannot be distinguished from chance. */
export const YEARS_MIN = 2;
const YEARS_MAX = 5;
/** A year of days or weeks is cut into as many parts. */
const YEAR_PARTS = 52;
/** Values further out than this many standard deviations are pulled in before the second mean. */
const CLIP_DEVIATIONS = 2;

/** What is added to the logarithm of a count by where it stands in its week and year. */
export interface Seasons {
  /** Monday first; undefined where not known, and of weeks and months. */
  readonly weekday: Float64Array | undefined;
  /**
   * By equal parts of the year (52; 12 of months); undefined with less than two years of days, or one of weeks or
   * months.
   */
  readonly year: Float64Array | undefined;
}

/** Logarithms of counts, as everything of a season is estimated on. */
export function logCounts(values: ArrayLike<number>): Float64Array {
  const logs = new Float64Array(values.length);
  for (let index = 0; index < logs.length; index += 1)
    logs[index] = Math.log(Math.max(0, values[index] ?? 0) + LOG_OFFSET);
  return logs;
}

/** The seasons of the first `count` of consecutive log counts. */
export function fitSeasons(logs: Float64Array, count: number, calendar: Calendar): Seasons {
  const weekday =
    calendar.granularity === 'day' && count >= WEEKS_MIN * WEEK_DAYS ? fitWeekday(logs, count, calendar) : undefined;
  const year =
    count >= yearsNeeded(calendar.granularity) * BUCKETS_PER_YEAR[calendar.granularity]
      ? fitYear(logs, count, { calendar, weekday })
      : undefined;
  return { weekday, year };
}

/**
 * Forecasts of weeks and months reach far into the year: a profile of one year, seen once, beats none. Those of days do
 * not.
 */
function yearsNeeded(granularity: Granularity): number {
  return granularity === 'day' ? YEARS_MIN : 1;
}

/** What the seasons add to the logarithm of the bucket at `index` of the calendar. */
export function seasonAt(seasons: Seasons, calendar: Calendar, index: number): number {
  const weekday = seasons.weekday?.[calendar.weekdays[index] ?? 0] ?? 0;
  if (seasons.year === undefined) return weekday;
  const at = (calendar.phases[index] ?? 0) * seasons.year.length;
  return (
    weekday + (calendar.granularity === 'day' ? between(seasons.year, at - 0.5) : (seasons.year[Math.floor(at)] ?? 0))
  );
}

/** Factors of the parts of a season: their mean is 1. */
export function toFactors(logs: ArrayLike<number>): readonly number[] {
  const factors = Array.from(logs, Math.exp);
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
  return factors.map((factor) => factor / mean);
}

/**
 * Mean deviation of each weekday from the seven days around it, what lies far out pulled in; weak ones are drawn
 * towards 0.
 */
function fitWeekday(logs: Float64Array, count: number, { weekdays }: Calendar): Float64Array {
  const reach = (WEEK_DAYS - 1) / 2;
  const first = Math.max(reach, count - WEEKDAY_DAYS_MAX);
  const deviations = new Float64Array(count - reach - first);
  let sum = 0;
  for (let index = first - reach; index < first + reach; index += 1) sum += logs[index] ?? 0;
  for (let index = first; index < count - reach; index += 1) {
    sum += logs[index + reach] ?? 0;
    deviations[index - first] = (logs[index] ?? 0) - sum / WEEK_DAYS;
    sum -= logs[index - reach] ?? 0;
  }
  const groups: Deviation[] = [];
  for (let weekday = 0; weekday < WEEK_DAYS; weekday += 1) {
    groups.push(clippedMean(deviations, (weekday - (weekdays[first] ?? 0) + WEEK_DAYS) % WEEK_DAYS));
  }
  return shrink(groups);
}

/**
 * The profile of the year: whole years counted back from the end, each part's mean over a trend drawn through the
 * years' means, the median (of two: mean) of the years, smoothed lightly, and drawn towards 0 by how little the years
 * agree.
 */
function fitYear(
  logs: Float64Array,
  count: number,
  { calendar, weekday }: { readonly calendar: Calendar; readonly weekday: Float64Array | undefined },
): Float64Array {
  const length = BUCKETS_PER_YEAR[calendar.granularity];
  const parts = calendar.granularity === 'month' ? length : YEAR_PARTS;
  const years = Math.min(YEARS_MAX, Math.floor(count / length));
  const first = count - years * length;
  const values = new Float64Array(years * length);
  const levels = new Float64Array(years);
  for (let at = 0; at < values.length; at += 1) {
    const value =
      (logs[first + at] ?? 0) - (weekday === undefined ? 0 : (weekday[calendar.weekdays[first + at] ?? 0] ?? 0));
    const year = Math.floor(at / length);
    values[at] = value;
    levels[year] = (levels[year] ?? 0) + value / length;
  }
  const sums = new Float64Array(parts * years);
  const counts = new Float64Array(parts * years);
  for (let at = 0; at < values.length; at += 1) {
    const slot = Math.floor(at / length) * parts + Math.floor((calendar.phases[first + at] ?? 0) * parts);
    sums[slot] = (sums[slot] ?? 0) + (values[at] ?? 0) - along(levels, (at + 0.5) / length - 0.5);
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  const groups: Deviation[] = [];
  for (let part = 0; part < parts; part += 1) groups.push(ofYears(sums, counts, { part, parts, years }));
  const known = years < YEARS_MIN ? ofNeighbours(groups) : groups;
  return shrink(calendar.granularity === 'month' ? known : smooth(known));
}

/**
 * One year cannot be compared with another: half of what parts differ by from the next stands for chance (the other
 * half is the season's own way from part to part; the share is from back-tests).
 */
function ofNeighbours(parts: readonly Deviation[]): readonly Deviation[] {
  const squares = parts.map(({ mean }, index) => (mean - (parts[(index + 1) % parts.length]?.mean ?? mean)) ** 2);
  // Two independent parts differ by twice the variance of one.
  return parts.map(({ mean }) => ({ mean, variance: (CHANCE_OF_NEIGHBOURS * meanOf(squares)) / 2 }));
}
const CHANCE_OF_NEIGHBOURS = 0.5;

/** A mean, and the variance of it. */
interface Deviation {
  readonly mean: number;
  readonly variance: number;
}

function ofYears(
  sums: Float64Array,
  counts: Float64Array,
  { part, parts, years }: { readonly part: number; readonly parts: number; readonly years: number },
): Deviation {
  const means: number[] = [];
  for (let year = 0; year < years; year += 1) {
    const count = counts[year * parts + part] ?? 0;
    if (count > 0) means.push((sums[year * parts + part] ?? 0) / count);
  }
  return means.length === 0
    ? { mean: 0, variance: 0 }
    : { mean: median(means), variance: varianceOf(means) / means.length };
}

/** Of every seventh value from `first` on. */
function clippedMean(values: Float64Array, first: number): Deviation {
  const { mean: plain, variance } = momentsOf(values, first, Number.POSITIVE_INFINITY, 0);
  const { mean, count } = momentsOf(values, first, CLIP_DEVIATIONS * Math.sqrt(variance), plain);
  return { mean, variance: variance / Math.max(1, count) };
}

/**
 * Mean and variance of every seventh value from `first` on, those further from the centre than `reach` pulled in to it.
 */
function momentsOf(
  values: Float64Array,
  first: number,
  reach: number,
  centre: number,
): Deviation & { readonly count: number } {
  let count = 0;
  let mean = 0;
  let squares = 0;
  for (let index = first; index < values.length; index += WEEK_DAYS) {
    const value = Math.min(centre + reach, Math.max(centre - reach, values[index] ?? 0));
    const before = value - mean;
    count += 1;
    mean += before / count;
    squares += before * (value - mean);
  }
  return { mean, variance: count < 2 ? 0 : squares / (count - 1), count };
}

/** Each part with a quarter of either neighbour, around the year. */
function smooth(parts: readonly Deviation[]): readonly Deviation[] {
  const at = (index: number): Deviation => parts[(index + parts.length) % parts.length] ?? { mean: 0, variance: 0 };
  return parts.map(({ mean, variance }, index) => ({
    mean: mean / 2 + (at(index - 1).mean + at(index + 1).mean) / 4,
    variance: variance / 4 + (at(index - 1).variance + at(index + 1).variance) / 16,
  }));
}

/** Centred on 0 and multiplied by the share of their spread that is not chance (James and Stein). */
function shrink(parts: readonly Deviation[]): Float64Array {
  const centre = meanOf(parts.map(({ mean }) => mean));
  const spread = parts.reduce((sum, { mean }) => sum + (mean - centre) ** 2, 0) / Math.max(1, parts.length - 1);
  const chance = meanOf(parts.map(({ variance }) => variance));
  const share = spread > 0 ? Math.max(0, 1 - chance / spread) : 0;
  return Float64Array.from(parts, ({ mean }) => share * (mean - centre));
}

/** The value at a place between parts of a circle. */
function between(parts: Float64Array, at: number): number {
  const low = Math.floor(at);
  const share = at - low;
  const index = (low + parts.length) % parts.length;
  return (parts[index] ?? 0) * (1 - share) + (parts[(index + 1) % parts.length] ?? 0) * share;
}

/** The value at a place along a line through points 0, 1, 2 …, its ends drawn out. */
function along(points: Float64Array, at: number): number {
  const low = Math.max(0, Math.min(points.length - 2, Math.floor(at)));
  const from = points[low] ?? 0;
  return from + ((points[low + 1] ?? from) - from) * (at - low);
}

function varianceOf(values: number[]): number {
  return values.length < 2 ? 0 : sampleVariance(values);
}
