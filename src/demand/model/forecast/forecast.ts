import { linearRegression, mean, median, quantile } from 'simple-statistics';
import { type CountQuantiles, NORMAL_P90, quantilesOfCount } from '../counts/count-quantiles.ts';
import { fitSeasons, LOG_OFFSET, logCounts, seasonAt, type Seasons, YEARS_MIN } from './seasonality.ts';
import { BUCKETS_PER_YEAR, type Calendar, WEEK_DAYS } from './series.ts';
import { dampingOf, emptyStates, meanBetween, type SmoothedStates, type Smoothing, smoothLevels } from './smoothing.ts';

/** Complete buckets below which nothing is forecast: the method could not even be tried on them. */
const HISTORY_MIN = 8;

/** The forecast, or why there is none. too_short: under `HISTORY_MIN` buckets. nothing_counted: all of them are 0. */
export type Forecast =
  | { readonly kind: 'made'; readonly points: readonly CountQuantiles[] }
  | { readonly kind: 'not_made'; readonly reason: 'too_short' | 'nothing_counted' };

/**
 * What the buckets after a history hold (docs/forecast.md): seasons, and an exponentially smoothed level with a damped
 * trend, on logarithms of counts. The band is as wide as the same method missed by within this history, by distance.
 * The calendar begins with the history and reaches `periods` beyond it.
 */
export function forecast(history: ArrayLike<number>, calendar: Calendar, periods: number): Forecast {
  if (history.length < HISTORY_MIN) return { kind: 'not_made', reason: 'too_short' };
  const logs = logCounts(history);
  const count = logs.length;
  if (!logs.some((log) => log > NOTHING)) return { kind: 'not_made', reason: 'nothing_counted' };
  const seasons = fitSeasons(logs, count, calendar);
  const tried = tryOut(logs, { calendar, periods, seasons });
  const smoothing = { ...tried.smoothing, slope: tried.isLong ? yearlySlope(logs, count, calendar) : 0 };
  const runIn = Math.max(0, count - 2 * RUN_IN);
  const states = smoothLevels(withoutSeasons(logs, { calendar, seasons, from: runIn, to: count }), smoothing, runIn);
  const damping = dampingOf(smoothing.phi, periods);
  const sampled = sampledVariance(states, { calendar, seasons, count });
  const points = bandOf(tried, { calendar, periods, seasons }).map((variance, ahead) => {
    const log = aheadOf(states, { at: count - 1, ahead, damping }) + seasonAt(seasons, calendar, count + ahead);
    return quantilesOfCount({ median: Math.max(0, Math.exp(log) - LOG_OFFSET), variance, sampled });
  });
  return { kind: 'made', points };
}

const NOTHING = Math.log(LOG_OFFSET);

interface ForecastContext {
  readonly calendar: Calendar;
  readonly periods: number;
  /** Of the whole history. */
  readonly seasons: Seasons;
}

/** A smoothing, and whether its trend is that of the years instead of the latest buckets. */
interface Candidate {
  readonly smoothing: Smoothing;
  readonly isLong: boolean;
}

const ALPHAS = [0.04, 0.1, 0.22, 0.45, 0.75] as const;
/** What of a level's move is taken for a trend. */
const BETA = 0.1;
/** Half of a trend is gone after 17 days, 14 weeks or 8 months; of the years' own trend after 69. */
const PHIS = { day: 0.96, week: 0.95, month: 0.92 } as const;
const PHI_OF_YEARS = 0.99;

/**
 * With less than two years of weeks or months no trend is tried: it could not be distinguished from the season. Of so
 * few months nothing can be chosen at all: the level follows at a middle pace.
 */
function candidatesOf({ calendar }: ForecastContext, count: number): readonly Candidate[] {
  const isShort = count < YEARS_MIN * BUCKETS_PER_YEAR[calendar.granularity];
  if (isShort && calendar.granularity === 'month') return [MIDDLE];
  return ALPHAS.flatMap((alpha) => [
    { smoothing: { alpha, beta: 0, phi: 1, slope: 0 }, isLong: false },
    ...(isShort && calendar.granularity === 'week'
      ? []
      : [{ smoothing: { alpha, beta: BETA, phi: PHIS[calendar.granularity], slope: 0 }, isLong: false }]),
    ...(isShort ? [] : [{ smoothing: { alpha, beta: 0, phi: PHI_OF_YEARS, slope: 0 }, isLong: true }]),
  ]);
}
const MIDDLE: Candidate = { smoothing: { alpha: 0.22, beta: 0, phi: 1, slope: 0 }, isLong: false };

/** The candidate that would have missed by least, and what it missed by: one list of log errors for each distance. */
interface Tried extends Candidate {
  readonly misses: readonly (readonly number[])[];
  /** Parts of the whole distance the origins span: about how many independent tries there were. */
  readonly tries: number;
  /** How many times wider the misses would have been, had the seasons not been fitted on what was then forecast. */
  readonly flattered: number;
}

/**
 * Where there is too little history to try the seasons on years they have not seen: by two years and a bit, and by one.
 * From back-tests.
 */
const FLATTERED = { byYears: 1.2, byOneYear: 1.75 } as const;

/** Times the seasons are fitted anew along the history, each time on what lay before only. */
const TRIAL_RANGES = 3;
/** Forecasts tried, about: more would say the same. */
const TRIES_MAX = 100;
/** Buckets before a trial range that the level runs in on. */
const RUN_IN = 120;

interface TrialRange {
  readonly values: Float64Array;
  readonly slope: number;
  readonly runIn: number;
  readonly firstOrigin: number;
  readonly lastOrigin: number;
  readonly stride: number;
}

function tryOut(logs: Float64Array, context: ForecastContext): Tried {
  const { calendar, periods, seasons } = context;
  const count = logs.length;
  const seasonal = YEARS_MIN * BUCKETS_PER_YEAR[calendar.granularity];
  const isFlattered = seasons.year !== undefined && count < seasonal + 2 * periods;
  const first = Math.max(
    HISTORY_MIN / 2,
    Math.floor(count / 2),
    seasons.year === undefined || isFlattered ? 0 : seasonal,
  );
  const ranges = rangesOf(logs, { ...context, first, isFlattered });
  const candidates = candidatesOf(context, count);
  const distances = [...new Set([0, Math.floor((periods - 1) / 2), periods - 1])];
  const scores = candidates.map((candidate) => scoreOf(candidate, ranges, distances));
  const best = candidates[scores.indexOf(Math.min(...scores))] ?? MIDDLE;
  const flattered = count < seasonal ? FLATTERED.byOneYear : FLATTERED.byYears;
  return {
    ...best,
    flattered: isFlattered ? flattered : 1,
    misses: missesOf(best, ranges, periods),
    tries: (count - first) / periods,
  };
}

function rangesOf(
  logs: Float64Array,
  {
    calendar,
    periods,
    seasons,
    first,
    isFlattered,
  }: ForecastContext & { readonly first: number; readonly isFlattered: boolean },
): readonly TrialRange[] {
  const count = logs.length;
  const stride = strideOf(count - first);
  const step = Math.max(1, Math.ceil((count - first) / TRIAL_RANGES));
  const ranges: TrialRange[] = [];
  for (let known = first; known < count; known += step) {
    const fitted = isFlattered ? seasons : fitSeasons(logs, known, calendar);
    const to = Math.min(count, known + step + periods);
    const runIn = Math.max(0, known - RUN_IN);
    ranges.push({
      values: withoutSeasons(logs, { calendar, seasons: fitted, from: runIn, to }),
      slope: yearlySlope(logs, isFlattered ? count : known, calendar),
      runIn,
      firstOrigin: known - 1,
      lastOrigin: Math.min(count - 2, known + step - 2),
      stride,
    });
  }
  return ranges;
}

/** Every so many buckets a forecast is tried; no whole number of weeks, lest all begin on one weekday. */
function strideOf(origins: number): number {
  const stride = Math.max(1, Math.round(origins / TRIES_MAX));
  return stride % WEEK_DAYS === 0 ? stride + 1 : stride;
}

/** Logarithms less their seasons; 0 before `from`. */
function withoutSeasons(
  logs: Float64Array,
  {
    calendar,
    seasons,
    from,
    to,
  }: { readonly calendar: Calendar; readonly seasons: Seasons; readonly from: number; readonly to: number },
): Float64Array {
  const values = new Float64Array(to);
  for (let index = from; index < to; index += 1)
    values[index] = (logs[index] ?? 0) - seasonAt(seasons, calendar, index);
  return values;
}

/**
 * The median change from one whole year to the next, counted back from the end, in logarithms per bucket; 0 where two
 * are not known.
 */
function yearlySlope(logs: Float64Array, count: number, calendar: Calendar): number {
  const length = BUCKETS_PER_YEAR[calendar.granularity];
  const levels: number[] = [];
  for (let end = count; end >= length; end -= length) levels.push(meanBetween(logs, end - length, end));
  if (levels.length < YEARS_MIN) return 0;
  return median(levels.slice(1).map((before, index) => (levels[index] ?? before) - before)) / length;
}

function runOf({ smoothing, isLong }: Candidate, range: TrialRange): SmoothedStates {
  const states = emptyStates(range.values.length);
  return smoothLevels(range.values, isLong ? { ...smoothing, slope: range.slope } : smoothing, range.runIn, states);
}

function aheadOf(
  states: SmoothedStates,
  { at, ahead, damping }: { readonly at: number; readonly ahead: number; readonly damping: Float64Array },
): number {
  return (states.levels[at] ?? 0) + (states.trends[at] ?? 0) * (damping[ahead] ?? 0);
}

/** The mean size of what a candidate missed by. */
function scoreOf(candidate: Candidate, ranges: readonly TrialRange[], distances: readonly number[]): number {
  const damping = dampingOf(candidate.smoothing.phi, Math.max(...distances) + 1);
  let sum = 0;
  let tries = 0;
  for (const range of ranges) {
    const states = runOf(candidate, range);
    for (const ahead of distances) {
      const last = Math.min(range.lastOrigin, range.values.length - 2 - ahead);
      for (let at = range.firstOrigin; at <= last; at += range.stride)
        sum += Math.abs((range.values[at + 1 + ahead] ?? 0) - aheadOf(states, { at, ahead, damping }));
      tries += Math.max(0, Math.floor((last - range.firstOrigin) / range.stride) + 1);
    }
  }
  return tries === 0 ? Number.POSITIVE_INFINITY : sum / tries;
}

function missesOf(candidate: Candidate, ranges: readonly TrialRange[], periods: number): readonly number[][] {
  const damping = dampingOf(candidate.smoothing.phi, periods);
  const misses: number[][] = Array.from({ length: periods }, () => []);
  for (const range of ranges) {
    const states = runOf(candidate, range);
    for (const [ahead, list] of misses.entries()) {
      const last = Math.min(range.lastOrigin, range.values.length - 2 - ahead);
      for (let at = range.firstOrigin; at <= last; at += range.stride)
        list.push((range.values[at + 1 + ahead] ?? 0) - aheadOf(states, { at, ahead, damping }));
    }
  }
  return misses;
}

/** Misses a distance needs to have a say in the width of the band. */
const MISSES_MIN = 3;
/** The standard deviation taken where the history is too short to try anything: half or double. */
const VARIANCE_UNKNOWN = Math.LN2 ** 2;
/**
 * The swing of a year assumed where it is not known, as the amplitude of a sine on logarithms: a quarter less to a
 * third more.
 */
const YEAR_SWING = 0.3;
/** How far the tails of the misses may widen or narrow a normal band. */
const TAILS = { min: 0.6, max: 1.6 } as const;

/** The variance of the logarithm of each bucket ahead. */
function bandOf(tried: Tried, { calendar, periods, seasons }: ForecastContext): readonly number[] {
  const line = lineOf(tried.misses);
  const plain = Array.from({ length: periods }, (_, ahead) => line(ahead + 1));
  const scaled = tried.misses.flatMap((list, ahead) =>
    list.map((miss) => Math.abs(miss) / Math.sqrt(plain[ahead] ?? 1)),
  );
  const tails =
    scaled.length < MISSES_MIN ? 1 : Math.min(TAILS.max, Math.max(TAILS.min, quantile(scaled, 0.8) / NORMAL_P90));
  // Student's t instead of the normal distribution, by the first term of its expansion: few tries say little of the
  // spread.
  const few = 1 + (NORMAL_P90 ** 2 + 1) / (4 * Math.max(1, tried.tries));
  const factor = (tails * few * tried.flattered) ** 2;
  let swing = 0;
  return plain.map((variance, ahead) => {
    if (seasons.year === undefined)
      swing = Math.max(
        swing,
        YEAR_SWING ** 2 * (1 - Math.cos((2 * Math.PI * (ahead + 1)) / BUCKETS_PER_YEAR[calendar.granularity])),
      );
    return Math.max(variance * factor, swing);
  });
}

/** Mean squares of the misses as a straight line over the distance, never falling. */
function lineOf(misses: readonly (readonly number[])[]): (ahead: number) => number {
  const squares = misses.flatMap((list, ahead): [number, number][] =>
    list.length < MISSES_MIN ? [] : [[ahead + 1, mean(list.map((miss) => miss * miss))]],
  );
  if (squares.length === 0) return () => VARIANCE_UNKNOWN;
  const level = mean(squares.map(([, square]) => square));
  const { m, b } = squares.length < 2 ? { m: 0, b: level } : linearRegression(squares);
  if (m <= 0) return () => Math.max(VARIANCE_FLOOR, level);
  // A line that would start below nothing goes through nothing instead, and through the middle of the squares.
  const slope = b < 0 ? level / mean(squares.map(([ahead]) => ahead)) : m;
  return (ahead) => Math.max(VARIANCE_FLOOR, Math.max(0, b) + slope * ahead);
}
/** A thousandth either way: nothing is known better. */
const VARIANCE_FLOOR = 1e-6;

/** What counting alone adds to the variance of the latest logarithms: about 1 / (rate + 1). */
function sampledVariance(
  states: SmoothedStates,
  { calendar, seasons, count }: { readonly calendar: Calendar; readonly seasons: Seasons; readonly count: number },
): number {
  const from = Math.max(0, count - RUN_IN);
  let sum = 0;
  for (let index = from; index < count; index += 1)
    sum +=
      1 / (Math.max(0, Math.exp((states.levels[index] ?? 0) + seasonAt(seasons, calendar, index)) - LOG_OFFSET) + 1);
  return sum / (count - from);
}
