import type { OrganizationId } from '../platform/ids.ts';
import type { IdentityContext } from './create-organization.ts';
import { type ApiKey, findOrganization, listApiKeys, type Organization } from './store.ts';

export type { ApiKey, Organization };

/** More keys than anybody makes; the rest is not listed. */
const keysMax = 200;

/** The organization of a caller. Throws when it does not exist, which would be our bug. */
export async function getOrganization(app: Pick<IdentityContext, 'db'>, organizationId: OrganizationId): Promise<Organization> {
  const organization = await findOrganization(app.db, organizationId);
  if (!organization) throw new Error('the caller has no organization');
  return organization;
}

/** Its live keys, oldest first. */
export async function listKeys(app: Pick<IdentityContext, 'db'>, organizationId: OrganizationId): Promise<readonly ApiKey[]> {
  return await listApiKeys(app.db, organizationId, keysMax);
}
