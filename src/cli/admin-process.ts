import { callAdmin } from '../platform/admin-socket.ts';
import { type Config, ConfigError, loadConfig } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { createLogger } from '../platform/log.ts';
import { CommandFailure } from './command-failure.ts';

/** The embedded database belongs to one process: when one is running, it does what is asked. Undefined: none is running. Throws `CommandFailure` with what it says is wrong. */
export async function askRunningProcess(config: Config, command: string, request: unknown): Promise<unknown> {
  try {
    return (await callAdmin(config.dataDir, command, request))?.result;
  } catch (cause) {
    throw new CommandFailure(cause instanceof Error ? cause.message : 'the running process refused', { cause });
  }
}

/** Does something with the database in this process, where none is running. Throws `CommandFailure` when it cannot be opened. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(config, createLogger({ ...config, logLevel: 'silent' })).catch((cause: unknown) => {
    throw new CommandFailure(`The database could not be opened: ${cause instanceof Error ? cause.message : 'unknown reason'}`, { cause });
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
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
