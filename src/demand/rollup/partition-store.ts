import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { PartitionedTable } from '../model/partition-months.ts';

/** The column that decides a row's month. */
const TIME_COLUMN = {
  fare_observation: 'observed_at',
  stay_observation: 'observed_at',
  demand_event: 'occurred_at',
} as const satisfies Record<PartitionedTable, string>;
/** A partition goes when nobody reads it; anyone who still does is not held up for longer than this by our waiting. */
const DROP_LOCK_TIMEOUT_MS = 3_000;
/** Any number nobody else locks: two processes do not change the partitions at the same time. */
const PARTITION_LOCK = 7_220_191;

/** Lets one process at a time change the partitions, until the transaction ends. */
export async function lockPartitions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PARTITION_LOCK}::bigint)`.execute(tx.q);
}

/** The months of a table that have a partition, each by its first day, oldest first. */
export async function listPartitionMonths(h: Handle, table: PartitionedTable): Promise<readonly IsoDate[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class as child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = ${table}::regclass`.execute(h.q);
  return rows
    .flatMap(({ name }) => {
      const month = /^_(\d{4})_(\d{2})$/.exec(name.slice(table.length));
      return month === null ? [] : [`${month[1]}-${month[2]}-01`];
    })
    .sort();
}

/**
 * Makes the partition of a month and moves what of it lies in the default partition. Attaching a table that was made
 * beside leaves writers of the other months alone; creating it in place would lock them all out.
 */
export async function createPartition(
  tx: Tx,
  table: PartitionedTable,
  month: IsoDate,
  nextMonth: IsoDate,
): Promise<void> {
  const [parent, byDefault, made, time] = [
    sql.table(table),
    sql.table(defaultName(table)),
    sql.table(partitionName(table, month)),
    sql.ref(TIME_COLUMN[table]),
  ];
  const [from, to] = [sql.lit(`${month}T00:00:00Z`), sql.lit(`${nextMonth}T00:00:00Z`)];
  // Nobody may put a row of this month there between the move and the attachment.
  await sql`lock table ${byDefault} in access exclusive mode`.execute(tx.q);
  await sql`create table ${made} (like ${parent} including all)`.execute(tx.q);
  await sql`
    with moved as (
      delete from ${byDefault} where ${time} >= ${from}::timestamptz and ${time} < ${to}::timestamptz returning *
    )
    insert into ${made} select * from moved`.execute(tx.q);
  await sql`alter table ${parent} attach partition ${made} for values from (${from}) to (${to})`.execute(tx.q);
}

/** Drops the partition of a month with everything in it. Fails rather than make readers wait behind it. */
export async function dropPartition(tx: Tx, table: PartitionedTable, month: IsoDate): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(DROP_LOCK_TIMEOUT_MS)}, true)`.execute(tx.q);
  await sql`drop table ${sql.table(partitionName(table, month))}`.execute(tx.q);
}

/** Deletes what a table's default partition holds from before a day. */
export async function deleteDefaultBefore(h: Handle, table: PartitionedTable, before: IsoDate): Promise<void> {
  await sql`delete from ${sql.table(defaultName(table))} where ${sql.ref(TIME_COLUMN[table])} < ${`${before}T00:00:00Z`}::timestamptz`.execute(
    h.q,
  );
}

function defaultName(table: PartitionedTable): string {
  return `${table}_default`;
}

function partitionName(table: PartitionedTable, month: IsoDate): string {
  if (!/^\d{4}-\d{2}-01$/.test(month)) throw new RangeError(`Not the first day of a month: ${month}`);
  return `${table}_${month.slice(0, 4)}_${month.slice(5, 7)}`;
}
