import type { App } from '../context.ts';
import { requireOwner } from '../identity/members/require-member.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { readUseOfInstallation, writeUseOfInstallation } from './store.ts';

/** Whether the organization sells through the installation's accounts where it has none of its own. */
export async function usesInstallation(app: Pick<App, 'db'>, organizationId: OrganizationId): Promise<boolean> {
  return await readUseOfInstallation(app.db, organizationId);
}

/**
 * Says whether the organization sells through the installation's accounts where it has none of its own. Owners only; a
 * second time changes nothing.
 */
export async function chooseInstallation(app: App, acting: Acting, isUsed: boolean): Promise<void> {
  const { organizationId } = acting.caller;
  await app.db.transaction(async (tx) => {
    await requireOwner(tx, acting.caller);
    if ((await readUseOfInstallation(tx, organizationId)) === isUsed) return;
    await writeUseOfInstallation(tx, organizationId, isUsed);
    await recordAct(tx, app.clock, acting, {
      action: 'organization.supply_changed',
      target: organizationId,
      detail: { use_installation_account: isUsed },
    });
    tx.afterCommit(() => app.supplierAccounts.forget(organizationId, []));
  });
}
