import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { sqlStateOf } from './database-failure.ts';
import type { Db, Handle, Tx } from './db.ts';
import { LIFT_STATEMENT_TIMEOUT } from './driver.ts';
import { type CreatedIndex, indexOfPartition, type MigrationStep, plainSql, sqlOfParent } from './migration-steps.ts';

type MigrationTables = {
  schema_migration: { name: string; checksum: string; applied_at: Date };
  installation: { environment: 'sandbox' | 'production' };
};

/** One advisory lock for all migrations of one database. */
const MIGRATION_LOCK = 7_220_189;
/**
 * Held while steps run. Another lock than the first, which processes wait for inside a statement: an index that is
 * created concurrently waits for every statement begun before it, and would wait for them for ever.
 */
const STEP_LOCK = 7_220_191;
const STEP_LOCK_ASKED_EVERY_MS = 500;
/** A step that changes a table waits so long for the statements before it, and then lets those behind it pass. */
const DEFINITION_LOCK_TIMEOUT_MS = 2_000;
const DEFINITION_TRIES_MAX = 60;
const DEFINITION_AGAIN_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

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

/** Runs the text of a migration. */
export async function applyMigration(tx: Tx, text: string): Promise<void> {
  await sql.raw(text).execute(tx.q);
}

/** Runs the steps of a migration in one transaction: nobody else uses the database yet. */
export async function applyStepsTogether(tx: Tx, steps: readonly MigrationStep[]): Promise<void> {
  for (const step of steps) while ((await runOnce(tx, step)) > 0 && step.isBatch);
}

/** Records that a migration was applied. */
export async function recordMigration(
  h: Handle,
  { name, checksum }: { readonly name: string; readonly checksum: string },
): Promise<void> {
  await tables(h).insertInto('schema_migration').values({ name, checksum, applied_at: sql<Date>`now()` }).execute();
}

/**
 * Lets one process at a time run steps. The lock belongs to a transaction that does nothing else: it ends with the
 * process, and holds up no index. Others look every half second whether it is free, in statements that end at once.
 */
export async function holdStepLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const held = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const holding = holdUntil(db, { onHeld: held.resolve, end: finished.promise });
  holding.catch(held.reject);
  await held.promise;
  try {
    return await work();
  } finally {
    finished.resolve();
    await holding.catch(() => undefined);
  }
}

/** Takes the lock of steps until the transaction ends; false at once where another process has it. */
export async function takeStepLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(${STEP_LOCK}::bigint) as is_held`.execute(tx.q);
  return rows[0]?.is_held === true;
}

/** What a process waits that has not got the lock of steps, in no statement. */
export async function waitForSteps(): Promise<void> {
  await wait(STEP_LOCK_ASKED_EVERY_MS);
}

async function holdUntil(
  db: Db,
  { onHeld, end }: { readonly onHeld: () => void; readonly end: Promise<void> },
): Promise<void> {
  for (;;) {
    const isHeld = await db.transaction(async (tx) => {
      if (!(await takeStepLock(tx))) return false;
      // Last, for it has no snapshot: that of the statement before would be waited for by an index that is created.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx.q);
      onHeld();
      await end;
      return true;
    });
    if (isHeld) return;
    await waitForSteps();
  }
}

/**
 * Runs one step on a database in use. An index that a crash left unfinished is dropped and created again; one that is
 * whole stays.
 */
export async function runStep(db: Db, step: MigrationStep): Promise<void> {
  const { createsIndex: index } = step;
  if (index !== undefined && (await isPartitioned(db, index.table)))
    return await createPartitionedIndex(db, step.sql, index);
  if (index !== undefined) return await createConcurrently(db, index.name, step.sql);
  if (step.isConcurrent) return await db.outsideTransaction(async (h) => void (await sql.raw(step.sql).execute(h.q)));
  while ((await runPatiently(db, step)) > 0 && step.isBatch);
}

async function createConcurrently(db: Db, name: string, text: string): Promise<void> {
  await db.outsideTransaction(async (h) => {
    const found = await findIndex(h, name);
    if (found?.isWhole === true) return;
    if (found !== undefined) await sql`drop index concurrently ${sql.id(name)}`.execute(h.q);
    await sql.raw(text).execute(h.q);
  });
}

/**
 * PostgreSQL creates no index of a partitioned table concurrently. So it is entered at the table alone, which reads no
 * row; each partition gets its own concurrently and is attached, and with the last the whole is in use. A partition
 * that is made meanwhile takes its indexes from the table. What a crash has left is gone on with.
 */
async function createPartitionedIndex(db: Db, text: string, index: CreatedIndex): Promise<void> {
  if ((await findIndex(db, index.name))?.isWhole === true) return;
  await runPatiently(db, plainStep(sqlOfParent(text, index)));
  for (const partition of await listPartitionsWithout(db, index)) {
    const own = indexOfPartition(text, index, partition);
    await createConcurrently(db, own.name, own.sql);
    await runPatiently(db, plainStep(`alter index ${index.name} attach partition ${own.name}`));
  }
}

function plainStep(text: string): MigrationStep {
  return { sql: text, createsIndex: undefined, isConcurrent: false, isBatch: false };
}

async function isPartitioned(h: Handle, table: string): Promise<boolean> {
  const { rows } = await sql<{ is_partitioned: boolean }>`
    select relkind = 'p' as is_partitioned from pg_class where oid = to_regclass(${table})`.execute(h.q);
  return rows[0]?.is_partitioned === true;
}

async function findIndex(h: Handle, name: string): Promise<{ readonly isWhole: boolean } | undefined> {
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.execute(h.q);
  return rows[0] && { isWhole: rows[0].is_valid };
}

/** Partitions of a table none of whose indexes is a part of the index. */
async function listPartitionsWithout(h: Handle, { name, table }: CreatedIndex): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select part.relname as name from pg_inherits as place join pg_class as part on part.oid = place.inhrelid
    where place.inhparent = to_regclass(${table}) and not exists (
      select from pg_inherits as attached join pg_index on pg_index.indexrelid = attached.inhrelid
      where attached.inhparent = to_regclass(${name}) and pg_index.indrelid = part.oid)
    order by part.relname`.execute(h.q);
  return rows.map((row) => row.name);
}

/** A step that waits for a table's lock holds up every statement behind it: it gives up soon, and tries again. */
async function runPatiently(db: Db, step: MigrationStep): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (tx) => {
        await sql.raw(LIFT_STATEMENT_TIMEOUT).execute(tx.q);
        await sql.raw(`set local lock_timeout = ${DEFINITION_LOCK_TIMEOUT_MS}`).execute(tx.q);
        return await runOnce(tx, step);
      });
    } catch (error) {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE || tries >= DEFINITION_TRIES_MAX) throw error;
      await wait(DEFINITION_AGAIN_MS);
    }
  }
}

/** Answers how many rows it changed. */
async function runOnce(tx: Tx, step: MigrationStep): Promise<number> {
  const { numAffectedRows } = await sql.raw(plainSql(step)).execute(tx.q);
  return Number(numAffectedRows ?? 0);
}

/** The environment that a database is stamped with. */
export async function findEnvironment(h: Handle): Promise<'sandbox' | 'production' | undefined> {
  return (await tables(h).selectFrom('installation').select('environment').executeTakeFirst())?.environment;
}

/** Stamps a new database with its environment and answers whose it is. */
export async function stampEnvironment(
  h: Handle,
  environment: 'sandbox' | 'production',
): Promise<'sandbox' | 'production'> {
  const found = await findEnvironment(h);
  if (found !== undefined) return found;
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
