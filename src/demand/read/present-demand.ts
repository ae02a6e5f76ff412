import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { City } from '../../travel/places.ts';
import { presentValue } from '../../travel/money.ts';
import { AUDIENCES, type DayRange } from '../model/demand-event.ts';
import { type DemandMetric, KIND_OF_METRIC, METRICS } from '../model/period.ts';
import { GROWTH_VOLUME_MIN } from '../model/counts/rank-counts.ts';
import type { DemandRanking, DemandRow } from './rank-demand.ts';

const SHARE_DECIMALS = 4;
const INDEX_DECIMALS = 1;

/** How an answer is worded: names in a language, and where it goes on. */
export interface RankingWording {
  /** In the language of the answer. */
  readonly places: PlaceDirectory;
  readonly nextPageToken: string | undefined;
}

/** The answer of demand_destinations. */
export function presentDestinations(ranking: DemandRanking, wording: RankingWording) {
  return {
    destinations: ranking.rows.map((row) => ({ ...presentCity(wording.places, row.code), ...presentFigures(row) })),
    ...presentRest(ranking, wording),
  };
}

/** The answer of demand_markets. */
export function presentMarkets(ranking: DemandRanking, wording: RankingWording) {
  const { places } = wording;
  const present = ranking.query.by === 'market_city' ? presentCity : presentCountry;
  return {
    markets: ranking.rows.map((row) => ({ ...present(places, row.code), ...presentFigures(row) })),
    ...presentRest(ranking, wording),
  };
}

/** The answer of demand_audiences. */
export function presentAudiences(ranking: DemandRanking, wording: RankingWording) {
  const audiences = ranking.rows.flatMap((row) => {
    const audience = AUDIENCES.find((known) => known === row.code);
    return audience === undefined ? [] : [{ audience, ...presentFigures(row) }];
  });
  return { audiences, ...presentRest(ranking, wording) };
}

/** A period on the wire. */
export function presentPeriod({ from, to }: DayRange) {
  return { start: from, end: to };
}

/** A number of few decimals; -0 is 0. */
export function roundTo(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}

function presentFigures(row: DemandRow) {
  return {
    index: roundTo(row.index, INDEX_DECIMALS),
    share: roundTo(row.share, SHARE_DECIMALS),
    volume: Math.round(row.volume),
    growth: presentGrowth(row.growth),
    median_lead_time_days: row.medianLeadDays ?? null,
    median_stay_days: row.medianStayDays ?? null,
    lowest_fare: row.lowestFare === undefined ? null : presentValue(row.lowestFare),
  };
}

function presentRest(ranking: DemandRanking, { nextPageToken }: RankingWording) {
  const { days, compared } = ranking.query;
  return {
    row_count: ranking.rowCount,
    total: Math.round(ranking.total),
    growth: presentGrowth(ranking.totalGrowth),
    metric: metricOf(ranking),
    period: presentPeriod(days),
    compared_period: presentPeriod(compared),
    basis: ranking.basis,
    sample_size: ranking.sampleSize,
    notes: listNotes(ranking),
    pagination: nextPageToken === undefined ? {} : { next_page_token: nextPageToken },
  };
}

function presentGrowth(growth: number | undefined): number | null {
  return growth === undefined ? null : roundTo(growth, SHARE_DECIMALS);
}

function metricOf({ query }: DemandRanking): DemandMetric {
  return METRICS.find((metric) => KIND_OF_METRIC[metric] === query.filter.kind) ?? 'searches';
}

function listNotes(ranking: DemandRanking): string[] {
  const { isProduction, tooSmall, isBeforeKnown, beginsBeforeKnown, endsOnOpenDay, isByDays, query } = ranking;
  const unattributed = Math.round(ranking.unattributed);
  const isOfMarkets = query.by === 'market_city' || query.by === 'market_country';
  const without = isProduction
    ? isOfMarkets
      ? 'their origin is unknown or too few callers share it'
      : 'too few callers share what they asked for'
    : 'their origin is unknown';
  return [
    ...(isProduction
      ? [
          'What fewer than five callers asked for is not shown apart: it is counted in wider totals or left out, so that figures under a filter may fall short of the whole.',
        ]
      : []),
    ...(unattributed > 0 ? [`${unattributed} of total are in no row: ${without}.`] : []),
    ...(tooSmall > 0
      ? [
          `Rows with a volume under ${GROWTH_VOLUME_MIN} are left out (${tooSmall}): their growth would be chance. Sort by volume to see them.`,
        ]
      : []),
    ...(isBeforeKnown ? ['Growth is null: nothing is known of some or all of compared_period.'] : []),
    ...(beginsBeforeKnown ? ['The period begins before anything is known: only what came after is in it.'] : []),
    ...(endsOnOpenDay
      ? [
          isProduction
            ? 'The period ends with a day that is not counted yet.'
            : 'The last day is not over: what is counted of it is a part.',
        ]
      : []),
    ...(isByDays
      ? [
          'Counted by days: what can be shown only for a month as a whole is left out, for compared_period does not hold as many whole months.',
        ]
      : []),
  ];
}

/** A city that is not in the loaded world any more keeps its code for a name. */
function presentCity(places: PlaceDirectory, code: string) {
  const city = places.city(code);
  return {
    city_code: code,
    city_name: city?.name ?? code,
    ...presentCountryName(places, city?.country ?? ''),
    location: presentLocation(city),
  };
}

function presentCountry(places: PlaceDirectory, code: string) {
  return { ...presentCountryName(places, code), location: presentLocation(busiestCity(places, code)) };
}

function presentCountryName(places: PlaceDirectory, code: string) {
  return { country_code: code, country_name: places.country(code)?.name ?? code };
}

function presentLocation(city: City | undefined) {
  return city === undefined ? null : { latitude: city.latitude, longitude: city.longitude };
}

/** By the rank of its airports. */
function busiestCity(places: PlaceDirectory, country: string): City | undefined {
  const busiest = places
    .airports()
    .reduce<{ readonly rank: number; readonly cityCode: string } | undefined>(
      (best, airport) =>
        airport.country === country && airport.rank < (best?.rank ?? Number.POSITIVE_INFINITY) ? airport : best,
      undefined,
    );
  return busiest && places.city(busiest.cityCode);
}
