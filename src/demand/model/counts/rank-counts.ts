/** What a list is put in the order of. */
export const SORTS = ['volume', 'growth'] as const;
export type DemandSort = (typeof SORTS)[number];

/**
 * The least volume a row needs to be listed by growth. Counts scatter by their square root: under 30 a growth of a
 * fifth is chance, and the head of the list would be places that were asked for once and now twice.
 */
export const GROWTH_VOLUME_MIN = 30;
/** What would be shown as 0 is no row. */
const VOLUME_MIN = 0.5;

/** One row of a ranking. Nothing is rounded. */
export interface RankedCell {
  readonly code: string;
  readonly volume: number;
  /** 100 × volume ÷ the greatest volume of all rows. */
  readonly index: number;
  /** Of the total that was asked for. */
  readonly share: number;
  /** Against the compared volume; undefined where that is unknown, or 0 as shown. */
  readonly growth: number | undefined;
}

/** Some of the rows, in their order. */
export interface Ranking {
  readonly rows: readonly RankedCell[];
  /** All there are. */
  readonly rowCount: number;
  /** Rows that are too small to be listed by growth. */
  readonly tooSmall: number;
}

/** Which rows of a ranking are wanted, from 0; `end` is not included. */
export interface RowRange {
  readonly offset: number;
  readonly end: number;
}

/** What is ranked: volumes, by the place of their codes. */
export interface CellVolumes {
  /** None twice. */
  readonly codes: readonly string[];
  readonly volumes: Float64Array;
  /** Of everything asked for, rows or not. */
  readonly total: number;
  /** Of the compared period; undefined where it is before what is known. */
  readonly compared: Float64Array | undefined;
}

/**
 * Rows in one total order, so that pages neither repeat nor lose one: by volume, then by code; or by growth (unknown
 * growth last), then by volume, then by code. Only those of the page become objects, and only those before its end are
 * put in order: objects of all, for every question, were half of what made the engine collect its whole heap.
 */
export function rankCells(cells: CellVolumes, sort: DemandSort, { offset, end }: RowRange = ALL): Ranking {
  const { codes, volumes, total, compared } = cells;
  const listed = listCells(cells, sort);
  const { places, keys } = listed;
  const first = leastOfFirst(keys, listed.count, end);
  const placeOf = (row: number): number => places[row] ?? 0;
  const volumeOf = (row: number): number => volumes[placeOf(row)] ?? 0;
  const codeOf = (row: number): string => codes[placeOf(row)] ?? '';
  const wanted: number[] = [];
  for (let row = 0; row < listed.count; row += 1) if ((keys[row] ?? 0) >= first) wanted.push(row);
  wanted.sort(
    (a, b) => (keys[b] ?? 0) - (keys[a] ?? 0) || volumeOf(b) - volumeOf(a) || (codeOf(a) < codeOf(b) ? -1 : 1),
  );
  const rows = wanted.slice(offset, end).map((row): RankedCell => {
    const volume = volumeOf(row);
    return {
      code: codeOf(row),
      volume,
      index: 100 * (volume / listed.greatest),
      share: volume / total,
      growth: growthOf(volume, compared && (compared[placeOf(row)] ?? 0)),
    };
  });
  return { rows, rowCount: listed.count, tooSmall: listed.tooSmall };
}

const ALL: RowRange = { offset: 0, end: Number.POSITIVE_INFINITY };

/** The listed cells in the order they came in, and the keys they are sorted by. */
interface Listed {
  /** Of their codes. */
  readonly places: Uint32Array;
  /** The greater, the further in front: volume, or growth in steps; finite, and least where growth is unknown. */
  readonly keys: Float64Array;
  readonly count: number;
  readonly greatest: number;
  readonly tooSmall: number;
}

function listCells({ volumes, compared }: CellVolumes, sort: DemandSort): Listed {
  const places = new Uint32Array(volumes.length);
  const keys = new Float64Array(volumes.length);
  const least = sort === 'growth' ? GROWTH_VOLUME_MIN : VOLUME_MIN;
  let [count, greatest, tooSmall] = [0, 0, 0];
  for (let place = 0; place < volumes.length; place += 1) {
    const volume = volumes[place] ?? 0;
    if (volume > greatest) greatest = volume;
    if (volume < least) {
      tooSmall += Number(volume >= VOLUME_MIN);
      continue;
    }
    places[count] = place;
    keys[count] = sort === 'growth' ? stepsOf(growthOf(volume, compared && (compared[place] ?? 0))) : volume;
    count += 1;
  }
  return { places, keys, count, greatest, tooSmall };
}

/** The least key of the first so many: what lies below it is on no page up to there. */
function leastOfFirst(keys: Float64Array, count: number, end: number): number {
  if (end >= count) return Number.NEGATIVE_INFINITY;
  // `sort` of a typed array without a comparator is ten times as fast as with one.
  return end <= 0 ? Number.POSITIVE_INFINITY : (keys.slice(0, count).sort()[count - end] ?? 0);
}

/**
 * The change from a compared volume: 0.25 is a quarter more. Undefined where nothing is known of it or it is shown as
 * 0.
 */
export function growthOf(volume: number, compared: number | undefined): number | undefined {
  return compared === undefined || compared < VOLUME_MIN ? undefined : volume / compared - 1;
}

/**
 * Growth in steps far below what is shown: places whose demand moves together grow alike, and no order may hang on how
 * sums were rounded.
 */
function stepsOf(growth: number | undefined): number {
  // No growth is less than a whole, so that nothing known comes behind it.
  return growth === undefined ? -2 * GROWTH_STEPS : Math.round(growth * GROWTH_STEPS);
}
const GROWTH_STEPS = 1e9;
