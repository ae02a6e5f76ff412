import type { ApplicationView } from '../../web/oauth/view.ts';
import type { App } from '../context.ts';
import type { User } from '../identity/model/user.ts';
import type { AuditOrigin } from '../identity/record-audit.ts';
import { findLiveGrantByHash, listLiveGrants } from './grant-store.ts';
import { readScopes } from './model/issuer.ts';
import { revokeGrant } from './revoke-grant.ts';

/** More than a person looks through; the latest come first. */
const shownMax = 100;
type Owner = Pick<User, 'organizationId' | 'userId'>;

/** What a user has given access to their account, latest first. */
export async function listApplications(
  app: Pick<App, 'db' | 'clock'>,
  owner: Owner,
): Promise<readonly ApplicationView[]> {
  const grants = await listLiveGrants(app.db, owner, { now: app.clock.now(), limit: shownMax });
  return grants.map(({ grantHash, clientName, clientHost, scopes, createdAt, lastUsedAt }) => ({
    grant: grantHash,
    name: clientName,
    host: clientHost,
    scopes: readScopes(scopes),
    since: createdAt,
    lastUsed: lastUsedAt,
  }));
}

/** Takes an application's access away. What is not the user's own, or over already, is left alone. */
export async function revokeApplication(
  app: Pick<App, 'db' | 'clock'>,
  owner: Owner,
  { grantHash, request }: { readonly grantHash: string; readonly request: AuditOrigin },
): Promise<void> {
  const grant = await findLiveGrantByHash(app.db, grantHash, app.clock.now());
  if (grant?.userId !== owner.userId || grant.organizationId !== owner.organizationId) return;
  await revokeGrant(app, { grantHash, cause: 'user', userId: owner.userId, request });
}
