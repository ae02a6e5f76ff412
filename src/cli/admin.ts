import type { Command } from 'commander';
import { AdminKeyAnswer } from '../identity/make-key-for-admin.ts';
import { makeFundedKey } from '../metering/make-key-for-admin.ts';
import { RotatedKeysAnswer, rotateSigningKeys } from '../oauth/signing-keys.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createSealer, loadSecretKeys } from '../platform/crypto.ts';
import { listChangesForPeople, ManualChangesAnswer } from '../servicing/list-manual-changes.ts';
import { askRunningProcess, readConfig, withDatabase } from './admin-process.ts';
import { addCreateUserCommand } from './admin-user.ts';
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
  addCreateUserCommand(admin);
  admin.command('list-manual-changes').description('list refunds and exchanges that wait for people').action(listManual);
  admin.command('rotate-oauth-keys').description('sign OAuth tokens with a new key from now on; tokens given out before stay good until they are over').action(rotateKeys);
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

async function rotateKeys(): Promise<void> {
  const config = readConfig();
  const sealer = () => createSealer(config, loadSecretKeys(config));
  const answer = (await askRunningProcess(config, 'rotate_oauth_keys', {})) ?? (await withDatabase(config, (db) => rotateSigningKeys({ db, clock: systemClock, sealer: sealer() })));
  const { kid, generation } = RotatedKeysAnswer.parse(answer);
  console.log(`OAuth tokens are signed with key ${kid} from now on (number ${generation} of this installation).`);
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
