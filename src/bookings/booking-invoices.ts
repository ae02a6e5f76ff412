import type { RegisteredApp } from '../platform/registered-app.ts';
import type { Tx } from '../platform/db/db.ts';
import type { BookingRef, OrganizationId } from '../platform/ids.ts';

/** Issues invoices and credit notes. `app.ts` registers it, so that servicing knows no one above it. */
export interface BookingInvoices {
  /** Enqueues the documents of a change that has ended, in the transaction that ends it. */
  enqueue(
    tx: Tx,
    change: { readonly organizationId: OrganizationId; readonly bookingRef: BookingRef; readonly changeId: string },
    app: RegisteredApp,
  ): Promise<void>;
}
