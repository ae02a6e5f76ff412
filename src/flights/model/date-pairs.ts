import { addDays, daysBetween, type IsoDate } from '../../travel/dates.ts';
import type { DatePair, TripType } from './flight-search.ts';

/** A range of dates, both ends included. */
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

/** How many date pairs one flight search may query. */
export const DATE_PAIRS_MAX = 31;
/** How many days ahead flights are sold. */
export const DAYS_AHEAD_MAX = 361;

/**
 * Lists every day named, sorted, without duplicates. A range is cut one day beyond the selling horizon, so that a range
 * of centuries is cheap; the caller refuses that last day.
 */
export function listDates(dates: readonly IsoDate[], ranges: readonly DateRange[]): readonly IsoDate[] {
  const days = new Set(dates);
  for (const { start, end } of ranges) {
    const length = Math.min(daysBetween(start, end), DAYS_AHEAD_MAX + 1);
    for (let day = 0; day <= length; day += 1) days.add(addDays(start, day));
  }
  return [...days].sort();
}

/** Cuts the ranges of a choice to the days on which flights are sold. */
export function cutRanges(choice: DateChoice, [first, last]: readonly [IsoDate, IsoDate]): DateChoice {
  const cut = (ranges: readonly DateRange[]) =>
    ranges
      .filter(({ start, end }) => start <= last && end >= first)
      .map(({ start, end }) => ({ start: start > first ? start : first, end: end < last ? end : last }));
  return { ...choice, departureRanges: cut(choice.departureRanges), returnRanges: cut(choice.returnRanges) };
}

/** Whether the choice names a return date or a length of stay. */
export function namesReturn(choice: DateChoice): boolean {
  return choice.returnDates.length > 0 || choice.returnRanges.length > 0 || choice.stayDays !== undefined;
}

/**
 * Pairs every departure with every return it allows: the return dates (within the stay, when both are given) or the
 * stay alone. A return before its departure makes no pair. Stops at `pairsMax + 1` pairs, which the caller refuses.
 *
 * Departures 5 and 6 March 2027, returns 10 and 12 March, stay of 5 to 6 days: 5 to 10 March (5 days) and 6 to 12 March
 * (6 days) are pairs; 5 to 12 (7 days) and 6 to 10 (4 days) are not.
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
