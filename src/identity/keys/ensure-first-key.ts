import type { App } from '../../context.ts';
import { createApiKey } from './create-api-key.ts';
import { createOrganization, type IdentityContext } from '../create-organization.ts';
import { hashApiKey } from '../model/api-key.ts';
import { existsAnyApiKey, findFirstOrganization, findKeyByHash, type Organization } from '../store.ts';

const firstOrganizationName = 'Default';
const bootstrapOrganizationName = 'Bootstrap';

/**
 * In a sandbox that has no key at all: makes one and answers it, to be printed once. It has no quota (contract, section
 * 4): the machine is its owner's, and nobody else pays for the calls.
 */
export async function makeFirstKey(app: Pick<App, 'config' | 'clock' | 'db'>): Promise<string | undefined> {
  if (app.config.environment === 'production' || (await existsAnyApiKey(app.db))) return undefined;
  const { organizationId } = (await ensureFirstOrganization(app)).organization;
  const { key } = await createApiKey(app, { organizationId, name: 'first key', quotaCalls: 'unlimited' });
  return key;
}

/** The organization that keys are made in unless set otherwise; made when there is none. */
export async function ensureFirstOrganization(
  app: IdentityContext,
): Promise<{ readonly organization: Organization; readonly isNew: boolean }> {
  const known = await findFirstOrganization(app.db);
  return { organization: known ?? (await createOrganization(app, { name: firstOrganizationName })), isNew: !known };
}

/**
 * With BLY_BOOTSTRAP_API_KEY: exactly that key exists, in an organization without limits. Two processes may start at
 * once: the second process finds the key that the first one made.
 */
export async function ensureBootstrapKey(app: Pick<App, 'config' | 'clock' | 'db'>): Promise<void> {
  const text = app.config.bootstrapApiKey;
  if (text === undefined) return;
  const hash = hashApiKey(text);
  if (await findKeyByHash(app.db, hash)) return;
  try {
    await app.db.transaction(async (tx) => {
      const context: IdentityContext = { config: app.config, clock: app.clock, db: tx };
      const { organizationId } = await createOrganization(context, {
        name: bootstrapOrganizationName,
        isUnlimited: true,
      });
      await createApiKey(context, { organizationId, name: 'bootstrap key', text });
    });
  } catch (error) {
    if (!(await findKeyByHash(app.db, hash))) throw error;
  }
}
