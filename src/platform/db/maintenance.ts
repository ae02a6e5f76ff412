import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Handle } from './db.ts';

const EVERY_MS = 60_000;
/** A table is worth it from so many dead rows on (about 10 ms of work), and from a fifth of its live ones. */
const DEAD_ROWS_MIN = 1_000;
const DEAD_SHARE = 0.2;
const LOG_BYTES_MIN = 32 * 1024 * 1024;
/** One round blocks everything else on the embedded database; the rest waits for the next. */
const TABLES_PER_ROUND = 4;

/**
 * The embedded database has neither autovacuum nor a checkpointer: without this the queue's table would grow by 300
 * bytes a job for ever, the planner would never learn the size of anything, and the write-ahead log would never be cut.
 * A server looks after itself.
 */
export function startMaintenance(db: Db, log: Logger): () => void {
  if (db.kind !== 'embedded') return () => undefined;
  const timer = setInterval(() => {
    maintain(db).catch((error: unknown) => log.warn({ err: error }, 'maintenance of the embedded database failed'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function maintain(db: Db): Promise<void> {
  await vacuumDeadRows(db);
  await checkpointGrownLog(db);
}

/**
 * Writes a checkpoint when the log has grown since the last: nobody else does, and a restart after a crash replays all
 * of it.
 */
export async function checkpointGrownLog(h: Handle, bytes: number = LOG_BYTES_MIN): Promise<boolean> {
  const { rows } = await sql<{ is_grown: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), checkpoint_lsn) > ${bytes} as is_grown from pg_control_checkpoint()`.execute(
    h.q,
  );
  if (rows[0]?.is_grown !== true) return false;
  await sql`checkpoint`.execute(h.q);
  return true;
}

/** Vacuums and analyses the tables with the most dead rows; answers their names. */
export async function vacuumDeadRows(h: Handle): Promise<readonly string[]> {
  // In a single-user process the counts would otherwise wait for a pause that never comes.
  await sql`select pg_stat_force_next_flush()`.execute(h.q);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = 'public' and n_dead_tup > ${DEAD_ROWS_MIN} and n_dead_tup > ${DEAD_SHARE}::float8 * n_live_tup
    order by n_dead_tup desc limit ${TABLES_PER_ROUND}`.execute(h.q);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(h.q);
  return rows.map(({ name }) => name);
}
