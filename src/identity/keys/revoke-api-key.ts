import type { App } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import type { ApiKeyId, OrganizationId } from '../../platform/ids.ts';
import type { IdentityContext } from '../create-organization.ts';
import { runInTransaction } from '../../platform/db/run-in-transaction.ts';
import { type Actor, type AuditOrigin, recordAudit, SYSTEM } from '../record-audit.ts';
import { findApiKey, setKeyRevoked } from '../store.ts';

/** A key to be ended. */
export interface KeyRevocation {
  readonly organizationId: OrganizationId;
  readonly keyId: ApiKeyId;
  /** Who ends it; omitted: the process itself. */
  readonly actor?: Actor;
  readonly request?: AuditOrigin | undefined;
}

/**
 * Ends a key: in this process, where it answers requests, it stops working at once, and in every other within a second.
 * Throws when there is no such live key.
 */
export async function revokeApiKey(
  app: IdentityContext & Partial<Pick<App, 'gate'>>,
  { organizationId, keyId, actor = SYSTEM, request }: KeyRevocation,
): Promise<void> {
  const ended = await runInTransaction(app.db, async (tx) => {
    const key = await findApiKey(tx, organizationId, keyId);
    const hash = key && (await setKeyRevoked(tx, organizationId, keyId, app.clock.now()));
    if (key === undefined || hash === undefined)
      throw refuse('resource_not_found', { message: 'No API key has this id.' });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor,
      action: 'api_key.revoked',
      target: keyId,
      detail: { name: key.name, prefix: key.prefix },
      request,
    });
    return hash;
  });
  app.gate?.forgetKey(ended);
}
