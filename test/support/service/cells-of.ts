/** Set by `npm run test:deep`, and by hand to run a file with all of its cells. */
const isWhole = process.env['BLY_TEST_MATRICES'] !== undefined;

/**
 * The cells of a long matrix that this run takes. `npm run test:deep` takes all of them, `npm test` the few that are
 * named, which stand for the others: one of every outcome. A cell is named by its first element, or is its own name.
 */
export function cellsOf<Cell extends string | readonly [string, ...unknown[]]>(
  all: readonly Cell[],
  few: readonly string[],
): readonly Cell[] {
  const nameOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell[0]);
  const missing = few.filter((name) => !all.some((cell) => nameOf(cell) === name));
  if (missing.length > 0) throw new Error(`The matrix has no cell ${missing.join(', ')}.`);
  return isWhole ? all : all.filter((cell) => few.includes(nameOf(cell)));
}

/** How often a random or exhaustive case runs: as often as `npm run test:deep` needs, or fewer times in `npm test`. */
export function runsOf(whole: number, few: number): number {
  return isWhole ? whole : few;
}
