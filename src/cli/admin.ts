import type { Command } from 'commander';
import { AdminKeyAnswer } from '../identity/make-key-for-admin.ts';
import { makeFundedKey } from '../metering/make-key-for-admin.ts';
import { callAdmin } from '../platform/admin-socket.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, ConfigError, loadConfig } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { createLogger } from '../platform/log.ts';
import { listChangesForPeople, ManualChangesAnswer } from '../servicing/list-manual-changes.ts';
import { CommandFailure } from './command-failure.ts';

interface CreateKeyOptions {
  readonly name: string;
  readonly scopes?: string;
  readonly organization?: string;
  readonly newOrganization?: string;
}

/** Adds `admin create-key` to a command line. */
export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('for whoever runs this installation');
  admin
    .command('create-key')
    .description('make an API key; it is shown once')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scopes <list>', 'comma-separated: search, book, manage (default: all)')
    .option('--organization <id>', 'the organization it belongs to (default: the first)')
    .option('--new-organization <name>', 'make an organization for it')
    .action(createKey);
  admin.command('list-manual-changes').description('list refunds and exchanges that wait for people').action(listManual);
}

async function createKey(options: CreateKeyOptions): Promise<void> {
  const request = {
    name: options.name, scopes: options.scopes?.split(',').map((scope) => scope.trim()),
    organizationId: options.organization, newOrganizationName: options.newOrganization,
  };
  const config = readConfig();
  const answer = (await askRunningProcess(config, 'create_key', request)) ?? (await makeItHere(config, request));
  const { key, keyId, prefix, organizationId } = AdminKeyAnswer.parse(answer);
  console.log(`API key (shown once):  ${key}\nKey id:                ${keyId} (${prefix}…)\nOrganization:          ${organizationId}`);
}

async function listManual(): Promise<void> {
  const config = readConfig();
  const answer = (await askRunningProcess(config, 'list_manual_changes', {})) ?? (await withDatabase(config, (db) => listChangesForPeople({ db })));
  const changes = ManualChangesAnswer.parse(answer);
  for (const { bookingRef, reference, kind, waitsFor, committedAt, why, organizationId } of changes) {
    console.log(`${committedAt}  ${bookingRef}  ${reference}  ${kind}  waits for ${waitsFor === 'us' ? 'us' : 'people at the supplier'}  ${organizationId}  ${why}`);
  }
  console.log(changes.length === 0 ? 'Nothing waits for people.' : `${changes.length} waiting for people.`);
}

/** The embedded database belongs to one process: when one is running, it does what is asked. */
async function askRunningProcess(config: Config, command: string, request: unknown): Promise<unknown> {
  try {
    return (await callAdmin(config.dataDir, command, request))?.result;
  } catch (cause) {
    throw new CommandFailure(cause instanceof Error ? cause.message : 'the running process refused', { cause });
  }
}

async function makeItHere(config: Config, request: unknown): Promise<unknown> {
  return await withDatabase(config, async (db) => {
    try {
      return await makeFundedKey({ config, clock: systemClock, db }, request);
    } catch (cause) {
      throw new CommandFailure(cause instanceof Error ? cause.message : 'the key could not be made', { cause });
    }
  });
}

async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(config, createLogger({ ...config, logLevel: 'silent' })).catch((cause: unknown) => {
    throw new CommandFailure(`The database could not be opened: ${cause instanceof Error ? cause.message : 'unknown reason'}`, { cause });
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (cause) {
    if (cause instanceof ConfigError) throw new CommandFailure(cause.message, { cause });
    throw cause;
  }
}
