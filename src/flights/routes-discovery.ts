import type { z } from 'zod';
import type { App, Caller } from '../context.ts';
import {
  type AnyRoute,
  defineRoute,
  DISCOVERY_WORK,
  type MeasuredSize,
  type RenderedJson,
  type RouteContext,
  type StreamEvent,
} from '../platform/http/route.ts';
import { todayIn } from '../travel/dates.ts';
import {
  DestinationSearchRequest,
  FindDatesRequest,
  FindDestinationRequest,
  FlightCalendarRequest,
  LowestFareRequest,
  toCalendarInput,
  toDatesInput,
  toDestinationSearchInput,
  toDestinationsInput,
  toLowestFareInput,
} from './contract/contract-discovery.ts';
import {
  DestinationSearchResponse,
  FindDatesResponse,
  FlightCalendarResponse,
  LowestFareResponse,
  SampledEvent,
} from './contract/contract-discovery-answer.ts';
import {
  answerCalendar,
  answerDates,
  answerDestinations,
  answerDiscovery,
  answerLowestFares,
  type DiscoveryBody,
  type FindAnswer,
  openDiscovery,
} from './discovery-answers.ts';
import { type DiscoveryInput, fillDates } from './discovery/read-discovery.ts';
import { namesReturn } from './model/date-pairs.ts';
import { CALENDAR_SIZE, countDestinations, countSearch, DESTINATION_SIZE } from './model/work-size.ts';
import { unpublishedSuppliers } from './observed/observed-route.ts';

const DISCOVERY_COST = 1;
/** A sampled date is a live search, which costs 10. */
const CREDITS_PER_SAMPLE = 10;
const COMMON = {
  method: 'POST',
  tag: 'Search',
  access: 'key',
  scope: 'search',
  cost: DISCOVERY_COST,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  refusals: ['currency_unsupported', 'token_invalid', 'supplier_failed', 'supplier_unavailable', 'supplier_timeout'],
} as const;
const DESTINATIONS =
  'The cities one can fly to, each with its cheapest flights over all the dates given, cheapest city first. Prices are filed ' +
  'fares, exact for their dates; search those dates with flight_search to book.';

const STREAM_DESCRIPTION =
  'With `Accept: text/event-stream`: `known` with what is known without asking anybody, `sampled` for each live search of `sample` as it ' +
  'ends, then `done` with the plain answer. Where nothing is sampled: `done` alone.';

/** Names an operation's answers, reads its body and finds its answer. */
interface Answering<B extends DiscoveryBody> {
  readonly name: string;
  readonly response: z.ZodType;
  readonly toInput: (body: B) => DiscoveryInput;
  readonly find: FindAnswer;
}

/** How a discovery is answered: as a whole, and as a stream. */
function answered<B extends DiscoveryBody>({ name, response, toInput, find }: Answering<B>) {
  const toRequest = ({ body, request: { signal } }: Pick<RouteContext<unknown, unknown, B>, 'body' | 'request'>) => ({
    name,
    body,
    input: toInput(body),
    signal,
    find,
  });
  return {
    stream: {
      description: STREAM_DESCRIPTION,
      events: { known: response, sampled: SampledEvent, done: response },
      open: (context: RouteContext<unknown, unknown, B>): Promise<AsyncIterable<StreamEvent>> =>
        openDiscovery(context.app, context.caller, toRequest(context)),
    },
    handle: (context: RouteContext<unknown, unknown, B>): Promise<RenderedJson> =>
      answerDiscovery(context.app, context.caller, toRequest(context)),
  };
}

/** POST /api/v1/flights/destination-search: the spec's form. */
const destinationSearchRoute = defineRoute({
  ...COMMON,
  operationId: 'flights_destination_search',
  longWork: {
    ...DISCOVERY_WORK,
    size: {
      ...DESTINATION_SIZE,
      measure: (body, tools) => sizeOfDestinations(toDestinationSearchInput(body), tools),
    },
  },
  path: '/api/v1/flights/destination-search',
  summary: 'Find the cheapest flights per destination, with filters',
  description: DESTINATIONS,
  body: DestinationSearchRequest,
  response: DestinationSearchResponse,
  example: {
    currency: 'EUR',
    passengers: { adt: 2 },
    filters: {
      trip_type: 'roundtrip',
      locations: { origins: ['PAR'] },
      dates: { departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-31' }], stay_days: 7 },
    },
    price_constraints: { max_total: 600 },
  },
  ...answered({
    name: 'destination_search',
    response: DestinationSearchResponse,
    toInput: toDestinationSearchInput,
    find: answerDestinations,
  }),
});

/** POST /v1/find_destination: destination search with a flat body. */
const findDestinationRoute = defineRoute({
  ...COMMON,
  operationId: 'find_destination',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...DESTINATION_SIZE, measure: (body, tools) => sizeOfDestinations(toDestinationsInput(body), tools) },
  },
  path: '/v1/find_destination',
  summary: 'Find the cheapest flights per destination',
  description: DESTINATIONS,
  body: FindDestinationRequest,
  response: DestinationSearchResponse,
  example: {
    origins: ['PAR'],
    departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-31' }],
    stay_days: 7,
    max_total: 600,
    currency: 'EUR',
  },
  ...answered({
    name: 'find_destination',
    response: DestinationSearchResponse,
    toInput: toDestinationsInput,
    find: answerDestinations,
  }),
});

/** POST /v1/flight_calendar. */
const flightCalendarRoute = defineRoute({
  ...COMMON,
  operationId: 'flight_calendar',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...CALENDAR_SIZE, measure: (body, tools) => sizeOfCalendar(toCalendarInput(body), tools) },
  },
  path: '/v1/flight_calendar',
  summary: 'List the cheapest flight of each date',
  description:
    'One itinerary for each pair of departure and return that has flights, the cheapest, in the order of days.',
  body: FlightCalendarRequest,
  response: FlightCalendarResponse,
  example: {
    origins: ['PAR'],
    destinations: ['TYO'],
    departure_date_ranges: [{ start: '2027-03-01', end: '2027-03-31' }],
    stay_days: 14,
    currency: 'EUR',
  },
  ...answered({
    name: 'flight_calendar',
    response: FlightCalendarResponse,
    toInput: toCalendarInput,
    find: answerCalendar,
  }),
});

/** POST /v1/find_dates. */
const findDatesRoute = defineRoute({
  ...COMMON,
  operationId: 'find_dates',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...CALENDAR_SIZE, measure: (body, tools) => sizeOfCalendar(toDatesInput(body), tools) },
  },
  path: '/v1/find_dates',
  summary: 'Find the cheapest dates',
  description:
    'Up to ten date pairs: the days of departure are cut into ten stretches of equal length and the cheapest pair of each is taken; ' +
    'what room is left goes to the cheapest of the rest. Cheapest first.',
  body: FindDatesRequest,
  response: FindDatesResponse,
  example: {
    origins: ['PAR'],
    destinations: ['TYO'],
    departure_date_ranges: [{ start: '2027-03-01', end: '2027-04-30' }],
    stay_days_range: { min: 7, max: 14 },
    currency: 'EUR',
  },
  ...answered({ name: 'find_dates', response: FindDatesResponse, toInput: toDatesInput, find: answerDates }),
});

/** POST /v1/lowest_fare. */
const lowestFareRoute = defineRoute({
  ...COMMON,
  operationId: 'lowest_fare',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...CALENDAR_SIZE, measure: (body, tools) => sizeOfCalendar(toLowestFareInput(body), tools) },
  },
  path: '/v1/lowest_fare',
  summary: 'List the lowest fares of one date',
  description: 'Up to ten itineraries for one departure, or one departure and return, cheapest first.',
  body: LowestFareRequest,
  response: LowestFareResponse,
  example: {
    origins: ['PAR'],
    destinations: ['TYO'],
    departure_date: '2027-03-05',
    return_date: '2027-03-19',
    adults: 2,
    currency: 'EUR',
  },
  ...answered({
    name: 'lowest_fare',
    response: LowestFareResponse,
    toInput: toLowestFareInput,
    find: answerLowestFares,
  }),
});

/** Destination search, calendars and lowest fares. */
export const discoveryRoutes: readonly AnyRoute[] = [
  destinationSearchRoute,
  findDestinationRoute,
  flightCalendarRoute,
  findDatesRoute,
  lowestFareRoute,
];

function sizeOfDestinations(input: DiscoveryInput, { app, caller }: Measuring): MeasuredSize {
  return withSamples(app, input, countDestinations(withDefaultDates(input, caller), DESTINATION_SIZE, caller.now));
}

/** Who asks, and of which installation. */
interface Measuring {
  readonly app: App;
  readonly caller: Caller;
}

/** A sampled date costs what the live search costs that it is. */
function withSamples(app: App, { sample }: DiscoveryInput, size: MeasuredSize): MeasuredSize {
  const surcharge = unpublishedSuppliers(app).length === 0 ? 0 : sample * CREDITS_PER_SAMPLE;
  return surcharge === 0 ? size : { ...size, surcharge };
}

function sizeOfCalendar(input: DiscoveryInput, { app, caller }: Measuring): MeasuredSize {
  return withSamples(app, input, countSearch(withDefaultDates(input, caller), CALENDAR_SIZE, caller.now));
}

function withDefaultDates(input: DiscoveryInput, { now }: Caller): DiscoveryInput {
  const isRoundTrip = (input.tripType ?? (namesReturn(input.dates) ? 'roundtrip' : 'oneway')) === 'roundtrip';
  return input.hasDefaultWindow ? { ...input, dates: fillDates(input.dates, isRoundTrip, todayIn('UTC', now)) } : input;
}
