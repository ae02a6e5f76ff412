import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineLifecycle } from './lifecycle.ts';

type Table = Readonly<Record<string, readonly string[]>>;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
/** Any table of one to six states, whole or not: what follows a state is any set of the other states. */
const anyTable: fc.Arbitrary<Table> = fc
  .integer({ min: 1, max: NAMES.length })
  .map((count) => NAMES.slice(0, count))
  .chain((names) =>
    fc
      .tuple(...names.map((own) => fc.subarray(names.filter((name) => name !== own))))
      .map((rows) => Object.fromEntries(names.map((name, index) => [name, rows[index] ?? []]))),
  );

/** States that some chain of moves reaches, found by repeating the table as often as it has states. */
function reachable(table: Table): readonly string[] {
  const names = Object.keys(table);
  let reached = names.slice(0, 1);
  for (const _ of names) reached = names.filter((name) => reached.some((r) => r === name || table[r]?.includes(name)));
  return reached;
}
const isWhole = (table: Table): boolean => reachable(table).length === Object.keys(table).length;

describe('a lifecycle', () => {
  test('has the moves of its table and no other; the sources of a state are the rows that name it', () => {
    fc.assert(
      fc.property(anyTable.filter(isWhole), (table) => {
        const life = defineLifecycle('A thing', table);
        expect(life.states).toEqual(Object.keys(table));
        for (const from of life.states) {
          expect(life.open.includes(from)).toBe(table[from]?.length !== 0);
          for (const to of life.states) {
            const isMove = table[from]?.includes(to) === true;
            expect(life.mayMove(from, to)).toBe(isMove);
            expect(life.allowedFrom(to).includes(from)).toBe(isMove);
            if (isMove) expect(life.move(from, to)).toBe(to);
            else expect(() => life.move(from, to)).toThrow(`A thing cannot go from ${from} to ${to}.`);
            if (isMove || from === to) expect(life.moveOrStay(from, to)).toBe(to);
            else expect(() => life.moveOrStay(from, to)).toThrow(RangeError);
          }
        }
      }),
    );
  });

  test('is refused when a state cannot be reached from the first one', () => {
    fc.assert(
      fc.property(
        anyTable.filter((table) => !isWhole(table)),
        (table) => {
          expect(() => defineLifecycle('A thing', table)).toThrow(
            /^A thing never becomes [a-f]: no move leads there\.$/,
          );
        },
      ),
    );
  });

  test('is refused when a row names a state without a row', () => {
    const table: Table = { open: ['closed'], closed: ['lost'] };
    expect(() => defineLifecycle('A door', table)).toThrow('A door moves to lost, which has no row in its table.');
  });
});
