import * as z from 'zod';
import type { SupplierAccounts } from '../../common/account.ts';
import type { SupplierBookingKey } from '../../common/supplier-bookings.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import type { LiteapiClient } from '../client.ts';
import { type AttemptTools, raiseAlarm } from '../../common/order-attempt.ts';

/** What bookings are made, looked up and cancelled with. */
export interface OrderTools extends AttemptTools {
  readonly client: LiteapiClient;
  readonly accounts: SupplierAccounts;
}

/** What operators have to look at: a booking that is not what it should be, or that the account could not pay for. */
export const ORDER_ALARMS = [
  'other_stay',
  'unreadable',
  'other_total',
  'order_after_proof',
  'second_order',
  'unrecorded',
  'account',
  'charges',
] as const;
export type OrderAlarm = (typeof ORDER_ALARMS)[number];

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

/** Raises an alarm: one line of the log and a count. `detail` holds nothing of a person. */
export function alarm(
  tools: Pick<OrderTools, 'alarms'>,
  context: Pick<SupplierContext, 'log'>,
  about: { readonly kind: OrderAlarm; readonly reference: string; readonly detail: string },
): void {
  raiseAlarm(tools, context, { supplier: 'liteapi', ...about });
}
