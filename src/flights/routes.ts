import type { App, Caller } from '../context.ts';
import { refuseFields } from '../platform/errors.ts';
import {
  type AnyRoute,
  defineRoute,
  type PageDeclaration,
  SEARCH_WORK,
  type StreamEvent,
} from '../platform/http/route.ts';
import type { Locale } from '../travel/locale.ts';
import { answerOnce, type FreshAnswer, pricedQuery } from '../offers/answers/answer-cache.ts';
import type { ServiceFees } from '../pricing/service-fees.ts';
import { airlineLogoPage, cityImagePage } from './pictures/asset-pages.ts';
import { type FlightSearchBody, FlightSearchRequest, type NamedJourney, toSearchInput } from './contract/contract.ts';
import { FLIGHT_SEARCH_EVENTS, FlightSearchResponse } from './contract/contract-answer.ts';
import {
  type FlightFiltersBody,
  FlightFiltersRequest,
  toSearchInput as toFiltersInput,
} from './contract/contract-bff.ts';
import { countSearch, SEARCH_SIZE } from './model/work-size.ts';
import { readPageToken, signPageToken } from './search/page-token.ts';
import { presentSearch } from './render/present-search.ts';
import { presentStream } from './render/present-stream.ts';
import { readSearch, type SearchInput } from './search/read-search.ts';
import { repriceOffer } from './search/reprice-offer.ts';
import {
  assertSupplied,
  type SearchCall,
  searchFlights,
  type SearchResult,
  type ShopMode,
} from './search/search-flights.ts';
import { streamSearch, announceReprice } from './search/stream-search.ts';
import { recordSearchDemand } from './search/record-search-demand.ts';

const SEARCH_COST = 10;
const STREAM_DESCRIPTION =
  'With `Accept: text/event-stream`: an `offers` event for each supplier as it answers (a late one at the deadline, as a timeout; several with ' +
  '`more_offers_follow` where it answers in batches), then ' +
  '`done` with the totals of the plain answer. A search that no supplier answered ends with `error` where the plain answer would have ' +
  'failed. What is refused at once (401 to 422) is plain JSON. A stream is not resumed: search again.';
const TOOL = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;

/** POST /v1/flight_search: always shops live. */
const flightSearchRoute = defineRoute({
  operationId: 'flight_search',
  method: 'POST',
  path: '/v1/flight_search',
  tag: 'Search',
  summary: 'Search flights live',
  description:
    'Bookable offers of every configured supplier, with all their branded fares, and cached itineraries beside them. ' +
    "A fare's trip_item_token goes into POST /v1/trip within 30 minutes. Prices hold the organization's service_fee, where it has one.",
  access: 'key',
  scope: 'search',
  cost: SEARCH_COST,
  longWork: SEARCH_WORK,
  isWrite: false,
  tool: TOOL,
  body: FlightSearchRequest,
  response: FlightSearchResponse,
  refusals: [
    'currency_unsupported',
    'token_invalid',
    'offer_expired',
    'offer_unavailable',
    'supplier_rejected',
    'supplier_failed',
    'supplier_unavailable',
    'supplier_timeout',
  ],
  example: {
    origin: 'PAR',
    destination: 'TYO',
    trip_type: 'roundtrip',
    departure_date: '2027-03-05',
    return_date: '2027-03-19',
    adults: 2,
    currency: 'EUR',
  },
  stream: {
    description: STREAM_DESCRIPTION,
    events: FLIGHT_SEARCH_EVENTS,
    async open({ app, caller, body, request }) {
      const { offer_token: offerToken, locale } = body;
      if (offerToken === undefined) return await streamPage(app, caller, flatCall(body, request.signal));
      const result = await reprice(app, caller, body, offerToken, request.signal);
      const pageTokenAt = () => '';
      return presentStream(app, caller, announceReprice(result), {
        currency: result.search.currency,
        locale,
        pageTokenAt,
      });
    },
  },
  async handle({ app, caller, body, request }) {
    const { offer_token: offerToken, locale } = body;
    if (offerToken !== undefined) {
      const result = await reprice(app, caller, body, offerToken, request.signal);
      return presentSearch(app, caller, result, { locale, nextPageToken: undefined });
    }
    const call = flatCall(body, request.signal);
    const fees = await app.pricing.feesOf(caller.organizationId);
    const query = pricedQuery('flight_search', fees, body);
    return await answerOnce(app, caller, query, () => answerPage(app, caller, call, fees));
  },
});

/** POST /api/v1/flights/search: cached itineraries, and live offers where `allow_live_shop` asks for them. */
const flightFiltersSearchRoute = defineRoute({
  operationId: 'flights_search',
  method: 'POST',
  path: '/api/v1/flights/search',
  tag: 'Search',
  summary: 'Search flights with filters',
  description:
    'Cached itineraries; with allow_live_shop also live offers. Never fails because of a supplier that is down: ' +
    'live_shop_status says how live shopping went.',
  access: 'key',
  scope: 'search',
  cost: SEARCH_COST,
  longWork: {
    ...SEARCH_WORK,
    size: {
      ...SEARCH_SIZE,
      measure: (body, { caller }) => countSearch(toFiltersInput(body, 0), SEARCH_SIZE, caller.now),
    },
  },
  isWrite: false,
  tool: TOOL,
  body: FlightFiltersRequest,
  response: FlightSearchResponse,
  refusals: ['currency_unsupported', 'token_invalid', 'supplier_unavailable'],
  example: {
    currency: 'EUR',
    passengers: { adt: 2 },
    allow_live_shop: true,
    filters: {
      trip_type: 'roundtrip',
      locations: { origins: ['PAR'], destinations: ['TYO'] },
      dates: { departure_dates: ['2027-03-05'], stay_days: 14 },
    },
  },
  stream: {
    description: `${STREAM_DESCRIPTION} Without allow_live_shop there is nothing to wait for: \`done\` alone.`,
    events: FLIGHT_SEARCH_EVENTS,
    open: async ({ app, caller, body, request }) => streamPage(app, caller, filtersCall(body, request.signal)),
  },
  async handle({ app, caller, body, request }) {
    const call = filtersCall(body, request.signal);
    const fees = await app.pricing.feesOf(caller.organizationId);
    const query = pricedQuery('flights_search', fees, body);
    return await answerOnce(app, caller, query, () => answerPage(app, caller, call, fees));
  },
});

/** Operations of this folder. */
export const flightRoutes: readonly AnyRoute[] = [flightSearchRoute, flightFiltersSearchRoute];
/** Pictures that answers link to. */
export const flightPages: readonly PageDeclaration[] = [airlineLogoPage, cityImagePage];

interface PageCall {
  readonly input: SearchInput;
  readonly pageToken: string | undefined;
  readonly mode: ShopMode;
  readonly locale: Locale;
  readonly signal: AbortSignal;
}

function flatCall(body: FlightSearchBody, signal: AbortSignal): PageCall {
  return {
    input: toSearchInput(body, nameJourney(body), body.offset),
    pageToken: body.page_token,
    mode: 'live',
    locale: body.locale,
    signal,
  };
}

function filtersCall(body: FlightFiltersBody, signal: AbortSignal): PageCall {
  const mode: ShopMode = body.allow_live_shop ? 'live_or_cached' : 'cached';
  return { input: toFiltersInput(body, body.offset), pageToken: body.page_token, mode, locale: body.locale, signal };
}

async function answerPage(app: App, caller: Caller, call: PageCall, fees: ServiceFees): Promise<FreshAnswer> {
  const searchCall = toSearchCall(app, caller, call, fees);
  const result = await searchFlights(app, caller, searchCall);
  const nextPageToken =
    result.nextOffset === undefined ? undefined : signPageToken(app, caller, pagedSearch(call), result.nextOffset);
  const onGiven = recordSearchDemand(app, caller, searchCall.search, result.cheapest);
  return {
    value: presentSearch(app, caller, result, { locale: call.locale, nextPageToken }),
    isCacheable: result.isCacheable,
    onGiven,
  };
}

/** Opens a streamed search. Every refusal is thrown here, before the first byte of the stream. */
async function streamPage(app: App, caller: Caller, call: PageCall): Promise<AsyncIterable<StreamEvent>> {
  const fees = await app.pricing.feesOf(caller.organizationId);
  const searchCall = toSearchCall(app, caller, call, fees);
  assertSupplied(app);
  return presentStream(app, caller, streamSearch(app, caller, searchCall), {
    currency: searchCall.search.currency,
    locale: call.locale,
    pageTokenAt: (offset) => signPageToken(app, caller, pagedSearch(call), offset),
  });
}

function toSearchCall(app: App, caller: Caller, call: PageCall, fees: ServiceFees): SearchCall {
  const { input, pageToken, mode, signal } = call;
  const offset = pageToken === undefined ? input.offset : readPageToken(app, caller, pagedSearch(call), pageToken);
  return { search: readSearch(app, caller, { ...input, offset }), mode, fees, signal };
}

/**
 * The search that a page token continues. It includes the mode, so that a page of cached itineraries is never followed
 * by live offers.
 */
function pagedSearch({ input, mode }: PageCall) {
  return { ...input, mode };
}

/** The fields allowed beside an offer_token: how to answer. The token itself determines all others. */
const BESIDE_OFFER_TOKEN: readonly string[] = ['offer_token', 'currency', 'locale', 'supplier_timeout_ms'];
/** The body with every default; a field that differs from it was sent. */
const DEFAULTS: Readonly<Record<string, unknown>> = FlightSearchRequest.parse({});

function assertAlone(body: FlightSearchBody): void {
  const [first, ...others] = Object.entries(body)
    .filter(([name, value]) => value !== undefined && value !== DEFAULTS[name] && !BESIDE_OFFER_TOKEN.includes(name))
    .map(([path]) => ({ path, problem: 'An offer_token is sent alone: it already names the flights.' }));
  if (first !== undefined) throw refuseFields([first, ...others]);
}

async function reprice(
  app: App,
  caller: Caller,
  body: FlightSearchBody,
  offerToken: string,
  signal: AbortSignal,
): Promise<SearchResult> {
  assertAlone(body);
  return await repriceOffer(app, caller, {
    offerToken,
    currency: body.currency,
    supplierTimeoutMs: body.supplier_timeout_ms,
    signal,
  });
}

function nameJourney({ origin, destination, departure_date: departureDate }: FlightSearchBody): NamedJourney {
  if (origin !== undefined && destination !== undefined && departureDate !== undefined)
    return { origin, destination, departureDate };
  const missing = [
    ['origin', origin],
    ['destination', destination],
    ['departure_date', departureDate],
  ] as const;
  const [first, ...others] = missing
    .filter(([, value]) => value === undefined)
    .map(([path]) => ({ path, problem: 'is required, unless an offer_token is sent' }));
  throw refuseFields([first ?? { path: 'origin', problem: 'is required' }, ...others]);
}
