import type { App } from '../context.ts';
import { requireOwner } from '../identity/members/require-member.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { describeAccount, requireNoOther } from './add-account.ts';
import { refuseToken, requireVerdict, requireWorkingToken } from './check-token.ts';
import { lastFourOf, openCredentials, sealCredentials } from './credentials.ts';
import { type AccountSettings, baseUrlOf, isLiveToken, KEY_WORD, type StoredAccount } from './model/account.ts';
import { getAccount, UNKNOWN_ACCOUNT } from './read-accounts.ts';
import { readKey, requirePayment, requireSoldKinds } from './read-credentials.ts';
import { findAccountForUpdate, listAccounts, updateAccount } from './store.ts';

/** A supplier may not show a new order to anybody for hours: a token is not judged by one. */
const unseenForMs = 6 * 3_600_000;

/** What an owner changes; what is left out stays. */
export interface AccountChange {
  readonly credentials?: { readonly token?: string | undefined; readonly key?: string | undefined } | undefined;
  /** Null: events are not taken any more. */
  readonly webhookSecret?: string | null | undefined;
  readonly kinds?: AccountSettings['kinds'] | undefined;
  /** Null: as many as the supplier allows. */
  readonly searchesPerDayMax?: number | null | undefined;
  readonly paidFrom?: AccountSettings['paidFrom'];
  readonly isEnabled?: boolean | undefined;
}

/** A change whose key, if one was sent, is read. */
type ReadChange = AccountChange & { readonly token: string | undefined };

/** Changes an account. A new token is checked at its supplier first, and has the mode of the old one. Owners only. */
export async function changeAccount(
  app: App,
  acting: Acting,
  accountId: string,
  change: AccountChange,
): Promise<StoredAccount> {
  const { caller } = acting;
  await app.db.transaction((tx) => requireOwner(tx, caller));
  const known = await getAccount(app, caller.organizationId, accountId);
  const token = readKey(known.supplier, change.credentials);
  requireSoldKinds(known.supplier, change.kinds);
  requirePayment(known, change.paidFrom);
  if (token !== undefined) await requireToken(app, known, token);
  return await app.db.transaction(async (tx) => {
    await requireOwner(tx, caller);
    const account = await findAccountForUpdate(tx, caller.organizationId, accountId);
    if (account === undefined || account.deletedAt !== undefined)
      throw refuse('resource_not_found', { message: UNKNOWN_ACCOUNT });
    if (change.isEnabled === true && !account.isEnabled) await requireRoomForSale(tx, account);
    const changed = withChange(app, account, { ...change, token });
    await updateAccount(tx, changed);
    await recordAct(tx, app.clock, acting, {
      action: 'supplier_account.changed',
      target: accountId,
      detail: { ...describeAccount(changed), changed: namesOf({ ...change, token }) },
    });
    tx.afterCommit(() => {
      app.supplierAccounts.forget(caller.organizationId, [accountId]);
      if (token !== undefined) app.supplierAccountHealth.report(changed, { status: 'ok' });
    });
    return changed;
  });
}

/**
 * Orders of the old token are looked up with the new one: it has the same mode, and sees the latest order where there
 * is one.
 */
async function requireToken(app: App, account: StoredAccount, token: string): Promise<void> {
  const { organizationId, supplier, isLive } = account;
  await requireWorkingToken(app, organizationId, { supplier, token });
  if (isLiveToken(supplier, token) !== isLive)
    throw refuseToken(
      supplier,
      `must be a ${isLive ? 'live' : 'test'} ${KEY_WORD[supplier]}: for another add an account`,
    );
  const before = new Date(app.clock.now().getTime() - unseenForMs);
  const orderId = await app.supplierAccountBookings.findLatestOrder(app.db, account, before);
  if (orderId === undefined) return;
  const key = { supplier, token, baseUrl: baseUrlOf(supplier, app.config) };
  const verdict = await app.supplierAccountChecks.checkOrder(key, orderId);
  if (verdict.kind === 'another_account')
    throw refuseToken(
      supplier,
      `does not see ${orderId}, which was booked here: for another account at the supplier add an account`,
    );
  requireVerdict(supplier, verdict);
}

async function requireRoomForSale(tx: Tx, { organizationId, supplier }: StoredAccount): Promise<void> {
  requireNoOther(await listAccounts(tx, organizationId), supplier);
}

function withChange(app: App, account: StoredAccount, change: ReadChange): StoredAccount {
  const { kinds, searchesPerDayMax, paidFrom, isEnabled } = change;
  return {
    ...account,
    ...newCredentials(app, account, change),
    settings: {
      kinds: kinds ?? account.settings.kinds,
      searchesPerDayMax:
        searchesPerDayMax === undefined ? account.settings.searchesPerDayMax : (searchesPerDayMax ?? undefined),
      paidFrom: paidFrom ?? account.settings.paidFrom,
    },
    isEnabled: isEnabled ?? account.isEnabled,
    updatedAt: app.clock.now(),
  };
}

/** Keys that no longer open are replaced whole: without a new token there is nothing to seal. */
function newCredentials(
  { sealer }: App,
  account: StoredAccount,
  { token, webhookSecret }: ReadChange,
): Partial<StoredAccount> {
  if (token === undefined && webhookSecret === undefined) return {};
  const known = openCredentials(sealer, account);
  const newToken = token ?? known?.token;
  if (newToken === undefined)
    throw refuse('state_conflict', { message: 'The stored token cannot be read any more. Send it again.' });
  const secret = webhookSecret === undefined ? known?.webhookSecret : (webhookSecret ?? undefined);
  const credentials = { token: newToken, webhookSecret: secret };
  return {
    credentialsSealed: sealCredentials(sealer, account, credentials),
    lastFour: lastFourOf(credentials),
    hasWebhookSecret: secret !== undefined,
  };
}

function namesOf(change: ReadChange): string[] {
  const names = {
    token: change.token,
    webhook_secret: change.webhookSecret,
    kinds: change.kinds,
    max_searches_per_day: change.searchesPerDayMax,
    paid_from: change.paidFrom,
    enabled: change.isEnabled,
  };
  return Object.entries(names).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
