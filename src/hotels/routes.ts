import type { App, Caller } from '../context.ts';
import { answerOnce, type FreshAnswer, pricedQuery } from '../offers/answers/answer-cache.ts';
import { readPageToken, signPageToken } from '../offers/token/page-token.ts';
import { type AnyRoute, defineRoute, type PageDeclaration, SEARCH_WORK } from '../platform/http/route.ts';
import {
  HotelDetailsParams,
  HotelDetailsQuery,
  HotelSearchRequest,
  HotelShopRequest,
  toSearchInput,
  toShopInput,
} from './contract/contract.ts';
import { HotelDetailsResponse, HotelSearchResponse } from './contract/contract-answer.ts';
import { photoPage } from './pictures/photo-page.ts';
import { hotelPicturePage } from './pictures/picture-page.ts';
import { presentHotel } from './render/present-hotel.ts';
import { renderSearch } from './render/present-search.ts';
import { readHotel, UNKNOWN_HOTEL } from './read-hotel.ts';
import { readSearch, type SearchInput } from './search/read-search.ts';
import { assertSupplied, type HotelSearchCall, searchHotels } from './search/search-hotels.ts';
import { recordSearchDemand } from './search/record-search-demand.ts';

const SEARCH_COST = 10;
const DEFAULT_CURRENCY = 'USD';
const TOOL = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;
const SUPPLIER_REFUSALS = ['supplier_rejected', 'supplier_failed', 'supplier_unavailable', 'supplier_timeout'] as const;

/** POST /v1/hotel_search */
const hotelSearchRoute = defineRoute({
  operationId: 'hotel_search',
  method: 'POST',
  path: '/v1/hotel_search',
  tag: 'Search',
  summary: 'Search hotels live',
  description:
    'Hotels with rooms for the whole party on all nights, cheapest first, with every rate. Say where in one way: city_name (with country_code), country_code, place_id, ' +
    "query, latitude and longitude, or hotel_ids; of several the most exact decides. A rate's offer_id goes into POST /v1/trip within 20 minutes; each rate is one room. " +
    'A page ends at max_results, or earlier where it would be longer than about 4 MiB of JSON; while pagination.next_page_token is there, it goes on.',
  access: 'key',
  scope: 'search',
  cost: SEARCH_COST,
  longWork: SEARCH_WORK,
  isWrite: false,
  tool: TOOL,
  body: HotelSearchRequest,
  response: HotelSearchResponse,
  refusals: ['currency_unsupported', 'token_invalid', ...SUPPLIER_REFUSALS],
  example: {
    city_name: 'Lisbon',
    country_code: 'PT',
    checkin: '2027-03-05',
    checkout: '2027-03-10',
    adults: 2,
    children: [3, 9],
    rooms: 2,
    currency: 'EUR',
  },
  async handle({ app, caller, body, request }) {
    assertSupplied(app);
    const fees = await app.pricing.feesOf(caller.organizationId);
    const call: PageCall = {
      operation: 'hotel_search',
      fees,
      input: toSearchInput(body, body.offset),
      pageToken: body.page_token,
      onFailure: 'throw',
      signal: request.signal,
    };
    return await answerOnce(app, caller, pricedQuery('hotel_search', fees, body), () => answerPage(app, caller, call));
  },
});

/** POST /api/v1/hotels/shop: the same answer; never fails because of a supplier that is down. */
const hotelShopRoute = defineRoute({
  operationId: 'hotels_shop',
  method: 'POST',
  path: '/api/v1/hotels/shop',
  tag: 'Search',
  summary: 'Search hotels with live prices',
  description:
    'As hotel_search, with destination and filters as objects or flat; its pages end in the same way. Where no supplier answers it is 200 with empty_reason suppliers_failed; live_shop_status says why.',
  access: 'key',
  scope: 'search',
  cost: SEARCH_COST,
  longWork: SEARCH_WORK,
  isWrite: false,
  tool: TOOL,
  body: HotelShopRequest,
  response: HotelSearchResponse,
  refusals: ['currency_unsupported', 'token_invalid', 'supplier_unavailable'],
  example: {
    checkin: '2027-03-05',
    checkout: '2027-03-10',
    destination: { city_name: 'Lisbon' },
    occupancies: [{ adults: 2, children_ages: [3] }],
    filters: { star_rating: [4, 5] },
  },
  async handle({ app, caller, body, request }) {
    assertSupplied(app);
    const fees = await app.pricing.feesOf(caller.organizationId);
    const call: PageCall = {
      operation: 'hotels_shop',
      fees,
      input: toShopInput(body, body.offset),
      pageToken: body.page_token,
      onFailure: 'answer',
      signal: request.signal,
    };
    return await answerOnce(app, caller, pricedQuery('hotels_shop', fees, body), () => answerPage(app, caller, call));
  },
});

/** GET /v1/hotel_details/{hotel_id} */
const hotelDetailsRoute = defineRoute({
  operationId: 'hotel_details',
  method: 'GET',
  path: '/v1/hotel_details/:hotel_id',
  tag: 'Search',
  summary: 'Get a hotel',
  description:
    'Description, pictures, facilities, policies, reviews and rooms. With checkin and checkout each room also says whether it can be had, and from what price.',
  access: 'key',
  scope: 'search',
  cost: 1,
  isWrite: false,
  tool: TOOL,
  params: HotelDetailsParams,
  unknownId: UNKNOWN_HOTEL,
  query: HotelDetailsQuery,
  response: HotelDetailsResponse,
  refusals: ['resource_not_found', 'currency_unsupported', ...SUPPLIER_REFUSALS],
  async handle({ app, caller, params, query, request }) {
    assertSupplied(app);
    const { currency, locale, adults, children: childrenAges = [] } = query;
    const hotelQuery = {
      hotelId: params.hotel_id,
      checkIn: query.checkin,
      checkOut: query.checkout,
      party: { adults, childrenAges },
      currency,
      signal: request.signal,
    };
    return presentHotel(app, await readHotel(app, caller, hotelQuery), {
      currency: currency ?? DEFAULT_CURRENCY,
      locale,
      fees: await app.pricing.feesOf(caller.organizationId),
    });
  },
});

/** Operations of this folder. */
export const hotelRoutes: readonly AnyRoute[] = [hotelSearchRoute, hotelShopRoute, hotelDetailsRoute];
/** Pictures that answers link to. */
export const hotelPages: readonly PageDeclaration[] = [hotelPicturePage, photoPage];

interface PageCall extends Pick<HotelSearchCall, 'fees' | 'onFailure' | 'signal'> {
  readonly operation: string;
  readonly input: SearchInput;
  readonly pageToken: string | undefined;
}

async function answerPage(
  app: App,
  caller: Caller,
  { operation, input, pageToken, fees, onFailure, signal }: PageCall,
): Promise<FreshAnswer> {
  const { limit: _limit, offset: _offset, supplierTimeoutMs: _timeout, ...criteria } = input;
  const paged = [operation, criteria];
  const offset = pageToken === undefined ? input.offset : readPageToken(app, caller, paged, pageToken);
  const search = await readSearch(app, caller, { ...input, offset }, signal);
  const result = await searchHotels(app, caller, { search, fees, onFailure, signal });
  const { bytes, hotels } = await renderSearch(app, caller, result, {
    locale: input.locale,
    pageTokenAt: (next) => signPageToken(app, caller, paged, next),
  });
  return { value: bytes, isCacheable: result.isCacheable, onGiven: recordSearchDemand(app, caller, search, hotels) };
}
