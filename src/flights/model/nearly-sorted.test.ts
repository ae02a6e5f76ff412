import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NearlySorted } from './nearly-sorted.ts';

function run(prices: readonly number[], upcoming: number): readonly number[] {
  const order = new NearlySorted<number>(upcoming, (price) => price);
  const ready = prices.flatMap((price) => order.push(price) ?? []);
  return [...ready, ...order.rest()];
}

test('entries that are at most as far out of place as are held back come out in order', () => {
  expect(run([3, 1, 2, 6, 5, 4, 9, 7, 8], 2)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('every entry comes out exactly once, and a longer list begins like a shorter one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 9 }), (list, more, upcoming) => {
      expect(run(list, upcoming).toSorted((a, b) => a - b)).toEqual(list.toSorted((a, b) => a - b));
      const settled = Math.max(0, list.length - upcoming);
      expect(run([...list, ...more], upcoming).slice(0, settled)).toEqual(run(list, upcoming).slice(0, settled));
    }),
  );
});
