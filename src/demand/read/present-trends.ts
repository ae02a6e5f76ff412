import { epochDayToIsoDate } from '../../travel/dates.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { Audience } from '../model/demand-event.ts';
import type { DemandMetric } from '../model/period.ts';
import { presentPeriod, roundTo } from './present-demand.ts';
import type { DemandTrend, DemandTrends } from './read-trends.ts';

const RATIO_DECIMALS = 4;
const INDEX_DECIMALS = 1;
const COUNTRY_CODE_LENGTH = 2;
const METRIC_NAMES = { searches: 'Searches', trips: 'Trips', bookings: 'Bookings' } as const satisfies Record<
  DemandMetric,
  string
>;
const AUDIENCE_NAMES = {
  solo: 'solo travelers',
  couple: 'couples',
  family: 'families',
  group: 'groups',
  business: 'business travelers',
} as const satisfies Record<Audience, string>;

/** The answer of demand_trends; `places` in English. */
export function presentTrends(trends: DemandTrends, places: PlaceDirectory) {
  const { query } = trends;
  return {
    series: trends.series.map((trend) => presentSeries(trend, places, query.compare !== undefined)),
    granularity: query.granularity,
    period: presentPeriod(query.days),
    basis: trends.basis,
    sample_size: trends.sampleSize,
    notes: listNotes(trends),
  };
}

/** "Searches for Lisbon from France, families". */
function labelOf({ metric, filter }: Pick<DemandTrend, 'metric' | 'filter'>, places: PlaceDirectory): string {
  const { destination, market, audience } = filter;
  const to = destination === undefined ? 'all destinations' : (places.city(destination)?.name ?? destination);
  const from = market === undefined ? '' : ` from ${nameOfMarket(market, places)}`;
  return `${METRIC_NAMES[metric]} for ${to}${from}${audience === undefined ? '' : `, ${AUDIENCE_NAMES[audience]}`}`;
}

function nameOfMarket(market: string, places: PlaceDirectory): string {
  return (market.length === COUNTRY_CODE_LENGTH ? places.country(market)?.name : places.city(market)?.name) ?? market;
}

function presentSeries(trend: DemandTrend, places: PlaceDirectory, isCompared: boolean) {
  const { metric, filter, growth, compared, forecastGap } = trend;
  return {
    label: labelOf(trend, places),
    destination: filter.destination ?? null,
    market: filter.market ?? null,
    audience: filter.audience ?? null,
    metric,
    points: trend.points.map(({ start, value, index, isPartial }) => ({
      date: epochDayToIsoDate(start),
      value: Math.round(value),
      index: index === undefined ? null : roundTo(index, INDEX_DECIMALS),
      is_partial: isPartial,
    })),
    seasonality: trend.seasonality.map(({ unit, value, factor }) => ({
      unit,
      value,
      factor: roundTo(factor, RATIO_DECIMALS),
    })),
    growth: presentRatio(growth?.value),
    growth_against: growth?.against ?? null,
    forecast: trend.forecast.map(({ start, p10, p50, p90 }) => ({ date: epochDayToIsoDate(start), p10, p50, p90 })),
    ...(forecastGap === undefined ? {} : { forecast_gap: forecastGap }),
    ...(isCompared
      ? {
          compared:
            compared?.points.map(({ start, value }) => ({
              date: epochDayToIsoDate(start),
              value: Math.round(value),
            })) ?? null,
          change: presentRatio(compared?.change),
        }
      : {}),
    basis: trend.basis,
    sample_size: trend.sampleSize,
  };
}

function presentRatio(ratio: number | undefined): number | null {
  return ratio === undefined ? null : roundTo(ratio, RATIO_DECIMALS);
}

function listNotes({ isProduction, isBeforeKnown, series }: DemandTrends): string[] {
  const isUnfinished = series.some(({ points }) => points.some(({ isPartial }) => isPartial));
  return [
    ...(isProduction
      ? [
          'What fewer than five callers asked for is not shown apart: it is counted in wider totals or left out, so that figures under a filter may fall short of the whole.',
          'What can be shown only for a month as a whole is on no day: lines may lie below the rankings of the same period.',
        ]
      : []),
    ...(isBeforeKnown
      ? ['The period begins before anything is known: its first points are 0 for want of figures.']
      : []),
    ...(isUnfinished ? ['Points with is_partial are cut off by an end of the period or not over yet.'] : []),
  ];
}
