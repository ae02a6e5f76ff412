import type { App } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { AccountCondition } from '../suppliers/common/account-health.ts';
import type { StoredAccount } from './model/account.ts';
import { listAccounts } from './store.ts';

/** What an id of no account of the organization is answered with. */
export const UNKNOWN_ACCOUNT = 'No supplier account has this id.';

/** An account and how it does. */
export interface AccountView {
  readonly account: StoredAccount;
  readonly condition: AccountCondition;
}

/** The accounts of an organization, oldest first. */
export async function readAccounts(
  app: Pick<App, 'db' | 'supplierAccountHealth'>,
  organizationId: OrganizationId,
): Promise<readonly AccountView[]> {
  const accounts = await listAccounts(app.db, organizationId);
  return await Promise.all(accounts.map((account) => viewAccount(app, account)));
}

/** An account with how it does. */
export async function viewAccount(
  app: Pick<App, 'supplierAccountHealth'>,
  account: StoredAccount,
): Promise<AccountView> {
  return { account, condition: await app.supplierAccountHealth.read(account) };
}

/** One account of an organization. Throws `resource_not_found` for another's, for a deleted one and for none. */
export async function getAccount(
  app: Pick<App, 'db'>,
  organizationId: OrganizationId,
  accountId: string,
): Promise<StoredAccount> {
  const accounts = await listAccounts(app.db, organizationId);
  const found = accounts.find((account) => account.accountId === accountId);
  if (found === undefined) throw refuse('resource_not_found', { message: UNKNOWN_ACCOUNT });
  return found;
}
