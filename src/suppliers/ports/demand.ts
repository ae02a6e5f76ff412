import type { IsoDate } from '../../travel/dates.ts';
import type { CabinClass, FlightQuerySlice } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';

/**
 * Which synthetic demand is asked for; undefined: all of it. Structurally `DemandFilter` of src/demand, which suppliers
 * do not know.
 */
export interface BaselineFilter {
  readonly kind: 'search' | 'trip' | 'booking';
  /** City code. */
  readonly destination?: string | undefined;
  /** ISO country code (2 letters) or city code (3 letters) of the origin. */
  readonly market?: string | undefined;
  readonly audience?: 'solo' | 'couple' | 'family' | 'group' | 'business' | undefined;
}

/** How what is asked for spreads over lead times and stays, in volumes over a period, and what it costs. */
export interface BaselineShape {
  /** Volume by bin; the bounds are the caller's. */
  readonly leadBins: readonly number[];
  readonly stayBins: readonly number[];
  /**
   * Minor units of USD for one adult by air, there and back, of the pairs that make up most of the volume; undefined
   * where nobody flies.
   */
  readonly lowestFare: number | undefined;
}

/**
 * Years of plausible daily demand that nobody gave: the sandbox's ground, so that there is something to look at on the
 * first day. A pure function of (bundle, seed, date): two processes answer alike, and a day never changes. Volumes are
 * not whole numbers and are rounded only where they are shown; days are UTC days. Every call is memory, a few
 * milliseconds at most for two years of all cities; the first one builds what is needed (a tenth of a second for
 * thousands of cities). Unknown codes and periods that end before they begin are 0. Answers are the caller's own: they
 * may be written to.
 */
export interface DemandBaseline {
  /** The first day there is; there is no last. Days before it are 0. */
  readonly since: IsoDate;
  /**
   * Builds what the first query needs ahead of it, in slices that let other work run; a query
   * meanwhile ends the same build. Rejects once aborted.
   */
  prepare(signal: AbortSignal): Promise<void>;
  /** City codes with demand, most wanted first; the order of `byDestination`. */
  readonly destinations: readonly string[];
  /**
   * City codes travelers come from, most first; the order of `byMarket`: the same cities in another order. A city is
   * never its own market.
   */
  readonly markets: readonly string[];
  /** Volume of each destination over the days, both included. */
  byDestination(filter: BaselineFilter, from: IsoDate, to: IsoDate): Float64Array;
  /** Volume of each market city. */
  byMarket(filter: BaselineFilter, from: IsoDate, to: IsoDate): Float64Array;
  /** Volume of each audience: solo, couple, family, group, business. */
  byAudience(filter: BaselineFilter, from: IsoDate, to: IsoDate): Float64Array;
  /** Volume of each day, both included. */
  daily(filter: BaselineFilter, from: IsoDate, to: IsoDate): Float64Array;
  /** Lead times, stays and the lowest fare; bounds are inclusive upper ends of the bins, in days. */
  shape(
    filter: BaselineFilter,
    from: IsoDate,
    to: IsoDate,
    bounds: { readonly lead: readonly number[]; readonly stay: readonly number[] },
  ): BaselineShape;
}

/** A journey bought on an earlier day, or at least on sale then: what a price history is made of. */
interface FarePurchase {
  readonly boughtOn: IsoDate;
  readonly departure: IsoDate;
}
/** What is looked back on: one adult, between these airports. */
export interface FareHistoryQuery extends Pick<FlightQuerySlice, 'origins' | 'destinations'> {
  readonly cabinClass: CabinClass;
  /** Nights away; undefined one way. */
  readonly stayDays: number | undefined;
  /** At most some hundreds. */
  readonly purchases: readonly FarePurchase[];
}
/** What one journey was filed at. The departure may be up to three days from the one asked for. */
export interface PublishedPurchase extends FarePurchase {
  readonly total: Money;
}

/**
 * Nights of a city whose prices are asked for: two adults in one room, bought so many days ahead, each night by itself.
 */
export interface PublishedNightsQuery {
  /** Metropolitan code. */
  readonly cityCode: string;
  /** At most a few hundred; past ones too. */
  readonly checkIns: readonly IsoDate[];
  readonly daysAhead: number;
}
/**
 * What a night cost: of a fixed sample of the city's hotels that had a room, the lowest price with everything that must
 * be paid.
 */
export interface PublishedNight {
  readonly checkIn: IsoDate;
  readonly prices: readonly Money[];
}
