import * as z from 'zod';
import { greatCircleKm } from '../../../../travel/geography/distance.ts';
import { refusal } from '../refusals.ts';
import { STUB_CITIES } from './cities.ts';
import type { StubContent, StubHotel } from './stub-hotels.ts';

/** Where hotels are looked for: one of these, in LiteAPI's names. */
export interface HotelPlace {
  readonly countryCode?: string | undefined;
  readonly cityName?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  /** In metres. */
  readonly radius?: number | undefined;
  readonly placeId?: string | undefined;
  readonly iataCode?: string | undefined;
  readonly hotelIds?: readonly string[] | undefined;
  readonly aiSearch?: string | undefined;
  readonly hotelName?: string | undefined;
  readonly zip?: string | undefined;
}

/** What else hotels have to be. */
export interface HotelFilter {
  readonly minRating?: number | undefined;
  readonly minReviewsCount?: number | undefined;
  readonly starRating?: readonly number[] | undefined;
  readonly hotelTypeIds?: readonly number[] | undefined;
  readonly chainIds?: readonly number[] | undefined;
  readonly facilityIds?: readonly number[] | undefined;
  /** All facilities instead of any. */
  readonly isStrict?: boolean | undefined;
}

export const CountryCode = z.string().regex(/^[A-Za-z]{2}$/, 'two letters of ISO 3166');
const radiusMetresMin = 1_000;
const radiusMetresDefault = 5_000;
const metresPerKm = 1_000;

/**
 * The hotels of a place. Throws LiteAPI's refusals: 4000 where no place is named, where a country comes without a city
 * or a position without its other half.
 */
export function findHotels({ hotels, find }: StubContent, place: HotelPlace): readonly StubHotel[] {
  const narrowed = (list: readonly StubHotel[]): readonly StubHotel[] => list.filter(byNameAndZip(place));
  if (place.hotelIds !== undefined) return place.hotelIds.flatMap((id) => find(id) ?? []);
  if (place.latitude !== undefined || place.longitude !== undefined) return narrowed(findAround(hotels, place));
  if (place.placeId !== undefined) {
    if (STUB_CITIES.every(({ placeId }) => placeId !== place.placeId)) throw refusal(4000, 'placeId not found');
    return narrowed(hotels.filter(({ city }) => city.placeId === place.placeId));
  }
  if (place.iataCode !== undefined) return narrowed(hotels.filter(({ city }) => city.iata === place.iataCode));
  if (place.aiSearch !== undefined) return narrowed(hotels.filter(isMeant(place.aiSearch)));
  if (place.countryCode === undefined) {
    if (place.hotelName !== undefined || place.zip !== undefined) return narrowed(hotels);
    throw refusal(4000, 'countryCode is required');
  }
  const country = place.countryCode.toUpperCase();
  const inCountry = hotels.filter(({ city }) => city.country === country);
  if (place.cityName === undefined) return narrowed(inCountry);
  const cityName = place.cityName.toLowerCase();
  return narrowed(inCountry.filter(({ city }) => city.name.toLowerCase() === cityName));
}

function findAround(hotels: readonly StubHotel[], { latitude, longitude, radius }: HotelPlace): readonly StubHotel[] {
  if (latitude === undefined || longitude === undefined) throw refusal(4000, 'latitude and longitude are required');
  const metres = radius ?? radiusMetresDefault;
  if (metres < radiusMetresMin) throw refusal(4002, `radius: at least ${radiusMetresMin} metres`);
  return hotels.filter(
    ({ position }) =>
      position !== null &&
      greatCircleKm(latitude, longitude, position.latitude, position.longitude) * metresPerKm <= metres,
  );
}

function byNameAndZip({ hotelName, zip }: HotelPlace): (hotel: StubHotel) => boolean {
  const name = hotelName?.toLowerCase();
  return (hotel) =>
    (name === undefined || hotel.name.toLowerCase().includes(name)) && (zip === undefined || hotel.zip === zip);
}

/** A free text means a hotel whose city or name it contains. */
function isMeant(text: string): (hotel: StubHotel) => boolean {
  const wanted = text.toLowerCase();
  return ({ name, city }) => wanted.includes(city.name.toLowerCase()) || wanted.includes(name.toLowerCase());
}

/** Whether a hotel passes the filters. What it does not have, such as a rating, passes none. */
export function passes(hotel: StubHotel, only: HotelFilter): boolean {
  const ids = hotel.facilities.map(([id]) => id);
  const { facilityIds: facilities } = only;
  return (
    (only.minRating === undefined || hotel.rating >= only.minRating) &&
    (only.minReviewsCount === undefined || hotel.reviewCount >= only.minReviewsCount) &&
    (only.starRating === undefined || only.starRating.includes(hotel.stars)) &&
    (only.hotelTypeIds === undefined || only.hotelTypeIds.includes(hotel.type[0])) &&
    (only.chainIds === undefined || only.chainIds.includes(hotel.chain[0])) &&
    (facilities === undefined ||
      (only.isStrict === true ? facilities.every((id) => ids.includes(id)) : facilities.some((id) => ids.includes(id))))
  );
}
