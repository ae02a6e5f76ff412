import { sumMoney, timesMoney } from '../../../travel/money.ts';
import {
  answerRecorded,
  attemptOrder,
  type OrderAttempt,
  recordRefusal,
  settleNotMade,
} from '../../common/order-attempt.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { AddServicesOutcome, AddServicesRequest } from '../../ports/added-services.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { toAmountText } from '../amounts.ts';
import { keyOf, type OrderTools } from '../orders/order-tools.ts';
import { readAs } from '../orders/wire-orders.ts';
import { additionName } from './addition-name.ts';
import { type AdditionReply, judgeAddition } from './judge-addition.ts';
import { type OrderWithServices, readOrderServices } from './list-order-services.ts';
import { lookUpAddition, outcomeOfAddition } from './look-up-addition.ts';
import { findService } from './map-order-services.ts';
import { type Addition, ServicedOrder } from './wire-services.ts';

type Refused = Extract<AddServicesOutcome, { readonly kind: 'refused' }>;
const refusedFor = (reason: string): Refused => ({ kind: 'refused', reason });
const NO_CALL = 'no services were ordered';

/**
 * Adds services to an order, once. Duffel has no idempotency key, so a row of ours under the change's reference, with
 * what the order had before, is committed before the call: where a call may have been made, the answer is `unknown` and
 * the look-up decides. Order and services are read before, and bought only at exactly what was agreed. A refusal is
 * recorded, and final.
 */
export async function addOrderServices(
  tools: OrderTools,
  request: AddServicesRequest,
  context: SupplierContext,
): Promise<AddServicesOutcome> {
  const attempt = attemptOf(request, context);
  const before = await tools.bookings.find(attempt.key);
  if (before?.orderId !== undefined) return answerMade(tools, request, context);
  if (before?.reason !== undefined || before?.status === 'called') return answerRecorded(attempt, before);
  const prepared = await prepare(tools, request, context);
  const { total } = request;
  if (prepared.kind === 'refused')
    return recordRefusal(tools, attempt, prepared, {
      accountId: undefined,
      offerId: `services:${request.reference}`,
      total,
    });
  const { current, addition } = prepared;
  return attemptOrder(
    tools,
    attempt,
    { accountId: current.account.accountId, offerId: additionName(addition), total, ordered: addition },
    {
      send: () => order(tools, request, prepared, context),
      settle: (called, reply) => settle(tools, called, { reply, prepared }, context),
    },
  );
}

function attemptOf({ changeReference }: AddServicesRequest, context: SupplierContext): OrderAttempt<Refused> {
  return {
    key: keyOf(changeReference, context),
    step: 'services',
    noCall: NO_CALL,
    calledBefore: 'services were ordered before',
    refusalOf: refusedFor,
  };
}

/** Services that may be ordered as they were agreed to. */
interface PreparedAddition {
  readonly kind: 'prepared';
  readonly current: OrderWithServices;
  readonly addition: Addition;
  readonly data: object;
}

/** Reads order and services, and compares what they cost with what was agreed. Throws SupplierFailure. */
async function prepare(
  tools: OrderTools,
  { reference, services, travelers, total }: AddServicesRequest,
  context: SupplierContext,
): Promise<PreparedAddition | Refused> {
  const wants = {
    bags: services.some(({ kind }) => kind === 'bag'),
    seats: services.some(({ kind }) => kind === 'seat'),
  };
  const current = await readOrderServices(tools, { reference, travelers, wants }, context);
  if (current.kind === 'not_sold') return refusedFor(current.reason);
  const lines = services.map((wanted) => ({
    service: findService(current.services, wanted),
    quantity: wanted.kind === 'bag' ? wanted.quantity : 1,
  }));
  const found = lines.flatMap(({ service, quantity }) => (service ? [{ service, quantity }] : []));
  if (found.length < lines.length) return refusedFor('unavailable: a bag or a seat is taken, or sold no longer');
  const { order: currentOrder } = current;
  const cost = sumMoney(
    found.map(({ service, quantity }) => timesMoney(service.price, quantity)),
    currentOrder.total_currency,
  );
  if (cost.value !== total.value || cost.currency !== total.currency) return refusedFor('price_changed');
  return {
    kind: 'prepared',
    current,
    addition: {
      orderId: currentOrder.id,
      before: (currentOrder.services ?? []).map(({ id }) => id),
      totalBefore: currentOrder.total_amount,
      wanted: found.map(({ service, quantity }) => ({ ...service.inOrder, quantity })),
    },
    data: {
      payment: { type: 'balance', currency: cost.currency, amount: toAmountText(cost) },
      add_services: found.map(({ service: { id }, quantity }) => ({ id, quantity })),
    },
  };
}

/** The call itself. It waits as long as the context does: airlines take up to two minutes. */
async function order(
  { client }: OrderTools,
  { total }: AddServicesRequest,
  { current: { account, row }, data }: PreparedAddition,
  context: SupplierContext,
): Promise<AdditionReply> {
  return judgeAddition(
    await client.request(account, context, {
      method: 'POST',
      path: `/air/orders/${encodeURIComponent(row.orderId)}/services`,
      data,
      needsFunds: total.value > 0,
      read: readAs(ServicedOrder),
    }),
  );
}

interface Called {
  readonly reply: AdditionReply;
  readonly prepared: PreparedAddition;
}

/** Records what the answer proves, and says it in the words of the port. */
async function settle(
  tools: OrderTools,
  called: SupplierBooking,
  { reply, prepared }: Called,
  context: SupplierContext,
): Promise<AddServicesOutcome> {
  const { current, addition } = prepared;
  switch (reply.kind) {
    case 'made': {
      const { requestId } = reply;
      await tools.bookings.settle(called, { orderId: additionName(addition), requestId });
      return outcomeOfAddition(current.row, reply.order);
    }
    case 'accepted':
      return { kind: 'pending', orderId: addition.orderId };
    case 'refused':
    case 'unsent':
    case 'unknown':
      return settleNotMade(tools, { refusalOf: refusedFor }, { called, answer: reply }, context);
    default:
      return reply satisfies never;
  }
}

/** What became of services that were added under this reference before. */
async function answerMade(
  tools: OrderTools,
  request: AddServicesRequest,
  context: SupplierContext,
): Promise<AddServicesOutcome> {
  const found = await lookUpAddition(tools, request, context);
  return found.kind === 'none' ? { kind: 'unknown', detail: 'services that were added are gone' } : found;
}
