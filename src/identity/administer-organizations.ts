import type { OrganizationId } from '../platform/ids.ts';
import type { IdentityContext } from './create-organization.ts';
import { runInTransaction } from '../platform/db/run-in-transaction.ts';
import { ADMIN, recordAudit } from './record-audit.ts';
import { findOrganization, listOrganizations, type Organization, setUnlimited } from './store.ts';

/** Organizations by a part of their names, newest first: the whole installation's, for its operator. */
export async function findOrganizations(
  app: Pick<IdentityContext, 'db'>,
  part: string,
  limit: number,
): Promise<readonly Organization[]> {
  return await listOrganizations(app.db, part, limit);
}

/** The organization of this id. Throws with a sentence for the administrator when there is none. */
export async function requireOrganization(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
): Promise<Organization> {
  const organization = await findOrganization(app.db, organizationId);
  if (!organization) throw new Error(`no organization has the id ${organizationId}`);
  return organization;
}

/**
 * Takes an organization's limits away or gives them back, on record; a second time changes nothing. Every process
 * believes it within a second.
 */
export async function changeLimits(
  app: IdentityContext,
  organizationId: OrganizationId,
  isUnlimited: boolean,
): Promise<void> {
  await requireOrganization(app, organizationId);
  await runInTransaction(app.db, async (tx) => {
    if (!(await setUnlimited(tx, organizationId, isUnlimited))) return;
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: ADMIN,
      action: 'organization.limits_changed',
      target: organizationId,
      detail: { is_unlimited: isUnlimited },
    });
  });
}
