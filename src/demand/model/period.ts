import type { FieldProblem } from '../../platform/errors.ts';
import { addDays, daysBetween, type IsoDate, isIsoDate } from '../../travel/dates.ts';
import type { DayRange, DemandKind } from './demand-event.ts';

/** What is counted, in the contract's words, from the weakest demand signal to the strongest. */
export const METRICS = ['searches', 'trips', 'bookings'] as const;
export type DemandMetric = (typeof METRICS)[number];
/** The kind of event each metric counts. */
export const KIND_OF_METRIC = { searches: 'search', trips: 'trip', bookings: 'booking' } as const satisfies Record<
  DemandMetric,
  DemandKind
>;

/** What a period is compared with. */
export const COMPARISONS = ['previous_period', 'previous_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * Five years, a leap day or two among them: no more is shown at once (contract, section 10, keeps answers to a page).
 */
export const PERIOD_DAYS_MAX = 1_827;
/**
 * A period nobody names: a month of days that are over, so that the last is no smaller than the others for being cut
 * off.
 */
export const DAYS_DEFAULT = 30;
/** Before it nothing can have been counted: an earlier year is a slip of the pen. */
const FIRST_DAY: IsoDate = '2015-01-01';

/** A period as it was sent: two texts that look like dates. */
export interface PeriodText {
  readonly start: string;
  readonly end: string;
}

/** The last 30 complete days. */
export function defaultPeriod(completeThrough: IsoDate): DayRange {
  return { from: addDays(completeThrough, 1 - DAYS_DEFAULT), to: completeThrough };
}

/** Everything wrong with a period, each under its field of `path`; none: it may be counted. `today`: the UTC day. */
export function periodProblems({ start, end }: PeriodText, today: IsoDate, path = 'period'): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [field, date] of [
    ['start', start],
    ['end', end],
  ] as const) {
    const at = `${path}.${field}`;
    if (!isIsoDate(date)) problems.push({ path: at, problem: `${date} is not on the calendar` });
    else if (date < FIRST_DAY)
      problems.push({ path: at, problem: `must be ${FIRST_DAY} or later: nothing was counted before` });
    else if (date > today) problems.push({ path: at, problem: `must not be after today, ${today} (UTC)` });
  }
  if (!isIsoDate(start) || !isIsoDate(end)) return problems;
  if (end < start) problems.push({ path: `${path}.end`, problem: 'is before start' });
  else if (daysOf({ from: start, to: end }) > PERIOD_DAYS_MAX)
    problems.push({
      path: `${path}.end`,
      problem: `makes more than ${PERIOD_DAYS_MAX} days; ask for five years at most`,
    });
  return problems;
}

/** How many days a range has. */
export function daysOf(range: DayRange): number {
  return daysBetween(range.from, range.to) + 1;
}

/**
 * The days a period is compared with: as many days just before it, or the same dates a year earlier (29 February: the
 * 28th).
 */
export function comparedPeriod(period: DayRange, compare: Comparison): DayRange {
  if (compare === 'previous_year') return { from: yearEarlier(period.from), to: yearEarlier(period.to) };
  return { from: addDays(period.from, -daysOf(period)), to: addDays(period.from, -1) };
}

/** The date a year earlier; 29 February becomes the 28th. */
export function yearEarlier(date: IsoDate): IsoDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  const same = `${year}${date.slice(4)}`;
  return isIsoDate(same) ? same : `${year}-02-28`;
}

/** The days of a month `YYYY-MM`. */
export function daysOfMonth(month: string): DayRange {
  const from = `${month}-01`;
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toISOString().slice(0, 10);
  return { from, to: addDays(next, -1) };
}
