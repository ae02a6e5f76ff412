import type { IsoDate } from '../../travel/dates.ts';

/** The tables that are stored month by month: fares seen, hotel nights seen, demand signals. */
export const PARTITIONED_TABLES = ['fare_observation', 'stay_observation', 'demand_event'] as const;
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

/**
 * Whole months a row is stored beside the one under way: the same month of last year can still be compared with, and on
 * the first of a month everything that reaches 13 months in it is erased (contract, section 10).
 */
export const OBSERVATION_MONTHS_KEPT = 12;
/** Months made ahead: a job that fails for weeks still loses nothing to the default partition. */
const MONTHS_AHEAD = 1;

/** What is to be done so that the partitions are those of an instant; months by their first day. */
export interface PartitionPlan {
  readonly toCreate: readonly IsoDate[];
  readonly toDrop: readonly IsoDate[];
  /** Everything before it is past keeping. */
  readonly retainedFrom: IsoDate;
}

/** Compares the partitions a table has with those it should have at `now`. */
export function planPartitions(now: Date, existing: readonly IsoDate[]): PartitionPlan {
  const month = `${now.toISOString().slice(0, 7)}-01`;
  const retainedFrom = addMonths(month, -OBSERVATION_MONTHS_KEPT);
  const wanted = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => addMonths(month, ahead));
  return {
    toCreate: wanted.filter((candidate) => !existing.includes(candidate)),
    toDrop: existing.filter((candidate) => candidate < retainedFrom),
    retainedFrom,
  };
}

/** The first day of the month so many months later. */
export function addMonths(month: IsoDate, months: number): IsoDate {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1))
    .toISOString()
    .slice(0, 10);
}
