import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../platform/http/route.ts';
import { DemandTrendsRequest, DemandTrendsResponse, toTrendsInput } from './contract/contract-trends.ts';
import { presentTrends } from './read/present-trends.ts';
import { readTrends, readTrendsQuery } from './read/read-trends.ts';

/** POST /v1/demand_trends. */
const demandTrendsRoute = defineRoute({
  operationId: 'demand_trends',
  method: 'POST',
  path: '/v1/demand_trends',
  tag: 'Demand',
  access: 'key',
  scope: 'search',
  cost: 1,
  longWork: DISCOVERY_WORK,
  isWrite: false,
  summary: 'Get demand over time, with a forecast',
  description:
    'Up to ten lines of searches, trips or bookings by day, week or month, with their seasons, growth and, if asked for, a forecast with an 80 % band. ' +
    'The forecast is learnt from up to five years before the end of the period. Counted on UTC ' +
    'days from what is asked for here; in the sandbox over a built-in baseline, and basis and sample_size tell how much was counted.',
  body: DemandTrendsRequest,
  response: DemandTrendsResponse,
  refusals: [],
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  example: {
    series: [
      { destination: 'LIS', market: 'FR', metric: 'searches' },
      { destination: 'BCN', market: 'FR', metric: 'searches' },
    ],
    period: { start: '2025-11-03', end: '2026-11-01' },
    granularity: 'week',
    forecast_periods: 8,
  },
  async handle({ app, body, request }) {
    await app.demandBaseline?.prepare(request.signal);
    const query = await readTrendsQuery(app, toTrendsInput(body));
    const trends = await readTrends(app, query);
    return presentTrends(trends, app.places.inLanguage('en'));
  },
});

/** Demand over time. */
export const demandTrendsRoutes: readonly AnyRoute[] = [demandTrendsRoute];
