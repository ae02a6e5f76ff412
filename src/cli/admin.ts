import type { Command } from 'commander';
import { AdminKeyAnswer } from '../identity/make-key-for-admin.ts';
import { makeFundedKey } from '../metering/make-key-for-admin.ts';
import { callAdmin } from '../platform/admin-socket.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, ConfigError, loadConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { createLogger } from '../platform/log.ts';
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
}

async function createKey(options: CreateKeyOptions): Promise<void> {
  const request = {
    name: options.name, scopes: options.scopes?.split(',').map((scope) => scope.trim()),
    organizationId: options.organization, newOrganizationName: options.newOrganization,
  };
  const config = readConfig();
  const answer = (await askRunningProcess(config, request)) ?? (await makeItHere(config, request));
  const { key, keyId, prefix, organizationId } = AdminKeyAnswer.parse(answer);
  console.log(`API key (shown once):  ${key}\nKey id:                ${keyId} (${prefix}…)\nOrganization:          ${organizationId}`);
}

/** The embedded database belongs to one process: when one is running, it makes the key. */
async function askRunningProcess(config: Config, request: unknown): Promise<unknown> {
  try {
    return (await callAdmin(config.dataDir, 'create_key', request))?.result;
  } catch (cause) {
    throw new CommandFailure(cause instanceof Error ? cause.message : 'the running process refused', { cause });
  }
}

async function makeItHere(config: Config, request: unknown): Promise<unknown> {
  const db = await openDatabase(config, createLogger({ ...config, logLevel: 'silent' })).catch((cause: unknown) => {
    throw new CommandFailure(`The database could not be opened: ${cause instanceof Error ? cause.message : 'unknown reason'}`, { cause });
  });
  try {
    return await makeFundedKey({ config, clock: systemClock, db }, request);
  } catch (cause) {
    throw new CommandFailure(cause instanceof Error ? cause.message : 'the key could not be made', { cause });
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
