import type { App } from '../context.ts';
import { resetCredits } from '../metering/change-credits.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { resetOrganizationClock } from '../platform/organization-clock.ts';
import { deleteOrganizationRows } from './store.ts';

/** Forgets everything the organization has done; who it is, its keys and its webhook endpoints stay. */
export async function resetOrganization(app: App, organizationId: OrganizationId): Promise<{ readonly now: Date; readonly balance: number }> {
  await app.db.transaction(async (tx) => {
    await deleteOrganizationRows(tx, organizationId);
    await resetOrganizationClock(tx, organizationId);
  });
  return { now: app.clock.now(), balance: await resetCredits(app, organizationId) };
}
