import { addMonths } from '../../../demand/model/partition-months.ts';
import { addDays, daysBetween, type IsoDate, isoDateToEpochDay, weekdayOfEpochDay } from '../../../travel/dates.ts';
import { leadBucket, leadRange, monthOf } from '../../../demand/model/fare-market.ts';
import { type FareQuantiles, measureFares } from '../advice.ts';

/** Months looked back on, the one under way among them: as long as observations are retained. */
export const HISTORY_MONTHS = 13;
/** The newest days stand each for themselves, older ones by their week: some 130 points at most. */
export const HISTORY_DAILY_DAYS = 90;
/** Months of departure that can be asked about, before and after the one under way: flights are sold 361 days ahead. */
export const DEPARTURE_MONTHS_BACK = 12;
export const DEPARTURE_MONTHS_AHEAD = 12;
/** What a round trip of published fares stays, where the suppliers are asked. */
export const PUBLISHED_STAY_DAYS = 7;

/** One price that was seen or filed. */
export interface SeenFare {
  /** For one adult, minor units of USD. */
  readonly price: number;
  readonly seenOn: IsoDate;
  /** First day of the month of departure. */
  readonly departureMonth: IsoDate;
  /** A bucket of `leadBucket`. */
  readonly leadDays: number;
}

/** The prices of one range of days, month or lead time, measured. */
export interface FareSpan extends FareQuantiles {
  readonly count: number;
}
/** Everything measured of one question; minor units of USD. */
export interface FareHistory {
  /** Undefined where nothing is known. */
  readonly all: FareSpan | undefined;
  /** By the day seen, or the Monday of its week; oldest first. */
  readonly bySeen: readonly (readonly [IsoDate, FareSpan])[];
  /** By the first day of the month of departure, in order. */
  readonly byMonth: readonly (readonly [IsoDate, FareSpan])[];
  /** By the bucket of lead times, the shortest first. */
  readonly byLead: readonly (readonly [number, FareSpan])[];
}

/** The first day looked back on. */
export function historyStart(today: IsoDate): IsoDate {
  return addMonths(monthOf(today), 1 - HISTORY_MONTHS);
}

/** The first of the days that stand for themselves. */
export function dailyStart(today: IsoDate): IsoDate {
  return addDays(today, 1 - HISTORY_DAILY_DAYS);
}

/**
 * The point of the history that a day seen belongs to: itself, or the Monday of its week, at the earliest the first day
 * looked at.
 */
export function seenPoint(day: IsoDate, today: IsoDate): IsoDate {
  if (day >= dailyStart(today)) return day;
  const monday = addDays(day, 1 - weekdayOfEpochDay(isoDateToEpochDay(day)));
  const start = historyStart(today);
  return monday < start ? start : monday;
}

/** Measures a sample as the advice is measured: five points, linear between neighbours. */
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

/** A purchase to ask published fares for. */
export interface Purchase {
  readonly boughtOn: IsoDate;
  readonly departure: IsoDate;
}

/** Days between two days of purchase: a week over the newest days, which stand for themselves, two before. */
const BOUGHT_EVERY_DAYS = { newest: 7, older: 14 } as const;
/** How long ahead journeys are bought: once in each bucket of lead times, every week alike. */
const LEADS = [2, 6, 12, 24, 45, 90, 200] as const;
/** Days of a month of departure that stand for it: moved by three days they are still in it. */
const DAYS_OF_MONTH = [5, 11, 18, 25] as const;

/**
 * What published fares are asked for where too few were seen: a day of purchase every week or two, each with a
 * departure in every bucket of lead times, or with four of the month. `month`: the first day of the one month of
 * departure that is asked about.
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

/** From the oldest on; today is the last. */
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

/** Three days are left for a departure that is moved to the day its flights go on. */
function isOnSale(boughtOn: IsoDate, departure: IsoDate): boolean {
  const days = daysBetween(boughtOn, departure);
  return days >= 1 && days <= leadRange(leadBucket(Number.MAX_SAFE_INTEGER)).to - 3;
}
