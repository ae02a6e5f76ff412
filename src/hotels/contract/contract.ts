import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { integerText } from '../../platform/http/input/integer-text.ts';
import {
  CurrencyCode,
  Locale,
  MajorAmount,
  PageOffset,
  PageToken,
  SupplierTimeout,
} from '../../offers/contract-search.ts';
import { ADULTS_PER_ROOM_MAX, CHILDREN_PER_ROOM_MAX, ROOMS_MAX } from '../model/occupancy.ts';
import type { SearchInput } from '../search/read-search.ts';

const IDS_MAX = 50;
const HOTEL_IDS_MAX = 200;
const NAME_LENGTH_MAX = 100;
const QUERY_LENGTH_MAX = 300;

/** `YYYY-MM-DD`; whether it exists on the calendar is judged with the other dates. */
const DateText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date YYYY-MM-DD');
/** Of a child on the day of arrival; from 18 on a guest is an adult. */
const ChildAge = z.int().min(0).max(17);
const CountryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be a two-letter country code');
const Ids = z.array(z.int().min(0)).max(IDS_MAX);
const Stars = z.int().min(1).max(5);

const destinationFields = {
  city_name: z
    .string()
    .trim()
    .min(1)
    .max(NAME_LENGTH_MAX)
    .optional()
    .describe('In any language, a typing mistake forgiven; country_code beside it narrows it.'),
  country_code: CountryCode.optional().describe(
    'Alone: the whole country. Beside city_name or query: the country they lie in.',
  ),
  place_id: z
    .string()
    .trim()
    .min(1)
    .max(NAME_LENGTH_MAX)
    .optional()
    .describe('Of GET /v1/places: a city, an airport (what lies around it), a country or a hotel.'),
  query: z
    .string()
    .trim()
    .min(1)
    .max(QUERY_LENGTH_MAX)
    .optional()
    .describe('Free text: `4 star hotel in Lisbon with breakfast under 150 euros a night`. See semantic_matches.'),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  radius_km: z
    .number()
    .positive()
    .max(50)
    .optional()
    .describe('Around latitude and longitude, or an airport; 10 unless told.'),
  hotel_ids: z.array(z.string().trim().min(1).max(NAME_LENGTH_MAX)).min(1).max(HOTEL_IDS_MAX).optional(),
};
const filterFields = {
  chain_ids: Ids.optional(),
  facility_ids: Ids.optional().describe('Hotels that have all of them.'),
  hotel_type_ids: Ids.optional(),
  star_rating: z
    .union([Stars, z.array(Stars).max(5)])
    .optional()
    .describe('Exact: one, or a list of which any will do.'),
  min_rating: z.number().min(0).max(10).optional(),
  min_reviews: z.int().min(0).max(1_000_000).optional(),
};
const searchFields = {
  checkin: DateText.describe('Today or later at the property, at most 500 days ahead.'),
  checkout: DateText.describe('1 to 30 nights later.'),
  adults: z
    .int()
    .min(1)
    .max(ADULTS_PER_ROOM_MAX * ROOMS_MAX)
    .optional()
    .describe('Of all rooms together, at most 9 in a room. Unless told: one in each room.'),
  children: z
    .array(ChildAge)
    .max(CHILDREN_PER_ROOM_MAX * ROOMS_MAX)
    .optional()
    .describe('The age of each, 0 to 17.'),
  rooms: z
    .int()
    .min(1)
    .max(ROOMS_MAX)
    .optional()
    .describe('Adults, then children in the order given, are dealt to the rooms one by one. 1 unless told.'),
  occupancies: z
    .array(
      z.object({
        adults: z.int().min(1).max(ADULTS_PER_ROOM_MAX),
        children_ages: z.array(ChildAge).max(CHILDREN_PER_ROOM_MAX).default([]),
      }),
    )
    .min(1)
    .max(ROOMS_MAX)
    .optional()
    .describe('Room by room, instead of adults, children and rooms.'),
  max_budget_per_night: MajorAmount.optional().describe(
    'All rooms together, everything that must be paid included, major units of the currency asked for.',
  ),
  currency: CurrencyCode.optional().describe('USD unless told.'),
  guest_nationality: CountryCode.optional().describe(
    'Some suppliers price by it: send it where you know it. LiteAPI, which wants one, is asked for guests of the US without it.',
  ),
  locale: Locale.default('en'),
  max_results: z
    .int()
    .min(1)
    .max(200)
    .default(50)
    .describe('Hotels on a page, fewer where they would be longer than about 4 MiB. next_page_token goes on.'),
  offset: PageOffset.default(0),
  page_token: PageToken.optional(),
  supplier_timeout_ms: SupplierTimeout,
};

/** POST /v1/hotel_search: everything flat. */
export const HotelSearchRequest = z.object({ ...destinationFields, ...searchFields, ...filterFields });
/** The parsed body. */
export type HotelSearchBody = z.infer<typeof HotelSearchRequest>;

const Destination = z.object(destinationFields);
const Filters = z.object(filterFields);
const NOT_BOTH = 'Stands here and, with another value, in the nested object too. Send it once.';

/**
 * POST /api/v1/hotels/shop: destination and filters nested or flat; a field that stands in both places has one value.
 */
export const HotelShopRequest = z
  .object({
    ...destinationFields,
    ...searchFields,
    ...filterFields,
    destination: Destination.optional(),
    filters: Filters.optional(),
  })
  .check(({ value, issues }) => {
    const flat = new Map(Object.entries(value));
    const nested = [...Object.entries(value.destination ?? {}), ...Object.entries(value.filters ?? {})];
    for (const [name, own] of nested) {
      const isOther = flat.get(name) !== undefined && own !== undefined && !isDeepStrictEqual(flat.get(name), own);
      if (isOther) issues.push({ code: 'custom', message: NOT_BOTH, input: value, path: [name] });
    }
  });
/** The parsed body. */
export type HotelShopBody = z.infer<typeof HotelShopRequest>;

/** The flat body as the operation's input. `offset` is the body's or the page token's. */
export function toSearchInput(body: HotelSearchBody, offset: number, path = ''): SearchInput {
  const { star_rating: stars } = body;
  return {
    destination: {
      cityName: body.city_name,
      countryCode: body.country_code,
      placeId: body.place_id,
      query: body.query,
      latitude: body.latitude,
      longitude: body.longitude,
      radiusKm: body.radius_km,
      hotelIds: body.hotel_ids,
      path,
    },
    checkIn: body.checkin,
    checkOut: body.checkout,
    occupancy: {
      adults: body.adults,
      childrenAges: body.children,
      rooms: body.rooms,
      occupancies: body.occupancies?.map(({ adults, children_ages: childrenAges }) => ({ adults, childrenAges })),
    },
    filters: {
      chainIds: body.chain_ids,
      facilityIds: body.facility_ids,
      hotelTypeIds: body.hotel_type_ids,
      starRatings: typeof stars === 'number' ? [stars] : stars,
      ratingMin: body.min_rating,
      reviewsMin: body.min_reviews,
      budgetPerNight: body.max_budget_per_night,
    },
    currency: body.currency,
    guestNationality: body.guest_nationality,
    locale: body.locale,
    limit: body.max_results,
    offset,
    supplierTimeoutMs: body.supplier_timeout_ms,
  };
}

/** The input of the shop's body, its nested objects laid flat. */
export function toShopInput({ destination, filters, ...flat }: HotelShopBody, offset: number): SearchInput {
  return toSearchInput(
    { ...flat, ...destination, ...filters },
    offset,
    destination === undefined ? '' : 'destination.',
  );
}

/** GET /v1/hotel_details/{hotel_id} */
export const HotelDetailsParams = z.object({ hotel_id: z.string().min(1).max(NAME_LENGTH_MAX) });
const AgeList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .filter((age) => age.trim() !== '')
      .map(Number),
  )
  .pipe(z.array(ChildAge).max(CHILDREN_PER_ROOM_MAX));
export const HotelDetailsQuery = z.object({
  checkin: DateText.optional().describe('With checkout: each room also says whether it can be had and what it costs.'),
  checkout: DateText.optional(),
  adults: integerText(1, ADULTS_PER_ROOM_MAX, 1),
  children: AgeList.optional().describe('Ages, comma-separated.'),
  currency: CurrencyCode.optional().describe('USD unless told.'),
  locale: Locale.default('en'),
});
