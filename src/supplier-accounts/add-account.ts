import type { App } from '../context.ts';
import { requireOwner } from '../identity/members/require-member.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { IdempotentRun } from '../platform/http/route.ts';
import { newId, type OrganizationId } from '../platform/ids.ts';
import type { KeyedSupplier } from '../suppliers/common/account.ts';
import { requireWorkingToken } from './check-token.ts';
import { lastFourOf, sealCredentials } from './credentials.ts';
import { accountsMax, type AccountSettings, type Credentials, isLiveToken, KINDS_OF } from './model/account.ts';
import type { StoredAccount } from './model/account.ts';
import { getAccount } from './read-accounts.ts';
import { insertAccount, listAccounts } from './store.ts';

/** What an owner adds. */
export interface WantedAccount {
  readonly supplier: KeyedSupplier;
  readonly credentials: Credentials;
  readonly settings: Partial<AccountSettings>;
  /** Whether it is sold through from now on. */
  readonly isEnabled: boolean;
}

/** Adds an account for the caller's organization, once its supplier has taken the token. Owners only. */
export async function addAccount(
  app: App,
  acting: Acting,
  wanted: WantedAccount & { readonly idempotency: IdempotentRun | undefined },
): Promise<StoredAccount> {
  const { caller } = acting;
  const { idempotency } = wanted;
  const earlierId = idempotency?.earlierResult?.['account_id'];
  if (earlierId !== undefined) return await getAccount(app, caller.organizationId, earlierId);
  await app.db.transaction((tx) => requireOwner(tx, caller));
  await requireWorkingToken(app, caller.organizationId, { supplier: wanted.supplier, ...wanted.credentials });
  return await app.db.transaction(async (tx) => {
    await requireOwner(tx, caller);
    const account = await insertNewAccount(app, tx, caller.organizationId, wanted);
    await recordAct(tx, app.clock, acting, {
      action: 'supplier_account.created',
      target: account.accountId,
      detail: describeAccount(account),
    });
    await idempotency?.recordResult(tx, { account_id: account.accountId });
    return account;
  });
}

/**
 * Writes an account whose token is known to work. The organization is held by the transaction. Throws `state_conflict`
 * beyond `accountsMax`, and for a second account that would be sold through.
 */
export async function insertNewAccount(
  app: Pick<App, 'clock' | 'sealer' | 'supplierAccounts' | 'supplierAccountHealth'>,
  tx: Tx,
  organizationId: OrganizationId,
  { supplier, credentials, settings, isEnabled }: WantedAccount,
): Promise<StoredAccount> {
  const others = await listAccounts(tx, organizationId);
  if (others.length >= accountsMax)
    throw refuse('state_conflict', {
      message: `An organization has at most ${accountsMax} supplier accounts. Delete one first.`,
    });
  if (isEnabled) requireNoOther(others, supplier);
  const now = app.clock.now();
  const accountId = newId('supplierAccount');
  const account: StoredAccount = {
    organizationId,
    accountId,
    supplier,
    credentialsSealed: sealCredentials(app.sealer, { organizationId, accountId }, credentials),
    lastFour: lastFourOf(credentials),
    hasWebhookSecret: credentials.webhookSecret !== undefined,
    isLive: isLiveToken(supplier, credentials.token),
    settings: {
      ...settings,
      kinds: settings.kinds ?? KINDS_OF[supplier],
      searchesPerDayMax: settings.searchesPerDayMax,
    },
    isEnabled,
    createdAt: now,
    updatedAt: now,
    deletedAt: undefined,
  };
  await insertAccount(tx, account);
  tx.afterCommit(() => {
    app.supplierAccounts.forget(organizationId, [accountId]);
    app.supplierAccountHealth.report(account, { status: 'ok' });
  });
  return account;
}

/** Throws `state_conflict` where another account of this supplier is sold through. */
export function requireNoOther(others: readonly StoredAccount[], supplier: KeyedSupplier): void {
  const other = others.find((account) => account.supplier === supplier && account.isEnabled);
  if (other !== undefined)
    throw refuse('state_conflict', {
      message: `${supplier} is sold through ${other.accountId}. Disable that account first, or send enabled: false.`,
    });
}

/** What the audit log holds of an account. */
export function describeAccount({ supplier, lastFour, isLive, isEnabled }: StoredAccount) {
  return { supplier, token_ends_in: lastFour, is_live: isLive, enabled: isEnabled };
}
