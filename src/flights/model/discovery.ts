import type { CabinClass, FlightFilter } from '../../travel/flight.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';
import type { DatePair, FlightFilters, DisplayOffer, Sort } from './flight-search.ts';
import type { ScoreBase } from './sort-offers.ts';

/** How many days a range may cover, both ends included. */
export const RANGE_DAYS_MAX = 366;
/** Without dates, departures on this many days from tomorrow on are searched. */
export const DEFAULT_WINDOW_DAYS = 30;
/** The stay in days of a round trip without a return date. */
export const DEFAULT_STAY_DAYS = 7;

/** A city and the airports of it that are meant. Journeys are compared city by city, whatever their airports. */
export interface CityAirports {
  readonly cityCode: string;
  readonly airports: readonly string[];
}

/** A discovery whose every code and date has been checked. */
export interface Discovery {
  /** The first one is `origin` of the answer. */
  readonly origins: readonly [CityAirports, ...CityAirports[]];
  /** Undefined: anywhere. */
  readonly destinations: readonly CityAirports[] | undefined;
  readonly dates: readonly DatePair[];
  readonly isRoundTrip: boolean;
  readonly passengers: PassengerCounts;
  readonly cabinClass: CabinClass;
  readonly connectionsMax: 0 | 1 | 2;
  readonly only: FlightFilter | undefined;
  readonly filters: FlightFilters;
  readonly currency: string;
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
  readonly flightsPerDestination: number;
  /** Ages of everybody who is not an adult, where the caller named them: fares seen for others are other fares. */
  readonly ages: readonly number[] | undefined;
  /** How many live searches may be made for fares that nobody has seen. */
  readonly sample: number;
  /**
   * Party, cabin, connections, supplier filters and currency as text: equal for discoveries that send suppliers the
   * same query.
   */
  readonly criteria: string;
}

/** A date pair and the cheapest offer found for it. */
export interface DatedFare {
  readonly dates: DatePair;
  readonly shown: DisplayOffer;
}

/** A city, its cheapest flights (cheapest first), and the best values its scores are measured against. */
export interface FoundCity {
  readonly cityCode: string;
  readonly flights: readonly [DisplayOffer, ...DisplayOffer[]];
  readonly scoreBase: ScoreBase;
  readonly seenAt: Date;
}
