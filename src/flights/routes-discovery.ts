import type { App, Caller } from '../context.ts';
import {
  type AnyRoute,
  defineRoute,
  DISCOVERY_WORK,
  type MeasuredSize,
  type RenderedJson,
} from '../platform/http/route.ts';
import { todayIn } from '../travel/dates.ts';
import type { Locale } from '../travel/locale.ts';
import { answerOnce, type FreshAnswer } from '../offers/answers/answer-cache.ts';
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
} from './contract/contract-discovery-answer.ts';
import { coverageOfDates, coverageOfDestinations } from './discovery/coverage-of.ts';
import { findDates } from './discovery/find-dates.ts';
import { findDestinations } from './discovery/find-destinations.ts';
import { findLowestFares } from './discovery/lowest-fare.ts';
import { namesReturn } from './model/date-pairs.ts';
import { lowestPrice } from './model/flight-search.ts';
import { levelPrices } from './model/prices/price-levels.ts';
import { CALENDAR_SIZE, countDestinations, countSearch, DESTINATION_SIZE } from './model/work-size.ts';
import { readPageToken, signPageToken } from './search/page-token.ts';
import { presentCalendar, presentDestinations, presentList } from './render/present-discovery.ts';
import { type DiscoveryInput, fillDates, readDiscovery } from './discovery/read-discovery.ts';
import { searchCalendar } from './discovery/search-calendar.ts';
import { assertSupplied } from './search/search-flights.ts';
import { recordDiscoveryDemand } from './search/record-search-demand.ts';

const DISCOVERY_COST = 1;
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

/** POST /api/v1/flights/destination-search: the spec's form. */
const destinationSearchRoute = defineRoute({
  ...COMMON,
  operationId: 'flights_destination_search',
  longWork: {
    ...DISCOVERY_WORK,
    size: {
      ...DESTINATION_SIZE,
      measure: (body, { caller }) => sizeOfDestinations(toDestinationSearchInput(body), caller),
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
  handle: ({ app, caller, body, request }) =>
    answer(app, caller, {
      name: 'destination_search',
      body,
      input: toDestinationSearchInput(body),
      signal: request.signal,
      find: answerDestinations,
    }),
});

/** POST /v1/find_destination: destination search with a flat body. */
const findDestinationRoute = defineRoute({
  ...COMMON,
  operationId: 'find_destination',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...DESTINATION_SIZE, measure: (body, { caller }) => sizeOfDestinations(toDestinationsInput(body), caller) },
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
  handle: ({ app, caller, body, request }) =>
    answer(app, caller, {
      name: 'find_destination',
      body,
      input: toDestinationsInput(body),
      signal: request.signal,
      find: answerDestinations,
    }),
});

/** POST /v1/flight_calendar. */
const flightCalendarRoute = defineRoute({
  ...COMMON,
  operationId: 'flight_calendar',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...CALENDAR_SIZE, measure: (body, { caller }) => sizeOfCalendar(toCalendarInput(body), caller) },
  },
  path: '/v1/flight_calendar',
  summary: 'See the cheapest flight of each date',
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
  handle: ({ app, caller, body, request }) =>
    answer(app, caller, {
      name: 'flight_calendar',
      body,
      input: toCalendarInput(body),
      signal: request.signal,
      find: answerCalendar,
    }),
});

/** POST /v1/find_dates. */
const findDatesRoute = defineRoute({
  ...COMMON,
  operationId: 'find_dates',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...CALENDAR_SIZE, measure: (body, { caller }) => sizeOfCalendar(toDatesInput(body), caller) },
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
  handle: ({ app, caller, body, request }) =>
    answer(app, caller, {
      name: 'find_dates',
      body,
      input: toDatesInput(body),
      signal: request.signal,
      find: answerDates,
    }),
});

/** POST /v1/lowest_fare. */
const lowestFareRoute = defineRoute({
  ...COMMON,
  operationId: 'lowest_fare',
  longWork: {
    ...DISCOVERY_WORK,
    size: { ...CALENDAR_SIZE, measure: (body, { caller }) => sizeOfCalendar(toLowestFareInput(body), caller) },
  },
  path: '/v1/lowest_fare',
  summary: 'See the lowest fares of one date',
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
  handle: ({ app, caller, body, request }) =>
    answer(app, caller, {
      name: 'lowest_fare',
      body,
      input: toLowestFareInput(body),
      signal: request.signal,
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

function sizeOfDestinations(input: DiscoveryInput, caller: Caller): MeasuredSize {
  return countDestinations(withDefaultDates(input, caller), DESTINATION_SIZE, caller.now);
}

function sizeOfCalendar(input: DiscoveryInput, caller: Caller): MeasuredSize {
  return countSearch(withDefaultDates(input, caller), CALENDAR_SIZE, caller.now);
}

function withDefaultDates(input: DiscoveryInput, { now }: Caller): DiscoveryInput {
  const isRoundTrip = (input.tripType ?? (namesReturn(input.dates) ? 'roundtrip' : 'oneway')) === 'roundtrip';
  return input.hasDefaultWindow ? { ...input, dates: fillDates(input.dates, isRoundTrip, todayIn('UTC', now)) } : input;
}

interface DiscoveryBody {
  readonly locale: Locale;
  readonly page_token?: string | undefined;
}
interface Query {
  readonly input: DiscoveryInput;
  readonly locale: Locale;
  readonly signal: AbortSignal;
}
interface Call {
  readonly name: string;
  readonly body: DiscoveryBody;
  readonly input: DiscoveryInput;
  readonly signal: AbortSignal;
  readonly find: (app: App, caller: Caller, query: Query) => Promise<FreshAnswer>;
}

async function answer(app: App, caller: Caller, { name, body, input, signal, find }: Call): Promise<RenderedJson> {
  assertSupplied(app);
  const { locale, page_token: pageToken } = body;
  const answerFresh = () => {
    const offset = pageToken === undefined ? input.offset : readPageToken(app, caller, input, pageToken);
    return find(app, caller, { input: { ...input, offset }, locale, signal });
  };
  return await answerOnce(app, caller, `${name}|${JSON.stringify(body)}`, answerFresh);
}

async function answerDestinations(app: App, caller: Caller, { input, locale, signal }: Query): Promise<FreshAnswer> {
  const discovery = readDiscovery(app, caller, input);
  const result = await findDestinations(app, caller, { discovery, signal });
  const nextPageToken =
    result.nextOffset === undefined ? undefined : signPageToken(app, caller, input, result.nextOffset);
  const value = await presentDestinations(app, caller, result, {
    discovery,
    locale,
    nextPageToken,
    coverage: coverageOfDestinations(app, discovery, result),
  });
  const onGiven = recordDiscoveryDemand(
    app,
    caller,
    { discovery, named: input.destinations },
    result.cities.flatMap(({ flights }) => flights),
  );
  return { value, isCacheable: result.isComplete && result.cities.length > 0, onGiven };
}

async function answerCalendar(app: App, caller: Caller, { input, locale, signal }: Query): Promise<FreshAnswer> {
  const discovery = readDiscovery(app, caller, input);
  const { days, isComplete, seenAt } = await searchCalendar(app, caller, { discovery, signal });
  const levels = levelPrices(days.map(({ shown }) => lowestPrice(shown)));
  const leveled = days.map((day, index) => ({ ...day, level: levels[index] ?? 'medium' }));
  const end = discovery.offset + discovery.limit;
  const nextPageToken = end < days.length ? signPageToken(app, caller, input, end) : undefined;
  const page = { days: leveled.slice(discovery.offset, end), total: days.length, seenAt };
  return {
    value: await presentCalendar(app, caller, page, {
      discovery,
      locale,
      nextPageToken,
      coverage: coverageOfDates(app, discovery, days.length),
    }),
    isCacheable: isComplete && days.length > 0,
    onGiven: recordDiscoveryDemand(
      app,
      caller,
      { discovery, named: input.destinations },
      days.map(({ shown }) => shown),
    ),
  };
}

async function answerDates(app: App, caller: Caller, { input, locale, signal }: Query): Promise<FreshAnswer> {
  const discovery = readDiscovery(app, caller, input);
  const { days, found, isComplete, seenAt } = await findDates(app, caller, { discovery, signal });
  const shown = days.map((day) => day.shown);
  return {
    value: await presentList(
      app,
      caller,
      { shown, seenAt },
      { discovery, locale, nextPageToken: undefined, coverage: coverageOfDates(app, discovery, found) },
    ),
    isCacheable: isComplete && days.length > 0,
    onGiven: recordDiscoveryDemand(app, caller, { discovery, named: input.destinations }, shown),
  };
}

async function answerLowestFares(app: App, caller: Caller, { input, locale, signal }: Query): Promise<FreshAnswer> {
  const discovery = readDiscovery(app, caller, input);
  const list = await findLowestFares(app, caller, { discovery, signal });
  return {
    value: await presentList(app, caller, list, {
      discovery,
      locale,
      nextPageToken: undefined,
      coverage: coverageOfDates(app, discovery, Math.min(list.shown.length, 1)),
    }),
    isCacheable: list.isComplete && list.shown.length > 0,
    onGiven: recordDiscoveryDemand(app, caller, { discovery, named: input.destinations }, list.shown),
  };
}
