import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRetryAfter, retryAfterSecondsMax, secondsToNextAttempt } from './backoff.ts';

describe('secondsToNextAttempt', () => {
  test('the waits after a failed attempt are 5 s, 1 min, 10 min, 30 min, 1 h, 2 h, 4 h, and none after the eighth', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => secondsToNextAttempt(attempt, 0, undefined));
    expect(waits).toEqual([5, 60, 600, 1_800, 3_600, 7_200, 14_400, undefined]);
  });

  test('jitter takes at most a tenth off, so the nominal wait is always enough', () => {
    expect(secondsToNextAttempt(2, 0.999_999, undefined)).toBeCloseTo(54, 3);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, chance) => {
        const nominal = secondsToNextAttempt(attempt, 0, undefined) ?? 0;
        const jittered = secondsToNextAttempt(attempt, chance, undefined) ?? 0;
        expect(jittered).toBeLessThanOrEqual(nominal);
        expect(jittered).toBeGreaterThanOrEqual(nominal * 0.9);
      }),
    );
  });

  test('Retry-After lengthens a wait and never shortens it, up to the length of the whole schedule, and adds no attempt', () => {
    expect(secondsToNextAttempt(1, 0.5, 30)).toBe(30);
    expect(secondsToNextAttempt(3, 0, 30)).toBe(600);
    expect(secondsToNextAttempt(2, 0, 21_600)).toBe(21_600);
    expect([retryAfterSecondsMax, secondsToNextAttempt(1, 0, 999_999)]).toEqual([27_665, 27_665]);
    expect(secondsToNextAttempt(8, 0, 30)).toBeUndefined();
  });
});

describe('parseRetryAfter', () => {
  const now = new Date('2026-03-01T08:00:00Z');

  test('reads seconds and HTTP dates', () => {
    expect(parseRetryAfter('120', now)).toBe(120);
    expect(parseRetryAfter('Sun, 01 Mar 2026 08:01:30 GMT', now)).toBe(90);
    expect(parseRetryAfter('Sun, 01 Mar 2026 07:00:00 GMT', now)).toBe(0);
  });

  test('what is neither is as if it were absent', () => {
    for (const header of [undefined, '', 'soon', '-5', '1.5', '1e9', '99999999999'])
      expect(parseRetryAfter(header, now)).toBeUndefined();
  });
});
