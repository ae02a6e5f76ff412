import type { Granularity, Metric, Period } from './answers.ts';
import {
  AUDIENCES,
  type Comparison,
  type ExploreState,
  granularityOf,
  periodOf,
  seriesMax,
  type Subject,
  subjectsOf,
} from './state.ts';

/** Rows asked for at once: what the map shows and the list pages through. */
const rankedMax = 100;
/** Rows of the list on one page; as many series as one question about trends takes. */
export const rowsPerPage = 10;
/** How far ahead a forecast looks, in points. */
const FORECAST: Readonly<Record<Granularity, number>> = { day: 14, week: 8, month: 6 };

/** A question for an operation. */
export interface OperationRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Which destinations travelers want, or which markets they come from. */
export function rankingRequest(state: ExploreState, today: string): OperationRequest {
  const shared = {
    audience: state.audience,
    period: periodOf(state, today),
    metric: state.metric,
    compare: state.compare,
    sort: state.sort,
    limit: rankedMax,
    offset: 0,
  };
  return state.ranking === 'destinations'
    ? { path: '/v1/demand_destinations', body: clean({ market: state.market, ...shared }) }
    : { path: '/v1/demand_markets', body: clean({ destination: state.destination, ...shared }) };
}

/** Who travels: all audiences, whichever of them is chosen. */
export function audiencesRequest(state: ExploreState, today: string): OperationRequest {
  const { destination, market, metric, compare } = state;
  return {
    path: '/v1/demand_audiences',
    body: clean({ destination, market, period: periodOf(state, today), metric, compare }),
  };
}

/**
 * The series of the chart with their forecast, and behind them one of each audience for its sparkline: one question.
 */
export function trendsRequest(state: ExploreState, today: string): OperationRequest {
  const period = periodOf(state, today);
  const granularity = granularityOf(state, period);
  const audiences = AUDIENCES.map((audience) => ({ destination: state.destination, market: state.market, audience }));
  const series = [...subjectsOf(state).slice(0, seriesMax), ...audiences];
  return trends(series, {
    metric: state.metric,
    compare: state.compare,
    period,
    granularity,
    forecast: state.isForecast ? FORECAST[granularity] : 0,
  });
}

/** The series of the rows on one page of the list. */
export function sparklinesRequest(state: ExploreState, codes: readonly string[], today: string): OperationRequest {
  const period = periodOf(state, today);
  const subjects = codes.map((code): Subject => subjectOfRow(state, code));
  return trends(subjects, {
    metric: state.metric,
    period,
    granularity: granularityOf({ granularity: 'auto' }, period),
    forecast: 0,
  });
}

/** What a row of the list stands for under the filters. */
export function subjectOfRow(state: ExploreState, code: string): Subject {
  return state.ranking === 'destinations'
    ? { destination: code, market: state.market, audience: state.audience }
    : { destination: state.destination, market: code, audience: state.audience };
}

function trends(
  subjects: readonly Subject[],
  requested: {
    readonly metric: Metric;
    readonly compare?: Comparison;
    readonly period: Period;
    readonly granularity: Granularity;
    readonly forecast: number;
  },
): OperationRequest {
  const series = subjects.map(({ destination, market, audience }) =>
    clean({ destination, market, audience, metric: requested.metric }),
  );
  return {
    path: '/v1/demand_trends',
    body: clean({
      series,
      period: requested.period,
      granularity: requested.granularity,
      compare: requested.compare,
      forecast_periods: requested.forecast,
    }),
  };
}

function clean(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
