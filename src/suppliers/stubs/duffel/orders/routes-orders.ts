import * as z from 'zod';
import type { StubAnswer } from '../../send-answer.ts';
import { addRouteAirlineChange } from '../after-sale/airline-changes.ts';
import { answerPage } from '../paging.ts';
import { readData } from '../read-data.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import { createOrder } from './create-order.ts';
import { getOrder } from './get-order.ts';
import type { StoredOrder } from './order-shelf.ts';
import { isAwaitingPayment, presentOrder } from './present-order.ts';
import { Metadata } from './read-order-data.ts';

/** Orders: creation, reading, lists, their metadata. */
export const orderRoutes: readonly DuffelRoute[] = [
  { method: 'POST', path: '/air/orders', operation: 'order', body: 'required', handle: createOrder },
  { method: 'GET', path: '/air/orders', operation: 'orders', handle: listOrders },
  { method: 'GET', path: '/air/orders/:id', operation: 'order_read', handle: readOrder },
  { method: 'PATCH', path: '/air/orders/:id', operation: 'order_update', body: 'required', handle: updateOrder },
];

function readOrder(call: DuffelCall): StubAnswer {
  const order = getOrder(call, call.params['id']);
  if (order.offer.search.magic === 'airline_changes') addRouteAirlineChange(call, order);
  return { status: 200, body: { data: presentOrder(order, call) } };
}

const OrderChange = z.object({ metadata: Metadata.nullish(), users: z.array(z.string()).optional() });

/** Metadata is replaced, not merged. */
function updateOrder(call: DuffelCall): StubAnswer {
  const order = getOrder(call, call.params['id']);
  const { metadata, users } = readData(OrderChange, call.data);
  if (metadata !== undefined) order.metadata = metadata;
  if (users !== undefined) order.users = users;
  emitEvent(call, { type: 'order.updated', object: { id: order.id }, idempotencyKey: order.id });
  return { status: 200, body: { data: presentOrder(order, call) } };
}

type Filter = (order: StoredOrder, value: string, call: DuffelCall) => boolean;

const FILTERS: Readonly<Record<string, Filter>> = {
  booking_reference: ({ bookingReference }, value) => bookingReference === value,
  awaiting_payment: (order, value, { state }) => String(isAwaitingPayment(order, state.clock.now())) === value,
  'passenger_name[]': ({ passengers }, value) =>
    passengers.some(({ given_name, family_name }) =>
      `${given_name} ${family_name}`.toLowerCase().includes(value.toLowerCase()),
    ),
  user_id: ({ users }, value) => users.includes(value),
  offer_id: ({ offer }, value) => offer.offer.id === value,
};
/** Filters that only newer pages of Duffel's documents name. */
const NEWER_FILTERS: Readonly<Record<string, Filter>> = {
  'owner_id[]': ({ owner }, value) => owner.id === value,
  owner_id: ({ owner }, value) => owner.id === value,
  'created_at[after]': ({ createdAt }, value) => createdAt.toISOString() > value,
  'created_at[before]': ({ createdAt }, value) => createdAt.toISOString() < value,
  requires_action: ({ airlineChanges }, value) =>
    String(airlineChanges.some(({ action_taken }) => action_taken === null)) === value,
};

/** Orders whose time to be listed has come. What is no filter is ignored: metadata cannot be searched. */
function listOrders(call: DuffelCall): StubAnswer {
  const { account, state, query } = call;
  const now = state.clock.now();
  const filters = account.settings.newer_order_filters ? { ...FILTERS, ...NEWER_FILTERS } : FILTERS;
  const orders = account.orders
    .list()
    .filter(({ listedFrom }) => listedFrom <= now)
    .filter((order) => [...query].every(([name, value]) => filters[name]?.(order, value, call) ?? true));
  return answerPage(
    orders,
    query,
    ({ id }) => id,
    (order) => presentOrder(order, call),
  );
}
