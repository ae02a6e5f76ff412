import { mean, median } from 'simple-statistics';
import { forecast } from '../../src/demand/model/forecast/forecast.ts';
import { BUCKETS_PER_YEAR, calendarFrom, type Granularity, WEEK_DAYS } from '../../src/demand/model/forecast/series.ts';
import type { TestSeries } from './series.ts';

/** How one forecast came out. */
export interface Outcome {
  readonly series: number;
  readonly source: TestSeries['source'];
  readonly granularity: Granularity;
  readonly horizon: number;
  /** Years of history it was made from. */
  readonly years: number;
  /** Mean absolute error over the horizon, in units of the seasonal naive's within the history. */
  readonly mase: number;
  readonly naiveMase: number;
  /** Buckets of the horizon whose count lay within p10 and p90. */
  readonly covered: number;
  /** Counts under 5 a bucket: whole numbers cannot cover exactly eight in ten there. */
  readonly isSmall: boolean;
}

/** Forecasts ahead, as a rule of the tests: from a month of weeks to what the contract allows. */
export const HORIZONS = [4, 13, 26] as const;
/** Of the history that the service would have read: one and a half, three and five years. */
export const HISTORY_YEARS = [1.5, 3, 5] as const;
const ORIGINS = 3;
const SMALL_MEAN = 5;
/** The season that the naive forecast repeats: a week of days, a year of weeks or months. */
const SEASON = { day: WEEK_DAYS, week: BUCKETS_PER_YEAR.week, month: BUCKETS_PER_YEAR.month } as const satisfies Record<
  Granularity,
  number
>;

/** Forecasts each series from rolling origins, each with the history before it only. */
export function backTest(all: readonly TestSeries[], horizons: readonly number[] = HORIZONS): readonly Outcome[] {
  return all.flatMap((series, index) =>
    horizons.flatMap((horizon) =>
      Array.from({ length: ORIGINS }, (_, origin) => tryAt(series, { index, horizon, origin })).flat(),
    ),
  );
}

function tryAt(
  { source, granularity, start, values }: TestSeries,
  { index, horizon, origin }: { readonly index: number; readonly horizon: number; readonly origin: number },
): readonly Outcome[] {
  const end = values.length - horizon - origin * Math.max(1, Math.floor((values.length / 6 - horizon / 2) / ORIGINS));
  const years = HISTORY_YEARS[(index + origin) % HISTORY_YEARS.length] ?? 3;
  const from = Math.max(0, end - Math.floor(years * BUCKETS_PER_YEAR[granularity]));
  const history = values.subarray(from, end);
  const calendar = calendarFrom(
    calendarFrom(start, granularity, from + 1).starts[from] ?? start,
    granularity,
    history.length + horizon,
  );
  const made = forecast(history, calendar, horizon);
  const season = SEASON[granularity];
  const scale = mean(Array.from(history.subarray(season), (value, at) => Math.abs(value - (history[at] ?? 0))));
  if (made.kind === 'not_made' || scale === 0) return [];
  const actual = Array.from(values.subarray(end, end + horizon));
  const errors = actual.map((value, ahead) => Math.abs(value - (made.points[ahead]?.p50 ?? 0)));
  const naive = actual.map((value, ahead) =>
    Math.abs(value - (history[history.length - season + (ahead % season)] ?? 0)),
  );
  const covered = actual.filter(
    (value, ahead) => value >= (made.points[ahead]?.p10 ?? 0) && value <= (made.points[ahead]?.p90 ?? 0),
  ).length;
  return [
    {
      series: index,
      source,
      granularity,
      horizon,
      years,
      mase: mean(errors) / scale,
      naiveMase: mean(naive) / scale,
      covered,
      isSmall: mean(Array.from(history)) < SMALL_MEAN,
    },
  ];
}

/** Many outcomes in a line. */
export interface Summary {
  readonly series: number;
  readonly forecasts: number;
  readonly mase: number;
  readonly maseMedian: number;
  readonly naiveMase: number;
  readonly naiveMaseMedian: number;
  /** Share of series whose mean error is below the naive's. */
  readonly better: number;
  /** Share of buckets within the band of 80 %. */
  readonly coverage: number;
  /** The figure for series with 5 a bucket and more; undefined where there are none. */
  readonly coverageOfLarge: number | undefined;
}

/** Means and medians over series: each counts once, however many forecasts were made of it. */
export function summarise(outcomes: readonly Outcome[]): Summary {
  const bySeries = [...Map.groupBy(outcomes, ({ series, source }) => `${source} ${series}`).values()];
  const ours = bySeries.map((list) => mean(list.map(({ mase }) => mase)));
  const naive = bySeries.map((list) => mean(list.map(({ naiveMase }) => naiveMase)));
  return {
    series: bySeries.length,
    forecasts: outcomes.length,
    mase: mean(ours),
    maseMedian: median(ours),
    naiveMase: mean(naive),
    naiveMaseMedian: median(naive),
    better: ours.filter((mase, index) => mase < (naive[index] ?? 0)).length / bySeries.length,
    coverage: coverageOf(outcomes) ?? 0,
    coverageOfLarge: coverageOf(outcomes.filter(({ isSmall }) => !isSmall)),
  };
}

function coverageOf(outcomes: readonly Outcome[]): number | undefined {
  const buckets = outcomes.reduce((sum, { horizon }) => sum + horizon, 0);
  return buckets === 0 ? undefined : outcomes.reduce((sum, { covered }) => sum + covered, 0) / buckets;
}
