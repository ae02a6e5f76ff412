import { sql } from 'kysely';
import type { Handle, Tx } from './db.ts';
import { LIFT_STATEMENT_TIMEOUT } from './driver.ts';

type MigrationTables = {
  schema_migration: { name: string; checksum: string; applied_at: Date };
  installation: { environment: 'sandbox' | 'production' };
};

/** One advisory lock for all migrations of one database. */
const MIGRATION_LOCK = 7_220_189;

const tables = (h: Handle) => h.q.withTables<MigrationTables>();

/** Name and checksum of every applied migration; none on an empty database. */
export async function listAppliedMigrations(h: Handle): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    is_there: boolean;
  }>`select to_regclass('schema_migration') is not null as is_there`.execute(h.q);
  if (rows[0]?.is_there !== true) return new Map();
  const applied = await tables(h).selectFrom('schema_migration').select(['name', 'checksum']).execute();
  return new Map(applied.map(({ name, checksum }) => [name, checksum]));
}

/** Lets one process at a time migrate, until the transaction ends, and lifts the statement time-out for it. */
export async function lockMigrations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx.q);
  await sql.raw(LIFT_STATEMENT_TIMEOUT).execute(tx.q);
  await sql`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now()
  )`.execute(tx.q);
}

/** Runs the text of a migration and records it. */
export async function applyMigration(
  tx: Tx,
  migration: { readonly name: string; readonly checksum: string; readonly text: string },
): Promise<void> {
  await sql.raw(migration.text).execute(tx.q);
  await tables(tx)
    .insertInto('schema_migration')
    .values({ name: migration.name, checksum: migration.checksum, applied_at: sql<Date>`now()` })
    .execute();
}

/** Stamps a new database with its environment and answers whose it is. */
export async function stampEnvironment(
  h: Handle,
  environment: 'sandbox' | 'production',
): Promise<'sandbox' | 'production'> {
  const found = await tables(h).selectFrom('installation').select('environment').executeTakeFirst();
  if (found !== undefined) return found.environment;
  await tables(h)
    .insertInto('installation')
    .values({ environment })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await tables(h).selectFrom('installation').select('environment').executeTakeFirstOrThrow()).environment;
}

/** A round trip, and whether the server takes writes. */
export async function pingDatabase(h: Handle): Promise<'ready' | 'read_only'> {
  const { rows } = await sql<{ read_only: string }>`
    select current_setting('transaction_read_only') as read_only`.execute(h.q);
  return rows[0]?.read_only === 'on' ? 'read_only' : 'ready';
}
