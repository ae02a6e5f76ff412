import type { App, Caller } from '../context.ts';
import { refuseFields } from '../platform/errors.ts';
import { type AnyRoute, defineRoute, type PageDeclaration, RenderedJson } from '../platform/http/route.ts';
import { answerOnce, type FreshAnswer } from './answer-cache.ts';
import { airlineLogoPage, cityImagePage } from './asset-pages.ts';
import { type FlightSearchBody, FlightSearchRequest, type NamedJourney, toSearchInput } from './contract.ts';
import { FlightSearchResponse } from './contract-answer.ts';
import { FlightFiltersRequest, toSearchInput as toFiltersInput } from './contract-bff.ts';
import { openPageToken, sealPageToken } from './page-token.ts';
import { renderSearch } from './present-search.ts';
import { readSearch, type SearchInput } from './read-search.ts';
import { repriceOffer } from './reprice-offer.ts';
import { searchFlights, type ShopMode } from './search-flights.ts';

const SEARCH_COST = 10;
const TOOL = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;

/** POST /v1/flight_search: always shops live. */
export const flightSearchRoute = defineRoute({
  operationId: 'flight_search',
  method: 'POST',
  path: '/v1/flight_search',
  tag: 'Search',
  summary: 'Search flights live',
  description:
    'Bookable offers of every configured supplier, with all their branded fares, and cached itineraries beside them. ' +
    "A fare's trip_item_token goes into POST /v1/trip within 30 minutes. Send an offer_token alone to price that one offer again.",
  access: 'key',
  scope: 'search',
  cost: SEARCH_COST,
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
  async handle({ app, caller, body, request }) {
    if (body.offer_token !== undefined) return new RenderedJson(await reprice(app, caller, body, body.offer_token, request.signal));
    const journey = nameJourney(body);
    const search = () =>
      answerPage(app, caller, {
        input: toSearchInput(body, journey, body.offset),
        pageToken: body.page_token,
        mode: 'live',
        signal: request.signal,
      });
    return new RenderedJson(await answerOnce(app, caller, `flat|${JSON.stringify(body)}`, search));
  },
});

/** POST /api/v1/flights/search: cached itineraries, and live offers where `allow_live_shop` asks for them. */
export const flightFiltersSearchRoute = defineRoute({
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
  async handle({ app, caller, body, request }) {
    const mode: ShopMode = body.allow_live_shop ? 'live_or_cached' : 'cached';
    const search = () =>
      answerPage(app, caller, { input: toFiltersInput(body, body.offset), pageToken: body.page_token, mode, signal: request.signal });
    return new RenderedJson(await answerOnce(app, caller, `filters|${JSON.stringify(body)}`, search));
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
  readonly signal: AbortSignal;
}

async function answerPage(app: App, caller: Caller, { input, pageToken, mode, signal }: PageCall): Promise<FreshAnswer> {
  const offset = pageToken === undefined ? input.offset : openPageToken(app, caller, input, pageToken);
  const result = await searchFlights(app, caller, { search: readSearch(app, caller, { ...input, offset }), mode, signal });
  const nextPageToken = result.nextOffset === undefined ? undefined : sealPageToken(app, caller, input, result.nextOffset);
  return { bytes: renderSearch(app, caller, result, nextPageToken), isCacheable: result.isCacheable };
}

async function reprice(app: App, caller: Caller, body: FlightSearchBody, offerToken: string, signal: AbortSignal): Promise<Buffer> {
  const other = (['origin', 'destination', 'departure_date', 'return_date'] as const).find((name) => body[name] !== undefined);
  if (other !== undefined) throw refuseFields([{ path: other, problem: 'An offer_token is sent alone: it already names the flights.' }]);
  const result = await repriceOffer(app, caller, {
    offerToken,
    currency: body.currency,
    supplierTimeoutMs: body.supplier_timeout_ms,
    signal,
  });
  return renderSearch(app, caller, result, undefined);
}

function nameJourney({ origin, destination, departure_date: departureDate }: FlightSearchBody): NamedJourney {
  if (origin !== undefined && destination !== undefined && departureDate !== undefined) return { origin, destination, departureDate };
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
