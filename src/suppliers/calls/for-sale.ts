import type { Handle } from '../../platform/db/db.ts';
import { type Refusal, refuse } from '../../platform/errors.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { SaleSwitch, SaleSwitches, SuppliersOff } from './sale-switches.ts';
import type { SuppliedKind } from './find-supplier.ts';

/**
 * Throws `offer_unavailable` where one of these suppliers is switched off for sale now. The trip stays as it is: it can
 * be quoted and paid once the supplier is switched on again.
 */
export async function requireOnSale(
  { saleSwitches }: { readonly saleSwitches: SaleSwitches },
  h: Handle,
  organizationId: OrganizationId,
  items: readonly { readonly supplierId: string; readonly itemId?: string }[],
): Promise<void> {
  const stopped = findStopped(await saleSwitches.readOff(h, organizationId), items);
  const [first] = stopped;
  if (first === undefined) return;
  const named = stopped.flatMap(({ found, itemId }) =>
    itemId === undefined ? [] : [{ item_id: itemId, reason: describeSwitch(found) }],
  );
  const isInTrip = named.length > 0;
  throw refuse('offer_unavailable', {
    message: `${describeSwitch(first.found)} ${isInTrip ? 'Nothing was changed: take its items out of the trip, or go on once it is on again.' : 'Search again: others are shown.'}`,
    keys: {
      suppliers: [...new Set(stopped.map(({ found }) => found))].map(presentSwitch),
      ...(isInTrip && { items: named }),
    },
  });
}

/** Whether none of these suppliers is switched off for sale now: what `requireOnSale` would not refuse. */
export async function isOnSale(
  { saleSwitches }: { readonly saleSwitches: SaleSwitches },
  h: Handle,
  organizationId: OrganizationId,
  items: readonly { readonly supplierId: string }[],
): Promise<boolean> {
  return findStopped(await saleSwitches.readOff(h, organizationId), items).length === 0;
}

function findStopped(
  off: readonly SaleSwitch[],
  items: readonly { readonly supplierId: string; readonly itemId?: string }[],
) {
  return items.flatMap(({ supplierId, itemId }) => {
    const found = off.find(({ supplier }) => supplier === supplierId);
    return found === undefined ? [] : [{ found, itemId }];
  });
}

/** Why a kind of product cannot be searched: no supplier is connected, or all of them are switched off for sale. */
export function refuseUnsupplied(
  { suppliersOff }: { readonly suppliersOff: SuppliersOff },
  kind: SuppliedKind,
): Refusal {
  const off = suppliersOff[kind];
  if (off.length === 0) return refuse('supplier_unavailable', { message: `No ${kind} supplier is configured.` });
  return refuse('supplier_unavailable', {
    message: `Every ${kind} supplier is switched off for sale. ${off.map(describeSwitch).join(' ')}`,
    keys: { suppliers: off.map(presentSwitch) },
  });
}

/** A sentence that says who can switch it on again. */
function describeSwitch({ supplier, by, reason }: SaleSwitch): string {
  return by === 'organization'
    ? `${supplier} is switched off for sale in your organization (${reason}). An owner or admin switches it on with PUT /v1/suppliers/${supplier}/sale.`
    : `${supplier} is switched off for sale by the operator of this service (${reason}).`;
}

/** A switch on the wire. */
function presentSwitch({ supplier, by, reason, since }: SaleSwitch) {
  return { supplier, switched_off_by: by, reason, since: since.toISOString() };
}
