import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeFromBucket } from './token-bucket.ts';

const limits = { perSecond: 25, burst: 100 };

test('a new bucket gives its whole burst, then refuses, then gives one token per 40 ms', () => {
  let level = takeFromBucket(undefined, limits, 1, 0).level;
  for (let taken = 1; taken < 100; taken += 1) {
    const next = takeFromBucket(level, limits, 1, 0);
    expect(next.answer.isAllowed).toBe(true);
    level = next.level;
  }
  expect(takeFromBucket(level, limits, 1, 0).answer).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 1 });
  expect(takeFromBucket(level, limits, 1, 39).answer.isAllowed).toBe(false);
  expect(takeFromBucket(level, limits, 1, 40).answer).toEqual({ isAllowed: true, remaining: 0, resetSeconds: 1 });
});

test('a refusal says when the cost will be there', () => {
  const empty = { tokens: 0, atMs: 0 };
  expect(takeFromBucket(empty, { perSecond: 2, burst: 20 }, 10, 0).answer.resetSeconds).toBe(5);
});

test('a full bucket that gave nothing resets in 0 s, and a clock that jumps back takes nothing away', () => {
  expect(takeFromBucket(undefined, limits, 0, 0).answer).toEqual({ isAllowed: true, remaining: 100, resetSeconds: 0 });
  expect(takeFromBucket({ tokens: 5, atMs: 1_000 }, limits, 1, 0).answer).toMatchObject({
    isAllowed: true,
    remaining: 4,
  });
});

test('never more than burst + rate × time is given, whatever the order of calls', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ afterMs: fc.nat(500), cost: fc.integer({ min: 1, max: 10 }) }), { maxLength: 200 }),
      (calls) => {
        let nowMs = 0;
        let given = 0;
        let level: Parameters<typeof takeFromBucket>[0];
        for (const { afterMs, cost } of calls) {
          nowMs += afterMs;
          const taken = takeFromBucket(level, limits, cost, nowMs);
          level = taken.level;
          if (taken.answer.isAllowed) given += cost;
        }
        expect(given).toBeLessThanOrEqual(limits.burst + (limits.perSecond * nowMs) / 1_000 + 1e-6);
      },
    ),
  );
});
