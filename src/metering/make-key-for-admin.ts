import type { App } from '../context.ts';
import { type KeyForAdmin, makeKeyForAdmin } from '../identity/make-key-for-admin.ts';
import { setBalance } from './store.ts';

/**
 * What an organization that the administrator makes starts with, in either environment: whoever runs the installation must
 * be able to call it. (An organization that makes itself starts with nothing in production.)
 */
const administratorCredits = 100_000;

/** `bly admin create-key`: the key, and credit for an organization that was made for it. */
export async function makeFundedKey(app: Pick<App, 'config' | 'clock' | 'db'>, args: unknown): Promise<KeyForAdmin> {
  const made = await makeKeyForAdmin(app, args);
  if (made.isNewOrganization) await setBalance(app.db, made.organizationId, administratorCredits);
  return made;
}
