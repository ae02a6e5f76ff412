import type { CityAirports } from './discovery.ts';
import type { DatePair } from './flight-search.ts';

/** What earlier searches have seen of one date pair between two cities. */
export interface ObservedPair {
  readonly seenAt: Date;
  /**
   * Whether finding no matching fare proves that there is none: everything that was seen is stored, or the filters are
   * decided by what is.
   */
  readonly isDecided: boolean;
}

/** A date pair between two cities of which no fare is known. */
export interface MissingFare {
  readonly origin: CityAirports;
  readonly destination: CityAirports;
  readonly dates: DatePair;
}

/** How much of a date pair is known, counted in pairs of cities. */
export interface DayCoverage {
  /** Known from earlier searches. */
  readonly observed: number;
  /** Known from live searches made for this answer. */
  readonly sampled: number;
  /** Not known. */
  readonly missing: number;
  /** The oldest of what is known; undefined where nothing is. */
  readonly asOf: Date | undefined;
}

export const NOTHING_COVERED: DayCoverage = { observed: 0, sampled: 0, missing: 0, asOf: undefined };

/** How a pair of cities is known on a date pair. */
export type KnownBy = 'observed' | 'sampled' | 'missing';

/** Adds one pair of cities to the coverage of a date pair. */
export function coverCityPair(day: DayCoverage, knownBy: KnownBy, seenAt: Date | undefined): DayCoverage {
  return { ...day, [knownBy]: day[knownBy] + 1, asOf: olderOf(day.asOf, knownBy === 'missing' ? undefined : seenAt) };
}

/** The older of two instants; the other where one is undefined. */
export function olderOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}

/** How an observed pair makes a pair of cities known. `isSampled`: it was searched for this answer. */
export function knownBy(observedPair: ObservedPair | undefined, hasFare: boolean, isSampled: boolean): KnownBy {
  if (observedPair === undefined || !(hasFare || observedPair.isDecided)) return 'missing';
  return isSampled ? 'sampled' : 'observed';
}

/** A journey in one word, by which a live search made for an answer is found again. */
export function journeyKeyOf({ origin, destination, dates }: MissingFare): string {
  return `${origin.cityCode}:${origin.airports.join()}>${destination.cityCode}:${destination.airports.join()}|${dates.departure}/${dates.return ?? ''}`;
}
