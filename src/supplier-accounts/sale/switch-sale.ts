import type { App } from '../../context.ts';
import { requireMember } from '../../identity/members/require-member.ts';
import { type Acting, recordAct } from '../../identity/record-audit.ts';
import type { Tx } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { listProviders } from '../../suppliers/calls/find-supplier.ts';
import { deleteOwnSwitch, listOwnSwitches, writeOwnSwitch } from './store.ts';

/** A supplier as it is to be sold, or not. */
export interface WantedSale {
  readonly supplier: string;
  readonly isForSale: boolean;
  /** Why it is switched off; of no meaning where it is switched on. */
  readonly reason: string;
}

/** What a name of no supplier is answered with. */
export const UNKNOWN_SUPPLIER = 'No supplier of this name is connected. See GET /v1/suppliers.';

/**
 * Switches a supplier off or on for the caller's organization, on record. It counts at once in this process and within
 * a second in all others; whatever is quoted or paid reads it anew. Owners and admins. A second time changes nothing.
 */
export async function switchSale(app: App, acting: Acting, wanted: WantedSale): Promise<void> {
  const { caller } = acting;
  const { organizationId } = caller;
  if (!listProviders(app).includes(wanted.supplier)) throw refuse('resource_not_found', { message: UNKNOWN_SUPPLIER });
  await app.db.transaction(async (tx) => {
    const { role } = await requireMember(tx, caller);
    if (role !== 'owner' && role !== 'admin') throw refuse('role_forbidden');
    if (!(await changeOwnSwitch(app, tx, organizationId, wanted))) return;
    await recordAct(tx, app.clock, acting, describeSale(wanted));
  });
}

/** The entry of the audit log. */
export function describeSale({ supplier, isForSale, reason }: WantedSale) {
  const action = isForSale ? ('supplier.switched_on' as const) : ('supplier.switched_off' as const);
  return { action, target: supplier, detail: isForSale ? {} : { reason } };
}

/** Writes the switch of an organization that the transaction holds. False where it stands like that already. */
export async function changeOwnSwitch(
  app: Pick<App, 'clock' | 'saleSwitches'>,
  tx: Tx,
  organizationId: Parameters<typeof listOwnSwitches>[1],
  { supplier, isForSale, reason }: WantedSale,
): Promise<boolean> {
  const known = (await listOwnSwitches(tx, organizationId)).find((one) => one.supplier === supplier);
  if (isForSale ? known === undefined : known?.reason === reason) return false;
  if (isForSale) await deleteOwnSwitch(tx, organizationId, supplier);
  else await writeOwnSwitch(tx, organizationId, { supplier, reason, since: app.clock.now() });
  tx.afterCommit(() => app.saleSwitches.forget(organizationId));
  return true;
}
