import type { App } from '../context.ts';
import { type NewAuditEvent, recordAudit, SYSTEM } from '../identity/record-audit.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { initialCredits } from './counters.ts';
import { addToBalance, readBalance, setBalance } from './store.ts';

/** Tops a balance up (or takes from it), on record; answers the new one. The very next call sees it. `by`: who does it; omitted: the process itself. */
export async function addCredits(
  app: App, organizationId: OrganizationId, amount: number, by: Pick<NewAuditEvent, 'actor' | 'request'> = { actor: SYSTEM },
): Promise<number> {
  await app.gate.flush();
  await readBalance(app.db, organizationId, initialCredits[app.config.environment]);
  const balance = await app.db.transaction(async (tx) => {
    const changed = await addToBalance(tx, organizationId, amount);
    await recordAudit(tx, app.clock, { organizationId, ...by, action: 'credits.changed', target: organizationId, detail: { amount, balance: changed } });
    return changed;
  });
  app.gate.forget(organizationId);
  return balance;
}

/** Gives an organization what a new one starts with: a part of a sandbox reset, and on record as that. */
export async function resetCredits(app: App, organizationId: OrganizationId): Promise<number> {
  await app.gate.flush();
  const balance = initialCredits[app.config.environment];
  await setBalance(app.db, organizationId, balance);
  app.gate.forget(organizationId);
  return balance;
}
