import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairShare } from './fair-share.ts';

test('who has little keeps it, and the others share what that leaves', () => {
  expect(fairShare([100, 30, 10], 80)).toBe(40);
  expect(fairShare([100, 90, 10], 80)).toBe(35);
  expect(fairShare([30, 10], 80)).toBe(Number.POSITIVE_INFINITY);
  expect(fairShare([], 80)).toBe(Number.POSITIVE_INFINITY);
});

test('whatever anybody has, all fits, nobody below an equal part loses any, and nearly all of the room is used', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 5_000 }),
      (counts, max) => {
        const share = fairShare(counts, max);
        const kept = counts.map((count) => Math.min(count, share)).reduce((sum, count) => sum + count, 0);
        const total = counts.reduce((sum, count) => sum + count, 0);
        expect(kept).toBeLessThanOrEqual(max);
        expect(kept).toBeGreaterThan(Math.min(total, max) - counts.length);
        expect(share).toBeGreaterThanOrEqual(Math.floor(max / counts.length));
      },
    ),
  );
});
