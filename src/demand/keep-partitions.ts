import type { Db } from '../platform/db/db.ts';
import { addMonths, type PartitionPlan, planPartitions } from './model/partition-months.ts';
import { createPartition, deleteDefaultBefore, dropPartition, listPartitionMonths, lockPartitions } from './partition-store.ts';

/**
 * Makes the partitions of this month and the next and drops those past keeping; `now` is real time. Safe to run twice. Each
 * partition is a transaction of its own, so that a drop that must wait undoes no creation.
 */
export async function keepPartitions(db: Db, now: Date): Promise<PartitionPlan> {
  const plan = planPartitions(now, await listPartitionMonths(db));
  for (const month of plan.toCreate) {
    await db.transaction(async (tx) => {
      await lockPartitions(tx);
      if (!(await listPartitionMonths(tx)).includes(month)) await createPartition(tx, month, addMonths(month, 1));
    });
  }
  for (const month of plan.toDrop) {
    await db.transaction(async (tx) => {
      await lockPartitions(tx);
      if ((await listPartitionMonths(tx)).includes(month)) await dropPartition(tx, month);
    });
  }
  await deleteDefaultBefore(db, plan.keptFrom);
  return plan;
}
