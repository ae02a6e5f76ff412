import { sql } from 'kysely';
import type { Handle } from '../../platform/db/db.ts';
import type { IsoDate } from '../../travel/dates.ts';

/** The sealed key of a month's callers; undefined where nobody has made it yet, or the month is closed. */
export async function findCallerKey(h: Handle, month: IsoDate): Promise<string | undefined> {
  const { rows } = await sql<{ sealed: string }>`select sealed from demand_caller_key where month = ${month}`.execute(
    h.q,
  );
  return rows[0]?.sealed;
}

/**
 * Stores the sealed key of a month unless there is one: of two processes the first wins, and the second waits for it.
 */
export async function insertCallerKey(h: Handle, month: IsoDate, sealed: string): Promise<void> {
  await sql`insert into demand_caller_key (month, sealed) values (${month}, ${sealed}) on conflict (month) do nothing`.execute(
    h.q,
  );
}
