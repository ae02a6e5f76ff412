import { describeRecomputed, recomputeDemand } from '../src/demand/rollup/recompute-demand.ts';
import { ConfigError, loadConfig } from '../src/platform/config.ts';
import { DataDirInUse } from '../src/platform/db/data-dir-lock.ts';
import { MigrationRefused } from '../src/platform/db/migrate.ts';
import { EnvironmentMismatch, NotMigrated, openMigratedDatabase } from '../src/platform/db/open-database.ts';
import { createLogger } from '../src/platform/observability/log.ts';

/**
 * `node scripts/recompute-demand.ts`: counts demand again from all events that are kept, and says what differed
 * (nothing, unless counts were damaged). Safe beside running processes on a database server; the embedded database
 * belongs to one process.
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const db = await openMigratedDatabase(config, createLogger(config));
  try {
    console.log(describeRecomputed(await recomputeDemand(db, config.environment, new Date())));
  } finally {
    await db.close();
  }
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof DataDirInUse ||
    error instanceof MigrationRefused ||
    error instanceof NotMigrated ||
    error instanceof EnvironmentMismatch;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
