import type { CabinClass, FlightFilter } from '../../travel/flight.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';
import type { DatePair, FlightFilters, DisplayOffer, Sort } from './flight-search.ts';
import type { ScoreBase } from './sort-offers.ts';

/** Days a range of dates may cover, both ends included. */
export const RANGE_DAYS_MAX = 366;
/** Without dates: this many days of departure from tomorrow on. */
export const DEFAULT_WINDOW_DAYS = 30;
/** A round trip that names no way back stays so long. */
export const DEFAULT_STAY_DAYS = 7;

/** A city, and those of its airports that are meant. A journey begins and ends in one city, whatever its airports. */
export interface CityAirports {
  readonly cityCode: string;
  readonly airports: readonly string[];
}

/** A discovery whose every code and date has been checked. */
export interface Discovery {
  /** The first is what `origin` of the answer shows. */
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
  /**
   * Party, cabin, connections, filters but the total, and currency as text: equal for discoveries that ask suppliers
   * alike.
   */
  readonly criteria: string;
}

/** A date pair and the cheapest that was found for it. */
export interface DatedFare {
  readonly dates: DatePair;
  readonly shown: DisplayOffer;
}

/** A city with its cheapest flights, cheapest first, and what their scores are measured against. */
export interface FoundCity {
  readonly cityCode: string;
  readonly flights: readonly [DisplayOffer, ...DisplayOffer[]];
  readonly scoreBase: ScoreBase;
  readonly seenAt: Date;
}
