import { addMonths } from '../../../demand/model/partition-months.ts';
import { addDays, daysBetween, type IsoDate, isoDateToEpochDay, weekdayOfEpochDay } from '../../../travel/dates.ts';
import { leadBucket, leadRange, monthOf } from '../../../demand/model/fare-market.ts';
import { type FareQuantiles, measureFares } from '../advice.ts';

/** How many months a history covers, the current one included: as long as observations are retained. */
export const HISTORY_MONTHS = 13;
/**
 * How many of the newest days have points of their own; older days share one point a week, which makes at most about
 * 130 points.
 */
export const HISTORY_DAILY_DAYS = 90;
/** How many months of departure before and after the current one can be requested: flights are sold 361 days ahead. */
export const DEPARTURE_MONTHS_BACK = 12;
export const DEPARTURE_MONTHS_AHEAD = 12;
/** The stay in days of a published round trip. */
export const PUBLISHED_STAY_DAYS = 7;

/** A price that was observed or published. */
export interface SeenFare {
  /** For one adult, minor units of USD. */
  readonly price: number;
  readonly seenOn: IsoDate;
  /** First day of the month of departure. */
  readonly departureMonth: IsoDate;
  /** The upper end of a bucket of `leadBucket`. */
  readonly leadDays: number;
}

/** Quantiles of the prices of one range of days, month of departure or lead time. */
export interface FareSpan extends FareQuantiles {
  readonly count: number;
}
/** All measurements of one query; minor units of USD. */
export interface FareHistory {
  /** Undefined when there is no price at all. */
  readonly all: FareSpan | undefined;
  /** By the day observed, or the Monday of its week; oldest first. */
  readonly bySeen: readonly (readonly [IsoDate, FareSpan])[];
  /** By the first day of the month of departure, sorted. */
  readonly byMonth: readonly (readonly [IsoDate, FareSpan])[];
  /** By the bucket of lead times, shortest first. */
  readonly byLead: readonly (readonly [number, FareSpan])[];
}

/** The first day of a history. */
export function historyStart(today: IsoDate): IsoDate {
  return addMonths(monthOf(today), 1 - HISTORY_MONTHS);
}

/** The first day with a point of its own. */
export function dailyStart(today: IsoDate): IsoDate {
  return addDays(today, 1 - HISTORY_DAILY_DAYS);
}

/**
 * The point of the history that an observed day belongs to: the day itself, or the Monday of its week, but not before
 * the first day of the history. On 22 November 2026, 25 August is its own point and Sunday 23 August belongs to Monday
 * 17 August.
 */
export function seenPoint(day: IsoDate, today: IsoDate): IsoDate {
  if (day >= dailyStart(today)) return day;
  const monday = addDays(day, 1 - weekdayOfEpochDay(isoDateToEpochDay(day)));
  const start = historyStart(today);
  return monday < start ? start : monday;
}

/** Measures prices as advice does: five points, interpolated linearly between neighbours. */
export function measureHistory(fares: readonly SeenFare[], today: IsoDate): FareHistory {
  const spans = <K extends string | number>(keyOf: (fare: SeenFare) => K) =>
    [...Map.groupBy(fares, keyOf)]
      .flatMap(([key, group]) => {
        const measured = measure(group);
        return measured === undefined ? [] : [[key, measured] as const];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    all: measure(fares),
    bySeen: spans(({ seenOn }) => seenPoint(seenOn, today)),
    byMonth: spans(({ departureMonth }) => departureMonth),
    byLead: spans(({ leadDays }) => leadDays),
  };
}

function measure(fares: readonly SeenFare[]): FareSpan | undefined {
  const measured = measureFares(fares.map(({ price }) => price));
  return measured && { ...measured, count: fares.length };
}

/** A day of purchase and a departure to query published fares for. */
export interface Purchase {
  readonly boughtOn: IsoDate;
  readonly departure: IsoDate;
}

/** Days between two days of purchase: a week for the newest days, which have points of their own, two weeks before. */
const BOUGHT_EVERY_DAYS = { newest: 7, older: 14 } as const;
/** Lead times in days to query: one in each bucket, on every day of purchase. */
const LEADS = [2, 6, 12, 24, 45, 90, 200] as const;
/** Days that stand for a month of departure: the supplier may move them by three days and they stay in the month. */
const DAYS_OF_MONTH = [5, 11, 18, 25] as const;

/**
 * Plans the published fares to query when too few were observed: a day of purchase every week or two, each with a
 * departure in every bucket of lead times or, when `month` (its first day) is requested, four departures in that month.
 */
export function planPurchases(today: IsoDate, month: IsoDate | undefined): readonly Purchase[] {
  return daysOfPurchase(today).flatMap((boughtOn) => {
    const departures =
      month === undefined
        ? LEADS.map((days) => addDays(boughtOn, days))
        : DAYS_OF_MONTH.map((day) => addDays(month, day - 1));
    return departures
      .filter((departure) => isOnSale(boughtOn, departure))
      .map((departure) => ({ boughtOn, departure }));
  });
}

/** Days of purchase, oldest first; the last is today. */
function daysOfPurchase(today: IsoDate): readonly IsoDate[] {
  const [start, newest] = [historyStart(today), dailyStart(today)];
  const days: IsoDate[] = [];
  for (
    let day = today;
    day >= start;
    day = addDays(day, day >= newest ? -BOUGHT_EVERY_DAYS.newest : -BOUGHT_EVERY_DAYS.older)
  )
    days.push(day);
  return days.reverse();
}

/**
 * Whether a departure is on sale on a day of purchase. Three days before the selling horizon remain free, because a
 * supplier may move a departure to a day its flights operate.
 */
function isOnSale(boughtOn: IsoDate, departure: IsoDate): boolean {
  const days = daysBetween(boughtOn, departure);
  return days >= 1 && days <= leadRange(leadBucket(Number.MAX_SAFE_INTEGER)).to - 3;
}
