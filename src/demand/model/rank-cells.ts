/** What a list is put in the order of. */
export const SORTS = ['volume', 'growth'] as const;
export type DemandSort = (typeof SORTS)[number];

/**
 * The least volume a row needs to be listed by growth. Counts scatter by their square root: under 30 a growth of a fifth is
 * chance, and the head of the list would be places that were asked for once and now twice.
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

/** Rows in their order. */
export interface Ranking {
  readonly rows: readonly RankedCell[];
  /** Rows that are too small to be listed by growth. */
  readonly tooSmall: number;
}

/** What is ranked: volumes by code. */
export interface CellVolumes {
  readonly volumes: ReadonlyMap<string, number>;
  /** Of everything asked for, rows or not. */
  readonly total: number;
  /** Of the compared period; undefined where it is before what is known. */
  readonly compared: ReadonlyMap<string, number> | undefined;
}

/**
 * Every row in one total order, so that pages neither repeat nor lose one: by volume, then by code; or by growth (unknown growth
 * last), then by volume, then by code.
 */
export function rankCells({ volumes, total, compared }: CellVolumes, sort: DemandSort): Ranking {
  const listed = [...volumes].filter(([, volume]) => volume >= VOLUME_MIN);
  const greatest = listed.reduce((most, [, volume]) => Math.max(most, volume), 0);
  const cells = listed.map(([code, volume]): RankedCell => ({
    code, volume, index: 100 * (volume / greatest), share: volume / total, growth: growthOf(volume, compared && (compared.get(code) ?? 0)),
  }));
  const rows = sort === 'growth' ? cells.filter(({ volume }) => volume >= GROWTH_VOLUME_MIN) : cells;
  return { rows: rows.toSorted(sort === 'growth' ? byGrowth : byVolume), tooSmall: cells.length - rows.length };
}

/** The change from a compared volume: 0.25 is a quarter more. Undefined where nothing is known of it or it is shown as 0. */
export function growthOf(volume: number, compared: number | undefined): number | undefined {
  return compared === undefined || compared < VOLUME_MIN ? undefined : volume / compared - 1;
}

function byVolume(a: RankedCell, b: RankedCell): number {
  return b.volume - a.volume || (a.code < b.code ? -1 : 1);
}

function byGrowth(a: RankedCell, b: RankedCell): number {
  if (a.growth === undefined || b.growth === undefined) {
    return Number(a.growth === undefined) - Number(b.growth === undefined) || byVolume(a, b);
  }
  return b.growth - a.growth || byVolume(a, b);
}
