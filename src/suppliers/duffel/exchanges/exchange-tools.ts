import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { NotExchangeable } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import type { MappingTools } from '../mapping/map-slices.ts';
import type { UnreadablePart } from '../mapping/wire-offers.ts';
import { keyOf, type OrderTools } from '../orders/order-tools.ts';
import { readAs } from '../orders/wire-orders.ts';
import { type DuffelReply, toFailure } from '../replies.ts';
import { notExchangeable } from './refuse-change.ts';
import { ChangeableOrder, OrderChange } from './wire-changes.ts';
import { accountOf } from '../../common/order-attempt.ts';

/** What changes of orders are searched, priced, confirmed and looked up with. */
export interface ExchangeTools extends OrderTools {
  readonly mapping: MappingTools;
  /** Counts offers that are left out because a part of them cannot be read. */
  countUnreadable(part: UnreadablePart, offers: number): void;
}

/** An order that is to be changed, as it stands, and the account it was made with. */
export interface OrderToChange {
  readonly kind: 'found';
  readonly row: SupplierBooking & { readonly orderId: string };
  readonly account: SupplierAccount;
  readonly order: ChangeableOrder;
}

const UNKNOWN_HERE = 'The airline knows no order of this reference.';

/** Reads the order behind a reference, under the account it was made with for life. Throws SupplierFailure. */
export async function readOrderToChange(
  tools: ExchangeTools,
  reference: string,
  context: SupplierContext,
): Promise<OrderToChange | NotExchangeable> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row?.orderId === undefined) return notExchangeable(UNKNOWN_HERE);
  const account = await accountOf(tools, row);
  if (account === undefined) return notExchangeable('The seller has no account at Duffel any more.');
  const reply = await tools.client.request(account, context, {
    method: 'GET',
    path: `/air/orders/${encodeURIComponent(row.orderId)}`,
    read: readAs(ChangeableOrder),
  });
  if (reply.kind === 'refused' && reply.status === 404) return notExchangeable(UNKNOWN_HERE);
  if (reply.kind !== 'done') throw toFailure(reply);
  return { kind: 'found', row: { ...row, orderId: row.orderId }, account, order: reply.value };
}

/** Reads a change as it stands now. */
export function readChange(
  { client }: ExchangeTools,
  account: SupplierAccount,
  changeId: string,
  context: SupplierContext,
): Promise<DuffelReply<OrderChange>> {
  return client.request(account, context, {
    method: 'GET',
    path: `/air/order_changes/${encodeURIComponent(changeId)}`,
    read: readAs(OrderChange),
  });
}

/** When Duffel stops selling a change; undefined where it does not say or cannot be read. */
export function expiryOf({ expires_at }: { readonly expires_at?: string | null | undefined }): Date | undefined {
  const at = new Date(expires_at ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
