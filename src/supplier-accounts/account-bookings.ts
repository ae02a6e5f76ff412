import type { Handle } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { KeyedSupplier } from '../suppliers/common/account.ts';

/** Which account is meant. */
export interface BookedAccount {
  readonly organizationId: OrganizationId;
  readonly supplier: KeyedSupplier;
  readonly accountId: string;
}

/** Counts the bookings that need an account. `app.ts` registers it, so that accounts know no one above them. */
export interface AccountBookings {
  /** Bookings made with an account that are still to be flown, stayed in or settled, as of `now`. */
  countOpen(h: Handle, account: BookedAccount, now: Date): Promise<number>;
  /** The supplier's id of the latest order that was made with an account before an instant of real time. */
  findLatestOrder(h: Handle, account: BookedAccount, before: Date): Promise<string | undefined>;
}
