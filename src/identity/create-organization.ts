import type { App } from '../context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { newId } from '../platform/ids.ts';
import { runInTransaction } from '../platform/db/run-in-transaction.ts';
import type { AuditEvent } from './model/audit.ts';
import { type AuditOrigin, recordAudit, SYSTEM } from './record-audit.ts';
import { insertOrganization, type Organization } from './store.ts';

/** What identity needs: the database or an open transaction, whose environment, and what time it is. */
export interface IdentityContext extends Pick<App, 'config' | 'clock'> {
  readonly db: Db | Tx;
}

/** A tenant to be made. */
export interface NewOrganization {
  readonly name: string;
  readonly isUnlimited?: boolean;
  /** Who makes it; omitted: the process itself. */
  readonly actor?: AuditEvent['actor'];
  readonly request?: AuditOrigin | undefined;
}

/** A new tenant in this process's environment, on record. */
export async function createOrganization(app: IdentityContext, request: NewOrganization): Promise<Organization> {
  const organization: Organization = {
    organizationId: newId('organization'),
    name: request.name,
    environment: app.config.environment,
    isUnlimited: request.isUnlimited ?? false,
    createdAt: app.clock.now(),
    requiresSecondFactor: false,
  };
  const { organizationId, isUnlimited } = organization;
  await runInTransaction(app.db, async (tx) => {
    await insertOrganization(tx, organization);
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: request.actor ?? SYSTEM,
      action: 'organization.created',
      target: organizationId,
      detail: { name: request.name, is_unlimited: isUnlimited },
      request: request.request,
    });
  });
  return organization;
}
