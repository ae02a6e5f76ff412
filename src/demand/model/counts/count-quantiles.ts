/** The 90 % quantile of the standard normal distribution: eight in ten lie within as many standard deviations. */
export const NORMAL_P90 = 1.2815515655446004;
/** From here on a count is as good as continuous: its distribution is taken as log-normal. */
const CONTINUOUS_FROM = 30;
/**
 * Relative variances below this are taken as none: the negative binomial is Poisson's there, and its formula loses
 * digits.
 */
const VARIANCE_MIN = 1e-6;
/** Counts looked at in search of a quantile: with a mean under 30 nothing that matters lies beyond. */
const COUNT_MAX = 2_000;

/** Whole numbers, p10 ≤ p50 ≤ p90. */
export interface CountQuantiles {
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

/**
 * Quantiles of a count whose rate is uncertain. `variance` is that of its logarithm as it was missed by in the past,
 * and `sampled` what of it mere counting explained there; the rest is the rate's. Counting at the new rate is added
 * again: with small counts it cannot be reported better than Poisson's spread.
 */
export function quantilesOfCount({
  median,
  variance,
  sampled,
}: {
  readonly median: number;
  readonly variance: number;
  readonly sampled: number;
}): CountQuantiles {
  const rateVariance = Math.max(0, variance - sampled);
  if (median >= CONTINUOUS_FROM) {
    const reach = Math.exp(NORMAL_P90 * Math.sqrt(rateVariance + 1 / median));
    return { p10: toCount(median / reach), p50: toCount(median), p90: toCount(median * reach) };
  }
  const [p10 = 0, p50 = 0, p90 = 0] = smallQuantiles(median * Math.exp(rateVariance / 2), Math.exp(rateVariance) - 1);
  return { p10, p50, p90 };
}

function toCount(value: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.round(value));
}

const LEVELS = [0.1, 0.5, 0.9] as const;

/**
 * Of a negative binomial count (Poisson's with a gamma-distributed rate): `spread` is the relative variance of the
 * rate.
 */
function smallQuantiles(mean: number, spread: number): readonly number[] {
  const size = spread < VARIANCE_MIN ? undefined : 1 / spread;
  let chance = size === undefined ? Math.exp(-mean) : (size / (size + mean)) ** size;
  let sum = chance;
  let count = 0;
  return LEVELS.map((level) => {
    while (sum < level && count < COUNT_MAX) {
      chance *= size === undefined ? mean / (count + 1) : ((count + size) / (count + 1)) * (mean / (mean + size));
      count += 1;
      sum += chance;
    }
    return count;
  });
}
