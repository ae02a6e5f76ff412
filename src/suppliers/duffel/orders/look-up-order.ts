import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { LookUpOutcome } from '../../ports/booking.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { settleOrder } from './book-order.ts';
import { readOrdered, referenceOf } from './map-orders.ts';
import { alarm, isReplaced, keyOf, listOrders, type OrderTools, readOrder } from './order-tools.ts';
import { DuffelEvent, type DuffelOrder, readAs } from './wire-orders.ts';
import { accountOf, sayProven, voidIntent } from '../../common/order-attempt.ts';

/** Longest that an order call may be under way after it began: our own limit of 130 s, with room. */
const CALL_MS_MAX = 5 * 60_000;
/** An order that exists has been seen to be missing from lists for three hours; twice that is waited for. */
const VISIBILITY_LAG_MS = 6 * 3_600_000;
const CREATION_FAILED = 'order.creation_failed';
const UNCALLED = { kind: 'none', proof: 'the order call was never made' } as const;

/**
 * Says what became of a reference: from our own row, then from the order at Duffel. An order that was changed stands
 * under the reference of its change from then on: that of before answers `cancelled`. `none` only with proof:
 * - there is no row, or its call was never made: from now on it cannot be, the row is settled
 * - an answer proved that nothing was sent
 * - nothing was found for so long that nothing can come any more: the call ended and the offer expired (no order can be
 *   made of it since then) more than six hours ago, while orders show within about three; all of it in real time
 * Whatever else is not found is `unknown`: an empty list proves nothing.
 */
export async function lookUpOrder(
  tools: OrderTools,
  reference: string,
  context: SupplierContext,
): Promise<LookUpOutcome> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row === undefined) return { kind: 'none', proof: 'no order call was intended' };
  if (row.status === 'intended') return voidIntent(tools, row, UNCALLED.proof, UNCALLED);
  if (row.proof !== undefined && isAnswered(row)) return sayProven(row, row.proof);
  if (await isReplaced(tools, row)) return { kind: 'cancelled' };
  const account = await accountOf(tools, row);
  if (account === undefined)
    return row.proof === undefined || row.reason === undefined
      ? { kind: 'unknown', detail: `the account ${row.accountId} is gone` }
      : sayProven(row, row.proof);
  const found = await findOrder(tools, account, row, context);
  if (found.kind === 'found') return describeOrder(tools, row, found.order, context);
  // Proven to be nothing, and nothing has turned up since.
  if (row.proof !== undefined) return sayProven(row, row.proof);
  if (found.kind === 'unknown' || row.orderId !== undefined)
    return { kind: 'unknown', detail: found.kind === 'unknown' ? found.detail : 'the order is not visible yet' };
  return (await readFailure(tools, account, row, context)) ?? proveAbsent(tools, row);
}

/**
 * Whether a proof needs no look at Duffel: nothing was ever sent, or it is Duffel's own answer to the call. A refusal
 * that was recorded later, beside an earlier call that came to nothing, says nothing about that call.
 */
function isAnswered({ calls, reason, requestId, failureEventId }: SupplierBooking): boolean {
  return calls === 0 || (reason !== undefined && (requestId ?? failureEventId) !== undefined);
}

/** What was found of an order call. */
export type FoundOrder =
  | { readonly kind: 'found'; readonly order: DuffelOrder }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Finds the order of a row: by its id, else in the list of its offer by the reference in its metadata. */
export async function findOrder(
  tools: OrderTools,
  account: SupplierAccount,
  row: SupplierBooking,
  context: SupplierContext,
): Promise<FoundOrder> {
  if (row.orderId !== undefined) {
    const reply = await readOrder(tools, account, row.orderId, context);
    if (reply.kind === 'done') return { kind: 'found', order: reply.value };
    return reply.kind === 'refused' && reply.status === 404
      ? { kind: 'missing' }
      : { kind: 'unknown', detail: wordsOf(reply) };
  }
  const reply = await listOrders(tools, account, row, context);
  if (reply.kind !== 'done') return { kind: 'unknown', detail: wordsOf(reply) };
  if (reply.value.includes('unreadable')) return { kind: 'unknown', detail: 'an order of the offer cannot be read' };
  const orders = reply.value.filter((order) => order !== 'unreadable');
  const ours = orders.filter((order) => referenceOf(order) === row.reference);
  const [order, second] = ours;
  if (second !== undefined)
    alarm(tools, context, {
      kind: 'second_order',
      reference: row.reference,
      detail: `orders ${ours.map(({ id }) => id).join(', ')}`,
    });
  if (order !== undefined) return { kind: 'found', order };
  // We never order without a reference: whose order this is, its metadata does not say.
  if (orders.some((other) => referenceOf(other) === undefined))
    return { kind: 'unknown', detail: 'an order of the offer names no reference' };
  return { kind: 'missing' };
}

function wordsOf(reply: { readonly kind: string; readonly proof?: string; readonly detail?: string }): string {
  return `Duffel: ${reply.proof ?? reply.detail ?? reply.kind}`;
}

async function describeOrder(
  tools: OrderTools,
  row: SupplierBooking,
  order: DuffelOrder,
  context: SupplierContext,
): Promise<LookUpOutcome> {
  const ordered = readOrdered(row.ordered);
  if (ordered === undefined) return { kind: 'unknown', detail: 'what was ordered cannot be read' };
  const outcome = await settleOrder(tools, row, { order, ordered }, context);
  return order.cancelled_at == null ? outcome : { kind: 'cancelled' };
}

/**
 * The event that says that the order came to nothing, read at Duffel: what a callback brings is not believed. Undefined
 * where there is none, or where it says something else.
 */
async function readFailure(
  tools: OrderTools,
  account: SupplierAccount,
  row: SupplierBooking,
  context: SupplierContext,
): Promise<LookUpOutcome | undefined> {
  const { failureEventId: eventId } = row;
  if (eventId === undefined) return undefined;
  const reply = await tools.client.request(account, context, {
    method: 'GET',
    path: `/air/webhooks/events/${encodeURIComponent(eventId)}`,
    read: readAs(DuffelEvent),
  });
  if (reply.kind !== 'done') return undefined;
  const { type, live_mode: isLive, data } = reply.value;
  if (type !== CREATION_FAILED || isLive !== account.isLive || data.object.offer_id !== row.offerId) return undefined;
  const proof = `event ${eventId} ${CREATION_FAILED}`;
  const reason = 'The airline did not create the order.';
  if (!(await tools.bookings.settle(row, { proof, reason })))
    return { kind: 'unknown', detail: 'it changed meanwhile' };
  return { kind: 'refused', reason, proof };
}

async function proveAbsent({ bookings, clock }: OrderTools, row: SupplierBooking): Promise<LookUpOutcome> {
  const ordered = readOrdered(row.ordered);
  const callEnd = row.calledAt === undefined ? Number.NaN : row.calledAt.getTime() + CALL_MS_MAX;
  const provenFrom = Math.max(callEnd, Date.parse(ordered?.offerExpiresAt ?? '')) + VISIBILITY_LAG_MS;
  // NaN compares as not reached.
  if (!(clock.now().getTime() >= provenFrom))
    return { kind: 'unknown', detail: 'no order is visible, which proves nothing so far' };
  const proof = `no order of ${row.offerId} is visible six hours after it expired`;
  if (!(await bookings.settle(row, { proof }))) return { kind: 'unknown', detail: 'it changed meanwhile' };
  return { kind: 'none', proof };
}
