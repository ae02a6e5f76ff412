import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FareBlock, FareRing } from './fare-rings.ts';

test('a ring lists its newest fares, oldest first', () => {
  const ring = new FareRing(new FareBlock({ rings: 1, faresMax: 100 }));
  expect(ring.list()).toEqual([]);
  ring.add([500, 4_294_967_295, 700]);
  expect(ring.list()).toEqual([500, 4_294_967_295, 700]);
  for (let fare = 1; fare <= 1_000; fare += 1) ring.add([fare]);
  expect(ring.list()).toEqual(Array.from({ length: 100 }, (_, index) => 901 + index));
});

test('no ring writes over another, and a cleared one makes room for the next', () => {
  const block = new FareBlock({ rings: 2, faresMax: 200 });
  const [first, second, third] = [new FareRing(block), new FareRing(block), new FareRing(block)];
  const many = (price: number) => Array.from({ length: 300 }, () => price);
  first.add(many(1));
  second.add(many(2));
  first.clear();
  expect(first.list()).toEqual([]);
  third.add(many(3));
  expect(second.list()).toEqual(many(2).slice(0, 200));
  expect(third.list()).toEqual(many(3).slice(0, 200));
});

test('a price that can be no fare is left out', () => {
  const ring = new FareRing(new FareBlock({ rings: 1, faresMax: 10 }));
  ring.add([500, 4_294_967_296, Number.NaN, -5, 0, 600]);
  expect(ring.list()).toEqual([500, 600]);
});

test('whatever is added, asked for and cleared, the rising fares are those of the list', () => {
  const batches = fc.array(
    fc.oneof(fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 90 }), fc.constant('clear' as const)),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(batches, fc.integer({ min: 1, max: 300 }), (steps, faresMax) => {
      const ring = new FareRing(new FareBlock({ rings: 1, faresMax }));
      for (const step of steps) {
        if (step === 'clear') ring.clear();
        else ring.add(step);
        expect([...ring.rising()]).toEqual([...ring.list()].sort((a, b) => a - b));
        expect(ring.count).toBe(ring.list().length);
      }
    }),
  );
});
