import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../platform/http/route.ts';
import {
  PriceIndexRequest,
  PriceIndexResponse,
  presentPriceIndex,
  toPriceIndexInput,
} from './contract/contract-price-index.ts';
import { findPriceIndex } from './history/price-index.ts';

/** POST /v1/hotel_price_index */
const hotelPriceIndexRoute = defineRoute({
  operationId: 'hotel_price_index',
  method: 'POST',
  path: '/v1/hotel_price_index',
  tag: 'Demand',
  summary: 'Get the hotel prices of a city by month',
  description:
    'What a usual night costs in a city by month of check-in, as an index (100 is the mean of the months shown), as quartiles and against the year before: what hotel ' +
    'searches have seen. Not a price to book at: hotel_search tells that.',
  access: 'key',
  scope: 'search',
  cost: 1,
  longWork: DISCOVERY_WORK,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  body: PriceIndexRequest,
  response: PriceIndexResponse,
  refusals: ['currency_unsupported'],
  example: { city: 'LIS', from_month: '2027-03', months: 6, currency: 'EUR' },
  async handle({ app, caller, body }) {
    return presentPriceIndex(app, await findPriceIndex(app, caller, toPriceIndexInput(body)), {
      currency: body.currency,
      locale: body.locale,
    });
  },
});

/** Operations on what hotels have cost. */
export const hotelInsightRoutes: readonly AnyRoute[] = [hotelPriceIndexRoute];
