import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { BookOutcome } from '../../ports/booking.ts';
import type { FlightBookRequest } from '../../ports/flights.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { type Ordered, type PreparedOrder, prepareOrder, totalOfOrder } from './map-orders.ts';
import { alarm, keyOf, type OrderTools } from './order-tools.ts';
import { type Creation, judgeCreation, outcomeOfOrder, reasonOf } from './order-outcome.ts';
import { toFailure } from '../replies.ts';
import { type DuffelOrder, OrderableOffer, readAs, readCreatedOrder, SeatServices } from './wire-orders.ts';

const NO_CALL = 'no order call was made';
type Refusal = Extract<BookOutcome, { kind: 'refused' }>;

/**
 * Orders an offer, once. What is to be ordered is written down and committed before the call, so that no second order
 * is ever made where a first may have been: then the answer is `unknown` and the look-up decides. A refusal is written
 * down before it is answered, and is the answer from then on: a process that books the same reference at the same time
 * cannot order what another one has refused. Reads the offer once (and its seat maps where seats are bought), and
 * orders only at exactly the total that was quoted.
 */
export async function bookOrder(
  tools: OrderTools,
  request: FlightBookRequest,
  context: SupplierContext,
): Promise<BookOutcome> {
  const row = await tools.bookings.find(keyOf(request.reference, context));
  if (row?.reason !== undefined || row?.status === 'called' || row?.orderId !== undefined) return answerOf(row);
  const account = await tools.accounts.findForSale('duffel', context.organizationId);
  if (account === undefined)
    return recordRefusal(tools, request, refusalOf('The seller has no account at Duffel any more.'), context);
  const prepared = await prepare(tools, account, request, context);
  if (prepared.kind === 'refused') return recordRefusal(tools, request, prepared, context, account);
  if (await isOrderedElsewhere(tools, account, request)) {
    const refusal = refusalOf('unavailable: another booking has ordered the offer');
    return recordRefusal(tools, request, refusal, context, account);
  }
  const intent = await tools.bookings.intend({
    ...keyOf(request.reference, context),
    accountId: account.accountId,
    offerId: request.fareKey,
    searchId: undefined,
    total: prepared.total,
    ordered: prepared.ordered,
  });
  if (intent === undefined) return answerAgain(tools, request, context);
  tools.faults.pass('order.after_intent');
  const called = await tools.bookings.beginCall(intent, tools.clock.now());
  if (called === undefined) return answerAgain(tools, request, context);
  tools.faults.pass('order.after_begin');
  const creation = await create(tools, account, prepared, context);
  tools.faults.pass('order.after_call');
  const outcome = await settle(tools, called, { creation, prepared }, context);
  tools.faults.pass('order.after_settle');
  return outcome;
}

function refusalOf(reason: string, proof = NO_CALL): Refusal {
  return { kind: 'refused', reason, proof };
}

/** What a reference that may not be ordered is answered: its refusal for ever, else the look-up decides. */
function answerOf({ reason, proof = NO_CALL }: SupplierBooking): BookOutcome {
  return reason === undefined ? { kind: 'unknown', detail: 'an order call was made before' } : refusalOf(reason, proof);
}

/** The answer where another process was faster with the reference, by what it has recorded. */
async function answerAgain(
  { bookings }: OrderTools,
  { reference }: FlightBookRequest,
  context: SupplierContext,
): Promise<BookOutcome> {
  const row = await bookings.find(keyOf(reference, context));
  return row?.reason === undefined ? { kind: 'unknown', detail: 'another process was faster' } : answerOf(row);
}

/**
 * Records a refusal that came before any order call, then answers it. Another process of the same reference may have
 * called by now, and be the very reason why the offer is gone: then the answer is not that refusal.
 */
async function recordRefusal(
  tools: OrderTools,
  request: FlightBookRequest,
  refusal: Refusal,
  context: SupplierContext,
  account?: SupplierAccount,
): Promise<BookOutcome> {
  const isRecorded = await tools.bookings.refuse({
    ...keyOf(request.reference, context),
    accountId: account?.accountId,
    offerId: request.fareKey,
    searchId: undefined,
    total: request.total,
    proof: refusal.proof,
    reason: refusal.reason,
  });
  return isRecorded ? refusal : answerAgain(tools, request, context);
}

/** Reads the offer as it is now and makes the order of it. Throws SupplierFailure where it could not be read. */
async function prepare(
  { client }: OrderTools,
  account: SupplierAccount,
  request: FlightBookRequest,
  context: SupplierContext,
): Promise<PreparedOrder | Refusal> {
  const { fareKey, ancillaries, seats = [] } = request;
  const withServices = ancillaries.length > 0 ? '?return_available_services=true' : '';
  const [offer, maps] = await Promise.all([
    client.request(account, context, {
      method: 'GET',
      path: `/air/offers/${encodeURIComponent(fareKey)}${withServices}`,
      read: readAs(OrderableOffer),
    }),
    seats.length === 0
      ? undefined
      : client.request(account, context, {
          method: 'GET',
          path: `/air/seat_maps?${new URLSearchParams({ offer_id: fareKey })}`,
          read: readAs(SeatServices),
        }),
  ]);
  if (offer.kind === 'refused' && offer.status !== 503)
    return refusalOf(reasonOf(offer.codes), `${NO_CALL}; ${offer.proof}`);
  if (offer.kind !== 'done') throw toFailure(offer);
  if (maps !== undefined && maps.kind !== 'done') throw toFailure(maps);
  const prepared = prepareOrder(offer.value, request, maps?.value ?? []);
  if (prepared.kind === 'unorderable') return refusalOf(prepared.reason);
  const { total } = prepared;
  const isQuoted = total.value === request.total.value && total.currency === request.total.currency;
  return isQuoted ? prepared : refusalOf('price_changed');
}

/** Whether a booking of another reference has ordered this offer, or may have: an offer is sold once. */
async function isOrderedElsewhere(
  { bookings }: OrderTools,
  { accountId }: SupplierAccount,
  { fareKey, reference }: FlightBookRequest,
): Promise<boolean> {
  const rows = await bookings.listByOrder({ supplier: 'duffel', accountId, offerId: fareKey });
  return rows.some((row) => row.reference !== reference && (row.status === 'called' || row.orderId !== undefined));
}

/** The order call itself. It waits as long as the context does: airlines take up to two minutes. */
async function create(
  { client }: OrderTools,
  account: SupplierAccount,
  { data }: PreparedOrder,
  context: SupplierContext,
): Promise<Creation> {
  try {
    const reply = await client.request(account, context, {
      method: 'POST',
      path: '/air/orders',
      data,
      needsFunds: true,
      read: readCreatedOrder,
    });
    return judgeCreation(reply);
  } catch (failure) {
    // The account's turn did not come: the client promises that nothing was sent.
    if (failure instanceof SupplierFailure) return { kind: 'unsent', proof: `nothing was sent: ${failure.message}` };
    throw failure;
  }
}

interface Called {
  readonly creation: Creation;
  readonly prepared: PreparedOrder;
}

/** Records what the answer proves, and says it in the words of the port. */
async function settle(
  tools: OrderTools,
  called: SupplierBooking,
  { creation, prepared }: Called,
  context: SupplierContext,
): Promise<BookOutcome> {
  const { reference } = called;
  switch (creation.kind) {
    case 'created':
      return settleOrder(tools, called, { ...creation, ordered: prepared.ordered }, context);
    case 'accepted': {
      const { orderId, requestId } = creation;
      if (orderId !== undefined) await tools.bookings.settle(called, { orderId, requestId });
      return { kind: 'pending', orderId: orderId ?? called.offerId };
    }
    case 'refused': {
      const { proof, reason, requestId, isOurs } = creation;
      if (isOurs) alarm(tools, context, { kind: 'account', reference, detail: proof });
      // What is recorded otherwise by now was seen by a look-up: it knows more than this answer.
      return (await tools.bookings.settle(called, { proof, reason, requestId }))
        ? { kind: 'refused', reason, proof }
        : { kind: 'unknown', detail: `something else is recorded than ${proof}` };
    }
    // Without a reason beside the proof the look-up answers `none`, and the same order is sent once more.
    case 'unsent':
      await tools.bookings.settle(called, { proof: creation.proof });
      return { kind: 'unknown', detail: creation.proof };
    case 'unknown':
      return creation;
    default:
      return creation satisfies never;
  }
}

/** Records an order that exists, and says what it means. Whatever is strange about it is an alarm. */
export async function settleOrder(
  tools: OrderTools,
  row: SupplierBooking,
  {
    order,
    ordered,
    requestId,
  }: { readonly order: DuffelOrder; readonly ordered: Ordered; readonly requestId?: string | undefined },
  context: SupplierContext,
): Promise<BookOutcome> {
  const { reference } = row;
  if (row.orderId === undefined) {
    const isRecorded = await tools.bookings.settle(row, { orderId: order.id, requestId });
    if (!isRecorded && (await tools.bookings.find(row))?.orderId !== order.id)
      alarm(tools, context, { kind: 'unrecorded', reference, detail: `${order.id} exists beside what is recorded` });
    if (row.proof !== undefined)
      alarm(tools, context, {
        kind: 'order_after_proof',
        reference,
        detail: `${order.id} exists in spite of ${row.proof}`,
      });
  }
  const { outcome, oddity } = outcomeOfOrder(order, ordered);
  if (oddity !== undefined && outcome.kind === 'unknown')
    alarm(tools, context, { kind: oddity, reference, detail: outcome.detail });
  const total = totalOfOrder(order);
  if (row.orderId === undefined && total !== undefined && total.value !== row.total.value)
    alarm(tools, context, {
      kind: 'other_total',
      reference,
      detail: `${order.id} costs ${order.total_amount} ${order.total_currency}`,
    });
  return outcome;
}
