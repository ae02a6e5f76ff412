import { addDays, daysBetween, type IsoDate } from '../../travel/dates.ts';
import type { CabinClass, FlightOffer, FlightQuery } from '../../travel/flight.ts';
import { PASSENGER_KINDS, type PassengerCounts } from '../../travel/passengers.ts';
import type { CityAirports } from './discovery.ts';
import type { DatePair, FlightFilters } from './flight-search.ts';

/** A fare is shown for so many days after it was seen, and erased then. */
export const OBSERVED_DAYS_MAX = 30;
/** The stay of a one-way journey. */
export const ONE_WAY_STAY = -1;

/** Who asks for a fare, in words under which it is found again. Fares seen for another party are another fare. */
export interface ObservedParty {
  readonly cabinClass: CabinClass;
  /** See `partyOf`. */
  readonly party: string;
}

/** Two places between which fares are seen, as `placeKeyOf` names them. */
export interface ObservedRoute extends ObservedParty {
  readonly origin: string;
  readonly destination: string;
}

/** A date pair as it is stored. */
export interface StoredDates {
  readonly departureDate: IsoDate;
  /** Days until the return; `ONE_WAY_STAY` for one way. */
  readonly stayDays: number;
}

/** With whose key a supplier is queried. */
export interface QueriedSupplier {
  readonly supplierId: string;
  /** The account's id; empty for a supplier that has none. */
  readonly accountId: string;
}

/** What one live search has found for one date pair at one supplier. */
export interface ObservedOffers {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly seenAt: Date;
  /** The cheapest of what it found, as many as were read, or all of it; empty where nothing flies. */
  readonly offers: readonly FlightOffer[];
  /** Whether what is stored is everything the search found, every fare included. */
  readonly isWhole: boolean;
}

/**
 * Whether an answer to the query shows the whole market of its journey: no filter makes suppliers leave flights out.
 * The cheapest offer of any other answer is not the journey's, and nothing of it is recorded.
 */
export function isWholeMarket({ only, connectionsMax }: FlightQuery): boolean {
  return only === undefined && connectionsMax >= 2;
}

/**
 * A place of a search under one name: the city when all its airports are meant, else `@` and those that are. A fare of
 * one airport says nothing about the cheapest of its city.
 *
 * PAR with all of its three airports is `PAR`; Orly alone is `@ORY`.
 */
export function placeKeyOf({ cityCode, airports }: CityAirports, allAirports: readonly string[]): string {
  const meant = new Set(airports);
  return allAirports.every((iata) => meant.has(iata)) ? cityCode : `@${[...meant].toSorted().join()}`;
}

/** A party as text: `2,0,1,0,0,0`, and the ages that were named: `2,1,0,0,0,0:9`. */
export function partyOf(passengers: PassengerCounts, ages: readonly number[] | undefined): string {
  const counts = PASSENGER_KINDS.map((kind) => passengers[kind]).join();
  return ages === undefined || ages.length === 0 ? counts : `${counts}:${ages.join()}`;
}

/** A date pair in the words of the store. */
export function toStoredDates({ departure, return: back }: DatePair): StoredDates {
  return { departureDate: departure, stayDays: back === undefined ? ONE_WAY_STAY : daysBetween(departure, back) };
}

/** The date pair behind its words in the store. */
export function toDatePair({ departureDate, stayDays }: StoredDates): DatePair {
  return {
    departure: departureDate,
    return: stayDays === ONE_WAY_STAY ? undefined : addDays(departureDate, stayDays),
  };
}

/** The first day on which a fare is of no use: its flight has left, or it is too old to be shown. */
export function expiryOf(departureDate: IsoDate, seenOn: IsoDate): IsoDate {
  const [left, old] = [addDays(departureDate, 1), addDays(seenOn, OBSERVED_DAYS_MAX)];
  return left < old ? left : old;
}

/** Whether the cheapest offer of a search is the first one that these filters let through, or none of them does. */
export function isCheapestFirst(filters: FlightFilters): boolean {
  return filters.stopsMax === undefined && areFiltersDecided(filters);
}

/**
 * Whether the offers that are stored of a search decide what these filters let through. The cheapest offer, and the
 * cheapest without a stop, are always stored; of others only some, so that finding none of them proves nothing.
 */
export function areFiltersDecided(filters: FlightFilters): boolean {
  const { stopsMax, priceMax: _price, cabinClass: _cabin, ...others } = filters;
  return (
    (stopsMax === undefined || stopsMax === 0) &&
    Object.values(others).every(
      (filter) => filter === undefined || filter === false || (Array.isArray(filter) && filter.length === 0),
    )
  );
}
