import { readPageToken, signPageToken } from '../offers/token/page-token.ts';
import { type AnyRoute, defineRoute, DISCOVERY_WORK, type RouteContext } from '../platform/http/route.ts';
import {
  DemandAudiencesRequest,
  DemandAudiencesResponse,
  DemandDestinationsRequest,
  DemandDestinationsResponse,
  DemandMarketsRequest,
  DemandMarketsResponse,
  type RankBody,
  toRankInput,
} from './contract/contract.ts';
import { presentAudiences, presentDestinations, presentMarkets, type RankingWording } from './read/present-demand.ts';
import { type DemandRanking, rankDemand, readRankQuery } from './read/rank-demand.ts';
import type { RankedBy } from './read/read-observed.ts';

const DEMAND_COST = 1;
const COMMON = {
  method: 'POST',
  tag: 'Demand',
  access: 'key',
  scope: 'search',
  cost: DEMAND_COST,
  longWork: DISCOVERY_WORK,
  isWrite: false,
  tool: { isReadOnly: true, isIdempotent: true, isDestructive: false },
  refusals: ['currency_unsupported', 'token_invalid'],
} as const;
const COUNTED =
  'Counted from searches, trips and bookings made here, on UTC days; nothing in it leads back to anybody. In the sandbox a built-in ' +
  'baseline lies underneath, and basis and sample_size tell how much was counted.';

/** POST /v1/demand_destinations. */
const demandDestinationsRoute = defineRoute({
  ...COMMON,
  operationId: 'demand_destinations',
  path: '/v1/demand_destinations',
  summary: 'Rank destinations by demand',
  description: `Where people want to go, most wanted or fastest growing first, with their share, growth, lead time, stay and lowest fare. ${COUNTED}`,
  body: DemandDestinationsRequest,
  response: DemandDestinationsResponse,
  example: {
    market: 'FR',
    audience: 'family',
    period: { start: '2026-09-01', end: '2026-09-30' },
    metric: 'searches',
    compare: 'previous_year',
    sort: 'growth',
    limit: 10,
  },
  handle: ({ app, caller, body, request }) =>
    answer(
      { app, caller, request },
      { name: 'demand_destinations', body, by: 'destination', present: presentDestinations },
    ),
});

/** POST /v1/demand_markets. */
const demandMarketsRoute = defineRoute({
  ...COMMON,
  operationId: 'demand_markets',
  path: '/v1/demand_markets',
  summary: 'Rank markets by demand',
  description: `Where the people come from who want to go somewhere: countries, or cities. ${COUNTED}`,
  body: DemandMarketsRequest,
  response: DemandMarketsResponse,
  example: {
    destination: 'LIS',
    period: { start: '2026-09-01', end: '2026-09-30' },
    metric: 'bookings',
    group_by: 'city',
  },
  handle: ({ app, caller, body, request }) =>
    answer(
      { app, caller, request },
      {
        name: 'demand_markets',
        body,
        by: body.group_by === 'city' ? 'market_city' : 'market_country',
        present: presentMarkets,
      },
    ),
});

/** POST /v1/demand_audiences. */
const demandAudiencesRoute = defineRoute({
  ...COMMON,
  operationId: 'demand_audiences',
  path: '/v1/demand_audiences',
  summary: 'Rank audiences by demand',
  description: `Who wants to go somewhere: people alone, couples, families, groups, business travelers. ${COUNTED}`,
  body: DemandAudiencesRequest,
  response: DemandAudiencesResponse,
  example: { destination: 'LIS', market: 'FR', period: { start: '2026-09-01', end: '2026-09-30' } },
  handle: ({ app, caller, body, request }) =>
    answer({ app, caller, request }, { name: 'demand_audiences', body, by: 'audience', present: presentAudiences }),
});

/** Rankings of demand. */
export const demandRoutes: readonly AnyRoute[] = [demandDestinationsRoute, demandMarketsRoute, demandAudiencesRoute];

type Asked = Pick<RouteContext<unknown, unknown, unknown>, 'app' | 'caller' | 'request'>;
interface Call<R> {
  readonly name: string;
  readonly body: RankBody;
  readonly by: RankedBy;
  readonly present: (ranking: DemandRanking, wording: RankingWording) => R;
}

async function answer<R>({ app, caller, request }: Asked, { name, body, by, present }: Call<R>): Promise<R> {
  await app.demandBaseline?.prepare(request.signal);
  const query = await readRankQuery(app, toRankInput(body, by));
  const requested = [name, query];
  const offset = body.page_token === undefined ? body.offset : readPageToken(app, caller, requested, body.page_token);
  const ranking = await rankDemand(app, query, { offset, limit: body.limit });
  const nextPageToken =
    ranking.nextOffset === undefined ? undefined : signPageToken(app, caller, requested, ranking.nextOffset);
  return present(ranking, { places: app.places.inLanguage(body.locale), nextPageToken });
}
