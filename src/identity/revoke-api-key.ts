import { refuse } from '../platform/errors.ts';
import type { ApiKeyId, OrganizationId } from '../platform/ids.ts';
import type { IdentityContext } from './create-organization.ts';
import { setKeyRevoked } from './store.ts';

/** Ends a key: in this and every other process it stops working within a second. Throws when there is no such live key. */
export async function revokeApiKey(app: IdentityContext, key: { readonly organizationId: OrganizationId; readonly keyId: ApiKeyId }): Promise<void> {
  const isRevoked = await setKeyRevoked(app.db, key.organizationId, key.keyId, app.clock.now());
  if (!isRevoked) throw refuse('resource_not_found', { message: 'No API key has this id.' });
}
