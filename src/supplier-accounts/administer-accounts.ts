import * as z from 'zod';
import type { App } from '../context.ts';
import { requireOrganization } from '../identity/administer-organizations.ts';
import { lockOrganization } from '../identity/lock-organization.ts';
import { ADMIN, recordAudit } from '../identity/record-audit.ts';
import { readAdminArguments } from '../platform/admin/admin-arguments.ts';
import { WEBHOOK_SECRET } from '../platform/config-suppliers.ts';
import { asId } from '../platform/ids.ts';
import type { SupplierAccount } from '../suppliers/common/account.ts';
import type { KeyVerdict } from '../suppliers/common/account-check.ts';
import type { AccountCondition, AccountReport } from '../suppliers/common/account-health.ts';
import { describeAccount, insertNewAccount } from './add-account.ts';
import { describeVerdict } from './check-token.ts';
import { lastFourOf } from './credentials.ts';
import { installationAccount } from './find-accounts.ts';
import { baseUrlOf, findTokenProblem, isConnected, KEY_WORD, KEYED_SUPPLIERS } from './model/account.ts';
import { readAccounts } from './read-accounts.ts';
import { deleteAccount } from './remove-account.ts';
import { findAccountById } from './store.ts';

/** What the operator's commands need of the product. */
export type AdminAccountsContext = Pick<
  App,
  | 'config'
  | 'clock'
  | 'db'
  | 'sealer'
  | 'supplierAccounts'
  | 'supplierAccountHealth'
  | 'supplierAccountChecks'
  | 'supplierAccountBookings'
  | 'organizationNow'
>;

/** What `bly admin add-supplier-account` sends. */
const AddRequest = z.object({
  organizationId: z.string(),
  supplier: z.enum(KEYED_SUPPLIERS, `must be one of ${KEYED_SUPPLIERS.join(', ')}`),
  token: z.string(),
  webhookSecret: z.string().regex(WEBHOOK_SECRET, 'must be the secret the supplier showed').optional(),
});
const ListRequest = z.object({ organizationId: z.string().optional() });
const NameRequest = z.object({ accountId: z.string() });

const Listed = z.object({
  accountId: z.string(),
  supplier: z.string(),
  isLive: z.boolean(),
  tokenEndsIn: z.string(),
  isEnabled: z.boolean(),
  status: z.string(),
  detail: z.string().optional(),
});
export const AdminAccountsAnswer = z.object({ accounts: z.array(Listed) });
export const AdminAccountAnswer = z.object({
  accountId: z.string(),
  organizationId: z.string(),
  tokenEndsIn: z.string(),
});
export const AdminCheckAnswer = z.object({ accountId: z.string(), works: z.boolean(), message: z.string() });
export const AdminRemovedAnswer = z.object({ accountId: z.string(), organizationId: z.string() });

/** Adds an account to an organization, on record. Throws a sentence for the administrator that holds no token. */
export async function addAccountForAdmin(
  app: AdminAccountsContext,
  args: unknown,
): Promise<z.infer<typeof AdminAccountAnswer>> {
  const { supplier, token, webhookSecret, ...named } = readAdminArguments(AddRequest, args);
  const { organizationId } = await requireOrganization(app, asId('organization', named.organizationId));
  if (!isConnected(supplier, app.config)) throw new Error(`this installation sells nothing of ${supplier}`);
  const problem = findTokenProblem(supplier, token, app.config);
  if (problem !== undefined) throw new Error(`the ${KEY_WORD[supplier]} ${problem}`);
  const verdict = await app.supplierAccountChecks.check({ supplier, token, baseUrl: baseUrlOf(supplier, app.config) });
  if (verdict.kind !== 'works') throw new Error(`nothing was saved: ${describeVerdict(verdict)}`);
  const account = await app.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const credentials = { token, webhookSecret };
    const added = await insertNewAccount(app, tx, organizationId, {
      supplier,
      credentials,
      settings: {},
      isEnabled: true,
    });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: ADMIN,
      action: 'supplier_account.created',
      target: added.accountId,
      detail: describeAccount(added),
    });
    return added;
  });
  return { accountId: account.accountId, organizationId, tokenEndsIn: account.lastFour };
}

/** The installation's own accounts, and those of an organization where one is named. */
export async function listAccountsForAdmin(
  app: AdminAccountsContext,
  args: unknown,
): Promise<z.infer<typeof AdminAccountsAnswer>> {
  const { organizationId } = readAdminArguments(ListRequest, args);
  const own = KEYED_SUPPLIERS.flatMap((supplier) => installationAccount(app.config, supplier) ?? []);
  const installation = await Promise.all(
    own.map(async (account) => ({
      ...describeUsed(account),
      isEnabled: app.config.suppliers.enabled.includes(account.supplier),
      ...conditionOf(await app.supplierAccountHealth.read(account)),
    })),
  );
  if (organizationId === undefined) return { accounts: installation };
  const organization = await requireOrganization(app, asId('organization', organizationId));
  const views = await readAccounts(app, organization.organizationId);
  const accounts = views.map(({ account, condition }) => ({
    accountId: account.accountId,
    supplier: account.supplier,
    isLive: account.isLive,
    tokenEndsIn: account.lastFour,
    isEnabled: account.isEnabled,
    ...conditionOf(condition),
  }));
  return { accounts: [...installation, ...accounts] };
}

/** Asks the supplier of an account, `installation` or `sac_…`, whether its key works, and records what it says. */
export async function checkAccountForAdmin(
  app: AdminAccountsContext,
  args: unknown,
): Promise<z.infer<typeof AdminCheckAnswer>> {
  const { accountId } = readAdminArguments(NameRequest, args);
  const account = await findUsable(app, accountId);
  if (account === undefined) throw new Error(`no account has the id ${accountId}`);
  const verdict = await app.supplierAccountChecks.check(account);
  app.supplierAccountHealth.report(account, reportOf(verdict));
  await app.supplierAccountHealth.flush();
  return { accountId, works: verdict.kind === 'works', message: describeVerdict(verdict) };
}

/** Deletes an account, on record. Throws with a sentence for the administrator while open bookings need it. */
export async function removeAccountForAdmin(
  app: AdminAccountsContext,
  args: unknown,
): Promise<z.infer<typeof AdminRemovedAnswer>> {
  const { accountId } = readAdminArguments(NameRequest, args);
  const account = await findAccountById(app.db, accountId);
  if (account === undefined) throw new Error(`no account has the id ${accountId}`);
  const { organizationId } = account;
  const removal = { organizationId, accountId, actor: ADMIN, request: undefined };
  const now = await app.organizationNow(organizationId);
  await app.db.transaction((tx) => deleteAccount(app, tx, { ...removal, now }));
  return { accountId, organizationId };
}

/** What a verdict means for an account that is in use. */
function reportOf(verdict: KeyVerdict): AccountReport {
  switch (verdict.kind) {
    case 'works':
      return { status: 'ok' };
    case 'refused':
      return { status: 'unauthorised', detail: verdict.detail };
    case 'unreachable':
      return { status: 'unreachable', detail: verdict.detail };
    default:
      return verdict satisfies never;
  }
}

async function findUsable(app: AdminAccountsContext, accountId: string): Promise<SupplierAccount | undefined> {
  for (const supplier of KEYED_SUPPLIERS) {
    const account = await app.supplierAccounts.get(supplier, accountId);
    if (account !== undefined) return account;
  }
  return undefined;
}

function describeUsed({ accountId, supplier, isLive, token }: SupplierAccount) {
  return { accountId, supplier, isLive, tokenEndsIn: lastFourOf({ token }) };
}

function conditionOf({ status, detail }: AccountCondition) {
  return { status, ...(detail === undefined ? {} : { detail }) };
}
