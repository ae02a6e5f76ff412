import { expect, test } from 'vitest';
import { createSlotTables, SLOTS } from './slot-tables.ts';

test('tables that share a block share nothing else, and begin as zeros', () => {
  const tables = createSlotTables();
  const made = Array.from({ length: 600 }, (_, number) => tables.weights().fill(number));
  const minutes = tables.minutes();
  expect(minutes).toEqual(new Uint16Array(SLOTS));
  expect(made.every((table, number) => table.length === SLOTS && table.every((weight) => weight === number))).toBe(
    true,
  );
});
