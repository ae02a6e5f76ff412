import { epochDayToIsoDate, type IsoDate, isoDateToEpochDay, weekdayOfEpochDay } from '../../../travel/dates.ts';
import type { DayRange } from '../demand-event.ts';

/** How wide the points of a series are. Weeks are ISO weeks: they begin on Monday. */
export const GRANULARITIES = ['day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Buckets of a year: the season of a series. Days repeat by the week too; that is `WEEK_DAYS`. */
export const BUCKETS_PER_YEAR = { day: 365, week: 52, month: 12 } as const satisfies Record<Granularity, number>;
export const WEEK_DAYS = 7;
/** 52 whole weeks: the same weekday of about the same date a year before. */
export const YEAR_OF_WEEKS_DAYS = 364;
/** The longest period that is read as days unless set otherwise: a quarter. */
const DAYS_SHOWN_AS_DAYS = 92;
/** The longest that is read as weeks: two years. */
const DAYS_SHOWN_AS_WEEKS = 731;

/** Consecutive days counted together, as day numbers (`isoDateToEpochDay`), both included. */
export interface Bucket {
  /** The first day of the whole day, week or month, also where it lies before the period. */
  readonly start: number;
  /** The first and last day of it that belong to the period. */
  readonly from: number;
  readonly to: number;
  /** Cut by an end of the period, or not over yet. */
  readonly isPartial: boolean;
}

/** How a period is read when nobody says: about 8 to 105 points. */
export function granularityOf(days: number): Granularity {
  if (days <= DAYS_SHOWN_AS_DAYS) return 'day';
  return days <= DAYS_SHOWN_AS_WEEKS ? 'week' : 'month';
}

/** The buckets that touch a period, in order. `completeThrough` is the last day that is over and counted to its end. */
export function bucketsOf(period: DayRange, granularity: Granularity, completeThrough: IsoDate): readonly Bucket[] {
  const [first, last, complete] = [period.from, period.to, completeThrough].map(isoDateToEpochDay);
  if (first === undefined || last === undefined || complete === undefined) return [];
  const buckets: Bucket[] = [];
  for (let start = bucketStart(first, granularity); start <= last; start = nextBucket(start, granularity)) {
    const end = nextBucket(start, granularity) - 1;
    buckets.push({
      start,
      from: Math.max(start, first),
      to: Math.min(end, last),
      isPartial: start < first || end > last || end > complete,
    });
  }
  return buckets;
}

/** The first day of the day, week or month a day falls in. */
export function bucketStart(day: number, granularity: Granularity): number {
  if (granularity === 'day') return day;
  if (granularity === 'week') return day - weekdayOfEpochDay(day) + 1;
  return dayOfMonthIndex(monthIndexOf(day));
}

/** The first day of the bucket after the one that begins on a day. */
export function nextBucket(start: number, granularity: Granularity): number {
  if (granularity === 'day') return start + 1;
  if (granularity === 'week') return start + WEEK_DAYS;
  return dayOfMonthIndex(monthIndexOf(start) + 1);
}

/** A day some months before (negative: after); the last of a month stays the last, and no month is run over. */
export function monthsBefore(day: number, months: number): number {
  const index = monthIndexOf(day);
  const isLast = monthIndexOf(day + 1) !== index;
  const last = dayOfMonthIndex(index - months + 1) - 1;
  return isLast ? last : Math.min(last, dayOfMonthIndex(index - months) + day - dayOfMonthIndex(index));
}

/** What was counted on the days of buckets. `daily` begins on the day `since`; days outside it count 0. */
export function sumBuckets(
  daily: Float64Array,
  since: number,
  buckets: readonly Pick<Bucket, 'from' | 'to'>[],
): Float64Array {
  const sums = new Float64Array(buckets.length);
  let at = 0;
  for (const { from, to } of buckets) {
    sums[at] = sumDays(daily, since, from, to);
    at += 1;
  }
  return sums;
}

/** What was counted from a day to a day, both included. */
function sumDays(daily: Float64Array, since: number, from: number, to: number): number {
  let sum = 0;
  for (let day = Math.max(from, since); day <= to; day += 1) sum += daily[day - since] ?? 0;
  return sum;
}

/** How much more (0.1: a tenth more) or less was counted than before, and against what. */
export interface Growth {
  readonly value: number;
  /** year_before: the same weekdays 52 weeks earlier. half_before: the second half of the days against the first. */
  readonly against: 'year_before' | 'half_before';
}

/**
 * The trend of the days `from` to `to`: their last 52 weeks at most against the same weeks a year before, where those
 * are known (from the day `knownFrom` on); else one half of the days against the other. Undefined where nothing was
 * counted to compare with.
 */
export function growthWithin(
  daily: Float64Array,
  since: number,
  range: { readonly from: number; readonly to: number; readonly knownFrom: number },
): Growth | undefined {
  const yearFrom = Math.max(range.from, range.to - YEAR_OF_WEEKS_DAYS + 1);
  const isKnownYear = yearFrom - YEAR_OF_WEEKS_DAYS >= range.knownFrom;
  if (range.to < yearFrom) return undefined;
  if (isKnownYear) {
    const before = sumDays(daily, since, yearFrom - YEAR_OF_WEEKS_DAYS, range.to - YEAR_OF_WEEKS_DAYS);
    return ratio(sumDays(daily, since, yearFrom, range.to), before, 'year_before');
  }
  const from = Math.max(range.from, range.knownFrom);
  // Halves of whole weeks, where there are any: else one may have a weekend more.
  const days = Math.floor((range.to - from + 1) / 2);
  const half = days >= WEEK_DAYS ? days - (days % WEEK_DAYS) : days;
  if (half < 1) return undefined;
  return ratio(
    sumDays(daily, since, range.to - half + 1, range.to),
    sumDays(daily, since, range.to - 2 * half + 1, range.to - half),
    'half_before',
  );
}

function ratio(now: number, before: number, against: Growth['against']): Growth | undefined {
  return before > 0 ? { value: now / before - 1, against } : undefined;
}

/** The calendar of equal buckets in a row: what their seasons depend on. */
export interface Calendar {
  readonly granularity: Granularity;
  /** Day number each begins on. */
  readonly starts: readonly number[];
  /** ISO weekday less one, 0 to 6; of days only. */
  readonly weekdays: Uint8Array;
  /** Where in its year the middle of each lies, 0 up to 1. */
  readonly phases: Float64Array;
}

/** Buckets from the one that begins on the day `start` on. */
export function calendarFrom(start: number, granularity: Granularity, count: number): Calendar {
  const starts: number[] = [];
  const weekdays = new Uint8Array(count);
  const phases = new Float64Array(count);
  let year = { first: 0, end: 0 };
  for (let at = start; starts.length < count; ) {
    const next = nextBucket(at, granularity);
    const middle = (at + next) / 2;
    if (middle >= year.end) year = yearOf(middle);
    weekdays[starts.length] = weekdayOfEpochDay(at) - 1;
    phases[starts.length] = (middle - year.first) / (year.end - year.first);
    starts.push(at);
    at = next;
  }
  return { granularity, starts, weekdays, phases };
}

/** The first day of a year, and that of the next. */
function yearOf(day: number): { readonly first: number; readonly end: number } {
  const index = monthIndexOf(Math.floor(day));
  const january = index - (index % 12);
  return { first: dayOfMonthIndex(january), end: dayOfMonthIndex(january + 12) };
}

/** Months since January of the year 0. */
function monthIndexOf(day: number): number {
  const date = epochDayToIsoDate(day);
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function dayOfMonthIndex(index: number): number {
  return Date.UTC(Math.floor(index / 12), index % 12, 1) / 86_400_000;
}
