import type { SupplierAccount } from '../../common/account.ts';
import {
  answerRecorded,
  attemptOrder,
  isOrderedElsewhere,
  type OrderAttempt,
  recordRefusal,
  settleNotMade,
} from '../../common/order-attempt.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { BookOutcome } from '../../ports/booking.ts';
import type { FlightBookRequest } from '../../ports/flights.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { type Ordered, type PreparedOrder, prepareOrder, totalOfOrder } from './map-orders.ts';
import { alarm, keyOf, type OrderTools } from './order-tools.ts';
import { type Creation, judgeCreation, outcomeOfOrder, reasonOf } from './order-outcome.ts';
import { toFailure } from '../replies.ts';
import { type DuffelOrder, OrderableOffer, readAs, readCreatedOrder, SeatServices } from './wire-orders.ts';

const NO_CALL = 'no order call was made';
type Refusal = Extract<BookOutcome, { kind: 'refused' }>;

/**
 * Orders an offer, once (`common/order-attempt.ts`). Reads it before (and its seat maps where seats are bought), and
 * orders only at exactly the total that was quoted.
 */
export async function bookOrder(
  tools: OrderTools,
  request: FlightBookRequest,
  context: SupplierContext,
): Promise<BookOutcome> {
  const attempt = attemptOf(request, context);
  const row = await tools.bookings.find(attempt.key);
  if (row?.reason !== undefined || row?.status === 'called' || row?.orderId !== undefined)
    return answerRecorded(attempt, row);
  const account = await tools.accounts.findForSale('duffel', context.organizationId);
  const wanted = { accountId: account?.accountId, offerId: request.fareKey, total: request.total };
  if (account === undefined)
    return recordRefusal(tools, attempt, refusalOf('The seller has no account at Duffel any more.'), wanted);
  const prepared = await prepare(tools, account, request, context);
  if (prepared.kind === 'refused') return recordRefusal(tools, attempt, prepared, wanted);
  const { accountId } = account;
  if (await isOrderedElsewhere(tools, attempt.key, { accountId, offerId: request.fareKey }))
    return recordRefusal(tools, attempt, refusalOf('unavailable: another booking has ordered the offer'), wanted);
  const { total, ordered } = prepared;
  return attemptOrder(
    tools,
    attempt,
    { accountId, offerId: request.fareKey, total, ordered },
    {
      send: () => create(tools, account, prepared, context),
      settle: (called, creation) => settle(tools, called, { creation, prepared }, context),
    },
  );
}

function refusalOf(reason: string, proof = NO_CALL): Refusal {
  return { kind: 'refused', reason, proof };
}

function attemptOf(
  { reference }: Pick<FlightBookRequest, 'reference'>,
  context: SupplierContext,
): OrderAttempt<Refusal> {
  const key = keyOf(reference, context);
  return { key, step: 'order', noCall: NO_CALL, calledBefore: 'an order call was made before', refusalOf };
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

/** The order call itself. It waits as long as the context does: airlines take up to two minutes. */
async function create(
  { client }: OrderTools,
  account: SupplierAccount,
  { data }: PreparedOrder,
  context: SupplierContext,
): Promise<Creation> {
  return judgeCreation(
    await client.request(account, context, {
      method: 'POST',
      path: '/air/orders',
      data,
      needsFunds: true,
      read: readCreatedOrder,
    }),
  );
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
  switch (creation.kind) {
    case 'created':
      return settleOrder(tools, called, { ...creation, ordered: prepared.ordered }, context);
    case 'accepted': {
      const { orderId, requestId } = creation;
      if (orderId !== undefined) await tools.bookings.settle(called, { orderId, requestId });
      return { kind: 'pending', orderId: orderId ?? called.offerId };
    }
    case 'refused':
    case 'unsent':
    case 'unknown':
      return settleNotMade(tools, { refusalOf }, { called, answer: creation }, context);
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
