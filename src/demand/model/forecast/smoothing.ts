/** How a level follows its series. */
export interface Smoothing {
  /** Share of a surprise that goes into the level, 0 to 1. */
  readonly alpha: number;
  /** Share of what goes into the level that goes into the trend too. */
  readonly beta: number;
  /** What is left of a trend one bucket on. */
  readonly phi: number;
  /** Trend per bucket at the beginning; with beta 0, throughout. */
  readonly slope: number;
}

/** Level and trend after each bucket. */
export interface SmoothedStates {
  readonly levels: Float64Array;
  readonly trends: Float64Array;
}

/** Surprises further out than this many mean ones are cut back to it: one wild day does not move the level for long. */
const SURPRISE_MAX = 4;
/** Share of each surprise in the running mean of their sizes: remembers about 30 buckets. */
const SURPRISE_SHARE = 0.06;
/** Buckets the level begins with. */
const FIRST_BUCKETS = 7;

/** Room for the states of so many buckets, all 0. */
export function emptyStates(buckets: number): SmoothedStates {
  return { levels: new Float64Array(buckets), trends: new Float64Array(buckets) };
}

/**
 * Holt's linear smoothing with a damped trend (Gardner and McKenzie 1985) over values from the index `first` on; what
 * lies before it stays what it was in `into`.
 */
export function smoothLevels(
  values: Float64Array,
  smoothing: Smoothing,
  first = 0,
  into: SmoothedStates = emptyStates(values.length),
): SmoothedStates {
  const { alpha, beta, phi, slope } = smoothing;
  const { levels, trends } = into;
  let level = meanBetween(values, first, first + FIRST_BUCKETS);
  let trend = slope;
  let size = meanSurprise(values, first, level);
  for (let index = first; index < values.length; index += 1) {
    const carried = beta === 0 ? slope : phi * trend;
    const raw = (values[index] ?? 0) - level - carried;
    const surprise = Math.max(-SURPRISE_MAX * size, Math.min(SURPRISE_MAX * size, raw));
    // The size grows with what was cut off as well: after a lasting shift the bound gives way within a few buckets.
    size += SURPRISE_SHARE * (Math.abs(raw) - size);
    level += carried + alpha * surprise;
    trend = beta === 0 ? slope : carried + alpha * beta * surprise;
    levels[index] = level;
    trends[index] = trend;
  }
  return into;
}

/** Sums of the damped trend, one for each bucket ahead: entry h − 1 is φ + φ² + … + φ^h. */
export function dampingOf(phi: number, periods: number): Float64Array {
  const sums = new Float64Array(periods);
  let power = 1;
  let sum = 0;
  for (let ahead = 0; ahead < periods; ahead += 1) {
    power *= phi;
    sum += power;
    sums[ahead] = sum;
  }
  return sums;
}

/** Mean of the values from an index up to another, exclusive; 0 of none. */
export function meanBetween(values: Float64Array, from: number, to: number): number {
  const end = Math.min(values.length, to);
  let sum = 0;
  for (let index = from; index < end; index += 1) sum += values[index] ?? 0;
  return sum / Math.max(1, end - from);
}

function meanSurprise(values: Float64Array, first: number, level: number): number {
  const end = Math.min(values.length, first + 4 * FIRST_BUCKETS);
  let sum = 0;
  for (let index = first; index < end; index += 1) sum += Math.abs((values[index] ?? 0) - level);
  return sum / Math.max(1, end - first);
}
