import type { App } from '../context.ts';
import { type NewAuditEvent, recordAudit, SYSTEM } from '../identity/record-audit.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { initialCredits } from './counters.ts';
import { addToBalance, readBalance, setBalance } from './store.ts';

/** Who changes a balance, and by which request. */
type Changing = Pick<NewAuditEvent, 'actor' | 'request'>;

/** What changes balances: the service, or the command line, which counts no calls and has no gate. */
export type CreditContext = Pick<App, 'config' | 'clock' | 'db'> & Partial<Pick<App, 'gate'>>;

/**
 * Tops a balance up (or takes from it), on record; answers the new one. The very next call to this process sees it, one
 * to another process within seconds and before it would be refused. `by`: who does it; omitted: the process itself.
 */
export async function addCredits(
  app: CreditContext,
  organizationId: OrganizationId,
  amount: number,
  by: Changing = { actor: SYSTEM },
): Promise<number> {
  await app.gate?.flush();
  await readBalance(app.db, organizationId, initialCredits[app.config.environment]);
  const balance = await app.db.transaction(async (tx) => {
    const changed = await addToBalance(tx, organizationId, amount);
    await recordAudit(tx, app.clock, {
      organizationId,
      ...by,
      action: 'credits.changed',
      target: organizationId,
      detail: { amount, balance: changed },
    });
    return changed;
  });
  app.gate?.forget(organizationId);
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
