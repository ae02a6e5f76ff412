import type { IsoDate } from '../../travel/dates.ts';
import type { CabinClass, Fare, FlightOffer, FlightQuery, SeatMap, TimeWindow } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';

export const SORTS = ['lowest', 'recommendation'] as const;
export type Sort = (typeof SORTS)[number];
export const TRIP_TYPES = ['oneway', 'roundtrip'] as const;
export type TripType = (typeof TRIP_TYPES)[number];
export const PLACE_TYPES = ['city', 'airport'] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];

/** What hides offers and fares. Every filter given really filters; names are the request's, for `filters_applied`. */
export interface FlightFilters {
  readonly stopsMax: number | undefined;
  readonly priceMax: Money | undefined;
  readonly cabinClass: CabinClass | undefined;
  readonly includeCarriers: readonly string[];
  readonly excludeCarriers: readonly string[];
  readonly isRefundableOnly: boolean;
  readonly isChangeableOnly: boolean;
  readonly hasCheckedBagOnly: boolean;
  readonly totalDurationMinutesMax: number | undefined;
  readonly departureWindow: TimeWindow | undefined;
  readonly arrivalWindow: TimeWindow | undefined;
  readonly returnDepartureWindow: TimeWindow | undefined;
  readonly returnArrivalWindow: TimeWindow | undefined;
  /** Airports: each direction connects through at least one of them. */
  readonly viaAirports: readonly string[];
  readonly excludeViaAirports: readonly string[];
  readonly connectionMinutesMin: number | undefined;
  readonly connectionMinutesMax: number | undefined;
}

/** No filter: the base to spread known ones over. */
export const NO_FILTERS: FlightFilters = {
  stopsMax: undefined,
  priceMax: undefined,
  cabinClass: undefined,
  includeCarriers: [],
  excludeCarriers: [],
  isRefundableOnly: false,
  isChangeableOnly: false,
  hasCheckedBagOnly: false,
  totalDurationMinutesMax: undefined,
  departureWindow: undefined,
  arrivalWindow: undefined,
  returnDepartureWindow: undefined,
  returnArrivalWindow: undefined,
  viaAirports: [],
  excludeViaAirports: [],
  connectionMinutesMin: undefined,
  connectionMinutesMax: undefined,
};

/** Departure and, for a return trip, the day back. */
export interface DatePair {
  readonly departure: IsoDate;
  readonly return: IsoDate | undefined;
}

/** How many offers a supplier is asked for: the "whole result" that totals and facets count. */
export const OFFERS_MAX = 150;

/** A search whose every code and date has been checked. One query for each date pair. */
export interface FlightSearch {
  readonly queries: readonly FlightQuery[];
  readonly isRoundTrip: boolean;
  /** City code of the first destination: what `destination` of the answer shows. */
  readonly destinationCity: string;
  readonly passengers: PassengerCounts;
  readonly filters: FlightFilters;
  readonly filtersApplied: readonly string[];
  readonly currency: string;
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
  readonly supplierTimeoutMs: number;
}

/** One fare with its total in the currency asked for. */
export interface ShownFare {
  readonly fare: Fare;
  readonly total: Money;
}

/** An offer in the shop window: where it comes from, and those of its fares that match, cheapest first (never none). */
export interface DisplayOffer {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly offer: FlightOffer;
  readonly fares: readonly [ShownFare, ...ShownFare[]];
  /** Units of the shown currency per unit of the filed one. */
  readonly rate: number;
  /** Most stops of any one direction. */
  readonly stops: number;
  /** All directions together. */
  readonly durationMinutes: number;
  /** Index of the query (date pair) it answers. */
  readonly queryIndex: number;
  /** Only where one offer is priced again. */
  readonly seatMaps?: readonly SeatMap[];
}

/** The cheapest matching total. */
export function lowestPrice(shown: DisplayOffer): number {
  return shown.fares[0].total.value;
}

/** The first of the cheapest offers; undefined of none. */
export function lowestOffer(offers: readonly DisplayOffer[]): DisplayOffer | undefined {
  let cheapest: DisplayOffer | undefined;
  for (const offer of offers)
    if (cheapest === undefined || lowestPrice(offer) < lowestPrice(cheapest)) cheapest = offer;
  return cheapest;
}
