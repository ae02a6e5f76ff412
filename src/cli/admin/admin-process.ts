import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeAdminFailure } from '../../platform/admin/admin-arguments.ts';
import { callAdmin } from '../../platform/admin/admin-socket.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { type Config, ConfigError, loadConfig } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { embeddedDatabaseIn } from '../../platform/data-dir.ts';
import { NotMigrated, openMigratedDatabase } from '../../platform/db/open-database.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { CommandFailure } from '../command-failure.ts';

/** What an administrator's command needs of the product. */
export interface AdminPlace {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Db;
}

/**
 * Has something done by the process that runs here, if one does: the embedded database belongs to it. Else it is done
 * in this process. Throws `CommandFailure` with what is wrong with it, when the process that runs works on another
 * database than the configuration names, or when the database cannot be opened.
 */
export async function askOrDo(
  config: Config,
  {
    command,
    request,
    work,
  }: { readonly command: string; readonly request: unknown; readonly work: (place: AdminPlace) => Promise<unknown> },
): Promise<unknown> {
  const answer = await callAdmin(config.dataDir, command, request, config).catch(
    toFailure('the running process refused'),
  );
  return answer === undefined ? await doHere(config, work) : answer.result;
}

async function doHere(config: Config, work: (place: AdminPlace) => Promise<unknown>): Promise<unknown> {
  const place = resolve(config.dataDir);
  if (config.databaseUrl === undefined && !existsSync(embeddedDatabaseIn(config.dataDir)))
    console.error(`Nothing had been started in ${place}: a new database is made there. BLY_DATA_DIR names another.`);
  const log = createLogger({ ...config, logLevel: 'silent' });
  const db = await openMigratedDatabase(config, log).catch((cause: unknown) => {
    if (cause instanceof NotMigrated) throw new CommandFailure(cause.message, { cause });
    throw new CommandFailure(
      `The database could not be opened: ${cause instanceof Error ? cause.message : 'unknown reason'}`,
      { cause },
    );
  });
  try {
    return await work({ config, clock: systemClock, db });
  } catch (cause) {
    return toFailure('it could not be done')(cause);
  } finally {
    await db.close();
  }
}

function toFailure(otherwise: string): (cause: unknown) => never {
  return (cause) => {
    throw new CommandFailure(describeAdminFailure(cause, otherwise), { cause });
  };
}

/** The configuration of this installation. Throws `CommandFailure` for a wrong variable. */
export function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (cause) {
    if (cause instanceof ConfigError) throw new CommandFailure(cause.message, { cause });
    throw cause;
  }
}
