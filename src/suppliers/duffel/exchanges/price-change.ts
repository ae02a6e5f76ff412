import type { Money } from '../../../travel/money.ts';
import type { FlightExchangeCheck, FlightExchangePrice } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { UnreadableOffer } from '../mapping/wire-offers.ts';
import { totalOfOrder } from '../orders/map-orders.ts';
import { keyOf } from '../orders/order-tools.ts';
import { readAs } from '../orders/wire-orders.ts';
import { type DuffelReply, toFailure } from '../replies.ts';
import { readChangeKey } from './change-key.ts';
import { readChangePrice, readChangeTotal, type Unpriced } from './change-price.ts';
import { type ExchangeTools, expiryOf, type OrderToChange, readChange, readOrderToChange } from './exchange-tools.ts';
import { toExchangeOffer } from './map-changes.ts';
import { findOrderObstacle, readRefusal } from './refuse-change.ts';
import { OrderChange } from './wire-changes.ts';
import { accountOf } from '../../common/order-attempt.ts';

/** Names one way to change a booking. */
interface ChangeNames {
  readonly reference: string;
  readonly exchangeKey: string;
}

const GONE = 'The airline no longer offers this change.';
const EXPIRED_CODES: readonly string[] = ['offer_expired', 'offer_no_longer_available', 'not_found'];
const UNPRICED: Readonly<Record<Unpriced, string>> = {
  unstated: 'The airline does not say what this change costs. Ask it before you change.',
  credit: 'This change would bring back a credit of the airline instead of money. Ask the airline.',
};
type Gone = Extract<FlightExchangePrice, { readonly kind: 'gone' }>;
const gone = (reason: string): Gone => ({ kind: 'gone', reason });

/**
 * One change as it costs now. An offer is made a change at Duffel, which states the price that counts and lapses by
 * itself; a change is read again. Throws SupplierFailure.
 */
export async function priceChange(
  tools: ExchangeTools,
  { reference, exchangeKey }: ChangeNames,
  context: SupplierContext,
): Promise<FlightExchangePrice> {
  const current = await readOrderToChange(tools, reference, context);
  if (current.kind === 'not_exchangeable') return gone(current.reason);
  const obstacle = findOrderObstacle(current.order);
  if (obstacle !== undefined) return gone(obstacle);
  const reply = await chooseChange(tools, current, exchangeKey, context);
  if (reply === undefined) return gone(GONE);
  if (reply.kind === 'refused') {
    const reason = readRefusal(reply, current.order) ?? (isExpired(reply.codes) ? GONE : undefined);
    if (reason !== undefined) return gone(reason);
  }
  if (reply.kind !== 'done') throw toFailure(reply);
  return toPriced(tools, current, reply.value, context);
}

async function chooseChange(
  tools: ExchangeTools,
  { account }: OrderToChange,
  exchangeKey: string,
  context: SupplierContext,
): Promise<DuffelReply<OrderChange> | undefined> {
  const key = readChangeKey(exchangeKey);
  if (key === undefined) return undefined;
  if (key.kind === 'change') return readChange(tools, account, key.id, context);
  return tools.client.request(account, context, {
    method: 'POST',
    path: '/air/order_changes',
    data: { selected_order_change_offer: key.id },
    read: readAs(OrderChange),
  });
}

function toPriced(
  tools: ExchangeTools,
  { order }: OrderToChange,
  change: OrderChange,
  context: SupplierContext,
): FlightExchangePrice {
  const expiresAt = expiryOf(change);
  if (change.order_id !== order.id || change.confirmed_at != null) return gone(GONE);
  if (expiresAt !== undefined && expiresAt <= context.now) return gone(GONE);
  const total = totalOfOrder(order);
  const price = total === undefined ? 'unstated' : readChangePrice(change, total);
  if (typeof price === 'string') return gone(UNPRICED[price]);
  try {
    return {
      kind: 'priced',
      offer: toExchangeOffer(order, { change, price, kind: 'change' }, tools.mapping),
      expiresAt,
    };
  } catch (failure) {
    if (!(failure instanceof UnreadableOffer)) throw failure;
    tools.countUnreadable(failure.part, 1);
    return gone('The flights of this change cannot be read.');
  }
}

function isExpired(codes: readonly string[]): boolean {
  return codes.some((code) => EXPIRED_CODES.includes(code));
}

/** Whether a change that was priced still costs that: one read, which changes nothing. Throws SupplierFailure. */
export async function checkChange(
  tools: ExchangeTools,
  { reference, exchangeKey, changeTotal }: ChangeNames & { readonly changeTotal: Money },
  context: SupplierContext,
): Promise<FlightExchangeCheck> {
  const row = await tools.bookings.find(keyOf(reference, context));
  const account = row && (await accountOf(tools, row));
  const key = readChangeKey(exchangeKey);
  if (account === undefined || key?.kind !== 'change') return gone(GONE);
  const reply = await readChange(tools, account, key.id, context);
  if (reply.kind === 'refused' && isExpired(reply.codes)) return gone(GONE);
  if (reply.kind !== 'done') throw toFailure(reply);
  return compareChange(reply.value, changeTotal, context.now);
}

/** What became of a priced change by now. */
export function compareChange(change: OrderChange, quoted: Money, now: Date): FlightExchangeCheck {
  const expiresAt = expiryOf(change);
  if (change.confirmed_at != null || (expiresAt !== undefined && expiresAt <= now)) return gone(GONE);
  const changeTotal = readChangeTotal(change, quoted.currency);
  if (typeof changeTotal === 'string') return gone(UNPRICED[changeTotal]);
  return changeTotal.value === quoted.value ? { kind: 'as_quoted' } : { kind: 'price_changed', changeTotal };
}
