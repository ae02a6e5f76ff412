import type { Db } from '../../platform/db/db.ts';
import {
  addMonths,
  PARTITIONED_TABLES,
  type PartitionedTable,
  type PartitionPlan,
  planPartitions,
} from '../model/partition-months.ts';
import {
  createPartition,
  deleteDefaultBefore,
  dropPartition,
  listPartitionMonths,
  lockPartitions,
} from './partition-store.ts';

/** What was done for each table. */
export type PartitionPlans = Readonly<Record<PartitionedTable, PartitionPlan>>;

/**
 * Makes the partitions of this month and the next of every partitioned table and drops those past keeping; `now` is
 * real time. Safe to run twice. Each partition is a transaction of its own, and all are made before any is dropped, so
 * that a drop that must wait undoes no creation.
 */
export async function maintainPartitions(db: Db, now: Date): Promise<PartitionPlans> {
  const planFor = async (table: PartitionedTable) => planPartitions(now, await listPartitionMonths(db, table));
  const plans: PartitionPlans = {
    fare_observation: await planFor('fare_observation'),
    stay_observation: await planFor('stay_observation'),
    demand_event: await planFor('demand_event'),
  };
  for (const table of PARTITIONED_TABLES) await createPlanned(db, table, plans[table]);
  for (const table of PARTITIONED_TABLES) await dropPlanned(db, table, plans[table]);
  return plans;
}

async function createPlanned(db: Db, table: PartitionedTable, { toCreate }: PartitionPlan): Promise<void> {
  for (const month of toCreate) {
    await db.transaction(async (tx) => {
      await lockPartitions(tx);
      if (!(await listPartitionMonths(tx, table)).includes(month))
        await createPartition(tx, table, month, addMonths(month, 1));
    });
  }
}

async function dropPlanned(db: Db, table: PartitionedTable, { toDrop, retainedFrom }: PartitionPlan): Promise<void> {
  for (const month of toDrop) {
    await db.transaction(async (tx) => {
      await lockPartitions(tx);
      if ((await listPartitionMonths(tx, table)).includes(month)) await dropPartition(tx, table, month);
    });
  }
  await deleteDefaultBefore(db, table, retainedFrom);
}
