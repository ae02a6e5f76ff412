import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canAccommodate } from './hotel-rooms.ts';

test('two rooms that may both be the last double go to the double and the family room', () => {
  expect(
    canAccommodate({
      mayBe: [
        [true, true],
        [true, false],
      ],
      free: [1, 1],
    }),
  ).toBe(true);
  expect(
    canAccommodate({
      mayBe: [
        [true, false],
        [true, false],
      ],
      free: [1, 5],
    }),
  ).toBe(false);
  expect(
    canAccommodate({
      mayBe: [
        [true, false],
        [true, false],
      ],
      free: [2, 0],
    }),
  ).toBe(true);
});

test('it finds a way exactly when trying all of them does', () => {
  const wanted = fc.record({
    mayBe: fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
    free: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }),
  });
  const tryAll = (mayBe: readonly (readonly boolean[])[], free: readonly number[]): boolean => {
    const [first, ...others] = mayBe;
    if (!first) return true;
    return free.some(
      (left, kind) =>
        left > 0 &&
        first[kind] === true &&
        tryAll(
          others,
          free.map((rooms, at) => (at === kind ? rooms - 1 : rooms)),
        ),
    );
  };
  fc.assert(
    fc.property(wanted, ({ mayBe, free }) => {
      expect(canAccommodate({ mayBe, free })).toBe(tryAll(mayBe, free));
    }),
  );
});
