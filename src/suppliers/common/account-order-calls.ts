import type { Db } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { KeyedSupplier } from './account.ts';
import { findBookingRow } from './supplier-bookings-store.ts';

const KEYED: readonly KeyedSupplier[] = ['duffel', 'liteapi'];

/** The order call for one item at a supplier that is reached with a key. */
export interface OrderCall {
  readonly accountId: string | undefined;
  readonly calls: number;
  readonly calledAt: Date | undefined;
  /** The supplier's own id of the request, for its support. */
  readonly requestId: string | undefined;
  readonly orderId: string | undefined;
  /** Why it was refused, in the supplier's words. */
  readonly reason: string | undefined;
}

/** What is known of the order call under our reference; undefined where none was made, or no key is needed. */
export async function findOrderCall(
  app: { readonly db: Db },
  key: { readonly organizationId: OrganizationId; readonly supplier: string; readonly reference: string },
): Promise<OrderCall | undefined> {
  const supplier = KEYED.find((one) => one === key.supplier);
  if (supplier === undefined) return undefined;
  const row = await findBookingRow(app.db, { ...key, supplier });
  return (
    row && {
      accountId: row.accountId,
      calls: row.calls,
      calledAt: row.calledAt,
      requestId: row.requestId,
      orderId: row.orderId,
      reason: row.reason,
    }
  );
}
