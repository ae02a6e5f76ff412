import type { SupplierAccount, SupplierAccounts } from '../../common/account.ts';
import type { SupplierBooking, SupplierBookingKey } from '../../common/supplier-bookings.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import type { DuffelClient } from '../client.ts';
import type { DuffelReply } from '../replies.ts';
import { readOrdered } from './map-orders.ts';
import { DuffelOrder, OrderList, readAs } from './wire-orders.ts';
import { type AttemptTools, raiseAlarm } from '../../common/order-attempt.ts';

/** What orders are made, looked up and cancelled with. */
export interface OrderTools extends AttemptTools {
  readonly client: DuffelClient;
  readonly accounts: SupplierAccounts;
}

/** What operators have to look at: an order that is not what it should be, or that the account could not pay for. */
export const ORDER_ALARMS = [
  'other_flights',
  'unreadable',
  'other_total',
  'other_services',
  'order_after_proof',
  'second_order',
  'unrecorded',
  'account',
  'refund_short',
] as const;
export type OrderAlarm = (typeof ORDER_ALARMS)[number];

/** Names a row by our reference, in the organization of a call. */
export function keyOf(reference: string, { organizationId }: SupplierContext): SupplierBookingKey {
  return { supplier: 'duffel', organizationId, reference };
}

/** Raises an alarm: one line of the log and a count. `detail` holds nothing of a person. */
export function alarm(
  tools: Pick<OrderTools, 'alarms'>,
  context: Pick<SupplierContext, 'log'>,
  about: { readonly kind: OrderAlarm; readonly reference: string; readonly detail: string },
): void {
  raiseAlarm(tools, context, { supplier: 'duffel', ...about });
}

/**
 * Whether the order of a row stands under another reference by now: it was changed, and the change has a row of its
 * own.
 */
export async function isReplaced({ bookings }: OrderTools, row: SupplierBooking): Promise<boolean> {
  const { accountId, orderId } = row;
  if (accountId === undefined || orderId === undefined) return false;
  const rows = await bookings.listByOrder({ supplier: 'duffel', accountId, orderId });
  return rows.some((other) => readOrdered(other.ordered)?.replaces === row.reference);
}

/** Reads an order by its id. */
export function readOrder(
  { client }: OrderTools,
  account: SupplierAccount,
  orderId: string,
  context: SupplierContext,
): Promise<DuffelReply<DuffelOrder>> {
  return client.request(account, context, {
    method: 'GET',
    path: `/air/orders/${encodeURIComponent(orderId)}`,
    read: readAs(DuffelOrder),
  });
}

/** Lists the orders of an offer: the only list that leads from an order call to its order. */
export function listOrders(
  { client }: OrderTools,
  account: SupplierAccount,
  { offerId }: Pick<SupplierBooking, 'offerId'>,
  context: SupplierContext,
): Promise<DuffelReply<readonly (DuffelOrder | 'unreadable')[]>> {
  return client.request(account, context, {
    method: 'GET',
    path: `/air/orders?${new URLSearchParams({ offer_id: offerId })}`,
    read: readAs(OrderList),
  });
}
