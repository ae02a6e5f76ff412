import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db } from './db.ts';
import { applyMigration, listAppliedMigrations, lockMigrations } from './migration-store.ts';

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
 * Applies what is missing, each migration in its own transaction, forward only, and answers the names applied now.
 * Refuses when an applied migration has been changed since: a schema is what its migrations say, or nobody knows what
 * it is.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = readMigrations()): Promise<readonly string[]> {
  const appliedBefore = await listAppliedMigrations(db);
  refuseChanged(migrations, appliedBefore);
  const appliedNow: string[] = [];
  for (const migration of migrations) {
    if (appliedBefore.has(migration.name)) continue;
    const isApplied = await db.transaction(async (tx) => {
      await lockMigrations(tx);
      // Another process may have been quicker while we waited for the lock.
      const applied = await listAppliedMigrations(tx);
      refuseChanged(migrations, applied);
      if (applied.has(migration.name)) return false;
      await applyMigration(tx, migration);
      return true;
    });
    if (isApplied) appliedNow.push(migration.name);
  }
  return appliedNow;
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  for (const { name, checksum } of migrations) {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum) {
      throw new MigrationRefused(
        `Migration ${name} has been changed since it was applied to this database. Restore it and put the change into a new migration.`,
      );
    }
  }
}
