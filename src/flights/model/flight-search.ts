import type { IsoDate } from '../../travel/dates.ts';
import type { CabinClass, Fare, FlightOffer, FlightQuery, SeatMap, TimeWindow } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';

export const SORTS = ['lowest', 'recommendation'] as const;
/** Those of live offers. */
export const LIVE_SORTS = [...SORTS, 'variety'] as const;
export type Sort = (typeof LIVE_SORTS)[number];
export const TRIP_TYPES = ['oneway', 'roundtrip'] as const;
export type TripType = (typeof TRIP_TYPES)[number];
export const PLACE_TYPES = ['city', 'airport'] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];

/**
 * The filters that hide offers and fares. Each one given is applied; `filters_applied` lists them under the request's
 * names.
 */
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
  /** Airport codes; each direction must connect through at least one of them. */
  readonly viaAirports: readonly string[];
  readonly excludeViaAirports: readonly string[];
  readonly connectionMinutesMin: number | undefined;
  readonly connectionMinutesMax: number | undefined;
}

/** No filters; spread it to set only some. */
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

/** A date of departure and, for a return trip, the date of return. */
export interface DatePair {
  readonly departure: IsoDate;
  readonly return: IsoDate | undefined;
}

/** How many offers a query requests from a supplier: the "whole result" that totals and facets count. */
export const OFFERS_MAX = 150;

/** A search whose codes and dates have been checked, with one query for each date pair. */
export interface FlightSearch {
  readonly queries: readonly FlightQuery[];
  readonly isRoundTrip: boolean;
  /** City code of the first destination, which is `destination` of the answer. */
  readonly destinationCity: string;
  readonly passengers: PassengerCounts;
  readonly filters: FlightFilters;
  readonly filtersApplied: readonly string[];
  readonly currency: string;
  /** Whether the caller named the currency, or a price in it: then no other is shown. */
  readonly isCurrencyFixed: boolean;
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
  readonly supplierTimeoutMs: number;
}

/** A fare with what it costs in the caller's currency. */
export interface ShownFare {
  readonly fare: Fare;
  /** What is paid: the fare and `serviceFee`. */
  readonly total: Money;
  /** What the organization adds to the fare, inside `total`; absent where it adds nothing. */
  readonly serviceFee?: Money;
}

/**
 * An offer as it is shown: its supplier, and those of its fares that match the filters, cheapest first (at least one).
 */
export interface DisplayOffer {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly offer: FlightOffer;
  readonly fares: readonly [ShownFare, ...ShownFare[]];
  /** Units of the shown currency per unit of the filed one. */
  readonly rate: number;
  /** Most stops of any one direction. */
  readonly stops: number;
  /** Total travel time of all directions. */
  readonly durationMinutes: number;
  /** Index of the query (date pair) it answers. */
  readonly queryIndex: number;
  /** When its price was seen, where that was in an earlier search. */
  readonly observedAt?: Date;
  /** Present only when one offer is priced again. */
  readonly seatMaps?: readonly SeatMap[];
}

/** The total of the cheapest matching fare, service fee included, minor units. */
export function lowestPrice(shown: DisplayOffer): number {
  return shown.fares[0].total.value;
}

/** What the supplier asks for a fare, without the service fee, in minor units of the shown currency. */
function priceBeforeFee({ total, serviceFee }: ShownFare): number {
  return serviceFee === undefined ? total.value : total.value - serviceFee.value;
}

/** The fare that is cheapest before service fees, the first of equals: with them another may be. */
export function lowestFare({ fares }: DisplayOffer): ShownFare {
  let [cheapest] = fares;
  for (const fare of fares) if (priceBeforeFee(fare) < priceBeforeFee(cheapest)) cheapest = fare;
  return cheapest;
}

/** The price of `lowestFare`: what advice compares and history records, because fees are no part of a market. */
export function lowestBeforeFee(shown: DisplayOffer): number {
  return priceBeforeFee(lowestFare(shown));
}

/** The offer that is cheapest before service fees, the first of equals; undefined for an empty list. */
export function lowestOffer(offers: readonly DisplayOffer[]): DisplayOffer | undefined {
  let cheapest: DisplayOffer | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const offer of offers) {
    const price = lowestBeforeFee(offer);
    if (price >= lowest) continue;
    [cheapest, lowest] = [offer, price];
  }
  return cheapest;
}
