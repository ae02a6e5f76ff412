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
import type { ExchangeOutcome, ExchangeRequest } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import type { Money } from '../../../travel/money.ts';
import { toAmountText } from '../amounts.ts';
import { UnreadableOffer } from '../mapping/wire-offers.ts';
import { flightsOf, readOrdered } from '../orders/map-orders.ts';
import { keyOf } from '../orders/order-tools.ts';
import { readAs, Slices } from '../orders/wire-orders.ts';
import { toFailure } from '../replies.ts';
import { readChangeKey } from './change-key.ts';
import { type Changed, readChangedOrder } from './changed-order.ts';
import { type Confirmation, judgeConfirmation } from './confirmation.ts';
import { type ExchangeTools, expiryOf, readOrderToChange, readChange } from './exchange-tools.ts';
import { joinSlices } from './map-changes.ts';
import { lookUpChange } from './look-up-change.ts';
import { compareChange } from './price-change.ts';
import { findOrderObstacle } from './refuse-change.ts';
import { OrderChange } from './wire-changes.ts';

type Refused = Extract<ExchangeOutcome, { readonly kind: 'refused' }>;
const refusedFor = (reason: string): Refused => ({ kind: 'refused', reason });
const NO_CALL = 'no confirmation was sent';
const GONE = 'The airline no longer offers this change.';

/**
 * Confirms a change of an order, once. Duffel has no idempotency key, so a row of ours under the change's reference is
 * committed before the call: where a call may have been made, the answer is `unknown` and the look-up decides. The
 * change is read before, and confirmed only at exactly what was quoted. A refusal is recorded, and final.
 */
export async function confirmChange(
  tools: ExchangeTools,
  request: ExchangeRequest,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const attempt = attemptOf(request, context);
  const before = await tools.bookings.find(attempt.key);
  if (before?.orderId !== undefined) return answerMade(tools, request, context);
  if (before?.reason !== undefined || before?.status === 'called') return answerRecorded(attempt, before);
  const wanted = { accountId: undefined, offerId: request.exchangeKey, total: request.total };
  const prepared = await prepare(tools, request, context);
  if (prepared.kind === 'refused') return recordRefusal(tools, attempt, prepared, wanted);
  const { account, changed } = prepared;
  const ids = { accountId: account.accountId, offerId: changed.changeId };
  if (await isOrderedElsewhere(tools, attempt.key, ids))
    return recordRefusal(tools, attempt, refusedFor('The change was confirmed before.'), wanted);
  return attemptOrder(
    tools,
    attempt,
    { ...ids, total: request.total, ordered: changed },
    {
      send: () => confirm(tools, prepared, context),
      settle: (called, confirmation) => settle(tools, called, { confirmation, prepared }, context),
    },
  );
}

function attemptOf({ changeReference }: ExchangeRequest, context: SupplierContext): OrderAttempt<Refused> {
  return {
    key: keyOf(changeReference, context),
    step: 'exchange',
    noCall: NO_CALL,
    calledBefore: 'a confirmation was sent before',
    refusalOf: refusedFor,
  };
}

/** A change that may be confirmed as it was quoted. */
interface PreparedChange {
  readonly kind: 'prepared';
  readonly account: SupplierAccount;
  readonly changed: Changed;
  readonly changeTotal: Money;
}

/** Reads order and change, and compares what they come to with what was quoted. Throws SupplierFailure. */
async function prepare(
  tools: ExchangeTools,
  { reference, exchangeKey, changeTotal }: ExchangeRequest,
  context: SupplierContext,
): Promise<PreparedChange | Refused> {
  const key = readChangeKey(exchangeKey);
  if (key?.kind !== 'change' || changeTotal === undefined) return refusedFor(GONE);
  const current = await readOrderToChange(tools, reference, context);
  if (current.kind === 'not_exchangeable') return refusedFor(current.reason);
  const { row, account, order } = current;
  const obstacle = findOrderObstacle(order);
  const ordered = readOrdered(row.ordered);
  if (obstacle !== undefined || ordered === undefined)
    return refusedFor(obstacle ?? 'What was ordered cannot be read any more.');
  const reply = await readChange(tools, account, key.id, context);
  if (reply.kind === 'refused' && reply.status === 404) return refusedFor(GONE);
  if (reply.kind !== 'done') throw toFailure(reply);
  const change = reply.value;
  const found = change.order_id === order.id ? compareChange(change, changeTotal, context.now) : undefined;
  if (found?.kind !== 'as_quoted')
    return refusedFor(found?.kind === 'price_changed' ? 'price_changed' : (found?.reason ?? GONE));
  const flights = flightsAfter(order, change);
  if (flights === undefined) return refusedFor('The flights of this change cannot be read.');
  const offerExpiresAt = (expiryOf(change) ?? context.now).toISOString();
  const { passengerIds } = ordered;
  const changed = {
    passengerIds,
    flights,
    offerExpiresAt,
    replaces: reference,
    orderId: order.id,
    changeId: change.id,
  };
  return { kind: 'prepared', account, changed, changeTotal };
}

function flightsAfter(order: Parameters<typeof joinSlices>[0], change: OrderChange): string[] | undefined {
  try {
    const slices = Slices.safeParse(joinSlices(order, change)).data;
    return slices && flightsOf(slices);
  } catch (failure) {
    if (failure instanceof UnreadableOffer) return undefined;
    throw failure;
  }
}

/** The call itself. It waits as long as the context does: airlines take up to two minutes. */
async function confirm(
  { client }: ExchangeTools,
  { account, changed, changeTotal }: PreparedChange,
  context: SupplierContext,
): Promise<Confirmation> {
  const { value, currency } = changeTotal;
  const payment = { type: 'balance', currency, amount: toAmountText(changeTotal) };
  return judgeConfirmation(
    await client.request(account, context, {
      method: 'POST',
      path: `/air/order_changes/${encodeURIComponent(changed.changeId)}/actions/confirm`,
      data: value > 0 ? { payment } : {},
      needsFunds: value > 0,
      read: readAs(OrderChange),
    }),
  );
}

/** Records what the answer proves, and says it in the words of the port. */
async function settle(
  tools: ExchangeTools,
  called: SupplierBooking,
  { confirmation, prepared }: { readonly confirmation: Confirmation; readonly prepared: PreparedChange },
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const { account, changed } = prepared;
  switch (confirmation.kind) {
    case 'made': {
      const { requestId } = confirmation;
      await tools.bookings.settle(called, { orderId: changed.orderId, requestId });
      return readChangedOrder(tools, { row: called, changed, account }, context);
    }
    case 'accepted':
      return { kind: 'pending', orderId: changed.orderId };
    case 'refused':
    case 'unsent':
    case 'unknown':
      return settleNotMade(tools, { refusalOf: refusedFor }, { called, answer: confirmation }, context);
    default:
      return confirmation satisfies never;
  }
}

/** What became of a change that was made under its reference before. */
async function answerMade(
  tools: ExchangeTools,
  request: ExchangeRequest,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const found = await lookUpChange(tools, request, context);
  return found.kind === 'none' ? { kind: 'unknown', detail: 'a change that was made is gone' } : found;
}
