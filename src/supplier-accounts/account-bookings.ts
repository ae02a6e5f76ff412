import type { Handle } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { KeyedSupplier } from '../suppliers/common/account.ts';

/** Counts the bookings that need an account. `app.ts` registers it, so that accounts know no one above them. */
export interface AccountBookings {
  /** Bookings made with an account that are still to be flown, stayed in or settled, as of `now`. */
  countOpen(
    h: Handle,
    account: {
      readonly organizationId: OrganizationId;
      readonly supplier: KeyedSupplier;
      readonly accountId: string;
    },
    now: Date,
  ): Promise<number>;
}
