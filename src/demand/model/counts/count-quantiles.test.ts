import { expect, test } from 'vitest';
import { quantilesOfCount } from './count-quantiles.ts';

test("a small count whose rate is known has the quantiles of Poisson's distribution", () => {
  // From the tables: P(X ≤ 0) of rate 0.05 is 0.951; rate 2: 0.135, 0.406, 0.677, 0.857, 0.947; rate 10: P(X ≤ 5)
  // 0.067, 6: 0.130, 9: 0.458, 10: 0.583, 13: 0.864, 14: 0.917.
  expect(quantilesOfCount({ median: 0.05, variance: 0.2, sampled: 0.3 })).toEqual({ p10: 0, p50: 0, p90: 0 });
  expect(quantilesOfCount({ median: 2, variance: 0.3, sampled: 0.3 })).toEqual({ p10: 0, p50: 2, p90: 4 });
  expect(quantilesOfCount({ median: 10, variance: 0, sampled: 0 })).toEqual({ p10: 6, p50: 10, p90: 14 });
});

test('a great one is log-normal: with a σ of ln 2, p90 is 2 to the power of 1.28 times the middle', () => {
  const { p10, p50, p90 } = quantilesOfCount({ median: 1_000_000, variance: Math.LN2 ** 2, sampled: 0 });
  expect([p10, p50, p90]).toEqual([411_352, 1_000_000, 2_431_005]);
});

test('an uncertain rate widens the band of a small count, what counting explained does not', () => {
  const known = quantilesOfCount({ median: 20, variance: 0.1, sampled: 0.1 });
  const uncertain = quantilesOfCount({ median: 20, variance: 0.6, sampled: 0.1 });
  expect(known).toEqual({ p10: 14, p50: 20, p90: 26 });
  expect(uncertain.p10).toBeLessThan(12);
  expect(uncertain.p90).toBeGreaterThan(40);
});

test('nothing is nothing, and no band is endless', () => {
  expect(quantilesOfCount({ median: 0, variance: 0.5, sampled: 0.1 })).toEqual({ p10: 0, p50: 0, p90: 0 });
  expect(quantilesOfCount({ median: 1e15, variance: 40, sampled: 0 }).p90).toBe(Number.MAX_SAFE_INTEGER);
  expect(quantilesOfCount({ median: 29.9, variance: 40, sampled: 0 }).p90).toBeLessThanOrEqual(2_000);
});
