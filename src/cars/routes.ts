import type { App, Caller } from '../context.ts';
import { answerOnce, type FreshAnswer, pricedQuery } from '../offers/answers/answer-cache.ts';
import { readPageToken, signPageToken } from '../offers/token/page-token.ts';
import { type AnyRoute, defineRoute, type PageDeclaration, SEARCH_WORK } from '../platform/http/route.ts';
import { carPicturePage } from './car-picture-page.ts';
import { type CarSearchBody, CarSearchRequest, toSearchInput } from './contract.ts';
import { CarSearchResponse } from './contract-answer.ts';
import { renderSearch } from './present-search.ts';
import { readSearch } from './read-search.ts';
import { type CarSearchCall, searchCars } from './search-cars.ts';
import { recordSearchDemand } from './record-search-demand.ts';

const SEARCH_COST = 10;

/** POST /v1/car_search */
const carSearchRoute = defineRoute({
  operationId: 'car_search',
  method: 'POST',
  path: '/v1/car_search',
  tag: 'Search',
  summary: 'Search rental cars',
  description:
    'Vehicle classes of every configured supplier at branches of an airport, a city or around a point, with what is paid now, what the ' +
    'desk collects, the extras and the cancellation schedule. An offer_id goes into POST /v1/trip within 20 minutes.',
  access: 'key',
  scope: 'search',
  cost: SEARCH_COST,
  longWork: SEARCH_WORK,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  body: CarSearchRequest,
  response: CarSearchResponse,
  refusals: [
    'currency_unsupported',
    'token_invalid',
    'supplier_rejected',
    'supplier_failed',
    'supplier_unavailable',
    'supplier_timeout',
  ],
  example: {
    pick_up: { location: 'LIS', date_time: '2027-03-05T10:00:00' },
    drop_off: { date_time: '2027-03-10T10:00:00' },
    driver_age: 34,
    currency: 'EUR',
  },
  async handle({ app, caller, body, request }) {
    const fees = await app.pricing.feesOf(caller.organizationId);
    return await answerOnce(app, caller, pricedQuery('car_search', fees, body), () =>
      answerPage(app, caller, body, { fees, signal: request.signal }),
    );
  },
});

/** Operations of this folder. */
export const carRoutes: readonly AnyRoute[] = [carSearchRoute];
/** Pictures that answers link to. */
export const carPages: readonly PageDeclaration[] = [carPicturePage];

async function answerPage(
  app: App,
  caller: Caller,
  body: CarSearchBody,
  call: Pick<CarSearchCall, 'fees' | 'signal'>,
): Promise<FreshAnswer> {
  const input = toSearchInput(body);
  const { limit: _limit, offset: _offset, supplierTimeoutMs: _timeout, ...criteria } = input;
  const paged = ['car_search', criteria];
  const offset = body.page_token === undefined ? input.offset : readPageToken(app, caller, paged, body.page_token);
  const search = readSearch(app, caller, { ...input, offset });
  const result = await searchCars(app, caller, { search, ...call });
  const nextPageToken =
    result.nextOffset === undefined ? undefined : signPageToken(app, caller, paged, result.nextOffset);
  return {
    value: renderSearch(app, caller, result, { locale: body.locale, nextPageToken }),
    isCacheable: result.isCacheable,
    onGiven: recordSearchDemand(app, caller, search, result.shown),
  };
}
