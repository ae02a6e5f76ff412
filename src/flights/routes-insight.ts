import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../platform/http/route.ts';
import {
  PriceHistoryRequest,
  PriceHistoryResponse,
  presentPriceHistory,
  toPriceHistoryInput,
} from './contract/contract-price-history.ts';
import { findPriceHistory } from './history/price-history.ts';

/** POST /v1/price_history */
const priceHistoryRoute = defineRoute({
  operationId: 'price_history',
  method: 'POST',
  path: '/v1/price_history',
  tag: 'Demand',
  summary: 'Get the price history of a route',
  description:
    'What searches have seen of a route over the last 13 months, for one adult: the quantiles, the price by the day it was seen, by the month of departure and by how long ' +
    'ahead it was bought. The same observations are behind jinko_advice and price_monitoring. Not a price to book at: flight_search tells that.',
  access: 'key',
  scope: 'search',
  cost: 1,
  longWork: DISCOVERY_WORK,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  body: PriceHistoryRequest,
  response: PriceHistoryResponse,
  refusals: ['currency_unsupported'],
  example: { origin: 'PAR', destination: 'NYC', departure_month: '2027-03', currency: 'EUR' },
  async handle({ app, caller, body }) {
    return presentPriceHistory(app, await findPriceHistory(app, caller, toPriceHistoryInput(body)), body.locale);
  },
});

/** Operations on what flights have cost. */
export const insightRoutes: readonly AnyRoute[] = [priceHistoryRoute];
