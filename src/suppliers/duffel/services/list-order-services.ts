import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { AddableQuery, AddableServices } from '../../ports/added-services.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { toObjects } from '../mapping/read-json.ts';
import { readOrdered } from '../orders/map-orders.ts';
import { keyOf, type OrderTools } from '../orders/order-tools.ts';
import { readAs } from '../orders/wire-orders.ts';
import { type DuffelReply, toFailure } from '../replies.ts';
import { mapOrderBags, mapOrderSeats, type OrderService, toAddable } from './map-order-services.ts';
import { ServicedOrder } from './wire-services.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';
import { accountOf } from '../../common/order-attempt.ts';

/** An order to which services can be added, and what is sold for it now. */
export interface OrderWithServices {
  readonly kind: 'found';
  readonly row: SupplierBooking & { readonly orderId: string };
  readonly account: SupplierAccount;
  readonly order: ServicedOrder;
  readonly services: readonly OrderService[];
}
type NotSold = Extract<AddableServices, { kind: 'not_sold' }>;
const notSold = (reason: string): NotSold => ({ kind: 'not_sold', reason });

const UNKNOWN_HERE = 'The airline knows no order of this reference.';
const SERVER_ERROR = 500;

/**
 * Reads an order with the bags and seats that are sold for it, under the account it was made with for life. A list that
 * Duffel refuses for this order is empty. Throws SupplierFailure where an answer did not come.
 */
export async function readOrderServices(
  tools: OrderTools,
  { reference, wants }: AddableQuery,
  context: SupplierContext,
): Promise<OrderWithServices | NotSold> {
  const row = await tools.bookings.find(keyOf(reference, context));
  const ordered = row && readOrdered(row.ordered);
  if (row?.orderId === undefined || ordered === undefined) return notSold(UNKNOWN_HERE);
  const account = await accountOf(tools, row);
  if (account === undefined) return notSold('The seller has no account at Duffel any more.');
  const { orderId } = row;
  const id = encodeURIComponent(orderId);
  const [order, bags, maps] = await Promise.all([
    readServicedOrder(tools, account, orderId, context),
    wants.bags ? readList(tools, account, `/air/orders/${id}/available_services`, context) : undefined,
    wants.seats ? readList(tools, account, `/air/seat_maps?order_id=${id}`, context) : undefined,
  ]);
  if (order.kind === 'refused' && order.status === 404) return notSold(UNKNOWN_HERE);
  if (order.kind !== 'done') throw toFailure(order);
  if (order.value.cancelled_at != null) return notSold('The ticket was cancelled.');
  const travelerOf = new Map(Object.entries(ordered.passengerIds).map(([travelerId, id]) => [id, travelerId]));
  const mapped = { order: order.value, travelerOf };
  const services = [...mapOrderBags(listOf(bags), mapped), ...mapOrderSeats(listOf(maps), mapped)];
  return { kind: 'found', row: { ...row, orderId }, account, order: order.value, services };
}

/** Reads an order with the services it has. */
export function readServicedOrder(
  { client }: OrderTools,
  account: SupplierAccount,
  orderId: string,
  context: SupplierContext,
): Promise<DuffelReply<ServicedOrder>> {
  return client.request(account, context, {
    method: 'GET',
    path: `/air/orders/${encodeURIComponent(orderId)}`,
    read: readAs(ServicedOrder),
  });
}

function readList(
  { client }: OrderTools,
  account: SupplierAccount,
  path: string,
  context: SupplierContext,
): Promise<DuffelReply<readonly JsonObject[]>> {
  return client.request(account, context, { method: 'GET', path, read: toObjects });
}

/** A list of what is sold; empty where Duffel says in its own words that there is none. Throws SupplierFailure. */
function listOf(reply: DuffelReply<readonly JsonObject[]> | undefined): readonly JsonObject[] {
  if (reply === undefined) return [];
  if (reply.kind === 'done') return reply.value;
  if (reply.kind === 'refused' && reply.status < SERVER_ERROR && reply.codes.length > 0) return [];
  throw toFailure(reply);
}

/** What can be added to an order now. Changes nothing. Throws SupplierFailure. */
export async function listOrderServices(
  tools: OrderTools,
  query: AddableQuery,
  context: SupplierContext,
): Promise<AddableServices> {
  const current = await readOrderServices(tools, query, context);
  if (current.kind === 'not_sold') return current;
  return current.services.length === 0
    ? notSold('The airline sells nothing for this ticket after its sale through us. Ask the airline.')
    : { kind: 'addable', ...toAddable(current.services, current.order) };
}
