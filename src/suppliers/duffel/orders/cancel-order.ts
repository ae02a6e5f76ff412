import type { Money } from '../../../travel/money.ts';
import type { SupplierAccount } from '../../common/account.ts';
import type { CancelOutcome } from '../../ports/booking.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { readAmount } from '../amounts.ts';
import type { DuffelReply } from '../replies.ts';
import { findOrder } from './look-up-order.ts';
import { totalOfOrder } from './map-orders.ts';
import { alarm, isReplaced, keyOf, type OrderTools } from './order-tools.ts';
import { type DuffelOrder, OrderCancellation, readAs } from './wire-orders.ts';
import { accountOf } from '../../common/order-attempt.ts';

/** A quote that was overtaken by a newer one is asked for afresh, so often. */
const QUOTES_MAX = 3;
/** Where money goes that is money again. Vouchers and airline credits are not. */
const MONEY_BACK: readonly string[] = ['balance', 'arc_bsp_cash', 'card', 'original_form_of_payment'];
const COSTS: CancelOutcome = { kind: 'refused', reason: 'It cannot be undone free of charge.' };
const UNKNOWN_HERE: CancelOutcome = { kind: 'refused', reason: 'There is no order with this reference.' };

/**
 * Undoes an order only where everything that was paid comes back as money: a quote is asked for, which changes nothing,
 * and confirmed when it says so. Never at a price. Idempotent: an order that is cancelled already answers what came
 * back. A quote that is not confirmed lapses by itself.
 */
export async function cancelOrder(
  tools: OrderTools,
  reference: string,
  context: SupplierContext,
): Promise<CancelOutcome> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row === undefined || row.status === 'intended' || row.proof !== undefined) return UNKNOWN_HERE;
  if (await isReplaced(tools, row)) return UNKNOWN_HERE;
  const account = await accountOf(tools, row);
  if (account === undefined) return { kind: 'unknown', detail: `the account ${row.accountId} is gone` };
  const found = await findOrder(tools, account, row, context);
  if (found.kind !== 'found')
    return { kind: 'unknown', detail: found.kind === 'unknown' ? found.detail : 'no order is visible' };
  const { order } = found;
  const call: CancelCall = { tools, account, context };
  if (order.cancelled_at != null) return readCancelled(call, order);
  const total = totalOfOrder(order);
  if (total === undefined) return { kind: 'unknown', detail: 'the total of the order cannot be read' };
  for (let quotes = 0; quotes < QUOTES_MAX; quotes += 1) {
    const outcome = await quoteAndConfirm(call, { order, total, reference });
    if (outcome !== 'stale') return outcome;
  }
  return { kind: 'unknown', detail: 'other quotes keep overtaking ours' };
}

interface CancelCall {
  readonly tools: OrderTools;
  readonly account: SupplierAccount;
  readonly context: SupplierContext;
}

async function quoteAndConfirm(
  call: CancelCall,
  { order, total, reference }: { readonly order: DuffelOrder; readonly total: Money; readonly reference: string },
): Promise<CancelOutcome | 'stale'> {
  const quote = await send(call, '/air/order_cancellations', { order_id: order.id });
  if (quote.kind !== 'done') return readAgain(call, order, quote);
  if (!isWhole(quote.value, total)) return COSTS;
  const path = `/air/order_cancellations/${encodeURIComponent(quote.value.id)}/actions/confirm`;
  const confirmed = await send(call, path, {});
  if (confirmed.kind === 'refused' && confirmed.codes.includes('order_cancellation_stale')) return 'stale';
  if (confirmed.kind !== 'done') return readAgain(call, order, confirmed);
  const refund = refundOf(confirmed.value) ?? total;
  if (refund.value !== total.value)
    alarm(call.tools, call.context, {
      kind: 'refund_short',
      reference,
      detail: `${confirmed.value.id} gives back ${confirmed.value.refund_amount} where ${order.total_amount} was quoted`,
    });
  return { kind: 'cancelled', refund };
}

function send(
  { tools, account, context }: CancelCall,
  path: string,
  data: object,
): Promise<DuffelReply<OrderCancellation>> {
  return tools.client.request(account, context, { method: 'POST', path, data, read: readAs(OrderCancellation) });
}

/**
 * What an answer that is no yes means, by the cancellations of the order: it may be cancelled by now, by this call or
 * by an earlier one. Only a refusal of an order that stands is a refusal.
 */
async function readAgain(
  call: CancelCall,
  order: DuffelOrder,
  reply: Exclude<DuffelReply<unknown>, { kind: 'done' }>,
): Promise<CancelOutcome> {
  const confirmed = await readConfirmed(call, order);
  if (confirmed !== 'unanswered' && confirmed !== undefined) return sayCancelled(confirmed);
  const isRefused = reply.kind === 'refused' && reply.status === 422 && !reply.codes.includes('already_cancelled');
  return isRefused && confirmed === undefined
    ? { kind: 'refused', reason: `It cannot be undone (${reply.proof}).` }
    : { kind: 'unknown', detail: 'the answer to the cancellation is not known' };
}

/** What a cancelled order brought back: its own word, else that of its cancellations. */
async function readCancelled(call: CancelCall, order: DuffelOrder): Promise<CancelOutcome> {
  const { cancellation } = order;
  if (cancellation != null && refundOf(cancellation) !== undefined) return sayCancelled(cancellation);
  const confirmed = await readConfirmed(call, order);
  return confirmed === 'unanswered' || confirmed === undefined
    ? { kind: 'unknown', detail: 'the order is cancelled, what came back is not said' }
    : sayCancelled(confirmed);
}

async function readConfirmed(
  { tools, account, context }: CancelCall,
  order: DuffelOrder,
): Promise<OrderCancellation | undefined | 'unanswered'> {
  const list = await tools.client.request(account, context, {
    method: 'GET',
    path: `/air/order_cancellations?${new URLSearchParams({ order_id: order.id })}`,
    read: readAs(OrderCancellation.array()),
  });
  return list.kind === 'done' ? list.value.find(({ confirmed_at }) => confirmed_at != null) : 'unanswered';
}

function isWhole(quote: OrderCancellation, total: Money): boolean {
  const refund = refundOf(quote);
  return (
    refund !== undefined &&
    refund.currency === total.currency &&
    refund.value === total.value &&
    MONEY_BACK.includes(quote.refund_to ?? '')
  );
}

function refundOf({ refund_amount, refund_currency }: NonNullable<DuffelOrder['cancellation']>): Money | undefined {
  return refund_amount == null || refund_currency == null ? undefined : readAmount(refund_amount, refund_currency);
}

function sayCancelled(cancellation: NonNullable<DuffelOrder['cancellation']>): CancelOutcome {
  const refund = refundOf(cancellation);
  return refund === undefined
    ? { kind: 'unknown', detail: 'the order is cancelled, what came back is not said' }
    : { kind: 'cancelled', refund };
}
