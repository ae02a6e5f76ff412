import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db } from './db.ts';
import { isStepwise, readSteps, replacedChecksums } from './migration-steps.ts';
import {
  applyMigration,
  applyStepsTogether,
  holdStepLock,
  listAppliedMigrations,
  lockMigrations,
  recordMigration,
  runStep,
  takeStepLock,
  waitForSteps,
} from './migration-store.ts';

/** A migration as it lies in `migrations/`. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The schema in the database is not one this program's migrations lead to. */
export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}

/** Every migration of this program, in order. */
export function readMigrations(directory: string = MIGRATIONS_DIR): readonly Migration[] {
  return readdirSync(directory)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(`${directory}/${file}`, 'utf8');
      return { name: file.replace(/\.sql$/, ''), text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Applies what is missing, forward only, and answers the names applied now. Each migration is one transaction; a
 * stepwise one is so on the embedded database and on a new one, which nobody uses yet, and runs step by step on a
 * server with tables in use. Refuses when an applied migration has been changed since: a schema is what its migrations
 * say, or nobody knows what it is.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = readMigrations()): Promise<readonly string[]> {
  const appliedBefore = await listAppliedMigrations(db);
  refuseOtherSchema(migrations, appliedBefore);
  const isInUse = db.kind === 'server' && appliedBefore.size > 0;
  const appliedNow: string[] = [];
  for (const migration of migrations) {
    if (appliedBefore.has(migration.name)) continue;
    const isApplied =
      isInUse && isStepwise(migration.text)
        ? await applyStepwise(db, migrations, migration)
        : await applyAtOnce(db, migrations, migration);
    if (isApplied) appliedNow.push(migration.name);
  }
  return appliedNow;
}

/**
 * Whether the schema is the one of this program, changing nothing: `none` where no migration was ever applied, `older`
 * where some are to be. A newer one is `current`, too: an older program goes on beside it.
 */
export async function findSchemaState(db: Db): Promise<'none' | 'older' | 'current'> {
  const applied = await listAppliedMigrations(db);
  const migrations = readMigrations();
  refuseOtherSchema(migrations, applied);
  if (applied.size === 0) return 'none';
  return migrations.every(({ name }) => applied.has(name)) ? 'current' : 'older';
}

/** False where another process has applied it while this one waited for the lock. */
async function applyAtOnce(db: Db, all: readonly Migration[], migration: Migration): Promise<boolean> {
  for (;;) {
    const isApplied = await tryAtOnce(db, all, migration);
    if (isApplied !== undefined) return isApplied;
    await waitForSteps();
  }
}

/** Undefined while another process, which met the first migrations of this start, takes it for a database in use. */
async function tryAtOnce(db: Db, all: readonly Migration[], migration: Migration): Promise<boolean | undefined> {
  return await db.transaction(async (tx) => {
    await lockMigrations(tx);
    if (isStepwise(migration.text) && !(await takeStepLock(tx))) return undefined;
    const applied = await listAppliedMigrations(tx);
    refuseOtherSchema(all, applied);
    if (applied.has(migration.name)) return false;
    if (isStepwise(migration.text)) await applyStepsTogether(tx, readSteps(migration.text));
    else await applyMigration(tx, migration.text);
    await recordMigration(tx, migration);
    return true;
  });
}

/**
 * One process runs the steps, the others wait; should it die in between, the next one begins with the first step again,
 * and each that was done changes nothing.
 */
async function applyStepwise(db: Db, all: readonly Migration[], migration: Migration): Promise<boolean> {
  return await holdStepLock(db, async () => {
    const applied = await listAppliedMigrations(db);
    refuseOtherSchema(all, applied);
    if (applied.has(migration.name)) return false;
    for (const step of readSteps(migration.text)) await runStep(db, step);
    await recordMigration(db, migration);
    return true;
  });
}

function refuseOtherSchema(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  refuseDiverged(migrations, applied);
  for (const { name, checksum, text } of migrations) {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum && !replacedChecksums(text).includes(known)) {
      throw new MigrationRefused(
        `Migration ${name} has been changed since it was applied to this database. Restore it and put the change into a new migration.`,
      );
    }
  }
}

/**
 * A newer program's database has every migration of this one and some more, and is fine. One that lacks some and has
 * others went another way: what is missing would meet what the others have made.
 */
function refuseDiverged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].find((name) => !names.has(name));
  const missing = migrations.find(({ name }) => !applied.has(name));
  if (unknown === undefined || missing === undefined) return;
  throw new MigrationRefused(
    `The database has the migration ${unknown}, which this version of Bly does not know, and has not ${missing.name}: it belongs to another version. Use the version that made it, or another database.`,
  );
}
