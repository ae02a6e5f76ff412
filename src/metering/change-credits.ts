import type { App } from '../context.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { initialCredits } from './counters.ts';
import { addToBalance, readBalance, setBalance } from './store.ts';

/** Tops a balance up (or takes from it); answers the new one. The very next call sees it. */
export async function addCredits(app: App, organizationId: OrganizationId, amount: number): Promise<number> {
  await app.gate.flush();
  await readBalance(app.db, organizationId, initialCredits[app.config.environment]);
  const balance = await addToBalance(app.db, organizationId, amount);
  app.gate.forget(organizationId);
  return balance;
}

/** Gives an organization what a new one starts with. */
export async function resetCredits(app: App, organizationId: OrganizationId): Promise<number> {
  await app.gate.flush();
  const balance = initialCredits[app.config.environment];
  await setBalance(app.db, organizationId, balance);
  app.gate.forget(organizationId);
  return balance;
}
