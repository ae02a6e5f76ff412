import type { App } from '../context.ts';
import type { OrganizationId } from '../platform/ids.ts';

/** A signing secret as it is stored: sealed for its organization. */
export function sealSecret(app: App, organizationId: OrganizationId, secret: string): string {
  return app.sealer.seal('webhook_secret', secret, organizationId);
}

/**
 * The signing secret itself. A stored one that does not open means the secret keys were lost: nothing can be signed.
 */
export function openSecret(app: App, organizationId: OrganizationId, sealed: string): string {
  const secret = app.sealer.open('webhook_secret', sealed, organizationId);
  if (secret === undefined) throw new Error('A webhook secret does not open: is its key missing from BLY_SECRET_KEYS?');
  return secret.toString('utf8');
}
