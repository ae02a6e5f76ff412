import type { ObservedPair } from '../model/day-coverage.ts';
import type { CityAirports } from '../model/discovery.ts';
import type { DatePair } from '../model/flight-search.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';

/** A request for the cheapest offers of each date pair between two cities. */
export interface CalendarRequest {
  readonly origin: CityAirports;
  readonly destination: CityAirports;
  readonly dates: readonly DatePair[];
  /** How many offers to return for each date pair. */
  readonly offersMax: number;
  /** Whether of each date pair only the cheapest offer is shown. */
  readonly isCheapestEnough: boolean;
}
/**
 * Offers that suppliers publish, and those that earlier searches have seen at the others. `queryIndex` of an offer is
 * the index of its date pair in the request.
 */
export interface CalendarOffers {
  readonly offers: readonly SourcedOffer[];
  /** By the index of the date pair; empty where every supplier publishes its fares. */
  readonly observedPairs: readonly (ObservedPair | undefined)[];
  /** False when a supplier did not answer, and where the next search may bring a fare that is not known yet. */
  readonly isComplete: boolean;
}
