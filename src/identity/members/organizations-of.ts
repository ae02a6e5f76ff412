import type { App } from '../../context.ts';
import type { Handle } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { OrganizationId, UserId } from '../../platform/ids.ts';
import type { UserRole } from '../../platform/security/roles.ts';
import { createOrganization } from '../create-organization.ts';
import { organizationsMax, type User } from '../model/user.ts';
import { type AuditOrigin, recordAudit } from '../record-audit.ts';
import { findOrganizationNames } from '../store.ts';
import { insertMembership, listRowsOf } from '../user-store.ts';

/** What somebody belongs to, and as what. */
export interface OrganizationOfPerson {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly role: UserRole;
}

/** Every organization of a person, what they joined first first. */
export async function listOrganizationsOf(
  app: { readonly db: Handle },
  userId: UserId,
): Promise<readonly OrganizationOfPerson[]> {
  const rows = await listRowsOf(app.db, userId, organizationsMax);
  const names = await findOrganizationNames(
    app.db,
    rows.map(({ organizationId }) => organizationId),
  );
  return rows.map(({ organizationId, role }) => ({ organizationId, role, name: names.get(organizationId) ?? '' }));
}

/**
 * Makes another organization for somebody who has one, which they own. Throws `state_conflict` for a person who belongs
 * to as many as there may be, or whose address is not known to be theirs.
 */
export async function foundOrganization(
  app: Pick<App, 'config' | 'db' | 'clock'>,
  founder: User,
  { name, request }: { readonly name: string; readonly request: AuditOrigin },
): Promise<OrganizationId> {
  if (founder.emailVerifiedAt === undefined)
    throw refuse('state_conflict', { message: 'Confirm your address first, by the link in the mail.' });
  return await app.db.transaction(async (tx) => {
    if ((await listRowsOf(tx, founder.userId, organizationsMax)).length >= organizationsMax)
      throw refuse('state_conflict', { message: `One person belongs to at most ${organizationsMax} organizations.` });
    const actor = { kind: 'user', id: founder.userId } as const;
    const { organizationId } = await createOrganization({ ...app, db: tx }, { name, actor, request });
    const role = 'owner';
    await insertMembership(tx, { ...founder, organizationId, role, createdAt: app.clock.now() });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor,
      action: 'member.joined',
      target: founder.userId,
      detail: { role },
      request,
    });
    return organizationId;
  });
}
