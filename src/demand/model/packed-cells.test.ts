import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCells, addHead, BIN_COUNT, type CellSum, DAY_SLOTS, emptyCellSum, emptyMonthCounts, HEAD_BYTES_MAX, lowerFare, type MonthCounts, packCells, packDaily, readDaily } from './packed-cells.ts';

const count = fc.oneof(fc.constant(0), fc.constantFrom(1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32, 2 ** 40), fc.nat(1_000));
const counts = fc.record({
  volume: count, bins: fc.array(count, { minLength: BIN_COUNT, maxLength: BIN_COUNT }), lowestFare: count,
  days: fc.array(count, { minLength: DAY_SLOTS, maxLength: DAY_SLOTS }),
});
const named = fc.uniqueArray(fc.tuple(fc.constantFrom('*', 'FR', 'FR/PAR', 'NYC', 'DE/??', 'US/LAX'), counts), { selector: ([name]) => name, maxLength: 6 });

function unpack(bytes: Uint8Array): Map<string, CellSum> {
  const sums = new Map<string, CellSum>();
  addCells(bytes, (name) => {
    const sum = sums.get(name) ?? emptyCellSum();
    sums.set(name, sum);
    return sum;
  }, true);
  return sums;
}

function toSum({ volume, bins, lowestFare }: MonthCounts): CellSum {
  return { volume, bins, lowestFare };
}

test('what is packed comes back, whatever the numbers', () => {
  fc.assert(fc.property(counts, named, (all, names) => {
    const bytes = packCells(all, names);
    expect(unpack(bytes)).toEqual(new Map(names.map(([name, one]) => [name, toSum(one)])));
    const head = emptyCellSum();
    addHead(bytes.subarray(0, HEAD_BYTES_MAX), head, true);
    expect(head).toEqual(toSum(all));
  }));
});

test('volumes by day come back by name, those of the month as a whole do not', () => {
  fc.assert(fc.property(named, (names) => {
    const read: [string, number, number][] = [];
    readDaily(packDaily(names), undefined, (name, day, volume) => read.push([name, day, volume]));
    expect(read).toEqual(names.flatMap(([name, { days }]) => days.flatMap((volume, day) => (day > 0 && volume > 0 ? [[name, day, volume]] : []))));
  }));
});

test('two months add up, the lowest fare is the lowest of both, and a month in part gives all but its volume', () => {
  const one = { ...emptyMonthCounts(), volume: 3, lowestFare: 9_000 };
  one.bins[2] = 3;
  const other = { ...emptyMonthCounts(), volume: 5, lowestFare: 8_000 };
  other.bins[2] = 1;
  other.bins[24] = 4;
  const sum = emptyCellSum();
  addCells(packCells(one, [['PAR', one]]), () => sum, true);
  addCells(packCells(other, [['PAR', other]]), () => sum, false);
  expect([sum.volume, sum.bins[2], sum.bins[24], sum.lowestFare]).toEqual([3, 4, 4, 8_000]);
});

test('names nobody wants are read over', () => {
  const one = { ...emptyMonthCounts(), volume: 300 };
  const sum = emptyCellSum();
  addCells(packCells(one, [['LON', one], ['PAR', { ...one, volume: 7 }], ['ROM', one]]), (name) => (name === 'PAR' ? sum : undefined), true);
  expect(sum.volume).toBe(7);
});

test('a fare of nobody is no fare', () => {
  expect([lowerFare(0, 5), lowerFare(5, 0), lowerFare(0, 0), lowerFare(4, 5)]).toEqual([5, 5, 0, 4]);
});

test('a busy cell takes a few dozen bytes', () => {
  const busy = { ...emptyMonthCounts(), volume: 3_000, bins: new Array<number>(BIN_COUNT).fill(100), lowestFare: 45_000 };
  expect(packCells(emptyMonthCounts(), [['PAR', busy]]).length).toBeLessThan(45);
});
