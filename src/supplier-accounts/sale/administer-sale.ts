import * as z from 'zod';
import type { App } from '../../context.ts';
import { requireOrganization } from '../../identity/administer-organizations.ts';
import { lockOrganization } from '../../identity/lock-organization.ts';
import { ADMIN, recordAudit } from '../../identity/record-audit.ts';
import { readAdminArguments } from '../../platform/admin/admin-arguments.ts';
import { asId } from '../../platform/ids.ts';
import { providersOf } from '../../suppliers/calls/find-supplier.ts';
import {
  deleteInstallationSwitch,
  listInstallationSwitches,
  listOwnSwitches,
  writeInstallationSwitch,
} from './store.ts';
import { changeOwnSwitch, describeSale, type WantedSale } from './switch-sale.ts';

/** What the operator's commands need of the product. */
export type AdminSaleContext = Pick<App, 'config' | 'clock' | 'db' | 'log' | 'saleSwitches'>;

const reasonLengthMax = 200;

/** What `bly admin switch-supplier` sends. */
const SwitchRequest = z
  .object({
    supplier: z.string(),
    isForSale: z.boolean(),
    reason: z.string().trim().min(1).max(reasonLengthMax).optional(),
    organizationId: z.string().optional(),
  })
  .refine(({ isForSale, reason }) => isForSale || reason !== undefined, {
    path: ['reason'],
    message: 'is required to switch a supplier off: your staff read it',
  });
const ListRequest = z.object({ organizationId: z.string().optional() });

const Shown = z.object({
  supplier: z.string(),
  off: z.array(z.object({ by: z.string(), reason: z.string(), since: z.string() })),
});
export const AdminSuppliersAnswer = z.object({ suppliers: z.array(Shown) });

/**
 * Switches a supplier off or on: for every organization, or for the one that is named, on its record. Throws with a
 * sentence for the operator.
 */
export async function switchSaleForAdmin(
  app: AdminSaleContext,
  args: unknown,
): Promise<z.infer<typeof AdminSuppliersAnswer>> {
  const { supplier, isForSale, reason = '', organizationId } = readAdminArguments(SwitchRequest, args);
  const known = providersOf(app.config.suppliers);
  if (!known.includes(supplier))
    throw new Error(`no supplier ${JSON.stringify(supplier)} is connected; there are: ${known.join(', ')}`);
  const wanted = { supplier, isForSale, reason };
  if (organizationId === undefined) await switchForAll(app, wanted);
  else await switchForOne(app, organizationId, wanted);
  return await listSuppliersForAdmin(app, { organizationId });
}

/** The suppliers of this installation, and who has switched each off: the operator, or the organization named. */
export async function listSuppliersForAdmin(
  app: Pick<AdminSaleContext, 'config' | 'db'>,
  args: unknown,
): Promise<z.infer<typeof AdminSuppliersAnswer>> {
  const { organizationId } = readAdminArguments(ListRequest, args);
  const all = await listInstallationSwitches(app.db);
  const organization =
    organizationId === undefined ? undefined : await requireOrganization(app, asId('organization', organizationId));
  const own = organization === undefined ? [] : await listOwnSwitches(app.db, organization.organizationId);
  return {
    suppliers: providersOf(app.config.suppliers).map((supplier) => ({
      supplier,
      off: [...all, ...own]
        .filter((one) => one.supplier === supplier)
        .map(({ by, reason, since }) => ({ by, reason, since: since.toISOString() })),
    })),
  };
}

async function switchForAll(app: AdminSaleContext, { supplier, isForSale, reason }: WantedSale): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (isForSale) await deleteInstallationSwitch(tx, supplier);
    else await writeInstallationSwitch(tx, { supplier, reason, since: app.clock.now() });
    tx.afterCommit(() => app.saleSwitches.forget(undefined));
  });
  app.log.warn({ supplier, reason }, `the operator switched a supplier ${isForSale ? 'on' : 'off'} for sale`);
}

async function switchForOne(app: AdminSaleContext, named: string, wanted: WantedSale): Promise<void> {
  const { organizationId } = await requireOrganization(app, asId('organization', named));
  await app.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    if (!(await changeOwnSwitch(app, tx, organizationId, wanted))) return;
    await recordAudit(tx, app.clock, { organizationId, actor: ADMIN, ...describeSale(wanted) });
  });
}
