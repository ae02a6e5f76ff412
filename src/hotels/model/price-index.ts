import type { IsoDate } from '../../travel/dates.ts';
import { addDays, isoDateToEpochDay, weekdayOfEpochDay } from '../../travel/dates.ts';
import { addMonths } from '../../demand/model/partition-months.ts';

/** Months of check-in that are shown, before and after the one under way. */
export const INDEX_MONTHS_BACK = 12;
export const INDEX_MONTHS_AHEAD = 12;
/** Months shown unless set: this one and the eleven after it. */
export const INDEX_MONTHS_DEFAULT = 12;
/**
 * Under this many searches of a month the sandbox's published nights are added, as with fares (contract, section 5).
 */
export const SEARCHES_MIN = 20;
/** What published nights are bought ahead: the same for all, so that months compare. */
export const PUBLISHED_DAYS_AHEAD = 30;

/**
 * What a month's usual night costs, minor units of USD: quartiles of what its searches, or published nights, were in
 * the middle.
 */
export interface MonthNights {
  /** First day of the month. */
  readonly month: IsoDate;
  readonly percentile25: number;
  readonly percentile50: number;
  readonly percentile75: number;
  /** Searches and published nights they are made of. */
  readonly count: number;
  /** Of these, searches seen here. */
  readonly seen: number;
}
/** A month measured against the others shown. */
interface IndexedMonth extends MonthNights {
  /** 100: the mean of the months shown; one decimal. */
  readonly index: number;
  /**
   * Change of the usual night against the same month a year earlier, 0.05 = 5 % dearer; undefined where that is not
   * known.
   */
  readonly yearOnYear: number | undefined;
}
/** The months shown and what 100 stands for. */
export interface PriceIndex {
  /** Minor units of USD; undefined where nothing is known. */
  readonly base: number | undefined;
  readonly months: readonly IndexedMonth[];
}

/** Measures the months from `from` on; earlier ones are only compared with. `known`: in any order. */
export function indexMonths(known: readonly MonthNights[], from: IsoDate, to: IsoDate): PriceIndex {
  const byMonth = new Map(known.map((one) => [one.month, one]));
  const shown = known
    .filter(({ month }) => month >= from && month <= to)
    .toSorted((a, b) => (a.month < b.month ? -1 : 1));
  if (shown.length === 0) return { base: undefined, months: [] };
  const base = shown.reduce((sum, { percentile50 }) => sum + percentile50, 0) / shown.length;
  return {
    base: Math.round(base),
    months: shown.map((one) => {
      const before = byMonth.get(addMonths(one.month, -12))?.percentile50;
      return {
        ...one,
        index: round(100 * (one.percentile50 / base), 1),
        yearOnYear: before === undefined ? undefined : round(one.percentile50 / before - 1, 4),
      };
    }),
  };
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // No minus zero on the wire.
  return Math.round(value * scale) / scale + 0;
}

/**
 * The first Tuesday from the 3rd on, the first Friday from the 9th, Saturday from the 15th, Wednesday from the 21st:
 * every month has the same days of the week.
 */
const SAMPLED = [
  [3, 2],
  [9, 5],
  [15, 6],
  [21, 3],
] as const;

/** The nights of a month that published prices are asked for. `month`: its first day. */
export function sampleNights(month: IsoDate): readonly IsoDate[] {
  return SAMPLED.map(([from, weekday]) => {
    const earliest = addDays(month, from - 1);
    return addDays(earliest, (weekday - weekdayOfEpochDay(isoDateToEpochDay(earliest)) + 7) % 7);
  });
}
