import type { App } from '../context.ts';
import { type KeyForAdmin, makeKeyForAdmin } from '../identity/keys/make-key-for-admin.ts';
import { ADMIN, recordAudit } from '../identity/record-audit.ts';
import { setBalance } from './store.ts';

/**
 * What an organization that the administrator makes starts with, in either environment: the operator
 * must be able to call it. (An organization that makes itself starts with nothing in production.)
 */
const administratorCredits = 100_000;

/**
 * `bly admin create-key`: the key, and credit for an organization that was made for it. All of it is made and put on
 * record, or nothing.
 */
export async function makeFundedKey(app: Pick<App, 'config' | 'clock' | 'db'>, args: unknown): Promise<KeyForAdmin> {
  return await app.db.transaction(async (tx) => {
    const made = await makeKeyForAdmin({ config: app.config, clock: app.clock, db: tx }, args);
    if (made.isNewOrganization) {
      const { organizationId } = made;
      await setBalance(tx, organizationId, administratorCredits);
      await recordAudit(tx, app.clock, {
        organizationId,
        actor: ADMIN,
        action: 'credits.changed',
        target: organizationId,
        detail: { amount: administratorCredits, balance: administratorCredits },
      });
    }
    return made;
  });
}
