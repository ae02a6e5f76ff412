import * as z from 'zod';
import type { Counter } from 'prom-client';
import type { Clock } from '../../../platform/clock.ts';
import type { FaultPoints } from '../../../platform/fault-points.ts';
import type { SupplierAccount, SupplierAccounts } from '../../common/account.ts';
import type { SupplierBooking, SupplierBookingKey, SupplierBookings } from '../../common/supplier-bookings.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import type { LiteapiClient } from '../client.ts';

/** What bookings are made, looked up and cancelled with. */
export interface OrderTools {
  readonly client: LiteapiClient;
  readonly accounts: SupplierAccounts;
  readonly bookings: SupplierBookings;
  /** Real time. */
  readonly clock: Clock;
  readonly faults: FaultPoints;
  /** Counts what operators have to look at, by `kind`. */
  readonly alarms: Counter;
}

/** What operators have to look at: a booking that is not what it should be, or that the account could not pay for. */
export type OrderAlarm =
  | 'other_stay'
  | 'unreadable'
  | 'other_total'
  | 'order_after_proof'
  | 'second_order'
  | 'unrecorded'
  | 'account'
  | 'charges';

/** What is stored of a booking call beside its ids: nothing of a person. */
export const Ordered = z.object({
  hotelId: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
  /** What LiteAPI said it takes, in minor units of the total's currency. */
  retail: z.number(),
});
export type Ordered = z.infer<typeof Ordered>;

/** Names a row by our reference, in the organization of a call. */
export function keyOf(reference: string, { organizationId }: SupplierContext): SupplierBookingKey {
  return { supplier: 'liteapi', organizationId, reference };
}

/** The account that a row was called with; undefined where it is gone. */
export async function accountOf(
  { accounts }: Pick<OrderTools, 'accounts'>,
  { accountId }: SupplierBooking,
): Promise<SupplierAccount | undefined> {
  return accountId === undefined ? undefined : await accounts.get('liteapi', accountId);
}

/** Raises an alarm: one line of the log and a count. `detail` holds nothing of a person. */
export function alarm(
  { alarms }: Pick<OrderTools, 'alarms'>,
  { log }: Pick<SupplierContext, 'log'>,
  { kind, reference, detail }: { readonly kind: OrderAlarm; readonly reference: string; readonly detail: string },
): void {
  alarms.inc({ supplier: 'liteapi', kind });
  log.error({ supplier: 'liteapi', reference, kind, detail }, 'An order at a supplier needs a look.');
}
