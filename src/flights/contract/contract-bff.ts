import * as z from 'zod';
import {
  CurrencyCode,
  Locale,
  MajorAmount,
  PageLimit,
  PageOffset,
  PageToken,
  SupplierTimeout,
} from '../../offers/contract-search.ts';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { NO_PASSENGERS, PASSENGER_KINDS } from '../../travel/passengers.ts';
import { DateText, PlaceCode } from './contract.ts';
import { dateFieldsOf, singleDateFields, toDateChoice } from './contract-dates.ts';
import { PLACE_TYPES, SORTS, TRIP_TYPES } from '../model/flight-search.ts';
import type { SearchInput } from '../search/read-search.ts';

const PLACES_MAX = 10;
const DATES_MAX = 62;
const STAY_DAYS_MAX = 361;

const DateRangeText = z
  .object({ start: DateText, end: DateText })
  .refine((range) => range.end >= range.start, { message: 'ends before it starts', path: ['end'] });
const StayDays = z.int().min(0).max(STAY_DAYS_MAX);
const count = (max: number) => z.int().min(0).max(max).optional();

/** POST /api/v1/flights/search: the `filters` form of spec.md. */
export const FlightFiltersRequest = z.object({
  currency: CurrencyCode.optional().describe('USD unless told (on the sandbox routes to QAQ and QAR: JPY and KWD).'),
  filters: z.object({
    trip_type: z.enum(TRIP_TYPES).optional().describe('Derived from the dates when omitted.'),
    cabin_class: z.enum(CABIN_CLASSES).optional(),
    direct_only: z.boolean().optional(),
    locations: z.object({
      origins: z.array(PlaceCode).min(1).max(PLACES_MAX),
      origin_type: z
        .enum(PLACE_TYPES)
        .optional()
        .describe("city unless told; a code that is only an airport's still means that airport."),
      destinations: z.array(PlaceCode).min(1).max(PLACES_MAX),
      destination_type: z.enum(PLACE_TYPES).optional(),
    }),
    dates: z
      .object({
        ...singleDateFields,
        departure_dates: z.array(DateText).max(DATES_MAX).optional(),
        departure_date_ranges: z.array(DateRangeText).max(PLACES_MAX).optional(),
        return_dates: z.array(DateText).max(DATES_MAX).optional(),
        return_date_ranges: z.array(DateRangeText).max(PLACES_MAX).optional(),
        stay_days: StayDays.optional(),
        stay_days_range: z
          .object({ min: StayDays, max: StayDays })
          .refine((stay) => stay.max >= stay.min, { message: 'is less than min', path: ['max'] })
          .optional(),
      })
      .describe('At most 31 combinations of departure and return.'),
  }),
  passengers: z
    .object({
      adt: count(9).describe('1 unless told, or 0 beside youths and students, who travel as adults.'),
      chd: count(8),
      inf_lap: count(4),
      inf_seat: count(4),
      youth: count(9),
      student: count(9),
      ages: z
        .array(z.int().min(0).max(120))
        .max(18)
        .optional()
        .describe('Everyone but adults, in the order chd, inf_lap, inf_seat, youth, student.'),
      residency_country: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
        .optional()
        .describe(
          'ISO country where they live. Accepted and checked; no fare sold here depends on it, so it changes no answer.',
        ),
    })
    .default({}),
  price_constraints: z
    .object({
      max_total: MajorAmount.optional().describe("Total for everyone, major units of the request's currency."),
    })
    .optional(),
  sort: z.enum(SORTS).default('lowest'),
  limit: PageLimit.default(20),
  offset: PageOffset.default(0),
  page_token: PageToken.optional(),
  locale: Locale.default('en'),
  allow_live_shop: z
    .boolean()
    .default(false)
    .describe('Shop the suppliers now; otherwise cached itineraries are answered.'),
  supplier_timeout_ms: SupplierTimeout,
});
/** The parsed body. */
export type FlightFiltersBody = z.infer<typeof FlightFiltersRequest>;

const PATHS = {
  origins: 'filters.locations.origins[]',
  destinations: 'filters.locations.destinations[]',
  tripType: 'filters.trip_type',
  departures: 'filters.dates.departure_dates',
  returns: 'filters.dates.return_dates',
  passengers: 'passengers',
  ages: 'passengers.ages',
  infants: 'passengers.inf_lap',
  filters: 'filters.',
  priceMax: 'price_constraints.max_total',
} as const;

/** The `filters` body as the operation's input. */
export function toSearchInput(body: FlightFiltersBody, offset: number): SearchInput {
  const { filters, price_constraints } = body;
  const { passengers } = body;
  const given = Object.fromEntries(PASSENGER_KINDS.map((kind) => [kind, passengers[kind] ?? 0]));
  // Youths and students travel as adults, so a party of them needs no adult by default.
  const adt = passengers.adt ?? (passengers.youth || passengers.student ? 0 : 1);
  return {
    origins: filters.locations.origins,
    originType: filters.locations.origin_type,
    destinations: filters.locations.destinations,
    destinationType: filters.locations.destination_type,
    tripType: filters.trip_type,
    dates: toDateChoice(filters.dates),
    passengers: { ...NO_PASSENGERS, ...given, adt },
    ages: passengers.ages,
    filters: {
      cabinClass: filters.cabin_class,
      isDirectOnly: filters.direct_only,
      priceMax: price_constraints?.max_total,
    },
    currency: body.currency,
    sort: body.sort,
    limit: body.limit,
    offset,
    supplierTimeoutMs: body.supplier_timeout_ms,
    paths: { ...PATHS, dates: dateFieldsOf(filters.dates, 'filters.dates.') },
  };
}
