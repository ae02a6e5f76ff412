import * as z from 'zod';
import { CurrencyCode, Locale, MajorAmount, PageLimit, PageOffset, PageToken } from '../../offers/contract-search.ts';
import { PlaceOrCountryText } from '../../places/place-code.ts';
import { daysBetween } from '../../travel/dates.ts';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { NO_PASSENGERS } from '../../travel/passengers.ts';
import { DateText, FlightSearchRequest, PlaceCode } from './contract.ts';
import { type FlightFiltersBody, FlightFiltersRequest, toSearchInput as toFiltersInput } from './contract-bff.ts';
import { dateFieldsOf, singleDateFields, toDateChoice } from './contract-dates.ts';
import { RANGE_DAYS_MAX } from '../model/discovery.ts';
import { PLACE_TYPES, SORTS, TRIP_TYPES } from '../model/flight-search.ts';
import type { DiscoveryInput } from '../discovery/read-discovery.ts';
import type { FilterInput } from '../search/read-filters.ts';

const ORIGINS_MAX = 10;
const DESTINATIONS_MAX = 50;
/** A calendar prices every date of each destination, so it accepts fewer of them than a destination search. */
const CALENDAR_DESTINATIONS_MAX = 10;
const FLIGHTS_PER_DESTINATION_MAX = 10;
const DATES_MAX = RANGE_DAYS_MAX;
const RANGES_MAX = 10;
const STAY_DAYS_MAX = 361;
const CALENDAR_LIMIT_DEFAULT = 62;
const SAMPLE_MAX = 31;
const SUPPLIER_TIMEOUT_MS = 8_000;

const DestinationCode = PlaceOrCountryText.describe(
  'IATA code of an airport or metropolitan area, or a country: every city in it.',
);
const DateRangeText = z
  .object({ start: DateText, end: DateText })
  .refine((range) => range.end >= range.start, { message: 'ends before it starts', path: ['end'] })
  .refine((range) => daysBetween(range.start, range.end) < RANGE_DAYS_MAX, {
    message: `covers more than ${RANGE_DAYS_MAX} days`,
    path: ['end'],
  });
const DateRanges = z
  .array(DateRangeText)
  .max(RANGES_MAX)
  .describe(
    `Both ends included, at most ${RANGE_DAYS_MAX} days each. Days that are past at the origin, or later than flights are sold (361 days ahead), are left out.`,
  );
const DateList = z.array(DateText).max(DATES_MAX);
const StayDays = z.int().min(0).max(STAY_DAYS_MAX);
const StayDaysRange = z
  .object({ min: StayDays, max: StayDays })
  .refine((stay) => stay.max >= stay.min, { message: 'is less than min', path: ['max'] });
const FlightsPerDestination = z
  .int()
  .min(1)
  .max(FLIGHTS_PER_DESTINATION_MAX)
  .default(1)
  .describe('Itineraries in `flights`, cheapest first.');
const Limit = PageLimit.default(20);
const WINDOW = 'Without dates: departures of the next 30 days, from tomorrow at the origin on.';

const Sample = z
  .int()
  .min(0)
  .max(SAMPLE_MAX)
  .optional()
  .describe(
    'Search so many unknown date pairs live, each for the credits of a search; only where a supplier publishes no fares.',
  );

/** The date fields of both surfaces. */
const dateFields = {
  ...singleDateFields,
  departure_dates: DateList.optional().describe(WINDOW),
  departure_date_ranges: DateRanges.optional(),
  return_dates: DateList.optional(),
  return_date_ranges: DateRanges.optional(),
  stay_days: StayDays.optional().describe('7 for a round trip that says nothing about the way back.'),
  stay_days_range: StayDaysRange.optional(),
};
const { adults, children, infants, ages } = FlightSearchRequest.shape;
/** The fields that all flat bodies share. */
const sharedFields = {
  origins: z.array(PlaceCode).min(1).max(ORIGINS_MAX),
  origin_type: z.enum(PLACE_TYPES).optional().describe('Omitted: a metropolitan code means the city.'),
  destination_type: z.enum(PLACE_TYPES).optional(),
  trip_type: z.enum(TRIP_TYPES).optional().describe('Derived from the dates when omitted.'),
  adults,
  children,
  infants,
  ages,
  cabin_class: z.enum(CABIN_CLASSES).optional().describe('economy unless told.'),
  direct_only: z.boolean().optional(),
  max_total: MajorAmount.optional().describe("Total for everyone, major units of the request's currency."),
  currency: CurrencyCode.optional().describe('USD unless told (on the sandbox routes to QAQ and QAR: JPY and KWD).'),
  locale: Locale.default('en'),
  sample: Sample,
};
const pageFields = { offset: PageOffset.default(0), page_token: PageToken.optional() };

/** POST /v1/find_destination. */
export const FindDestinationRequest = z.object({
  ...sharedFields,
  destinations: z.array(DestinationCode).max(DESTINATIONS_MAX).optional().describe('Left out or empty: anywhere.'),
  ...dateFields,
  sort: z
    .enum(SORTS)
    .default('lowest')
    .describe('recommendation puts each fifty of the cheapest in the order of their scores.'),
  limit: Limit,
  ...pageFields,
  flights_per_destination: FlightsPerDestination,
});
/** The parsed body. */
export type FindDestinationBody = z.infer<typeof FindDestinationRequest>;

const { currency, passengers, price_constraints, sort, locale } = FlightFiltersRequest.shape;
/** POST /api/v1/flights/destination-search: the spec's form. */
export const DestinationSearchRequest = z.object({
  currency,
  filters: z.object({
    trip_type: sharedFields.trip_type,
    cabin_class: sharedFields.cabin_class,
    direct_only: z.boolean().optional(),
    locations: z.object({
      origins: sharedFields.origins,
      origin_type: sharedFields.origin_type,
      destinations: z.array(DestinationCode).max(DESTINATIONS_MAX).optional().describe('Left out or empty: anywhere.'),
      destination_type: sharedFields.destination_type,
    }),
    dates: z.object(dateFields).default({}),
  }),
  passengers,
  price_constraints,
  sort,
  locale,
  limit: Limit,
  ...pageFields,
  flights_per_destination: FlightsPerDestination,
  sample: Sample,
});
/** The parsed body. */
export type DestinationSearchBody = z.infer<typeof DestinationSearchRequest>;

const { departure_time_range, arrival_time_range, return_departure_time_range, return_arrival_time_range } =
  FlightSearchRequest.shape;
const { include_carriers, exclude_carriers } = FlightSearchRequest.shape;
const calendarFields = {
  ...sharedFields,
  destinations: z.array(PlaceCode).min(1).max(CALENDAR_DESTINATIONS_MAX),
  departure_time_range,
  arrival_time_range,
  return_departure_time_range,
  return_arrival_time_range,
  include_carriers,
  exclude_carriers,
};

/** POST /v1/flight_calendar. */
export const FlightCalendarRequest = z.object({
  ...calendarFields,
  ...dateFields,
  limit: PageLimit.default(CALENDAR_LIMIT_DEFAULT).describe('Date pairs on a page, in the order of their dates.'),
  ...pageFields,
});
/** POST /v1/find_dates. */
export const FindDatesRequest = z.object({ ...calendarFields, ...dateFields });
/** POST /v1/lowest_fare. */
export const LowestFareRequest = z.object({
  ...calendarFields,
  departure_date: DateText.describe('Today or later at the origin, at most 361 days ahead.'),
  return_date: DateText.optional(),
});
/** The parsed bodies. */
export type FlightCalendarBody = z.infer<typeof FlightCalendarRequest>;
export type FindDatesBody = z.infer<typeof FindDatesRequest>;
export type LowestFareBody = z.infer<typeof LowestFareRequest>;

const PATHS = {
  origins: 'origins[]',
  destinations: 'destinations[]',
  tripType: 'trip_type',
  departures: 'departure_dates',
  returns: 'return_dates',
  passengers: 'adults',
  ages: 'ages',
  infants: 'infants',
  filters: '',
  priceMax: 'max_total',
} as const;
const FIXED_PATHS = { ...PATHS, departures: 'departure_date', returns: 'return_date' } as const;

/** The flat body of find_destination as the operation's input. */
export function toDestinationsInput(body: FindDestinationBody): DiscoveryInput {
  return {
    ...toShared(body),
    operation: 'destinations',
    destinations: body.destinations ?? [],
    dates: toDateChoice(body),
    paths: { ...PATHS, dates: dateFieldsOf(body, '') },
    sort: body.sort,
    limit: body.limit,
    offset: body.offset,
    flightsPerDestination: body.flights_per_destination,
    hasDefaultWindow: true,
  };
}

/** The spec's body of destination search as the operation's input. */
export function toDestinationSearchInput(body: DestinationSearchBody): DiscoveryInput {
  const { locations } = body.filters;
  const filtersBody: FlightFiltersBody = {
    ...body,
    filters: { ...body.filters, locations: { ...locations, destinations: locations.destinations ?? [] } },
    allow_live_shop: false,
    supplier_timeout_ms: SUPPLIER_TIMEOUT_MS,
  };
  return {
    ...toFiltersInput(filtersBody, body.offset),
    operation: 'destinations',
    flightsPerDestination: body.flights_per_destination,
    sample: body.sample ?? 0,
    hasDefaultWindow: true,
  };
}

/** The body of flight_calendar as the operation's input. */
export function toCalendarInput(body: FlightCalendarBody): DiscoveryInput {
  return { ...toDatesInput(body), operation: 'calendar', limit: body.limit, offset: body.offset };
}

/** The body of find_dates as the operation's input. */
export function toDatesInput(body: FindDatesBody): DiscoveryInput {
  return {
    ...toShared(body),
    operation: 'dates',
    destinations: body.destinations,
    filters: toCalendarFilters(body),
    dates: toDateChoice(body),
    paths: { ...PATHS, dates: dateFieldsOf(body, '') },
    hasDefaultWindow: true,
  };
}

/** The body of lowest_fare as the operation's input. */
export function toLowestFareInput(body: LowestFareBody): DiscoveryInput {
  return {
    ...toShared(body),
    operation: 'lowest_fare',
    destinations: body.destinations,
    filters: toCalendarFilters(body),
    dates: {
      departureDates: [body.departure_date],
      departureRanges: [],
      returnDates: body.return_date === undefined ? [] : [body.return_date],
      returnRanges: [],
      stayDays: undefined,
    },
    hasDefaultWindow: false,
    paths: FIXED_PATHS,
  };
}

type SharedBody = Pick<FindDestinationBody, Exclude<keyof typeof sharedFields, 'locale'>>;

function toShared(body: SharedBody) {
  return {
    origins: body.origins,
    originType: body.origin_type,
    destinationType: body.destination_type,
    tripType: body.trip_type,
    passengers: { ...NO_PASSENGERS, adt: body.adults, chd: body.children, inf_lap: body.infants },
    ages: body.ages,
    filters: toFilters(body),
    currency: body.currency,
    sort: 'lowest',
    limit: CALENDAR_LIMIT_DEFAULT,
    offset: 0,
    supplierTimeoutMs: SUPPLIER_TIMEOUT_MS,
    flightsPerDestination: 1,
    sample: body.sample ?? 0,
    paths: PATHS,
  } as const;
}

function toFilters(body: SharedBody): FilterInput {
  return { cabinClass: body.cabin_class, isDirectOnly: body.direct_only, priceMax: body.max_total };
}

function toCalendarFilters(body: FindDatesBody | LowestFareBody): FilterInput {
  return {
    ...toFilters(body),
    includeCarriers: body.include_carriers,
    excludeCarriers: body.exclude_carriers,
    departureTimes: body.departure_time_range,
    arrivalTimes: body.arrival_time_range,
    returnDepartureTimes: body.return_departure_time_range,
    returnArrivalTimes: body.return_arrival_time_range,
  };
}
