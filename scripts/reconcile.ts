/**
 * `npm run reconcile [-- --changed] [--restart]`: proves money = bookings for the whole database, or (`--changed`) for
 * what has changed since the run before. A running process of this data directory does it itself (the embedded database
 * belongs to one process); else the database is opened here. It goes in parts, says how far it is, and goes on where it
 * was stopped; `--restart` begins again. Exits 1 with a listing where something does not agree.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createApp } from '../src/app.ts';
import { type Proven, proveInSteps } from '../src/bookings/reconcile/prove-in-steps.ts';
import { describeReport } from '../src/bookings/reconcile/reconcile.ts';
import { type ReconcileStep, stepReconcile } from '../src/bookings/reconcile/run-reconcile.ts';
import { CommandFailure } from '../src/cli/command-failure.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { explainStart } from '../src/explain-start.ts';
import { describeAdminFailure } from '../src/platform/admin/admin-arguments.ts';
import { callAdmin } from '../src/platform/admin/admin-socket.ts';
import { type Config, loadConfig } from '../src/platform/config.ts';
import { embeddedDatabaseIn } from '../src/platform/data-dir.ts';
import type { Db } from '../src/platform/db/db.ts';
import { NotMigrated, openMigratedDatabase } from '../src/platform/db/open-database.ts';
import { placeOf } from '../src/platform/db/server/name-database.ts';
import { createLogger } from '../src/platform/observability/log.ts';

const { values } = parseArgs({
  options: { changed: { type: 'boolean', default: false }, restart: { type: 'boolean', default: false } },
});
const first = { kind: values.changed ? 'changed' : 'full', isAnew: values.restart } as const;
const config = readConfig();
// Set, not called: what is printed is flushed first.
process.exitCode = config === undefined ? 1 : await prove(config).catch((error: unknown) => explain(error, config));

function readConfig(): Config | undefined {
  try {
    return loadConfig(process.env);
  } catch (error) {
    explain(error, undefined);
    return undefined;
  }
}

async function prove(settings: Config): Promise<number> {
  const begun = await callAdmin(settings.dataDir, 'reconcile_step', first, settings).catch(refuse);
  const report =
    begun === undefined
      ? await proveHere(settings)
      : await proveInSteps(first, { step: (step) => askProcess(settings, step), say, begun: begun.result });
  console.log(describeReport(report));
  return report.problems.length === 0 ? 0 : 1;
}

async function askProcess(settings: Config, step: ReconcileStep): Promise<unknown> {
  const next = await callAdmin(settings.dataDir, 'reconcile_step', step, settings).catch(refuse);
  if (next === undefined)
    throw new CommandFailure('The running process has ended. Begin again: it goes on where it stopped.');
  return next.result;
}

async function proveHere(settings: Config): Promise<Proven> {
  const quiet = { ...settings, logLevel: 'silent' } as const;
  const app = await createApp(quiet, { db: await openDatabaseOf(quiet) });
  try {
    return await proveInSteps(first, { step: (step) => stepReconcile(app, step), say });
  } finally {
    await app.outbound.close();
    await app.shared.close();
    await app.reads.close();
    await app.db.close();
  }
}

/** A database that is made for the proof would prove nothing, and look like one without a fault. */
async function openDatabaseOf(settings: Config): Promise<Db> {
  if (settings.databaseUrl === undefined && !existsSync(embeddedDatabaseIn(settings.dataDir)))
    throw nothingProven(
      `There is no database at ${placeOf(settings)}: set BLY_DATA_DIR, or DATABASE_URL for a server's.`,
    );
  return await openMigratedDatabase(settings, createLogger(settings)).catch((cause: unknown) => {
    if (cause instanceof NotMigrated && cause.isEmpty) throw nothingProven(cause.message);
    throw cause;
  });
}

function nothingProven(why: string): CommandFailure {
  return new CommandFailure(`Nothing was proven. ${why}`, { exitCode: EXIT.usage });
}

/** Progress goes beside the result, which a script may read. */
function say(line: string): void {
  console.error(line);
}

function refuse(cause: unknown): never {
  throw new CommandFailure(describeAdminFailure(cause, 'The running process refused.'), { cause });
}

/** Says what is wrong, and returns the exit code. */
function explain(error: unknown, known: Config | undefined): number {
  if (error instanceof CommandFailure) {
    console.error(error.message);
    return error.exitCode;
  }
  console.error(explainStart(error, known) ?? error);
  return 1;
}
