import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickDates } from './pick-dates.ts';

const on = (departureDay: number, price: number) => ({ departureDay, price });

test('each range of the window gives its cheapest pair, cheapest first', () => {
  const days = [on(0, 50), on(1, 40), on(10, 90), on(11, 95), on(20, 60), on(29, 70)];
  expect(pickDates(days, 3)).toEqual([on(1, 40), on(20, 60), on(10, 90)]);
});

test('a window of few days is filled up with the cheapest of the rest', () => {
  expect(pickDates([on(5, 30), on(5, 20), on(5, 10), on(5, 40)], 3)).toEqual([on(5, 10), on(5, 20), on(5, 30)]);
  expect(pickDates([], 10)).toEqual([]);
});

test('the cheapest of all is always first, and never more are picked than wanted', () => {
  const pairs = fc.array(
    fc.record({ departureDay: fc.integer({ min: 20_000, max: 20_061 }), price: fc.integer({ min: 1, max: 90_000 }) }),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(pairs, fc.integer({ min: 1, max: 12 }), (days, count) => {
      const picked = pickDates(days, count);
      expect(picked.length).toBe(Math.min(count, days.length));
      expect(picked[0]?.price).toBe(Math.min(...days.map((day) => day.price)));
      expect(picked.map((day) => day.price)).toEqual(picked.map((day) => day.price).toSorted((a, b) => a - b));
    }),
  );
});
