import type { Command } from 'commander';
import { supplierAccountBookings } from '../../bookings/supplier-account-bookings.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { organizationNow } from '../../platform/organization-clock.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { createSealer, loadSecretKeys } from '../../platform/security/crypto.ts';
import {
  AdminAccountAnswer,
  type AdminAccountsContext,
  AdminAccountsAnswer,
  AdminCheckAnswer,
  AdminRemovedAnswer,
  addAccountForAdmin,
  checkAccountForAdmin,
  listAccountsForAdmin,
  removeAccountForAdmin,
} from '../../supplier-accounts/administer-accounts.ts';
import { createSupplierAccounts } from '../../supplier-accounts/find-accounts.ts';
import { createAccountHealth } from '../../supplier-accounts/health-record.ts';
import { createAccountChecks } from '../../suppliers/calls/check-account.ts';
import { CommandFailure } from '../command-failure.ts';
import { EXIT } from '../exit-codes.ts';
import { readStandardInput } from '../standard-input.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';

/** Variables that carry keys: arguments of a command can be read by everybody on the machine. */
const TOKEN_VARIABLE = 'BLY_SUPPLIER_TOKEN';
const SECRET_VARIABLE = 'BLY_SUPPLIER_WEBHOOK_SECRET';

/** Adds the commands about accounts at suppliers to the administrator's. */
export function addSupplierAccountCommands(admin: Command): void {
  admin
    .command('add-supplier-account')
    .description(`add an account of an organization; its token comes by standard input or ${TOKEN_VARIABLE}`)
    .requiredOption('--organization <id>', 'whose account')
    .option('--supplier <name>', 'whose key it is', 'duffel')
    .addHelpText('after', `\nThe secret of its webhook, if it has one, comes in ${SECRET_VARIABLE}.`)
    .action(add);
  admin
    .command('list-supplier-accounts')
    .description("list the installation's own accounts at suppliers, and an organization's")
    .option('--organization <id>', 'whose accounts')
    .action(list);
  admin
    .command('check-supplier-account')
    .description('ask the supplier whether the key of an account works; ends with 1 where it does not')
    .requiredOption('--account <id>', 'sac_…, or installation')
    .action(check);
  admin
    .command('remove-supplier-account')
    .description('delete an account that no open booking needs')
    .requiredOption('--account <id>', 'sac_…')
    .action(remove);
}

async function add({ organization, supplier }: { readonly organization: string; readonly supplier: string }) {
  const request = {
    organizationId: organization,
    supplier,
    token: await readToken(),
    webhookSecret: process.env[SECRET_VARIABLE],
  };
  const { accountId, tokenEndsIn } = AdminAccountAnswer.parse(
    await ask('add_supplier_account', request, addAccountForAdmin),
  );
  console.log(`${accountId} (…${tokenEndsIn}) is sold through from now on.`);
}

async function list({ organization }: { readonly organization?: string }): Promise<void> {
  const { accounts } = AdminAccountsAnswer.parse(
    await ask('list_supplier_accounts', { organizationId: organization }, listAccountsForAdmin),
  );
  for (const { accountId, supplier, isLive, tokenEndsIn, isEnabled, status, detail } of accounts) {
    const said = [status, ...(detail === undefined ? [] : [`(${detail})`]), ...(isEnabled ? [] : ['disabled'])];
    console.log(`${accountId}  ${supplier}  ${isLive ? 'live' : 'test'}  …${tokenEndsIn}  ${said.join(' ')}`);
  }
  console.log(`${accounts.length} of them.`);
}

async function check({ account }: { readonly account: string }): Promise<void> {
  const { works, message } = AdminCheckAnswer.parse(
    await ask('check_supplier_account', { accountId: account }, checkAccountForAdmin),
  );
  console.log(`${account}: ${message}.`);
  if (!works) process.exitCode = EXIT.refused;
}

async function remove({ account }: { readonly account: string }): Promise<void> {
  const { accountId } = AdminRemovedAnswer.parse(
    await ask('remove_supplier_account', { accountId: account }, removeAccountForAdmin),
  );
  console.log(`${accountId} sells nothing more; its keys are erased within the hour.`);
}

async function readToken(): Promise<string> {
  const token = (process.env[TOKEN_VARIABLE] ?? (await readStandardInput())).trim();
  if (token === '')
    throw new CommandFailure(`No token came on standard input or in ${TOKEN_VARIABLE}.`, { exitCode: EXIT.usage });
  return token;
}

function ask(
  command: string,
  request: unknown,
  work: (app: AdminAccountsContext, args: unknown) => Promise<unknown>,
): Promise<unknown> {
  return askOrDo(readConfig(), { command, request, work: (place) => withContext(place, (app) => work(app, request)) });
}

/** What a running process has ready, built for one command. */
async function withContext<T>(place: AdminPlace, work: (app: AdminAccountsContext) => Promise<T>): Promise<T> {
  const { config, clock, db } = place;
  const log = createLogger({ ...config, logLevel: 'silent' });
  const outbound = createOutbound({ allowLocal: false, log, clock });
  const sealer = createSealer(config, loadSecretKeys(config));
  const supplierAccountHealth = createAccountHealth({ clock, db, log });
  try {
    return await work({
      ...place,
      sealer,
      supplierAccounts: createSupplierAccounts({ config, db, sealer, log }),
      supplierAccountHealth,
      supplierAccountChecks: createAccountChecks(outbound),
      supplierAccountBookings,
      organizationNow: (organizationId) => organizationNow({ config, clock, db, log }, organizationId),
    });
  } finally {
    await supplierAccountHealth.flush();
    await outbound.close();
  }
}
