import type { App } from '../context.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import { resetCredits } from '../metering/change-credits.ts';
import { getClockOffsetSeconds, resetOrganizationClock } from '../platform/organization-clock.ts';
import { rewindSecrets } from '../webhooks/change-webhook.ts';
import { deleteOrganizationRows } from './store.ts';

/**
 * Forgets everything the organization has done; who it is, its members, its keys, its webhook endpoints and its audit
 * log stay.
 */
export async function resetOrganization(
  app: App,
  acting: Acting,
): Promise<{ readonly now: Date; readonly balance: number }> {
  const { organizationId } = acting.caller;
  await app.db.transaction(async (tx) => {
    await deleteOrganizationRows(tx, organizationId);
    await rewindSecrets(tx, organizationId, await getClockOffsetSeconds(tx, organizationId));
    await resetOrganizationClock(tx, organizationId);
    await recordAct(tx, app.clock, acting, { action: 'sandbox.reset', target: organizationId });
  });
  return { now: app.clock.now(), balance: await resetCredits(app, organizationId) };
}
