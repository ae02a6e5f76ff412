import { sql } from 'kysely';
import type { Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { WantedService } from '../../src/suppliers/ports/added-services.ts';
import type { OrderState } from './order-states.ts';

/** Bags and seats that were added to an order under one reference of a change. */
export interface SandboxAddedServices extends Pick<OrderState, 'confirmedAt' | 'untilConfirmed'> {
  readonly changeReference: string;
  /** The order's. */
  readonly reference: string;
  readonly services: readonly WantedService[];
  readonly addedAt: Date;
}

interface Row {
  organization_id: string;
  change_reference: string;
  reference: string;
  services: readonly WantedService[];
  added_at: Date;
  confirmed_at: Date;
  until_confirmed: 'pending' | 'unknown' | null;
}
interface OrderTotalRow {
  organization_id: string;
  reference: string;
  status: string;
  total: number;
}
const db = (h: Handle) => h.q.withTables<{ sandbox_added_services: Row; sandbox_order: OrderTotalRow }>();
/** More than anybody adds to one order; a bound, not a page. */
const ADDITIONS_MAX = 1_000;

/** Stores what is added; false when the reference of the change was used before. */
export async function insertAddedServices(
  tx: Tx,
  organizationId: OrganizationId,
  added: SandboxAddedServices,
): Promise<boolean> {
  const row = await db(tx)
    .insertInto('sandbox_added_services')
    .values({
      organization_id: organizationId,
      change_reference: added.changeReference,
      reference: added.reference,
      services: sql`${JSON.stringify(added.services)}::jsonb`,
      added_at: added.addedAt,
      confirmed_at: added.confirmedAt,
      until_confirmed: added.untilConfirmed ?? null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'change_reference']).doNothing())
    .returning('reference')
    .executeTakeFirst();
  return row !== undefined;
}

/** What was added under the reference of a change; undefined where nothing was. */
export async function findAddedServices(
  h: Handle,
  organizationId: OrganizationId,
  changeReference: string,
): Promise<SandboxAddedServices | undefined> {
  const row = await db(h)
    .selectFrom('sandbox_added_services')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('change_reference', '=', changeReference)
    .executeTakeFirst();
  return row && toAdded(row);
}

/** All that was added to an order. */
export async function listAddedServices(
  h: Handle,
  organizationId: OrganizationId,
  reference: string,
): Promise<readonly SandboxAddedServices[]> {
  const rows = await db(h)
    .selectFrom('sandbox_added_services')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .orderBy('added_at')
    .limit(ADDITIONS_MAX)
    .execute();
  return rows.map(toAdded);
}

/** Adds a sum, in minor units, to what a booked order costs; false when it does not stand any more. */
export async function addToOrderTotal(
  tx: Tx,
  organizationId: OrganizationId,
  { reference, value }: { readonly reference: string; readonly value: number },
): Promise<boolean> {
  const row = await db(tx)
    .updateTable('sandbox_order')
    .set((order) => ({ total: order('total', '+', value) }))
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('status', '=', 'booked')
    .returning('reference')
    .executeTakeFirst();
  return row !== undefined;
}

function toAdded(row: Row): SandboxAddedServices {
  return {
    changeReference: row.change_reference,
    reference: row.reference,
    services: row.services,
    addedAt: row.added_at,
    confirmedAt: row.confirmed_at,
    untilConfirmed: row.until_confirmed ?? undefined,
  };
}
