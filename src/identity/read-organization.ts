import { asId, type OrganizationId } from '../platform/ids.ts';
import { listProgramsBehind } from './audit-store.ts';
import type { IdentityContext } from './create-organization.ts';
import {
  type ApiKey,
  findApiKey,
  findOrganization,
  listApiKeys,
  listRevokedApiKeys,
  type Organization,
} from './store.ts';

export type { ApiKey, Organization };

/** More keys than anybody makes; the rest is not listed. */
const keysMax = 200;

/** The organization of a caller. Throws when it does not exist, which would be our bug. */
export async function getOrganization(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
): Promise<Organization> {
  const organization = await findOrganization(app.db, organizationId);
  if (!organization) throw new Error('the caller has no organization');
  return organization;
}

/** A live key of the organization; undefined for one that has ended, is another organization's or none. */
export async function findLiveKey(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
  keyId: string,
): Promise<ApiKey | undefined> {
  return await findApiKey(app.db, organizationId, asId('apiKey', keyId));
}

/** Its live keys, oldest first. */
export async function listKeys(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
): Promise<readonly ApiKey[]> {
  return await listApiKeys(app.db, organizationId, keysMax);
}

/** Keys that have ended, of the ids given, and when each did. */
export async function listRevokedKeys(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
  keyIds: readonly string[],
): Promise<readonly { readonly key: ApiKey; readonly revokedAt: Date }[]> {
  return await listRevokedApiKeys(app.db, organizationId, keyIds);
}

/**
 * Which program made each of these keys in its user's name, by key id: what the audit log knows. Keys made otherwise
 * are not in it.
 */
export async function listProgramsOfKeys(
  app: Pick<IdentityContext, 'db'>,
  organizationId: OrganizationId,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return await listProgramsBehind(app.db, organizationId, { action: 'api_key.created', targets: keyIds });
}
