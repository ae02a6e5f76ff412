import type { App } from '../context.ts';
import { requireOwner } from '../identity/members/require-member.ts';
import { type Acting, type NewAuditEvent, actorOf, recordAudit } from '../identity/record-audit.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { describeAccount } from './add-account.ts';
import { UNKNOWN_ACCOUNT } from './read-accounts.ts';
import { deleteAccountRow, findAccountForUpdate, listDeletedAccounts, updateAccount } from './store.ts';
import { deleteHealth } from './store-health.ts';

/**
 * Keys of a deleted account are erased this long after it: another process may have begun an order with them in the
 * seconds before it saw the deletion, and that order has to be looked up.
 */
const erasedAfterMs = 900_000;
const erasedAtOnceMax = 100;

type RemovalContext = Pick<App, 'db' | 'clock' | 'organizationNow' | 'supplierAccounts' | 'supplierAccountBookings'>;

/** Which account goes, and who says so. */
export interface Removal extends Pick<NewAuditEvent, 'actor' | 'request'> {
  readonly organizationId: OrganizationId;
  readonly accountId: string;
  /** The organization's clock, which says what is still to be used. */
  readonly now: Date;
}

/** Deletes an account of the caller's organization. Owners only. Throws what `deleteAccount` throws. */
export async function removeAccount(app: App, { caller, request }: Acting, accountId: string): Promise<void> {
  const { organizationId, now } = caller;
  const removal = { organizationId, accountId, now, actor: actorOf(caller), request };
  await app.db.transaction(async (tx) => {
    await requireOwner(tx, caller);
    await deleteAccount(app, tx, removal);
  });
}

/**
 * Ends an account: it sells nothing more, and its keys are erased by `eraseDeleted`. Throws `resource_not_found`, and
 * `state_conflict` while open bookings need it.
 */
export async function deleteAccount(
  app: Omit<RemovalContext, 'db' | 'organizationNow'>,
  tx: Tx,
  { organizationId, accountId, now, actor, request }: Removal,
): Promise<void> {
  const account = await findAccountForUpdate(tx, organizationId, accountId);
  if (account === undefined || account.deletedAt !== undefined)
    throw refuse('resource_not_found', { message: UNKNOWN_ACCOUNT });
  const count = await app.supplierAccountBookings.countOpen(tx, account, now);
  if (count > 0)
    throw refuse('state_conflict', {
      message: `${count} open ${count === 1 ? 'booking needs' : 'bookings need'} this account. Disable it instead: enabled: false.`,
      keys: { open_bookings: count },
    });
  const deletedAt = app.clock.now();
  await updateAccount(tx, { ...account, isEnabled: false, updatedAt: deletedAt, deletedAt });
  await recordAudit(tx, app.clock, {
    organizationId,
    actor,
    action: 'supplier_account.deleted',
    target: accountId,
    detail: describeAccount(account),
    request,
  });
  tx.afterCommit(() => app.supplierAccounts.forget(organizationId, [accountId]));
}

/** Erases the keys of accounts that were deleted a while ago and that nothing open needs. */
export async function eraseDeleted(app: RemovalContext): Promise<void> {
  const before = new Date(app.clock.now().getTime() - erasedAfterMs);
  for (const account of await listDeletedAccounts(app.db, before, erasedAtOnceMax)) {
    const { organizationId, accountId } = account;
    const now = await app.organizationNow(organizationId);
    await app.db.transaction(async (tx) => {
      if ((await app.supplierAccountBookings.countOpen(tx, account, now)) > 0) return;
      await deleteAccountRow(tx, organizationId, accountId);
      await deleteHealth(tx, account);
      tx.afterCommit(() => app.supplierAccounts.forget(organizationId, [accountId]));
    });
  }
}
