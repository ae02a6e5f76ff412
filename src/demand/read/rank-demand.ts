import type { App } from '../../context.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import { convertMoney, type Money, money } from '../../travel/money.ts';
import type { Audience, DayRange, DemandFilter } from '../model/demand-event.ts';
import {
  type Comparison,
  comparedPeriod,
  type DemandMetric,
  defaultPeriod,
  KIND_OF_METRIC,
  type PeriodText,
  periodProblems,
} from '../model/period.ts';
import { type DemandSort, growthOf, type RankedCell, rankCells } from '../model/counts/rank-counts.ts';
import {
  type Basis,
  type DemandDetail,
  findCompleteThrough,
  findKnownSince,
  type RankedDemand,
  readComparedDemand,
  readDetails,
} from './read-demand.ts';
import type { RankedBy } from './read-observed.ts';
import { demandToday, readPlaces, throwProblems } from './read-question.ts';
import { assertCurrency } from '../../platform/refusals/assert-currency.ts';

/** The currency fares are stored in. */
const FARES_CURRENCY = 'USD';

/** A question as it was sent; places in upper case. */
export interface RankInput {
  readonly by: RankedBy;
  readonly destination?: string | undefined;
  readonly market?: string | undefined;
  readonly audience?: Audience | undefined;
  readonly period?: PeriodText | undefined;
  readonly metric: DemandMetric;
  readonly compare: Comparison;
  readonly sort: DemandSort;
  readonly currency: string;
}

/** A ranking query whose places are known to exist: what must not change from page to page. */
export interface RankQuery {
  readonly by: RankedBy;
  readonly filter: DemandFilter;
  readonly days: DayRange;
  readonly compared: DayRange;
  readonly sort: DemandSort;
  readonly currency: string;
}

/** One row: what it is, and how it travels. */
export interface DemandRow extends RankedCell, Pick<DemandDetail, 'medianLeadDays' | 'medianStayDays'> {
  readonly lowestFare: Money | undefined;
}

/** A page of rows and what they are rows of. Nothing is rounded. */
export interface DemandRanking {
  readonly query: RankQuery;
  readonly rows: readonly DemandRow[];
  /** Rows on all pages. */
  readonly rowCount: number;
  readonly total: number;
  readonly totalGrowth: number | undefined;
  /** Of the total, what belongs to no row: its origin is unknown, or too few callers asked for it to be shown apart. */
  readonly unattributed: number;
  /** Rows left out of a list by growth. */
  readonly tooSmall: number;
  /** True when the compared period reaches before what is known. */
  readonly isBeforeKnown: boolean;
  /** True when the period ends with days that are not over, or not counted yet. */
  readonly endsOnOpenDay: boolean;
  /** True when the period begins before anything is known. */
  readonly beginsBeforeKnown: boolean;
  /** True when what can be shown only for a month as a whole is left out. */
  readonly isByDays: boolean;
  readonly isProduction: boolean;
  readonly basis: Basis;
  readonly sampleSize: number;
  /** Undefined on the last page. */
  readonly nextOffset: number | undefined;
}

/** Checks everything a schema cannot see, and throws 422 with every field that is wrong. */
export async function readRankQuery(app: App, input: RankInput): Promise<RankQuery> {
  assertCurrency(app.rates, input.currency);
  const today = demandToday(app);
  const problems: FieldProblem[] = [];
  const places = readPlaces(app.places, input, problems);
  if (input.period !== undefined) problems.push(...periodProblems(input.period, today));
  throwProblems(problems);
  const days =
    input.period === undefined
      ? defaultPeriod(await findCompleteThrough(app))
      : { from: input.period.start, to: input.period.end };
  return {
    by: input.by,
    filter: { kind: KIND_OF_METRIC[input.metric], ...places, audience: input.audience },
    days,
    compared: comparedPeriod(days, input.compare),
    sort: input.sort,
    currency: input.currency,
  };
}

/**
 * A page of what is in demand. Only its own rows are described: lead times, stays and fares of the rest are never
 * looked at.
 */
export async function rankDemand(
  app: App,
  query: RankQuery,
  page: { readonly offset: number; readonly limit: number },
): Promise<DemandRanking> {
  const { by, filter, days } = query;
  const [{ demand, before, isByDays }, knownSince, completeThrough] = await Promise.all([
    readComparedDemand(app, by, filter, days, query.compared),
    findKnownSince(app, filter.kind),
    findCompleteThrough(app),
  ]);
  await yieldIfBusy();
  const isBeforeKnown = knownSince === undefined || query.compared.from < knownSince;
  const compared = isBeforeKnown ? undefined : before;
  const end = page.offset + page.limit;
  const { rows, rowCount, tooSmall } = rankCells(
    { codes: demand.codes, volumes: demand.volumes, total: demand.total, compared: compared?.volumes },
    query.sort,
    { offset: page.offset, end },
  );
  const isProduction = app.config.environment === 'production';
  return {
    query,
    rowCount,
    tooSmall,
    isBeforeKnown,
    isProduction,
    rows: await describeRows(app, demand, { rows, currency: query.currency }),
    total: demand.total,
    totalGrowth: growthOf(demand.total, compared?.total),
    unattributed: unattributedOf(demand),
    endsOnOpenDay: days.to > completeThrough,
    beginsBeforeKnown: knownSince === undefined || days.from < knownSince,
    isByDays,
    basis: demand.basis,
    sampleSize: demand.sampleSize,
    nextOffset: end < rowCount ? end : undefined,
  };
}

async function describeRows(
  app: App,
  demand: RankedDemand,
  { rows, currency }: { readonly rows: readonly RankedCell[]; readonly currency: string },
): Promise<readonly DemandRow[]> {
  const details = await readDetails(
    app,
    demand,
    rows.map(({ code }) => code),
  );
  return rows.map((row, index) => {
    const { lowestFare, ...medians } = details[index] ?? {
      medianLeadDays: undefined,
      medianStayDays: undefined,
      lowestFare: undefined,
    };
    return {
      ...row,
      ...medians,
      lowestFare: lowestFare === undefined ? undefined : priceIn(app, lowestFare, currency),
    };
  });
}

function priceIn(app: App, usdMinor: number, currency: string): Money {
  return convertMoney(money(Math.round(usdMinor), FARES_CURRENCY), currency, app.rates.rate(FARES_CURRENCY, currency));
}

function unattributedOf(demand: RankedDemand): number {
  let named = 0;
  for (let place = 0; place < demand.volumes.length; place += 1) named += demand.volumes[place] ?? 0;
  return demand.total - named;
}
