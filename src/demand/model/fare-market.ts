import type { IsoDate } from '../../travel/dates.ts';
import type { CabinClass } from '../../travel/flight.ts';

export const TRIP_KINDS = ['oneway', 'roundtrip'] as const;
export type TripKind = (typeof TRIP_KINDS)[number];

/**
 * Upper ends of the lead times that are distinguished, in days; the last holds everything that is on sale (361 days).
 */
const LEAD_DAYS = [3, 7, 14, 30, 60, 120] as const;
const LEAD_DAYS_FAR = 400;
/** Flights are on sale so many days ahead. */
const DAYS_AHEAD_MAX = 361;

/** Fares that may be compared: same cities, month of travel, lead time, cabin, and one way or return. */
export interface FareMarket {
  readonly originCity: string;
  readonly destinationCity: string;
  /** First day of the month of departure. */
  readonly departureMonth: IsoDate;
  /** Upper end of the bucket of lead time, in days. */
  readonly leadDays: number;
  readonly cabinClass: CabinClass;
  readonly tripKind: TripKind;
}

/** The bucket of a lead time: its upper end in days. */
export function leadBucket(days: number): number {
  return LEAD_DAYS.find((bound) => days <= bound) ?? LEAD_DAYS_FAR;
}

/** The days a bucket of lead times stands for, both included. */
export function leadRange(bucket: number): { readonly from: number; readonly to: number } {
  const before = LEAD_DAYS.findLast((bound) => bound < bucket);
  return { from: before === undefined ? 0 : before + 1, to: bucket >= LEAD_DAYS_FAR ? DAYS_AHEAD_MAX : bucket };
}

/** The first day of a date's month. */
export function monthOf(date: IsoDate): IsoDate {
  return `${date.slice(0, 7)}-01`;
}

/** A market as text, the same for equal markets. */
export function marketKey(market: FareMarket): string {
  const { originCity, destinationCity, departureMonth, leadDays, cabinClass, tripKind } = market;
  return `${originCity}>${destinationCity}|${departureMonth}|${leadDays}|${cabinClass}|${tripKind}`;
}
