import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './db.ts';
import { isDistributed } from './distribution/is-distributed.ts';

/**
 * Rows that one statement of housekeeping deletes: some ten milliseconds of work, so that nobody waits for its locks,
 * and no standby for its log.
 */
export const DELETE_BATCH_MAX = 500;

/** Which rows are over: those of a table whose column, an indexed instant, is before then. */
export interface OldRows {
  readonly table: string;
  readonly column: string;
  readonly before: Date;
  readonly limit: number;
}

/**
 * Deletes the oldest rows of a table, at most `limit`; answers how many there were. They are named by their place in
 * the table: named by their keys they would be joined with the table, which PostgreSQL may read whole for each batch.
 */
export async function deleteOldest(h: Handle, rows: OldRows): Promise<number> {
  if (await isDistributed(h)) return await deleteThrough(h, rows);
  const deleted = await sql`delete from ${sql.table(rows.table)} where ctid = any(${oldestOf(rows)})`.execute(h.q);
  return Number(deleted.numAffectedRows ?? 0);
}

/**
 * Does the same where a place says nothing, because each node has a row at it: those up to the instant of the last one
 * to go, with all that share it.
 */
async function deleteThrough(h: Handle, { table, column, before, limit }: OldRows): Promise<number> {
  // As text: a Date has no microseconds, and rows within its millisecond would stay.
  const { rows } = await sql<{ instant: string | null }>`
    select max(instant)::text as instant from (
      select ${sql.ref(column)} as instant from ${sql.table(table)} where ${sql.ref(column)} < ${before}
      order by ${sql.ref(column)} limit ${limit}
    ) as oldest`.execute(h.q);
  const instant = rows[0]?.instant ?? null;
  if (instant === null) return 0;
  const deleted = await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${instant}`.execute(h.q);
  return Number(deleted.numAffectedRows ?? 0);
}

/** The places of the oldest rows, for `ctid = any(…)`. */
export function oldestOf({ table, column, before, limit }: OldRows): RawBuilder<unknown> {
  return sql`array(select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before}
    order by ${sql.ref(column)} limit ${limit})`;
}
