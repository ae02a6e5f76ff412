import type { Command } from 'commander';
import * as z from 'zod';
import { AdminKeyAnswer } from '../../identity/keys/make-key-for-admin.ts';
import { makeFundedKey } from '../../metering/make-key-for-admin.ts';
import { OAUTH_KEYS } from '../../oauth/model/oauth-keys.ts';
import { createSealer, loadSecretKeys, type Sealer } from '../../platform/security/crypto.ts';
import {
  replaceStolenKeys,
  RotatedKeysAnswer,
  rotateSigningKeys,
} from '../../platform/security/signing-keys/signing-keys.ts';
import { listChangesForPeople, ManualChangesAnswer } from '../../servicing/engine/list-manual-changes.ts';
import { DOCUMENT_KEYS } from '../../signatures/model/document-keys.ts';
import { CommandFailure } from '../command-failure.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';
import { addApprovalCommands } from './admin-approvals.ts';
import { addOrganizationCommands } from './admin-organizations.ts';
import { addSaleCommands } from './admin-sale.ts';
import { addSupplierAccountCommands } from './admin-supplier-accounts.ts';
import { addPricingRulesCommands } from './admin-pricing-rules.ts';
import { addRatesCommands } from './admin-rates.ts';
import { addReconcileCommand } from './admin-reconcile.ts';
import { addErasureCommands } from './admin-erasure.ts';
import { addExportCommand } from './admin-export.ts';
import { addExplainSlowCommand } from './admin-slow.ts';
import { addCreateUserCommand, addResetSecondFactorCommand } from './admin-user.ts';
import { addWarmFaresCommand } from './admin-warm-fares.ts';

/** What a change of keys needs: the database, and what seals their private halves. */
type KeysPlace = AdminPlace & { readonly sealer: Sealer };

const DecidedAnswer = z.object({ decided: z.enum(['cancel', 'decline', 'settled']) });

interface CreateKeyOptions {
  readonly name: string;
  readonly scopes?: string;
  readonly organization?: string;
  readonly newOrganization?: string;
  readonly mandateOnly?: boolean;
}

/** Adds `admin create-key` to a command line. */
export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('for whoever runs this installation');
  admin
    .command('create-key')
    .description('make an API key; it is shown once')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scopes <list>', 'comma-separated: search, book, manage (default: all)')
    .option('--mandate-only', 'it buys out of mandates alone')
    .option('--organization <id>', 'the organization it belongs to (default: the first)')
    .option('--new-organization <name>', 'make an organization for it')
    .action(createKey);
  addCreateUserCommand(admin);
  addResetSecondFactorCommand(admin);
  addOrganizationCommands(admin);
  addSupplierAccountCommands(admin);
  addSaleCommands(admin);
  addPricingRulesCommands(admin);
  addRatesCommands(admin);
  addApprovalCommands(admin);
  addReconcileCommand(admin);
  addWarmFaresCommand(admin);
  addExplainSlowCommand(admin);
  addErasureCommands(admin);
  addExportCommand(admin);
  admin
    .command('list-manual-changes')
    .description('list refunds and exchanges that wait for people')
    .action(listManual);
  admin
    .command('decide-change')
    .description(
      'decide a refund of which nobody knows what comes back: an amount cancels it, a reason declines it; what is cancelled and was charged for, an amount alone',
    )
    .argument('<organization>', 'the organization it belongs to')
    .argument('<reference>', 'as list-manual-changes names it')
    .option('--refund <amount>', "what the traveler gets back, in the booking's currency: 120.50")
    .option('--decline <reason>', 'nothing is cancelled, and why')
    .option('--settled <how>', 'money that could not be moved was moved by hand, and how: for the audit log')
    .action(decideManual);
  admin
    .command('rotate-oauth-keys')
    .description('sign OAuth tokens with a new key from now on; tokens given out before stay good until they are over')
    .action(rotateOauthKeys);
  admin
    .command('rotate-signing-key')
    .description(
      'sign quotes and receipts with a new key from now on; what was signed before can be verified for 24 months',
    )
    .option('--withdraw', 'earlier keys were stolen: they are public no longer, and what they signed does not verify')
    .action(rotateSigningKey);
}

async function createKey(options: CreateKeyOptions): Promise<void> {
  const request = {
    name: options.name,
    scopes: options.scopes?.split(',').map((scope) => scope.trim()),
    isMandateOnly: options.mandateOnly ?? false,
    organizationId: options.organization,
    newOrganizationName: options.newOrganization,
  };
  const answer = await askOrDo(readConfig(), {
    command: 'create_key',
    request,
    work: (place) => makeFundedKey(place, request),
  });
  const { key, keyId, prefix, organizationId } = AdminKeyAnswer.parse(answer);
  console.log(
    `API key (shown once):  ${key}\nKey id:                ${keyId} (${prefix}…)\nOrganization:          ${organizationId}`,
  );
}

async function listManual(): Promise<void> {
  const answer = await askOrDo(readConfig(), {
    command: 'list_manual_changes',
    request: {},
    work: listChangesForPeople,
  });
  const changes = ManualChangesAnswer.parse(answer);
  for (const { bookingRef, reference, kind, waitsFor, committedAt, why, organizationId } of changes) {
    console.log(
      `${committedAt}  ${bookingRef}  ${reference}  ${kind}  waits for ${waitsFor === 'us' ? 'us' : 'people at the supplier'}  ${organizationId}  ${why}`,
    );
  }
  console.log(changes.length === 0 ? 'Nothing waits for people.' : `${changes.length} waiting for people.`);
}

const DECIDED = {
  cancel: 'It is being cancelled; the refund follows.',
  decline: 'Declined. The booking stands.',
  settled: 'Settled. What was given back by hand counts as refunded from now on.',
} as const;

async function decideManual(
  organizationId: string,
  changeId: string,
  { refund, decline, settled }: { readonly refund?: string; readonly decline?: string; readonly settled?: string },
): Promise<void> {
  const answer = await askOrDo(readConfig(), {
    command: 'decide_change',
    request: { organizationId, changeId, refund, reason: decline, settled },
    // Its job has to run: without a process that serves nothing would be cancelled.
    work: () =>
      Promise.reject(new CommandFailure('No process of this installation runs here that could carry it out.')),
  });
  const { decided } = DecidedAnswer.parse(answer);
  console.log(DECIDED[decided]);
}

async function rotateOauthKeys(): Promise<void> {
  const { kid, generation } = await changeKeys('rotate_oauth_keys', (place) => rotateSigningKeys(place, OAUTH_KEYS));
  console.log(`OAuth tokens are signed with key ${kid} from now on (number ${generation} of this installation).`);
}

async function rotateSigningKey({ withdraw }: { readonly withdraw?: boolean }): Promise<void> {
  const { kid, generation } = await (withdraw
    ? changeKeys('replace_signing_keys', (place) => replaceStolenKeys(place, DOCUMENT_KEYS))
    : changeKeys('rotate_signing_key', (place) => rotateSigningKeys(place, DOCUMENT_KEYS)));
  console.log(
    `Quotes and receipts are signed with key ${kid} within seconds (number ${generation} of this installation).`,
  );
  if (withdraw) console.log('No earlier key is published any longer: what they have signed does not verify.');
}

async function changeKeys(command: string, change: (place: KeysPlace) => Promise<unknown>) {
  const answer = await askOrDo(readConfig(), {
    command,
    request: {},
    work: (place) => change({ ...place, sealer: createSealer(place.config, loadSecretKeys(place.config)) }),
  });
  return RotatedKeysAnswer.parse(answer);
}
