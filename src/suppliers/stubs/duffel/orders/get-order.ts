import type { Account } from '../account.ts';
import { refusal } from '../refusals.ts';
import type { StoredOrder } from './order-shelf.ts';

/** An order of this key; throws 404. */
export function getOrder({ account }: { readonly account: Account }, id: string | undefined): StoredOrder {
  const order = account.orders.find(id ?? '');
  if (order === undefined) throw refusal('not_found');
  return order;
}
