import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './db.ts';

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
  const deleted = await sql`delete from ${sql.table(rows.table)} where ctid = any(${oldestOf(rows)})`.execute(h.q);
  return Number(deleted.numAffectedRows ?? 0);
}

/** The places of the oldest rows, for `ctid = any(…)`. */
export function oldestOf({ table, column, before, limit }: OldRows): RawBuilder<unknown> {
  return sql`array(select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before}
    order by ${sql.ref(column)} limit ${limit})`;
}
