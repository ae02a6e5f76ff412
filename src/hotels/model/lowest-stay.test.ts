import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cheapestTogether, type RoomChoice } from './lowest-stay.ts';

const choice = (roomId: string, payable: number, roomsLeft: number): RoomChoice => ({ roomId, payable, roomsLeft });

test('the cheapest of each room, as long as there are enough of its kind', () => {
  const double = [choice('dbl', 100, 2), choice('fam', 150, 1)];
  expect(cheapestTogether([double, double])?.map(({ roomId }) => roomId)).toEqual(['dbl', 'dbl']);
  expect(
    cheapestTogether([double, double, double])
      ?.map(({ roomId }) => roomId)
      .sort(),
  ).toEqual(['dbl', 'dbl', 'fam']);
  expect(cheapestTogether([double, double, double, double])).toBeUndefined();
  expect(cheapestTogether([double, []])).toBeUndefined();
});

test('who must have the last family room gets it, though another could have it cheaper', () => {
  const couple = [choice('fam', 90, 1), choice('dbl', 100, 1)];
  const family = [choice('fam', 140, 1), choice('suite', 400, 1)];
  expect(cheapestTogether([couple, family])?.map(({ payable }) => payable)).toEqual([100, 140]);
});

test('rates that are sold in one combination are never mixed with others, however cheap', () => {
  const sold = (roomId: string, payable: number, togetherKey?: string) => ({
    ...choice(roomId, payable, 9),
    togetherKey,
  });
  const double = [sold('dbl', 100, 'a'), sold('dbl', 130, 'b'), sold('dbl', 150)];
  const family = [sold('fam', 200, 'b'), sold('fam', 260, 'a'), sold('fam', 300)];
  expect(cheapestTogether([double, family])?.map(({ togetherKey }) => togetherKey)).toEqual(['b', 'b']);
  expect(cheapestTogether([[sold('dbl', 100, 'a')], [sold('fam', 200)]])).toBeUndefined();
});

test('it is never dearer than any other way to have the rooms at once', () => {
  const kinds = ['a', 'b', 'c'] as const;
  const room = fc.array(fc.record({ kind: fc.constantFrom(0, 1, 2), payable: fc.integer({ min: 1, max: 50 }) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
      fc.array(room, { minLength: 1, maxLength: 4 }),
      (left, rooms) => {
        const choices = rooms.map((list) =>
          list
            .map(({ kind, payable }) => choice(kinds[kind] ?? 'a', payable, left[kind] ?? 1))
            .sort((a, b) => a.payable - b.payable),
        );
        const assignments = choices.reduce<readonly (readonly RoomChoice[])[]>(
          (all, list) => all.flatMap((assignment) => list.map((one) => [...assignment, one])),
          [[]],
        );
        const possible = assignments.filter((assignment) =>
          kinds.every((kind, index) => assignment.filter(({ roomId }) => roomId === kind).length <= (left[index] ?? 0)),
        );
        const sum = (assignment: readonly RoomChoice[]) =>
          assignment.reduce((total, { payable }) => total + payable, 0);
        const found = cheapestTogether(choices);
        expect(found && sum(found)).toBe(possible.length === 0 ? undefined : Math.min(...possible.map(sum)));
      },
    ),
  );
});
