import type { Db } from '../../../platform/db/db.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { readOrdered, totalOfOrder } from '../orders/map-orders.ts';
import { findOrder } from '../orders/look-up-order.ts';
import { keyOf, type OrderTools } from '../orders/order-tools.ts';
import { type DuffelOrder, readAs } from '../orders/wire-orders.ts';
import type { DuffelReply } from '../replies.ts';
import type { QuotedOrder } from './map-terms.ts';
import { CancellationQuote } from './wire-cancellations.ts';
import { accountOf } from '../../common/order-attempt.ts';

/** What cancellations are made with: as orders, and the rows of their own. */
export interface CancellationTools extends OrderTools {
  readonly db: Db;
}

/** A booking of ours with its order as it is at Duffel now. */
export interface SoldOrder {
  readonly account: SupplierAccount;
  readonly row: SupplierBooking;
  readonly order: DuffelOrder;
  readonly quoted: QuotedOrder;
}

/**
 * Reads the order of a reference. `missing`: nothing was ever ordered by it. Throws SupplierFailure where Duffel could
 * not be asked, or does not show the order.
 */
export async function readSoldOrder(
  tools: CancellationTools,
  reference: string,
  context: SupplierContext,
): Promise<SoldOrder | 'missing'> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row === undefined || row.status === 'intended' || row.proof !== undefined) return 'missing';
  const account = await accountOf(tools, row);
  if (account === undefined)
    throw new SupplierFailure('unavailable', `The account ${row.accountId} of the order is gone.`);
  const found = await findOrder(tools, account, row, context);
  if (found.kind !== 'found')
    throw new SupplierFailure(
      'unavailable',
      found.kind === 'unknown' ? found.detail : 'Duffel does not show the order.',
    );
  const { order } = found;
  const ids = Object.entries(readOrdered(row.ordered)?.passengerIds ?? {});
  const travelerOf = new Map(ids.map(([travelerId, passengerId]) => [passengerId, travelerId]));
  return { account, row, order, quoted: { total: totalOfOrder(order), travelerOf } };
}

/** Asks what a cancellation would bring back. Changes nothing; makes every earlier quote of the order worthless. */
export function askForQuote(
  { client }: CancellationTools,
  { account, order }: Pick<SoldOrder, 'account' | 'order'>,
  context: SupplierContext,
): Promise<DuffelReply<CancellationQuote>> {
  return client.request(account, context, {
    method: 'POST',
    path: '/air/order_cancellations',
    data: { order_id: order.id },
    read: readAs(CancellationQuote),
  });
}

/** Confirms a quote: from here on the order may be cancelled. */
export function sendConfirmation(
  { client }: CancellationTools,
  { account }: Pick<SoldOrder, 'account'>,
  quoteId: string,
  context: SupplierContext,
): Promise<DuffelReply<CancellationQuote>> {
  return client.request(account, context, {
    method: 'POST',
    path: `/air/order_cancellations/${encodeURIComponent(quoteId)}/actions/confirm`,
    data: {},
    read: readAs(CancellationQuote),
  });
}

/**
 * The confirmed cancellation of an order; undefined where there is none among those that Duffel lists. Throws
 * SupplierFailure.
 */
export async function findConfirmed(
  { client }: CancellationTools,
  { account, order }: Pick<SoldOrder, 'account' | 'order'>,
  context: SupplierContext,
): Promise<CancellationQuote | undefined> {
  const list = await client.request(account, context, {
    method: 'GET',
    path: `/air/order_cancellations?${new URLSearchParams({ order_id: order.id })}`,
    read: readAs(CancellationQuote.array()),
  });
  if (list.kind === 'done') return list.value.find(({ confirmed_at: confirmedAt }) => confirmedAt != null);
  throw new SupplierFailure('unavailable', `Duffel does not say which cancellations there are (${list.kind}).`);
}
