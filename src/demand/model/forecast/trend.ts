import type { CountQuantiles } from '../counts/count-quantiles.ts';
import type { DayRange } from '../demand-event.ts';
import { forecast } from './forecast.ts';
import type { Comparison } from '../period.ts';
import { fitSeasons, logCounts, toFactors, YEARS_MIN } from './seasonality.ts';
import {
  type Bucket,
  bucketStart,
  BUCKETS_PER_YEAR,
  calendarFrom,
  type Granularity,
  type Growth,
  growthWithin,
  monthsBefore,
  nextBucket,
  sumBuckets,
  WEEK_DAYS,
  YEAR_OF_WEEKS_DAYS,
} from './series.ts';

/** What of a line is asked for. */
export interface TrendQuery {
  readonly days: DayRange;
  readonly granularity: Granularity;
  /** Those of the period. */
  readonly buckets: readonly Bucket[];
  readonly compare: Comparison | undefined;
  readonly forecastPeriods: number;
}

/** Days of a line, the period and what is known of the time before it. */
export interface DailyHistory {
  /** Not rounded. */
  readonly daily: Float64Array;
  /** Day number of the first. */
  readonly since: number;
  /** The first day anything is known of; infinite where nothing is. */
  readonly knownFrom: number;
}

/** One bucket of the period. */
interface TrendPoint extends Bucket {
  /** Not rounded. */
  readonly value: number;
  /** 100: the mean of the complete buckets; undefined where those are none, or hold nothing. */
  readonly index: number | undefined;
}

/** How a part of a week or year differs from the whole: 1 is the average. */
interface SeasonFactor {
  /** weekday: 1 Monday to 7 Sunday. month: 1 January to 12 December. */
  readonly unit: 'weekday' | 'month';
  readonly value: number;
  readonly factor: number;
}

/** A bucket to come. */
interface ForecastPoint extends CountQuantiles {
  readonly start: number;
}

/** The period a line is compared with. */
interface ComparedTrend {
  /** One for each bucket of the period, in its order. */
  readonly points: readonly { readonly start: number; readonly value: number }[];
  /** Of the complete buckets against theirs; undefined where nothing was counted then. */
  readonly change: number | undefined;
}

/** A line as it went, and as it may go on. */
export interface Trend {
  readonly points: readonly TrendPoint[];
  readonly seasonality: readonly SeasonFactor[];
  readonly growth: Growth | undefined;
  readonly forecast: readonly ForecastPoint[];
  /** Why there is no forecast though one was asked for. */
  readonly forecastGap: 'too_short' | 'nothing_counted' | undefined;
  /** Undefined where none was asked for, or it reaches before what is known. */
  readonly compared: ComparedTrend | undefined;
}

/** Everything that is said of a line. Cut and unfinished buckets are shown, and count for nothing else. */
export function describeTrend(query: TrendQuery, history: DailyHistory): Trend {
  const { buckets, granularity } = query;
  const { daily, since, knownFrom } = history;
  const values = sumBuckets(daily, since, buckets);
  const complete = buckets.filter(({ isPartial }) => !isPartial);
  const [first, last] = [complete[0], complete.at(-1)];
  const growth = first && last && growthWithin(daily, since, { from: first.from, to: last.to, knownFrom });
  return {
    points: pointsOf(buckets, values),
    seasonality: seasonalityOf(history, granularity, endOfComplete(buckets, granularity)),
    growth,
    ...forecastOf(query, history),
    compared: comparedOf(query, history, values),
  };
}

function pointsOf(buckets: readonly Bucket[], values: Float64Array): readonly TrendPoint[] {
  const known = buckets.flatMap(({ isPartial }, at) => (isPartial ? [] : [values[at] ?? 0]));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return buckets.map(({ start, from, to, isPartial }, at) => {
    const value = values[at] ?? 0;
    return { start, from, to, isPartial, value, index: mean > 0 ? (100 * value) / mean : undefined };
  });
}

/**
 * The day after the last complete bucket: where a forecast begins. Without one, the beginning of the first that is cut
 * off at its end.
 */
function endOfComplete(buckets: readonly Bucket[], granularity: Granularity): number {
  const last = buckets.findLast(({ isPartial }) => !isPartial);
  return last === undefined ? (buckets.at(-1)?.start ?? 0) : nextBucket(last.start, granularity);
}

/** Weekdays where days are shown, and months where two whole years are known. */
function seasonalityOf(history: DailyHistory, granularity: Granularity, end: number): readonly SeasonFactor[] {
  const days = granularity === 'day' ? pastBuckets(history, 'day', end) : undefined;
  const weekday =
    days &&
    fitSeasons(logCounts(days.values), days.values.length, calendarFrom(days.start, 'day', days.values.length)).weekday;
  const months = pastBuckets(history, 'month', bucketStart(end, 'month'));
  const count = months.values.length;
  const isKnown = count >= YEARS_MIN * BUCKETS_PER_YEAR.month;
  const year = isKnown ? fitSeasons(perDay(months), count, calendarFrom(months.start, 'month', count)).year : undefined;
  return [...factorsOf('weekday', weekday), ...factorsOf('month', year)];
}

function factorsOf(unit: SeasonFactor['unit'], logs: Float64Array | undefined): readonly SeasonFactor[] {
  return logs === undefined ? [] : toFactors(logs).map((factor, index) => ({ unit, value: index + 1, factor }));
}

/** Logarithms of months of equal length: February is not low for being short. */
function perDay({ start, values }: PastBuckets): Float64Array {
  let from = start;
  return logCounts(
    values.map((value) => {
      const days = nextBucket(from, 'month') - from;
      from += days;
      return (value * MEAN_MONTH_DAYS) / days;
    }),
  );
}
const MEAN_MONTH_DAYS = 365.25 / 12;

/** Whole buckets before a day, in a row. */
interface PastBuckets {
  readonly start: number;
  readonly values: Float64Array;
}

/** All that are known: they begin with the first in which anything was counted. */
function pastBuckets({ daily, since, knownFrom }: DailyHistory, granularity: Granularity, end: number): PastBuckets {
  const counted = daily.findIndex((value) => value > 0);
  const known = counted < 0 ? end : Math.max(since + counted, since, Math.min(knownFrom, end));
  let start = bucketStart(known, granularity);
  if (start < known) start = nextBucket(start, granularity);
  if (granularity === 'day') return { start, values: daily.subarray(start - since, Math.max(start, end) - since) };
  const buckets: { from: number; to: number }[] = [];
  for (let from = start; from < end; from = nextBucket(from, granularity))
    buckets.push({ from, to: nextBucket(from, granularity) - 1 });
  return { start, values: sumBuckets(daily, since, buckets) };
}

function forecastOf(
  { granularity, buckets, forecastPeriods }: TrendQuery,
  history: DailyHistory,
): Pick<Trend, 'forecast' | 'forecastGap'> {
  if (forecastPeriods === 0) return { forecast: [], forecastGap: undefined };
  const end = endOfComplete(buckets, granularity);
  const past = pastBuckets(history, granularity, end);
  const count = past.values.length;
  const calendar = calendarFrom(past.start, granularity, count + forecastPeriods);
  const made = forecast(past.values, calendar, forecastPeriods);
  if (made.kind === 'not_made')
    return { forecast: [], forecastGap: history.daily.some((value) => value > 0) ? made.reason : 'nothing_counted' };
  return {
    forecast: made.points.map((point, ahead) => ({ ...point, start: calendar.starts[count + ahead] ?? end })),
    forecastGap: undefined,
  };
}

/**
 * The days each bucket is compared with. previous_period: as many buckets just before; previous_year: 52 weeks before,
 * of months the same a year before. So weekdays meet the same weekdays, and what is cut off a bucket is cut off there
 * as well.
 */
export function comparedBuckets(
  buckets: readonly Bucket[],
  granularity: Granularity,
  compare: Comparison,
): readonly { readonly start: number; readonly from: number; readonly to: number }[] {
  const back = backOf(buckets.length, granularity, compare);
  return buckets.map(({ start, from, to }) => ({ start: back(start), from: back(from), to: back(to) }));
}

function backOf(count: number, granularity: Granularity, compare: Comparison): (day: number) => number {
  if (granularity === 'month')
    return (day) => monthsBefore(day, compare === 'previous_year' ? BUCKETS_PER_YEAR.month : count);
  const days = compare === 'previous_year' ? YEAR_OF_WEEKS_DAYS : count * (granularity === 'week' ? WEEK_DAYS : 1);
  return (day) => day - days;
}

function comparedOf(
  { buckets, granularity, compare }: TrendQuery,
  { daily, since, knownFrom }: DailyHistory,
  values: Float64Array,
): ComparedTrend | undefined {
  if (compare === undefined) return undefined;
  const before = comparedBuckets(buckets, granularity, compare);
  if (before[0] === undefined || before[0].from < knownFrom) return undefined;
  const counts = sumBuckets(daily, since, before);
  let now = 0;
  let then = 0;
  for (const [at, { isPartial }] of buckets.entries()) {
    if (isPartial) continue;
    now += values[at] ?? 0;
    then += counts[at] ?? 0;
  }
  return {
    points: before.map(({ start }, at) => ({ start, value: counts[at] ?? 0 })),
    change: then > 0 ? now / then - 1 : undefined,
  };
}
