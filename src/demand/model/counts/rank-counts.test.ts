import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf, rankCells } from './rank-counts.ts';

/** Volumes by code as they are ranked; of the compared ones those of the same codes. */
function cellsOf(volumes: ReadonlyMap<string, number>, compared?: ReadonlyMap<string, number>) {
  const codes = [...volumes.keys()];
  return {
    codes,
    volumes: Float64Array.from(volumes.values()),
    compared: compared && Float64Array.from(codes, (code) => compared.get(code) ?? 0),
  };
}

const volumes = new Map([
  ['PAR', 200],
  ['LIS', 50],
  ['NYC', 100],
  ['ROM', 20],
  ['OSL', 0.4],
]);

test('by volume: index of the greatest, share of the total, and what would be shown as 0 is no row', () => {
  const { rows, tooSmall } = rankCells(
    {
      ...cellsOf(
        volumes,
        new Map([
          ['PAR', 160],
          ['LIS', 100],
        ]),
      ),
      total: 400,
    },
    'volume',
  );
  expect(rows).toEqual([
    { code: 'PAR', volume: 200, index: 100, share: 0.5, growth: 0.25 },
    { code: 'NYC', volume: 100, index: 50, share: 0.25, growth: undefined },
    { code: 'LIS', volume: 50, index: 25, share: 0.125, growth: -0.5 },
    { code: 'ROM', volume: 20, index: 10, share: 0.05, growth: undefined },
  ]);
  expect(tooSmall).toBe(0);
});

test('by growth: rows under 30 are left out and counted, unknown growth comes last, and indexes stay those of the whole list', () => {
  const compared = new Map([
    ['PAR', 160],
    ['LIS', 20],
    ['ROM', 1],
  ]);
  const { rows, tooSmall } = rankCells({ ...cellsOf(volumes, compared), total: 400 }, 'growth');
  expect(rows.map(({ code, growth, index }) => [code, growth, index])).toEqual([
    ['LIS', 1.5, 25],
    ['PAR', 0.25, 100],
    ['NYC', undefined, 50],
  ]);
  expect(tooSmall).toBe(1);
});

test('equal volumes stand in the order of their codes, equal growth in that of their volumes', () => {
  const equal = new Map([
    ['ROM', 40],
    ['LIS', 40],
    ['PAR', 80],
  ]);
  const compared = new Map([
    ['ROM', 20],
    ['LIS', 20],
    ['PAR', 40],
  ]);
  expect(rankCells({ ...cellsOf(equal, compared), total: 160 }, 'growth').rows.map(({ code }) => code)).toEqual([
    'PAR',
    'LIS',
    'ROM',
  ]);
  expect(rankCells({ ...cellsOf(equal, compared), total: 160 }, 'volume').rows.map(({ code }) => code)).toEqual([
    'PAR',
    'LIS',
    'ROM',
  ]);
});

test('nothing has no rows, and nothing has grown that was not there', () => {
  expect(rankCells({ ...cellsOf(new Map()), total: 0 }, 'growth')).toEqual({ rows: [], rowCount: 0, tooSmall: 0 });
  expect([growthOf(10, undefined), growthOf(10, 0), growthOf(10, 0.4), growthOf(10, 8), growthOf(0, 8)]).toEqual([
    undefined,
    undefined,
    undefined,
    0.25,
    -1,
  ]);
});

const Codes = fc.uniqueArray(fc.stringMatching(/^[A-Z]{3}$/), { maxLength: 40 });
const Cells = Codes.chain((codes) =>
  fc.record({
    codes: fc.constant(codes),
    volumes: fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.double({ min: 0, max: 60, noNaN: true })), {
      minLength: codes.length,
      maxLength: codes.length,
    }),
    compared: fc.option(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: codes.length, maxLength: codes.length }),
      { nil: undefined },
    ),
  }),
);

test('whatever order the rows come in, they leave in one, so that pages neither repeat nor lose any', () => {
  fc.assert(
    fc.property(
      Cells,
      fc.constantFrom('volume' as const, 'growth' as const),
      fc.nat(),
      ({ codes, volumes: figures, compared }, sort, turn) => {
        const named = (values: readonly number[]) =>
          codes.map((code, index): [string, number] => [code, values[index] ?? 0]);
        const rotate = <T>(list: readonly T[]) => [
          ...list.slice(turn % (list.length + 1)),
          ...list.slice(0, turn % (list.length + 1)),
        ];
        const total = figures.reduce((sum, volume) => sum + volume, 0) + 1;
        const rank = (order: <T>(list: readonly T[]) => readonly T[]) =>
          rankCells({ ...cellsOf(new Map(order(named(figures))), compared && new Map(named(compared))), total }, sort);
        const { rows, tooSmall } = rank((list) => list);
        expect(rank(rotate).rows).toEqual(rows);
        // A page is a piece of the whole list.
        const [offset, end] = [turn % (rows.length + 2), (turn % (rows.length + 2)) + (turn % 7)];
        const page = rankCells(
          { ...cellsOf(new Map(named(figures)), compared && new Map(named(compared))), total },
          sort,
          { offset, end },
        );
        expect(page).toEqual({ rows: rows.slice(offset, end), rowCount: rows.length, tooSmall });
        expect(rows.length + tooSmall).toBe(figures.filter((volume) => volume >= 0.5).length);
        expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
        for (const { index, share } of rows) {
          expect(index).toBeGreaterThan(0);
          expect(index).toBeLessThanOrEqual(100);
          expect(share).toBeLessThan(1);
        }
      },
    ),
  );
});
