import type { BaselineFilter } from '../../src/suppliers/ports/demand.ts';

/** Who travels, in the order of every array by audience. */
export const BASELINE_AUDIENCES = [
  'solo',
  'couple',
  'family',
  'group',
  'business',
] as const satisfies readonly BaselineFilter['audience'][];
/** How many there are. */
export const AUDIENCE_COUNT = BASELINE_AUDIENCES.length;
/** What kind of place a destination is, in the order of demand_seasons.csv. */
export const PLACE_CLASSES = [
  'town',
  'city',
  'hub',
  'beach',
  'island',
  'tropic',
  'monsoon',
  'ski',
  'desert',
  'casino',
] as const;
/** One of them. */
export type PlaceClass = (typeof PLACE_CLASSES)[number];
/** A kind of sign. */
export type BaselineKind = BaselineFilter['kind'];

/**
 * How an audience behaves. All numbers are our judgement, in the range travel statistics and agents' experience
 * suggest.
 */
export interface AudienceTraits {
  /** Of all searches. */
  readonly share: number;
  /** Trips and bookings for each search. */
  readonly ratio: Readonly<Record<BaselineKind, number>>;
  /**
   * Powers to which the destination's and the origin's season are raised: 1 as in the tables, 0 not at all, below 0
   * against them.
   */
  readonly destinationSeason: number;
  readonly originSeason: number;
  /** Part of a holiday's lift that it takes. */
  readonly holidays: number;
  /** Searches and bookings by weekday, Monday first; trips lie between. Mean 1. */
  readonly searchWeek: readonly number[];
  readonly bookingWeek: readonly number[];
  /** Half of the pull is left at `km`; the power is how steeply it falls. */
  readonly reach: { readonly km: number; readonly power: number };
  /** What it likes, by place class. */
  readonly tastes: Readonly<Record<PlaceClass, number>>;
  /** Medians of days ahead and of nights for 1,500 km, and the spread of their logarithms. */
  readonly lead: { readonly median: number; readonly spread: number };
  readonly stay: { readonly median: number; readonly spread: number };
}

/** Evenings of Sunday and Monday are when leisure travelers look around; Friday and Saturday they are out. */
const LEISURE_SEARCH = [1.1, 1.05, 1.01, 0.98, 0.86, 0.88, 1.12];
const LEISURE_BOOKING = [1.06, 1.04, 1.02, 1, 0.93, 0.93, 1.02];
const FAMILY_SEARCH = [1.08, 1.01, 0.98, 0.95, 0.86, 0.95, 1.17];
const OFFICE_SEARCH = [1.27, 1.31, 1.26, 1.17, 0.92, 0.43, 0.64];
const OFFICE_BOOKING = [1.25, 1.34, 1.3, 1.22, 0.97, 0.38, 0.54];

/** The five audiences, in order. */
export const AUDIENCE_TRAITS: readonly AudienceTraits[] = [
  {
    share: 0.27,
    ratio: { search: 1, trip: 0.085, booking: 0.034 },
    destinationSeason: 0.8,
    originSeason: 0.65,
    holidays: 0.8,
    searchWeek: LEISURE_SEARCH,
    bookingWeek: LEISURE_BOOKING,
    reach: { km: 1500, power: 1.45 },
    tastes: {
      town: 1.1,
      city: 1.1,
      hub: 1,
      beach: 0.75,
      island: 0.8,
      tropic: 0.85,
      monsoon: 1,
      ski: 0.7,
      desert: 0.9,
      casino: 0.8,
    },
    lead: { median: 26, spread: 1 },
    stay: { median: 4.6, spread: 0.75 },
  },
  {
    share: 0.29,
    ratio: { search: 1, trip: 0.095, booking: 0.036 },
    destinationSeason: 0.9,
    originSeason: 0.6,
    holidays: 0.8,
    searchWeek: LEISURE_SEARCH,
    bookingWeek: LEISURE_BOOKING,
    reach: { km: 1300, power: 1.5 },
    tastes: {
      town: 0.75,
      city: 1.4,
      hub: 0.8,
      beach: 1.1,
      island: 1.2,
      tropic: 1.15,
      monsoon: 1.2,
      ski: 0.9,
      desert: 1,
      casino: 1.2,
    },
    lead: { median: 36, spread: 0.9 },
    stay: { median: 4.2, spread: 0.6 },
  },
  {
    share: 0.2,
    ratio: { search: 1, trip: 0.1, booking: 0.032 },
    destinationSeason: 1.15,
    originSeason: 1.35,
    holidays: 1.25,
    searchWeek: FAMILY_SEARCH,
    bookingWeek: LEISURE_BOOKING,
    reach: { km: 1500, power: 1.5 },
    tastes: {
      town: 0.85,
      city: 0.8,
      hub: 0.65,
      beach: 2,
      island: 1.5,
      tropic: 1.6,
      monsoon: 1.1,
      ski: 1.2,
      desert: 1,
      casino: 0.5,
    },
    lead: { median: 68, spread: 0.75 },
    stay: { median: 7.4, spread: 0.42 },
  },
  {
    share: 0.08,
    ratio: { search: 1, trip: 0.08, booking: 0.022 },
    destinationSeason: 1,
    originSeason: 0.7,
    holidays: 0.7,
    searchWeek: LEISURE_SEARCH,
    bookingWeek: LEISURE_BOOKING,
    reach: { km: 1100, power: 1.6 },
    tastes: {
      town: 0.6,
      city: 1.3,
      hub: 0.7,
      beach: 1.3,
      island: 1.2,
      tropic: 1.1,
      monsoon: 1,
      ski: 1.8,
      desert: 0.9,
      casino: 2.2,
    },
    lead: { median: 55, spread: 0.85 },
    stay: { median: 3.8, spread: 0.5 },
  },
  {
    share: 0.16,
    ratio: { search: 1, trip: 0.12, booking: 0.062 },
    destinationSeason: 0.25,
    originSeason: -0.3,
    holidays: -0.75,
    searchWeek: OFFICE_SEARCH,
    bookingWeek: OFFICE_BOOKING,
    reach: { km: 1200, power: 1.3 },
    tastes: {
      town: 0.9,
      city: 1.05,
      hub: 1.8,
      beach: 0.25,
      island: 0.25,
      tropic: 0.3,
      monsoon: 0.3,
      ski: 0.2,
      desert: 0.8,
      casino: 0.8,
    },
    lead: { median: 10, spread: 0.8 },
    stay: { median: 2.4, spread: 0.5 },
  },
];

/**
 * Days by which demand signals precede travel: searches come before trips, trips before bookings. The shape of a year
 * is that of days of travel, as traffic statistics show it. The true lead times would move every season into the one
 * before; these short ones leave a place's season where a reader expects it.
 */
export const DAYS_BEFORE = { search: 9, trip: 6, booking: 4 } as const satisfies Record<BaselineKind, number>;

/** Share of demand signals on a weekday (1 = Monday … 7 = Sunday) against the mean day. */
export function weekdayFactor(audience: AudienceTraits, kind: BaselineKind, weekday: number): number {
  const search = audience.searchWeek[weekday - 1] ?? 1;
  const booking = audience.bookingWeek[weekday - 1] ?? 1;
  return kind === 'search' ? search : kind === 'booking' ? booking : (search + booking) / 2;
}
