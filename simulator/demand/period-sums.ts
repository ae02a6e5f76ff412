import { LRUCache } from 'lru-cache';
import { emptyCells, type Inflow, inflowFromAll, type InflowTables, outboundAll } from './city-flows.ts';
import { type BlockPart, createDemandDays, type DemandDays, once, partsOfBlocks, type Period } from './demand-days.ts';
import type { DemandModel } from './demand-model.ts';
import {
  addSums,
  clearSums,
  copySums,
  createWorkplace,
  emptySums,
  type PackedSums,
  sumDays,
  type TimeSums,
  type Workplace,
} from './time-sums.ts';

/** Sums of whole blocks of weeks: the same for every period that a block lies in. */
export interface Blocks {
  days(part: BlockPart): DemandDays;
  sums(part: BlockPart, audience: number): PackedSums;
  workplace(): Workplace;
}

/** What is read off the days of one period, each part computed at its first use. */
export interface PeriodSums {
  readonly sums: (audience: number) => TimeSums;
  /** Into cells from everywhere. */
  readonly into: (audience: number) => Inflow;
  /** Out of cells to everywhere, for 1 of home. */
  readonly outOf: (audience: number) => Float64Array;
  /** The arrays that the above are written into, by audience. */
  readonly tables: AudienceTables[];
}

/** The arrays of one audience's sums. */
interface AudienceTables {
  readonly sums: TimeSums;
  readonly into: InflowTables;
}

/** Sums of periods that are cached: some hundred kilobytes each. */
const PERIODS_CACHED_MAX = 6;
/**
 * Sums at 13 KB each: two years, and the year before them, of all kinds and audiences. Days at up to 170 KB: ten years
 * of one kind, of all audiences.
 */
const BLOCKS_CACHED_MAX = { sums: 200, days: 42 } as const;

/** Computes blocks at their first use and caches them. */
export function createBlocks(model: DemandModel): Blocks {
  const daysOfBlock = new LRUCache<string, DemandDays>({ max: BLOCKS_CACHED_MAX.days });
  const sumsOfBlock = new LRUCache<string, PackedSums>({ max: BLOCKS_CACHED_MAX.sums });
  const workplace = once(() => createWorkplace(model.field));
  return {
    workplace,
    days: ({ block }) => {
      const key = `${block.kind} ${block.number}`;
      const known = daysOfBlock.get(key);
      if (known !== undefined) return known;
      const days = createDemandDays(model, block);
      daysOfBlock.set(key, days);
      return days;
    },
    sums: ({ block }, audience) => {
      const key = `${block.kind} ${block.number} ${audience}`;
      const known = sumsOfBlock.get(key);
      if (known !== undefined) return known;
      const sums = copySums(sumDays(createDemandDays(model, block), model, audience, workplace()));
      sumsOfBlock.set(key, sums);
      return sums;
    },
  };
}

/**
 * Computes the sums of periods and caches some. The arrays of the period that leaves the cache serve the one that
 * takes its place: callers do not retain them, and allocating new ones would be most of the garbage of a page.
 */
export function createPeriodSums(model: DemandModel, blocks: Blocks): (period: Period) => PeriodSums {
  const cache = new LRUCache<string, PeriodSums>({ max: PERIODS_CACHED_MAX });
  let last: { readonly period: Period; readonly sums: PeriodSums } | undefined;
  return (period) => {
    // One page asks hundreds of times, always for one period.
    if (last?.period.from === period.from && last.period.length === period.length && last.period.kind === period.kind)
      return last.sums;
    const key = `${period.kind} ${period.from} ${period.length}`;
    let sums = cache.get(key);
    if (sums === undefined) {
      const evicted = cache.size === PERIODS_CACHED_MAX ? cache.pop() : undefined;
      sums = sumPeriod(model, blocks, period, evicted?.tables ?? []);
      cache.set(key, sums);
    }
    last = { period, sums };
    return sums;
  };
}

/**
 * Sums up a period from its blocks: whole blocks come from the cache, only the broken ones at its ends are summed day
 * by day.
 *
 * Example: the searches for Palma (PMI) from 2026-06-01 to 2026-12-31 lie in three blocks: the last 40 days of the
 * block that begins on 2026-04-11, all 91 days of that of 2026-07-11, and the first 83 days of that of 2026-10-10. The
 * one in the middle is cached from the first period it lies in; the other two are summed for this period alone.
 */
function sumPeriod(model: DemandModel, blocks: Blocks, period: Period, tables: AudienceTables[]): PeriodSums {
  const parts = partsOfBlocks(period).map((part) => ({
    part,
    days: part.length === part.block.length ? undefined : createDemandDays(model, part),
  }));
  const sums: (TimeSums | undefined)[] = [];
  const into: (Inflow | undefined)[] = [];
  const outOf: (Float64Array | undefined)[] = [];
  const tablesOf = (audience: number): AudienceTables =>
    (tables[audience] ??= { sums: emptySums(model.field), into: emptyCells(model) });
  const all: PeriodSums = {
    tables,
    sums: (audience) =>
      (sums[audience] ??= parts.reduce(
        (sum, { part, days }) => {
          addSums(
            sum,
            days === undefined ? blocks.sums(part, audience) : sumDays(days, model, audience, blocks.workplace()),
            model.homePairs,
          );
          return sum;
        },
        clearSums(tablesOf(audience).sums),
      )),
    into: (audience) =>
      (into[audience] ??= inflowFromAll(model, { audience, sums: all.sums(audience) }, tablesOf(audience).into)),
    outOf: (audience) => (outOf[audience] ??= outboundAll(model, { audience, sums: all.sums(audience) })),
  };
  return all;
}
