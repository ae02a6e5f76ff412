import type { App } from '../../context.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import { addDays, epochDayToIsoDate, type IsoDate, isoDateToEpochDay } from '../../travel/dates.ts';
import type { Audience, DayRange, DemandFilter } from '../model/demand-event.ts';
import {
  type Comparison,
  type DemandMetric,
  daysOf,
  defaultPeriod,
  KIND_OF_METRIC,
  type PeriodText,
  periodProblems,
} from '../model/period.ts';
import { bucketsOf, type Granularity, granularityOf } from '../model/forecast/series.ts';
import { comparedBuckets, describeTrend, type Trend, type TrendQuery } from '../model/forecast/trend.ts';
import { type Basis, basisOf, findCompleteThrough, findKnownSince } from './read-demand.ts';
import { readObservedDays } from './read-observed.ts';
import { demandToday, readPlaces, throwProblems } from './read-question.ts';

/**
 * Seasons are learnt from at most as many days before the end of the period: five years, as long as a period may be.
 */
const HISTORY_DAYS = 1_827;

/** A question as it was sent; places in upper case. */
export interface TrendsInput {
  readonly series: readonly SeriesInput[];
  readonly period?: PeriodText | undefined;
  /** Undefined: by the length of the period. */
  readonly granularity?: Granularity | undefined;
  readonly compare?: Comparison | undefined;
  /** 0 to 26. */
  readonly forecastPeriods: number;
}
/** One line of it. */
interface SeriesInput {
  readonly destination?: string | undefined;
  readonly market?: string | undefined;
  readonly audience?: Audience | undefined;
  readonly metric: DemandMetric;
}

/** A trends query whose places are known to exist. */
export interface TrendsQuery {
  readonly series: readonly { readonly metric: DemandMetric; readonly filter: DemandFilter }[];
  readonly days: DayRange;
  readonly granularity: Granularity;
  readonly compare: Comparison | undefined;
  readonly forecastPeriods: number;
}

/** One line as it went, and as it may go on. */
export interface DemandTrend extends Trend {
  readonly metric: DemandMetric;
  readonly filter: DemandFilter;
  readonly basis: Basis;
  /** Events counted here on the days of the period. */
  readonly sampleSize: number;
}

/** All lines. */
export interface DemandTrends {
  readonly query: TrendsQuery;
  readonly series: readonly DemandTrend[];
  readonly basis: Basis;
  readonly sampleSize: number;
  /** True when the period begins before anything is known of some line. */
  readonly isBeforeKnown: boolean;
  readonly isProduction: boolean;
}

/** Checks everything a schema cannot see, and throws 422 with every field that is wrong. */
export async function readTrendsQuery(app: App, input: TrendsInput): Promise<TrendsQuery> {
  const today = demandToday(app);
  const problems: FieldProblem[] = [];
  const series = input.series.map((line, index) => {
    const places = readPlaces(app.places, line, problems, `series[${index}].`);
    return { metric: line.metric, filter: { kind: KIND_OF_METRIC[line.metric], ...places, audience: line.audience } };
  });
  if (input.period !== undefined) problems.push(...periodProblems(input.period, today));
  throwProblems(problems);
  const days =
    input.period === undefined
      ? defaultPeriod(await findCompleteThrough(app))
      : { from: input.period.start, to: input.period.end };
  return {
    series,
    days,
    granularity: input.granularity ?? granularityOf(daysOf(days)),
    compare: input.compare,
    forecastPeriods: input.forecastPeriods,
  };
}

/**
 * How demand went, day by day, week by week or month by month, and how it may go on. One statement and yields between
 * two lines, each a few milliseconds of counting.
 */
export async function readTrends(app: App, query: TrendsQuery): Promise<DemandTrends> {
  const { days, series } = query;
  const [completeThrough, knownSince] = await Promise.all([
    findCompleteThrough(app),
    Promise.all(series.map(({ filter }) => findKnownSince(app, filter.kind))),
  ]);
  const trend: TrendQuery = { ...query, buckets: bucketsOf(days, query.granularity, completeThrough) };
  const range = readRange(trend, knownSince);
  const counted = await readObservedDays(
    app,
    series.map(({ filter }) => filter),
    range,
  );
  const since = isoDateToEpochDay(range.from);
  const span = { from: isoDateToEpochDay(days.from) - since, to: isoDateToEpochDay(days.to) - since + 1 };
  const trends: DemandTrend[] = [];
  // Kind by kind: what the baseline keeps of days is stored of one kind.
  for (const [index, line] of [...series.entries()].sort(([, one], [, other]) =>
    one.filter.kind < other.filter.kind ? -1 : Number(one.filter.kind > other.filter.kind),
  )) {
    await yieldIfBusy();
    const observed = counted[index] ?? new Float64Array();
    const ground = app.demandBaseline?.daily(line.filter, range.from, range.to);
    const grown = ground === undefined ? 0 : sumOf(ground.subarray(span.from, span.to));
    const daily = ground === undefined ? observed : addTo(ground, observed);
    const sampleSize = sumOf(observed.subarray(span.from, span.to));
    const known = knownSince[index];
    trends[index] = {
      ...line,
      sampleSize,
      basis: basisOf(app, grown, sampleSize),
      ...describeTrend(trend, {
        daily,
        since,
        knownFrom: known === undefined ? Number.POSITIVE_INFINITY : isoDateToEpochDay(known),
      }),
    };
  }
  return {
    query,
    series: trends,
    basis: basisOfAll(trends),
    sampleSize: trends.reduce((sum, { sampleSize }) => sum + sampleSize, 0),
    isBeforeKnown: knownSince.some((known) => known === undefined || known > days.from),
    isProduction: app.config.environment === 'production',
  };
}

/**
 * The days that are read: the period, what it is compared with, and five years to learn its seasons from; as far as
 * anything is known of them.
 */
function readRange(
  { days, buckets, granularity, compare }: TrendQuery,
  knownSince: readonly (IsoDate | undefined)[],
): DayRange {
  const compared = compare === undefined ? undefined : comparedBuckets(buckets, granularity, compare)[0];
  const wanted = [
    days.from,
    addDays(days.to, 1 - HISTORY_DAYS),
    ...(compared === undefined ? [] : [epochDayToIsoDate(compared.from)]),
  ].reduce(earlier);
  const known = knownSince.filter((date) => date !== undefined).reduce(earlier, days.from);
  return { from: wanted > known ? wanted : known, to: days.to };
}

function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b;
}

function basisOfAll(trends: readonly DemandTrend[]): Basis {
  const [first = 'observed', ...others] = new Set(trends.map(({ basis }) => basis));
  return others.length === 0 ? first : 'mixed';
}

/** The baseline's answers are ours to write to. */
function addTo(ground: Float64Array, observed: Float64Array): Float64Array {
  for (let day = 0; day < ground.length; day += 1) ground[day] = (ground[day] ?? 0) + (observed[day] ?? 0);
  return ground;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
