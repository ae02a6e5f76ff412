import * as z from 'zod';
import {
  CurrencyCode,
  Locale,
  MajorAmount,
  PageLimit,
  PageOffset,
  PageToken,
  SupplierTimeout,
} from '../offers/contract-search.ts';
import { PlaceCodeText } from '../places/place-code.ts';
import { TRANSMISSIONS } from '../travel/rental.ts';
import type { CarSearchInput, EndInput } from './read-search.ts';

const CATEGORIES_MAX = 20;
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

const PlaceCode = PlaceCodeText.describe(
  'IATA code of an airport or of a city; a code that is both means the city, with all its branches.',
);
const DateTimeText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, 'must be a branch-local time YYYY-MM-DDTHH:MM:SS without zone')
  .describe('Branch-local, no zone.');
const End = z.object({
  location: PlaceCode.optional(),
  location_type: z.enum(['city', 'airport']).optional().describe('Where a code is both: which is meant.'),
  latitude: z
    .number()
    .min(-LATITUDE_MAX)
    .max(LATITUDE_MAX)
    .optional()
    .describe('With longitude, instead of location: branches around this point, nearest ones.'),
  longitude: z.number().min(-LONGITUDE_MAX).max(LONGITUDE_MAX).optional(),
  date_time: DateTimeText,
});

/** POST /v1/car_search */
export const CarSearchRequest = z.object({
  pick_up: End.describe(
    'Where and when the rental begins: a location or a point. Not in the past there, at most 330 days ahead.',
  ),
  drop_off: End.describe(
    'Where and when it ends; without a place, where it began. After the pick-up, at most 90 days later.',
  ),
  driver_age: z
    .int()
    .min(18)
    .max(99)
    .optional()
    .describe(
      'On the day of pick-up. 30 is assumed unless told, and the answer says so. Decides fees and which classes are rented out.',
    ),
  residence_country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code (ISO 3166)')
    .optional()
    .describe('Where the driver lives.'),
  transmission: z.enum(TRANSMISSIONS).optional(),
  categories: z
    .array(z.string().trim().min(1).max(32))
    .max(CATEGORIES_MAX)
    .optional()
    .describe(
      'Alternatives: category words (mini, economy, compact, intermediate, standard, fullsize, premium, luxury, oversize, special, each but the last two ' +
        'also with _elite), body types (car, estate, suv, van, convertible, coupe, sports, pickup, camper, motorcycle), first ACRISS letters (C), or whole ACRISS codes (CDMR).',
    ),
  max_total_price: MajorAmount.optional().describe(
    "Everything but extras and deposit, paid now and at the desk; major units of the request's currency.",
  ),
  unlimited_mileage_only: z.boolean().optional(),
  free_cancellation_only: z.boolean().optional().describe('Only what can be cancelled free of charge at this moment.'),
  currency: CurrencyCode.default('USD'),
  locale: Locale.default('en'),
  sort: z.literal('lowest').default('lowest').describe('By the total, what is paid at the desk included.'),
  limit: PageLimit.default(20),
  offset: PageOffset.default(0),
  page_token: PageToken.optional(),
  supplier_timeout_ms: SupplierTimeout,
});
/** The parsed body. */
export type CarSearchBody = z.infer<typeof CarSearchRequest>;

/** The body as the operation's input. */
export function toSearchInput(body: CarSearchBody): CarSearchInput {
  return {
    pickUp: toEnd(body.pick_up),
    dropOff: toEnd(body.drop_off),
    driverAge: body.driver_age,
    residenceCountry: body.residence_country,
    transmission: body.transmission,
    categories: body.categories ?? [],
    totalMax: body.max_total_price,
    isUnlimitedMileageOnly: body.unlimited_mileage_only ?? false,
    isFreeCancellationOnly: body.free_cancellation_only ?? false,
    currency: body.currency,
    limit: body.limit,
    offset: body.offset,
    supplierTimeoutMs: body.supplier_timeout_ms,
  };
}

function toEnd({
  location,
  location_type: locationType,
  latitude,
  longitude,
  date_time: at,
}: CarSearchBody['pick_up']): EndInput {
  return { location, locationType, latitude, longitude, at };
}
