import type { App } from '../context.ts';
import type { Handle } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { insertOrganization, type Organization } from './store.ts';

/** What identity needs: the database or an open transaction, whose environment, and what time it is. */
export interface IdentityContext extends Pick<App, 'config' | 'clock'> {
  readonly db: Handle;
}

/** A new tenant in this process's environment. */
export async function createOrganization(app: IdentityContext, request: { readonly name: string; readonly isUnlimited?: boolean }): Promise<Organization> {
  const organization: Organization = {
    organizationId: newId('organization'), name: request.name, environment: app.config.environment,
    isUnlimited: request.isUnlimited ?? false, createdAt: app.clock.now(),
  };
  await insertOrganization(app.db, organization);
  return organization;
}
