import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/db.ts';
import { isDistributed } from '../../platform/db/distribution/is-distributed.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { SaleSwitch } from '../../suppliers/calls/sale-switches.ts';

interface SwitchRow {
  supplier: string;
  reason: string;
  since: Date;
}
type Tables = { sale_switch: SwitchRow & { organization_id: string }; installation_sale_switch: SwitchRow };

const tables = (h: Handle) => h.q.withTables<Tables>();

/**
 * What is off for an organization: what the operator switched off, then its own. Read several times for each order:
 * one statement, but on a distributed database, where the two tables lie apart.
 */
export async function listSwitches(h: Handle, organizationId: OrganizationId): Promise<readonly SaleSwitch[]> {
  if (await isDistributed(h))
    return [...(await listInstallationSwitches(h)), ...(await listOwnSwitches(h, organizationId))];
  return await tables(h)
    .selectFrom('installation_sale_switch')
    .select(['supplier', 'reason', 'since', sql<SaleSwitch['by']>`'installation'::text`.as('by')])
    .unionAll(
      tables(h)
        .selectFrom('sale_switch')
        .select(['supplier', 'reason', 'since', sql<SaleSwitch['by']>`'organization'::text`.as('by')])
        .where('organization_id', '=', organizationId),
    )
    .orderBy('by')
    .orderBy('supplier')
    .execute();
}

/** What an organization has switched off for itself. */
export async function listOwnSwitches(h: Handle, organizationId: OrganizationId): Promise<readonly SaleSwitch[]> {
  const rows = await tables(h)
    .selectFrom('sale_switch')
    .select(['supplier', 'reason', 'since'])
    .where('organization_id', '=', organizationId)
    .orderBy('supplier')
    .execute();
  return rows.map((row) => ({ ...row, by: 'organization' }));
}

/** What the operator has switched off for everybody. */
export async function listInstallationSwitches(h: Handle): Promise<readonly SaleSwitch[]> {
  const rows = await tables(h).selectFrom('installation_sale_switch').selectAll().orderBy('supplier').execute();
  return rows.map((row) => ({ ...row, by: 'installation' }));
}

/** Switches a supplier off, or says why anew. It has been off since the first time. */
export async function writeOwnSwitch(
  tx: Tx,
  organizationId: OrganizationId,
  off: Omit<SaleSwitch, 'by'>,
): Promise<void> {
  const { supplier, reason, since } = off;
  await tables(tx)
    .insertInto('sale_switch')
    .values({ organization_id: organizationId, supplier, reason, since })
    .onConflict((conflict) => conflict.columns(['organization_id', 'supplier']).doUpdateSet({ reason }))
    .execute();
}

/** Switches a supplier on again. */
export async function deleteOwnSwitch(tx: Tx, organizationId: OrganizationId, supplier: string): Promise<void> {
  await tables(tx)
    .deleteFrom('sale_switch')
    .where('organization_id', '=', organizationId)
    .where('supplier', '=', supplier)
    .execute();
}

/** Switches a supplier off for everybody, or says why anew. */
export async function writeInstallationSwitch(
  tx: Tx,
  { supplier, reason, since }: Omit<SaleSwitch, 'by'>,
): Promise<void> {
  await tables(tx)
    .insertInto('installation_sale_switch')
    .values({ supplier, reason, since })
    .onConflict((conflict) => conflict.column('supplier').doUpdateSet({ reason }))
    .execute();
}

/** Switches a supplier on again for everybody who has not switched it off themselves. */
export async function deleteInstallationSwitch(tx: Tx, supplier: string): Promise<void> {
  await tables(tx).deleteFrom('installation_sale_switch').where('supplier', '=', supplier).execute();
}
