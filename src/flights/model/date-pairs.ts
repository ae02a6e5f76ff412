import { addDays, daysBetween, type IsoDate } from '../../travel/dates.ts';
import type { DatePair, TripType } from './flight-search.ts';

/** Both ends included. */
export interface DateRange {
  readonly start: IsoDate;
  readonly end: IsoDate;
}
/** The dates a search names, in every form the `filters` request allows. */
export interface DateChoice {
  readonly departureDates: readonly IsoDate[];
  readonly departureRanges: readonly DateRange[];
  readonly returnDates: readonly IsoDate[];
  readonly returnRanges: readonly DateRange[];
  readonly stayDays: { readonly min: number; readonly max: number } | undefined;
}

/** How many date pairs one flight search asks its suppliers for. */
export const DATE_PAIRS_MAX = 31;
/** How far ahead flights are sold. */
export const DAYS_AHEAD_MAX = 361;

/**
 * Every day named, once, in order. A range longer than the selling horizon is cut there; its dates are refused later.
 */
export function listDates(dates: readonly IsoDate[], ranges: readonly DateRange[]): readonly IsoDate[] {
  const days = new Set(dates);
  for (const { start, end } of ranges) {
    const length = Math.min(daysBetween(start, end), DAYS_AHEAD_MAX + 1);
    for (let day = 0; day <= length; day += 1) days.add(addDays(start, day));
  }
  return [...days].sort();
}

/** The choice without the days of its ranges that lie outside of the days flights are sold on. */
export function cutRanges(choice: DateChoice, [first, last]: readonly [IsoDate, IsoDate]): DateChoice {
  const cut = (ranges: readonly DateRange[]) =>
    ranges
      .filter(({ start, end }) => start <= last && end >= first)
      .map(({ start, end }) => ({ start: start > first ? start : first, end: end < last ? end : last }));
  return { ...choice, departureRanges: cut(choice.departureRanges), returnRanges: cut(choice.returnRanges) };
}

/** Whether the choice says anything about coming back. */
export function namesReturn(choice: DateChoice): boolean {
  return choice.returnDates.length > 0 || choice.returnRanges.length > 0 || choice.stayDays !== undefined;
}

/**
 * Every departure with every day back that it allows: named return dates, cut down to the stay where both are given, or
 * the stay alone. Return days before the departure make no pair. Stops one past the bound, which the caller refuses.
 */
export function pairDates(
  choice: DateChoice,
  tripType: TripType,
  pairsMax: number = DATE_PAIRS_MAX,
): readonly DatePair[] {
  const departures = listDates(choice.departureDates, choice.departureRanges);
  const returns = listDates(choice.returnDates, choice.returnRanges);
  const pairs: DatePair[] = [];
  for (const departure of departures) {
    const backs = tripType === 'oneway' ? [undefined] : returnsFor(departure, returns, choice.stayDays, pairsMax);
    for (const back of backs) {
      pairs.push({ departure, return: back });
      if (pairs.length > pairsMax) return pairs;
    }
  }
  return pairs;
}

function returnsFor(
  departure: IsoDate,
  returns: readonly IsoDate[],
  stay: DateChoice['stayDays'],
  pairsMax: number,
): readonly IsoDate[] {
  if (returns.length > 0) {
    return returns.filter((back) => {
      const days = daysBetween(departure, back);
      return days >= (stay?.min ?? 0) && days <= (stay?.max ?? Number.POSITIVE_INFINITY);
    });
  }
  if (stay === undefined) return [];
  return Array.from({ length: Math.min(stay.max - stay.min, pairsMax) + 1 }, (_, index) =>
    addDays(departure, stay.min + index),
  );
}
