import { createHash } from 'node:crypto';
import type { IsoDate } from '../../../travel/dates.ts';
import type { PlaceDirectory } from '../../../travel/place-directory.ts';
import { isFiltering, type RoomParty, type StayFilter, type StayPlace, type StayQuery } from '../../../travel/stay.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { readHotelId } from '../mapping/map-hotel.ts';

/** Nights, parties and terms: all that decides the rates of a hotel. */
export interface RatesQuery {
  readonly checkIn: IsoDate;
  readonly checkOut: IsoDate;
  readonly rooms: readonly [RoomParty, ...RoomParty[]];
  /** ISO country of the guests. */
  readonly nationality: string;
  readonly currency: string;
}

/** Where rates are asked for, in LiteAPI's words. */
export type RatesPlace =
  | { readonly hotelIds: readonly string[] }
  | { readonly countryCode: string; readonly cityName: string }
  | { readonly latitude: number; readonly longitude: number; readonly radius: number }
  | { readonly placeId: string };

/** LiteAPI wants a currency and a nationality of every search; these stand where the caller named none. */
const CURRENCY = 'USD';
const NATIONALITY = 'US';
/** Hotels that one search looks at. */
export const HOTELS_ASKED_MAX = 300;
/** Rates of a hotel by itself; a list shows the cheapest of each. */
const RATES_OF_ONE_HOTEL_MAX = 300;
const RADIUS_METRES_MIN = 1_000;
const METRES_PER_KM = 1_000;

/** What a query asks of each hotel. */
export function toRatesQuery(query: StayQuery, context: SupplierContext): RatesQuery {
  return {
    checkIn: query.checkIn,
    checkOut: query.checkOut,
    rooms: query.rooms,
    nationality: query.guestNationality?.toUpperCase() ?? NATIONALITY,
    currency: context.currency ?? CURRENCY,
  };
}

/**
 * The place of a query; undefined where LiteAPI has no hotel of it. Throws `rejected` for a whole country, of which
 * LiteAPI can be asked for hotels by their ids alone (`chosenHotels`).
 */
export function toRatesPlace(place: StayPlace, places: PlaceDirectory): RatesPlace | undefined {
  switch (place.kind) {
    case 'city': {
      const city = places.city(place.cityCode);
      return city && { countryCode: city.country, cityName: city.name };
    }
    case 'around': {
      const radius = Math.max(RADIUS_METRES_MIN, Math.round(place.radiusKm * METRES_PER_KM));
      return { latitude: place.latitude, longitude: place.longitude, radius };
    }
    case 'hotels': {
      const hotelIds = place.hotelIds.flatMap((id) => readHotelId(id) ?? []);
      return hotelIds.length === 0 ? undefined : { hotelIds };
    }
    case 'country':
      throw new SupplierFailure('rejected', 'LiteAPI cannot search a whole country: name a city, a point or hotels.');
    case 'supplier_place':
      return place.supplierId === 'liteapi' ? { placeId: place.placeId } : undefined;
    default:
      return place satisfies never;
  }
}

/**
 * The hotels that are asked about by their ids, because LiteAPI would look at no more than a part of the place, blind
 * to the filters: those that pass them by what is stored here. Undefined where the place itself is searched.
 */
export function chosenHotels({ place, only, stored }: StayQuery): RatesPlace | undefined {
  if (stored === undefined || place.kind === 'hotels' || place.kind === 'supplier_place') return undefined;
  const isWhole = stored.count <= HOTELS_ASKED_MAX || !isFiltering(only);
  if (place.kind !== 'country' && isWhole) return undefined;
  return { hotelIds: stored.hotelIds.flatMap((id) => readHotelId(id) ?? []) };
}

/** Hotels of the place that are not looked at, as far as is known. */
export function countBeyond(query: StayQuery): number {
  const { stored } = query;
  if (stored === undefined) return 0;
  const lookedAt = chosenHotels(query) === undefined ? HOTELS_ASKED_MAX : stored.hotelIds.length;
  return Math.max(0, stored.passing - lookedAt);
}

/** The body of `POST /hotels/rates`. `timeoutSeconds`: LiteAPI answers what is there by then. */
export function toRatesRequest(place: RatesPlace, ratesQuery: RatesQuery, timeoutSeconds: number): object {
  const isOneHotel = 'hotelIds' in place && place.hotelIds.length === 1;
  return {
    ...place,
    checkin: ratesQuery.checkIn,
    checkout: ratesQuery.checkOut,
    currency: ratesQuery.currency,
    guestNationality: ratesQuery.nationality,
    occupancies: ratesQuery.rooms.map(({ adults, childrenAges }) => ({
      adults,
      ...(childrenAges.length === 0 ? {} : { children: childrenAges }),
    })),
    limit: HOTELS_ASKED_MAX,
    maxRatesPerHotel: isOneHotel ? RATES_OF_ONE_HOTEL_MAX : 1,
    sort: [{ field: 'price', direction: 'ascending' }],
    includeHotelData: true,
    roomMapping: true,
    timeout: timeoutSeconds,
  };
}

/** A short name of a search, which is a part of the keys of its rates. */
export function nameOfSearch(place: RatesPlace | StayPlace, ratesQuery: RatesQuery, only?: StayFilter): string {
  return createHash('sha256')
    .update(JSON.stringify([place, ratesQuery, ...(only === undefined ? [] : [only])]))
    .digest('base64url')
    .slice(0, NAME_LENGTH);
}
const NAME_LENGTH = 16;

/** The first of the rooms whose party is the same; children of the same ages in another order are. */
export function firstRoomFor(party: RoomParty, rooms: readonly RoomParty[]): number {
  const sayParty = ({ adults, childrenAges }: RoomParty) => [adults, ...childrenAges.toSorted((a, b) => a - b)].join();
  return rooms.findIndex((other) => sayParty(other) === sayParty(party));
}
