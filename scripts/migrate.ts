import { ConfigError, loadConfig } from '../src/platform/config.ts';
import type { Db } from '../src/platform/db/db.ts';
import { DataDirInUse } from '../src/platform/db/data-dir-lock.ts';
import { distribute, DistributionRefused, refuseUnplaced } from '../src/platform/db/distribution/distribute.ts';
import { MigrationRefused } from '../src/platform/db/migrate.ts';
import { EnvironmentMismatch, openDatabase } from '../src/platform/db/open-database.ts';
import { createLogger } from '../src/platform/observability/log.ts';

/**
 * `npm run migrate`: brings the configured database's schema up to date, as every start does, and says what it did.
 * With `--distribute` it then spreads the tables over the nodes of a Citus cluster (migrations/citus/tables.txt).
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const db = await openDatabase(config, createLogger(config));
  const placed = process.argv.includes('--distribute') ? await placeTables(db).finally(() => db.close()) : undefined;
  await db.close();
  if (placed !== undefined)
    console.log(placed.length === 0 ? 'Every table is in its place.' : `Placed on the nodes: ${placed.join(', ')}.`);
  console.log(
    `The ${config.databaseUrl === undefined ? 'embedded database' : 'database server'} is up to date (${config.environment}).`,
  );
}

async function placeTables(db: Db): Promise<readonly string[]> {
  await refuseUnplaced(db);
  return await distribute(db);
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof DataDirInUse ||
    error instanceof MigrationRefused ||
    error instanceof DistributionRefused ||
    error instanceof EnvironmentMismatch;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
