import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addHead,
  addShape,
  BIN_COUNT,
  type CellSum,
  createNameTable,
  DAY_SLOTS,
  emptyCellSum,
  emptyMonthCounts,
  indexName,
  lowerFare,
  type MonthCounts,
  NAME_BYTES,
  packCells,
  type PackedCells,
  readDays,
  readIndex,
  sumDaysBetween,
} from './monthly-counts-codec.ts';

const count = fc.oneof(
  fc.constant(0),
  fc.constantFrom(1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32, 2 ** 40),
  fc.nat(1_000),
);
const counts = fc.record({
  volume: fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.nat(1_000)),
  bins: fc.array(count, { minLength: BIN_COUNT, maxLength: BIN_COUNT }),
  lowestFare: count,
  days: fc.array(count, { minLength: DAY_SLOTS, maxLength: DAY_SLOTS }),
});
const named = fc.uniqueArray(fc.tuple(fc.constantFrom('*', 'FR', 'FR/PAR', 'NYC', 'DE/??', 'US/LAX'), counts), {
  selector: ([name]) => name,
  maxLength: 6,
});

function unpack({ index, shapes }: PackedCells, table = createNameTable()): Map<string, CellSum> {
  const { places, numbers } = readIndex(index, table);
  return new Map(
    [...places].map((place, name) => {
      const sum = { ...emptyCellSum(), volume: numbers[(name + 1) * 3] ?? 0 };
      addShape(shapes, numbers[name * 3 + 1] ?? 0, sum);
      return [table.names[place] ?? '', sum];
    }),
  );
}

function toSum({ volume, bins, lowestFare }: MonthCounts): CellSum {
  return { volume, bins, lowestFare };
}

test('what is packed comes back, whatever the numbers', () => {
  fc.assert(
    fc.property(counts, named, (all, names) => {
      const packed = packCells(all, names);
      expect(unpack(packed)).toEqual(new Map(names.map(([name, one]) => [name, toSum(one)])));
      const head = emptyCellSum();
      addHead(packed.head, head, true);
      expect(head).toEqual(toSum(all));
    }),
  );
});

test('days come back by name, what belongs to the month as a whole does not', () => {
  fc.assert(
    fc.property(counts, named, (all, names) => {
      const { index, daily } = packCells(all, names);
      const { numbers } = readIndex(index, createNameTable());
      for (const [name, [, { days }]] of names.entries()) {
        const [from, to] = [numbers[name * 3 + 2] ?? 0, numbers[name * 3 + 5] ?? 0];
        const read: [number, number][] = [];
        readDays(daily, from, to, (day, volume) => read.push([day, volume]));
        expect(read).toEqual(days.flatMap((volume, day) => (day > 0 && volume > 0 ? [[day, volume]] : [])));
        expect(sumDaysBetween(daily, from, to, 3, 9)).toBe(days.slice(3, 10).reduce((sum, volume) => sum + volume, 0));
      }
    }),
  );
});

test('names keep their place from month to month, in whatever order they come', () => {
  fc.assert(
    fc.property(counts, named, named, (all, one, other) => {
      const table = createNameTable();
      for (const names of [one, other, one.toReversed()])
        expect(unpack(packCells(all, names), table)).toEqual(new Map(names.map(([name, cell]) => [name, toSum(cell)])));
      expect(table.names.toSorted()).toEqual([...new Set([...one, ...other].map(([name]) => name))].toSorted());
    }),
  );
});

test('two months add up, the lowest fare is the lowest of both, and a month in part gives all but its volume', () => {
  const one = { ...emptyMonthCounts(), volume: 3, lowestFare: 9_000 };
  one.bins[2] = 3;
  const other = { ...emptyMonthCounts(), volume: 5, lowestFare: 8_000 };
  other.bins[2] = 1;
  other.bins[24] = 4;
  const sum = emptyCellSum();
  addHead(packCells(one, []).head, sum, true);
  addHead(packCells(other, []).head, sum, false);
  expect([sum.volume, sum.bins[2], sum.bins[24], sum.lowestFare]).toEqual([3, 4, 4, 8_000]);
});

test('a name too long, or a count that does not fit, is an error and never a wrong number', () => {
  expect(indexName('FR/PAR')).toBe(';FR/PAR ');
  expect(indexName('FR/PAR').length).toBe(NAME_BYTES);
  for (const name of ['FR/PARIS', 'Ü', 'A B']) expect(() => indexName(name)).toThrow(RangeError);
  expect(() => packCells(emptyMonthCounts(), [['PAR', { ...emptyMonthCounts(), volume: 2 ** 32 }]])).toThrow(
    RangeError,
  );
});

test('a fare of nobody is no fare', () => {
  expect([lowerFare(0, 5), lowerFare(5, 0), lowerFare(0, 0), lowerFare(4, 5)]).toEqual([5, 5, 0, 4]);
});

test('a busy cell takes a few dozen bytes', () => {
  const busy = {
    ...emptyMonthCounts(),
    volume: 3_000,
    bins: new Array<number>(BIN_COUNT).fill(100),
    lowestFare: 45_000,
  };
  const { index, shapes } = packCells(emptyMonthCounts(), [['PAR', busy]]);
  expect(index.length + shapes.length).toBeLessThan(70);
});
