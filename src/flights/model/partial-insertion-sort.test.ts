import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartialInsertionSort } from './partial-insertion-sort.ts';

interface City {
  readonly estimate: number;
  readonly price: number;
}

/** Prices as they come out, where each is at least `share` of what was estimated. */
function run(list: readonly City[], share: number): readonly number[] {
  const order = new PartialInsertionSort<City>(({ price }) => price);
  return list.flatMap((city, index) => {
    order.push(city);
    const upcoming = list[index + 1];
    return order
      .releaseUpTo(upcoming === undefined ? Number.POSITIVE_INFINITY : upcoming.estimate * share)
      .map(({ price }) => price);
  });
}

test('of what waits beyond a bound the cheapest go first, each once', () => {
  const order = new PartialInsertionSort<number>((price) => price);
  for (const price of [5, 3, 9, 1, 7]) order.push(price);
  expect(order.releaseOverflow(5)).toEqual([]);
  expect(order.releaseOverflow(3)).toEqual([1, 3]);
  expect(order.releaseUpTo(Number.POSITIVE_INFINITY)).toEqual([5, 7, 9]);
});

test('the cities of the example: the dearest by its exact price waits although its estimate was the lowest', () => {
  const order = new PartialInsertionSort<number>((price) => price);
  order.push(110_00);
  expect(order.releaseUpTo(90_00 * 0.85)).toEqual([]);
  order.push(95_00);
  expect(order.releaseUpTo(120_00 * 0.85)).toEqual([95_00]);
  order.push(130_00);
  expect(order.releaseUpTo(Number.POSITIVE_INFINITY)).toEqual([110_00, 130_00]);
});

const city = fc
  .record({ estimate: fc.integer({ min: 1, max: 999 }), share: fc.integer({ min: 80, max: 300 }) })
  .map(({ estimate, share }) => ({ estimate, price: (estimate * share) / 100 }));
const byEstimate = (list: readonly City[]) => list.toSorted((a, b) => a.estimate - b.estimate);

test('where no price undercuts its estimate by more than the share, all come out in order, however far from their places they stood', () => {
  fc.assert(
    fc.property(fc.array(city), (list) => {
      expect(run(byEstimate(list), 0.8)).toEqual(list.map(({ price }) => price).toSorted((a, b) => a - b));
    }),
  );
});

test('where one does, every entry still comes out exactly once', () => {
  fc.assert(
    fc.property(fc.array(city), (list) => {
      expect(run(byEstimate(list), 0.95).toSorted((a, b) => a - b)).toEqual(
        list.map(({ price }) => price).toSorted((a, b) => a - b),
      );
    }),
  );
});
