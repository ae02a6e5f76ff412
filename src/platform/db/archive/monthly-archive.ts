import { sql } from 'kysely';
import type { Db, ReadHandle } from '../db.ts';

/** Any number nobody else locks: two processes do not make the same partition at the same time. */
const PARTITION_LOCK = 7_220_275;
/** A reader of the archive waits behind our lock no longer than this. */
const LOCK_TIMEOUT_MS = 3_000;

/** A month of an archive, as it lies in the database. */
export interface ArchiveMonth {
  /** Its first day. */
  readonly month: string;
  /** False: an operator has taken the partition out, and nothing is moved there. */
  readonly isAttached: boolean;
  /** Its rows with their indexes; of what lies on this node, where tables are spread over several. */
  readonly bytes: number;
}

/** Months of a table that is partitioned by `closed_month`, the oldest first. */
export async function listMonthsOf(h: ReadHandle, archive: string): Promise<readonly ArchiveMonth[]> {
  const { rows } = await sql<{ name: string; is_attached: boolean; bytes: number }>`
    select relname as name, relispartition as is_attached, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ ${`^${archive}_\\d{4}_\\d{2}$`}
    order by relname`.execute(h.q);
  return rows.map(({ name, is_attached: isAttached, bytes }) => ({ month: monthOf(name), isAttached, bytes }));
}

/**
 * Makes the partition of a month that has none. It is attached rather than made in place, so that readers and writers
 * of the other months go on. Fails, for another time, where somebody holds the archive.
 */
export async function openMonthOf(db: Db, archive: string, month: string): Promise<void> {
  const partition = tableOf(archive, month);
  await db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${PARTITION_LOCK}::bigint)`.execute(tx.q);
    if ((await listMonthsOf(tx, archive)).some((known) => known.month === month)) return;
    await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(tx.q);
    const [whole, made] = [sql.table(archive), sql.table(partition)];
    await sql`create table ${made} (like ${whole} including all)`.execute(tx.q);
    await sql`alter table ${whole} attach partition ${made} for values in (${sql.lit(month)})`.execute(tx.q);
  });
}

function tableOf(archive: string, month: string): string {
  if (!/^\d{4}-\d{2}-01$/.test(month)) throw new RangeError(`Not the first day of a month: ${month}`);
  return `${archive}_${month.slice(0, 4)}_${month.slice(5, 7)}`;
}

function monthOf(table: string): string {
  return `${table.slice(-7, -3)}-${table.slice(-2)}-01`;
}
