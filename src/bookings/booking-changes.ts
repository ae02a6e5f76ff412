import type { Db } from '../platform/db/db.ts';
import type { BookingRef, OrganizationId } from '../platform/ids.ts';
import type { ItemChange } from './model/item-change.ts';
/** Reads the changes that bookings present. `app.ts` registers it, so that bookings know no one above them. */
export interface BookingChanges {
  /**
   * Changes that are under way and refunds that were committed, of bookings of one organization: one statement for all
   * of them.
   */
  read(
    app: { readonly db: Db },
    reader: { readonly organizationId: OrganizationId },
    bookingRefs: readonly BookingRef[],
  ): Promise<readonly ItemChange[]>;
}
