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
import { PlaceCodeText } from '../../places/place-code.ts';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { NO_PASSENGERS } from '../../travel/passengers.ts';
import { LIVE_SORTS, PLACE_TYPES, TRIP_TYPES } from '../model/flight-search.ts';
import type { FilterInput } from '../search/read-filters.ts';
import type { SearchInput } from '../search/read-search.ts';

/** The most codes a list may hold. */
export const CODES_MAX = 20;
const MINUTES_MAX = 10_000;

/** A place code, any case. */
export const PlaceCode = PlaceCodeText.describe('IATA code of an airport or metropolitan area.');
/** An airline code, any case. */
export const CarrierCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{2,3}$/, 'must be an airline code')
  .describe('IATA airline code.');
/** `YYYY-MM-DD`; whether it exists on the calendar is judged with the other dates. */
export const DateText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date YYYY-MM-DD');
const TimeText = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time HH:MM');
const TimeRange = z
  .object({ earliest: TimeText.optional(), latest: TimeText.optional() })
  .describe('Local wall-clock times, both included; latest before earliest runs over midnight.');
const Codes = z.array(PlaceCode).max(CODES_MAX);
const Carriers = z.array(CarrierCode).max(CODES_MAX);

/** POST /v1/flight_search: a journey and its filters, or `offer_token` alone. */
export const FlightSearchRequest = z.object({
  offer_token: z
    .string()
    .min(1)
    .max(8_000)
    .optional()
    .describe(
      'Alone (currency, locale and supplier_timeout_ms allowed): price this one offer again, with fresh tokens.',
    ),
  origin: PlaceCode.optional(),
  origin_type: z.enum(PLACE_TYPES).optional().describe('Omitted: a metropolitan code means the city.'),
  destination: PlaceCode.optional(),
  destination_type: z.enum(PLACE_TYPES).optional(),
  trip_type: z.enum(TRIP_TYPES).optional().describe('Derived from return_date when omitted.'),
  departure_date: DateText.optional().describe('Today or later at the origin, at most 361 days ahead.'),
  return_date: DateText.optional(),
  adults: z.int().min(1).max(9).default(1),
  children: z.int().min(0).max(8).default(0).describe('2 to 11 years old.'),
  infants: z.int().min(0).max(4).default(0).describe('Under 2, on a lap; not more than adults.'),
  ages: z.array(z.int().min(0).max(120)).max(18).optional().describe('One for each child, then one for each infant.'),
  cabin_class: z.enum(CABIN_CLASSES).optional().describe('economy unless told.'),
  max_stops: z.int().min(0).max(2).optional(),
  direct_only: z.boolean().optional(),
  max_price: MajorAmount.optional().describe("Total for everyone, major units of the request's currency."),
  include_carriers: Carriers.optional().describe('Every flight is sold by one of these.'),
  exclude_carriers: Carriers.optional().describe('No flight is sold or operated by one of these.'),
  refundable_only: z.boolean().optional(),
  changeable_only: z.boolean().optional(),
  checked_bag_included: z.boolean().optional(),
  max_total_duration_minutes: z
    .int()
    .min(1)
    .max(MINUTES_MAX)
    .optional()
    .describe('All directions together, as total_duration_minutes.'),
  departure_time_range: TimeRange.optional(),
  arrival_time_range: TimeRange.optional(),
  return_departure_time_range: TimeRange.optional(),
  return_arrival_time_range: TimeRange.optional(),
  via_airports: Codes.optional().describe('Each direction connects through at least one of these.'),
  exclude_via_airports: Codes.optional().describe('No connection at any of these.'),
  connection_time_min_minutes: z.int().min(0).max(MINUTES_MAX).optional(),
  connection_time_max_minutes: z.int().min(0).max(MINUTES_MAX).optional(),
  currency: CurrencyCode.optional().describe('USD unless told (on the sandbox routes to QAQ and QAR: JPY and KWD).'),
  locale: Locale.default('en'),
  sort: z.enum(LIVE_SORTS).default('lowest'),
  limit: PageLimit.default(20),
  offset: PageOffset.default(0),
  page_token: PageToken.optional(),
  supplier_timeout_ms: SupplierTimeout,
});
/** The parsed body. */
export type FlightSearchBody = z.infer<typeof FlightSearchRequest>;

const PATHS = {
  origins: 'origin',
  destinations: 'destination',
  tripType: 'trip_type',
  departures: 'departure_date',
  returns: 'return_date',
  passengers: 'adults',
  ages: 'ages',
  infants: 'infants',
  filters: '',
  priceMax: 'max_price',
} as const;

/** A journey named in full: what a body without `offer_token` must hold. */
export interface NamedJourney {
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: string;
}

/** The flat body as the operation's input. `offset` is the body's or the page token's. */
export function toSearchInput(body: FlightSearchBody, journey: NamedJourney, offset: number): SearchInput {
  return {
    origins: [journey.origin],
    originType: body.origin_type,
    destinations: [journey.destination],
    destinationType: body.destination_type,
    tripType: body.trip_type,
    dates: {
      departureDates: [journey.departureDate],
      departureRanges: [],
      returnDates: body.return_date === undefined ? [] : [body.return_date],
      returnRanges: [],
      stayDays: undefined,
    },
    passengers: { ...NO_PASSENGERS, adt: body.adults, chd: body.children, inf_lap: body.infants },
    ages: body.ages,
    filters: toFilterInput(body),
    currency: body.currency,
    sort: body.sort,
    limit: body.limit,
    offset,
    supplierTimeoutMs: body.supplier_timeout_ms,
    paths: PATHS,
  };
}

function toFilterInput(body: FlightSearchBody): FilterInput {
  return {
    cabinClass: body.cabin_class,
    stopsMax: body.max_stops,
    isDirectOnly: body.direct_only,
    priceMax: body.max_price,
    includeCarriers: body.include_carriers,
    excludeCarriers: body.exclude_carriers,
    isRefundableOnly: body.refundable_only,
    isChangeableOnly: body.changeable_only,
    hasCheckedBagOnly: body.checked_bag_included,
    totalDurationMinutesMax: body.max_total_duration_minutes,
    departureTimes: body.departure_time_range,
    arrivalTimes: body.arrival_time_range,
    returnDepartureTimes: body.return_departure_time_range,
    returnArrivalTimes: body.return_arrival_time_range,
    viaAirports: body.via_airports,
    excludeViaAirports: body.exclude_via_airports,
    connectionMinutesMin: body.connection_time_min_minutes,
    connectionMinutesMax: body.connection_time_max_minutes,
  };
}
