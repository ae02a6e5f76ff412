import { sql } from 'kysely';
import type { Handle } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';

/** Deletes rows that are of no use any more, at most `limit`; answers how many there were. */
export async function deleteExpired(h: Handle, today: IsoDate, limit: number): Promise<number> {
  const deleted = await sql`delete from observed_fare where ctid = any(array(
    select ctid from observed_fare where expires_on <= ${today}::date order by expires_on limit ${limit}))`.execute(
    h.q,
  );
  return Number(deleted.numAffectedRows ?? 0);
}

/**
 * Deletes the rows of one caller that were looked at least recently, at most `limit`; answers how many there were. The
 * caller is hashed; empty for the installation itself.
 */
export async function deleteLeastUsed(h: Handle, caller: string, limit: number): Promise<number> {
  const deleted = await sql`delete from observed_fare where ctid = any(array(
    select ctid from observed_fare where caller = ${caller} order by looked_on limit ${limit}))`.execute(h.q);
  return Number(deleted.numAffectedRows ?? 0);
}

/** How many rows each caller has. */
export async function countByCaller(h: Handle): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ caller: string; count: number }>`
    select caller, count(*) as count from observed_fare group by caller order by caller`.execute(h.q);
  return new Map(rows.map(({ caller, count }) => [caller, Number(count)]));
}
