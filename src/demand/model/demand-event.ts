import type { IsoDate } from '../../travel/dates.ts';
import type { CabinClass } from '../../travel/flight.ts';

/** What somebody did about a destination, from the weakest demand signal to the strongest. */
export const DEMAND_KINDS = ['search', 'trip', 'booking'] as const;
export type DemandKind = (typeof DEMAND_KINDS)[number];

/** What was asked for or sold. */
const DEMAND_PRODUCTS = ['flight', 'hotel', 'car'] as const;
export type DemandProduct = (typeof DEMAND_PRODUCTS)[number];

/** Who travels together (contract, section 10). */
export const AUDIENCES = ['solo', 'couple', 'family', 'group', 'business'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Stands in a roll-up for "any": of markets and audiences too small to be distinguished. */
export const ANY = '*';
/** The market of a search that does not say where its travelers come from. */
export const UNKNOWN_MARKET = '??';

/**
 * One answer's demand signal, as often as it was given on a UTC day until it was written: each time is an event. Holds
 * nothing of anyone who gave it but a hash that changes with the month, to count distinct callers.
 */
export interface DemandEvents {
  /** Real time, of the first. */
  readonly occurredAt: Date;
  /** 1 or more. */
  readonly count: number;
  readonly kind: DemandKind;
  readonly product: DemandProduct;
  /** City code. */
  readonly destination: string;
  /** ISO country of the origin, or `??`. */
  readonly marketCountry: string;
  /** City code of the origin, or `??`. */
  readonly marketCity: string;
  readonly audience: Audience;
  /** Whole days from the day of the signal to the day of travel, 0 or more. */
  readonly leadDays: number;
  /** Nights away; undefined one way. */
  readonly stayDays: number | undefined;
  readonly cabin: CabinClass | undefined;
  /** The lowest price seen for one adult (flights), one night (hotels) or one day (cars), minor units of USD. */
  readonly priceUsd: number | undefined;
  /** The organization under the month's key. */
  readonly caller: string;
}

/** Days ahead up to which each bin of lead times reaches, inclusive; the last holds everything that is on sale. */
export const LEAD_BOUNDS = [0, 1, 3, 7, 14, 21, 30, 45, 60, 90, 120, 180, 361] as const;
/** Nights up to which each bin of stays reaches, inclusive; the last holds everything longer. */
export const STAY_BOUNDS = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 60, 365] as const;

/**
 * The median of binned days, by straight interpolation inside its bin, rounded to a whole day; undefined when nothing
 * is counted. A bin reaches from the day after the bound before it to its own bound.
 */
export function medianOfBins(counts: ArrayLike<number>, bounds: readonly number[]): number | undefined {
  let total = 0;
  for (let bin = 0; bin < bounds.length; bin += 1) total += counts[bin] ?? 0;
  if (total <= 0) return undefined;
  let before = 0;
  for (let bin = 0; bin < bounds.length; bin += 1) {
    const count = counts[bin] ?? 0;
    if (count > 0 && before + count >= total / 2) {
      const low = bin === 0 ? 0 : (bounds[bin - 1] ?? 0) + 1;
      const high = bounds[bin] ?? low;
      return Math.round(low + ((total / 2 - before) / count) * (high - low));
    }
    before += count;
  }
  return undefined;
}

/** Which demand is meant. Undefined: all of it. */
export interface DemandFilter {
  readonly kind: DemandKind;
  /** City code. */
  readonly destination?: string | undefined;
  /** ISO country code (2 letters) or city code (3 letters) of the origin. */
  readonly market?: string | undefined;
  readonly audience?: Audience | undefined;
}

/** Days counted, both included. */
export interface DayRange {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * Days counted, and how: `byDays` leaves out what could be shown only for a month as a whole, so that two periods
 * compare like with like.
 */
export interface CountedDays extends DayRange {
  readonly byDays?: boolean;
}

/** What of one destination, market or audience was counted in a period. */
export interface DemandCell {
  readonly volume: number;
  /** By `LEAD_BOUNDS`. */
  readonly leadBins: ArrayLike<number>;
  /** By `STAY_BOUNDS`; one way is not counted. */
  readonly stayBins: ArrayLike<number>;
  /** Minor units of USD for one adult by air; undefined where none was seen. */
  readonly lowestFare: number | undefined;
}
