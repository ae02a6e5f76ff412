import * as z from 'zod';
import { integerText } from '../platform/http/input/integer-text.ts';
import { matchLocale } from '../travel/locale.ts';
import type { StayHotel } from '../travel/stay.ts';
import { type FoundPlace, PLACE_KINDS } from './list-places.ts';

const TEXT_LENGTH_MAX = 100;
const LOCALE_LENGTH_MAX = 64;
/** Hotels are asked for like places, and come from the hotel suppliers. */
const ASKED_KINDS = [...PLACE_KINDS, 'hotel'] as const;
const KindList = z
  .string()
  .transform((text) => text.split(',').map((kind) => kind.trim()))
  .pipe(z.array(z.enum(ASKED_KINDS)).min(1));

/** GET /v1/places */
export const PlacesQuery = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(TEXT_LENGTH_MAX)
    .meta({
      description:
        'Beginning of a name (in English or any language of `locale`) or a whole code; a typing mistake is forgiven.',
      examples: ['lisbon'],
    }),
  types: KindList.optional().describe(
    'Comma-separated: airport, city, country, hotel. All unless told; hotels then come last.',
  ),
  limit: integerText(1, 50, 10),
  locale: z
    .string()
    .max(LOCALE_LENGTH_MAX)
    .transform(matchLocale)
    .default('en')
    .describe(
      'Language of the names answered: en, fr, de, es, zh, ja, ko, or any tag of theirs; any other means English.',
    ),
});

/** Places, best first. */
export const PlacesResponse = z.looseObject({
  places: z.array(
    z.looseObject({
      place_id: z.string().describe('Stays the same for a place.'),
      type: z.enum(ASKED_KINDS),
      name: z.string(),
      code: z.string().optional().describe('Absent for a hotel.'),
      city_code: z.string().optional(),
      country_code: z.string(),
      latitude: z.number().nullable().describe('Null for a country.'),
      longitude: z.number().nullable(),
      airports: z
        .array(z.looseObject({ code: z.string(), name: z.string() }))
        .describe('Of a city all, of a country its ten busiest; busiest first.'),
    }),
  ),
});

/** A hotel among places: its place_id is one of POST /v1/hotel_search too. */
export function presentHotelPlace(hotel: StayHotel) {
  return {
    place_id: `hotel-${hotel.hotelId}`,
    type: 'hotel' as const,
    name: hotel.name,
    ...(hotel.cityCode === undefined ? {} : { city_code: hotel.cityCode }),
    city_name: hotel.cityName,
    country_code: hotel.country,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    airports: [],
  };
}

/** A place on the wire. */
export function presentPlace(place: FoundPlace) {
  return {
    place_id: place.placeId,
    type: place.kind,
    name: place.name,
    code: place.code,
    ...(place.cityCode === undefined ? {} : { city_code: place.cityCode }),
    country_code: place.countryCode,
    latitude: place.latitude ?? null,
    longitude: place.longitude ?? null,
    airports: place.airports.map(({ code, name }) => ({ code, name })),
  };
}
