import { type AnyRoute, defineRoute, DISCOVERY_WORK } from '../platform/http/route.ts';
import {
  presentTrafficDestinations,
  presentTrafficMonths,
  TrafficDestinationsQuery,
  TrafficDestinationsResponse,
  TrafficMonthsQuery,
  TrafficMonthsResponse,
} from './contract/contract-air-traffic.ts';
import { rankTrafficDestinations, rankTrafficMonths } from './read/rank-air-traffic.ts';

const CALL_COST = 1;
const ROOT = '/v1/travel/analytics/air-traffic';
/** No tools: an agent has demand_destinations and demand_trends, which say more. */
const COMMON = {
  method: 'GET',
  tag: 'Compatibility',
  access: 'key',
  scope: 'search',
  cost: CALL_COST,
  longWork: DISCOVERY_WORK,
  isWrite: false,
  refusals: [],
} as const;
const SHAPE =
  'For programs written against the Amadeus Self-Service APIs: same path, parameters and answer; errors and authentication are those of this API.';
const COUNTED =
  'Counted are bookings made here (in the sandbox over a built-in baseline), not travelers or departures: flights.score and travelers.score are the same.';
const ESTIMATED = 'When people travel is estimated from when they book and how far ahead they do.';

/** GET /v1/travel/analytics/air-traffic/traveled */
const airTrafficTraveledRoute = defineRoute({
  ...COMMON,
  operationId: 'air_traffic_traveled',
  path: `${ROOT}/traveled`,
  summary: 'Rank destinations traveled to from a city in a month',
  description: `${SHAPE} ${COUNTED} ${ESTIMATED}`,
  query: TrafficDestinationsQuery,
  response: TrafficDestinationsResponse,
  async handle({ app, query, request }) {
    await app.demandBaseline?.prepare(request.signal);
    const traffic = await rankTrafficDestinations(app, {
      kind: 'TRAVELED',
      originCity: query.originCityCode,
      month: query.period,
    });
    return presentTrafficDestinations(traffic, 'TRAVELED', query, { url: `${app.config.publicUrl}${ROOT}/traveled` });
  },
});

/** GET /v1/travel/analytics/air-traffic/booked */
const airTrafficBookedRoute = defineRoute({
  ...COMMON,
  operationId: 'air_traffic_booked',
  path: `${ROOT}/booked`,
  summary: 'Rank destinations booked from a city in a month',
  description: `${SHAPE} ${COUNTED}`,
  query: TrafficDestinationsQuery,
  response: TrafficDestinationsResponse,
  async handle({ app, query, request }) {
    await app.demandBaseline?.prepare(request.signal);
    const traffic = await rankTrafficDestinations(app, {
      kind: 'BOOKED',
      originCity: query.originCityCode,
      month: query.period,
    });
    return presentTrafficDestinations(traffic, 'BOOKED', query, { url: `${app.config.publicUrl}${ROOT}/booked` });
  },
});

/** GET /v1/travel/analytics/air-traffic/busiest-period */
const airTrafficBusiestPeriodRoute = defineRoute({
  ...COMMON,
  operationId: 'air_traffic_busiest_period',
  path: `${ROOT}/busiest-period`,
  summary: 'Rank the months of a year by travel to or from a city',
  description: `${SHAPE} ${COUNTED} ${ESTIMATED} Scores are relative to the busiest month, which has 100; those of Amadeus were percentages of the year. Busiest first. The first months that are known are too low: what was booked for them before is not known.`,
  query: TrafficMonthsQuery,
  response: TrafficMonthsResponse,
  async handle({ app, query, request }) {
    await app.demandBaseline?.prepare(request.signal);
    const traffic = await rankTrafficMonths(app, {
      city: query.cityCode,
      year: query.period,
      direction: query.direction,
    });
    return presentTrafficMonths(traffic, query, { url: `${app.config.publicUrl}${ROOT}/busiest-period` });
  },
});

/** Reads in the shape of a service that has closed. */
export const airTrafficRoutes: readonly AnyRoute[] = [
  airTrafficTraveledRoute,
  airTrafficBookedRoute,
  airTrafficBusiestPeriodRoute,
];
