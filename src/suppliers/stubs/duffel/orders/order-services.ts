import * as z from 'zod';
import { readMinor, toAmount } from '../../decimal-amounts.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { isFault } from '../faults.ts';
import type { Service } from '../objects.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import { servicesOf } from '../search/services.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import { checkAmount, fromSeat, fromService, takeBalance, type WantedService } from './check-payment.ts';
import type { StoredOrder } from './order-shelf.ts';
import { presentOrder } from './present-order.ts';
import { PaymentData } from './read-order-data.ts';
import { getOrder } from './get-order.ts';
import { freeSeatsOf } from './order-seats.ts';

/** Bags and seats that are bought after the order. */
export const orderServiceRoutes: readonly DuffelRoute[] = [
  {
    method: 'GET',
    path: '/air/orders/:id/available_services',
    operation: 'order_services',
    handle: (call) => ({ status: 200, body: { data: bagsFor(call, getOrder(call, call.params['id'])) } }),
  },
  {
    method: 'POST',
    path: '/air/orders/:id/services',
    operation: 'services_add',
    body: 'required',
    handle: addServices,
  },
];
const isAcceptedFault = isFault('accepted');

/** The bags of the offer, for the segments of the order. */
function bagsFor({ state, account }: DuffelCall, order: StoredOrder): readonly Service[] {
  if (!account.settings.order_services) throw refusal('unsupported_action');
  const offered = order.offer.offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  const booked = order.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  const drift = readMinor(account.settings.order_services_drift, order.currency) ?? 0;
  return servicesOf(order.offer, state.places, state.newId)
    .filter(({ type }) => type === 'baggage')
    .map((service) => ({
      ...service,
      segment_ids: service.segment_ids.flatMap((id) => booked[offered.indexOf(id)] ?? []),
      total_amount: toAmount((readMinor(service.total_amount, order.currency) ?? 0) + drift, order.currency),
    }));
}

const NewServices = z.object({
  payment: PaymentData,
  add_services: z.array(z.object({ id: z.string(), quantity: z.int().min(1) })).min(1),
});

function addServices(call: DuffelCall): StubAnswer {
  const order = getOrder(call, call.params['id']);
  const bags = bagsFor(call, order);
  const { payment, add_services } = readData(NewServices, call.data);
  if (order.cancelledAt !== null) throw refusal('already_cancelled');
  if (order.paidAt === null) throw refusal('pay_later_order_no_payment_for_ancillaries');
  const seats = call.account.settings.seat_maps_by_order ? freeSeatsOf(call, order) : [];
  const added = add_services.map(({ id, quantity }, index) => {
    const bag = bags.find((one) => one.id === id);
    const seat = seats.find((one) => one.id === id);
    const most = seat === undefined ? bag?.maximum_quantity : 1;
    if (most === undefined) throw refusal('ancillary_service_not_available', undefined, `/add_services/${index}/id`);
    if (quantity > most) throw refusal('validation_inclusion', undefined, `/add_services/${index}/quantity`);
    return seat === undefined ? bag && fromService(bag, quantity) : fromSeat(seat);
  });
  const services = added.filter((service) => service !== undefined);
  const due = services.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  checkAmount(payment, { minor: due, currency: order.currency }, '/payment');
  takeBalance(call.account, payment, due);
  const fault = call.account.switches.take('services_add', isAcceptedFault);
  if (fault === undefined) {
    carryOut(call, order, services);
    return { status: 200, body: { data: presentOrder(order, call) } };
  }
  const answer = { status: 202, body: { data: presentOrder(order, call) } };
  if (fault.outcome === 'created')
    call.state.clock.at(new Date(call.state.clock.now().getTime() + fault.seconds * 1_000), () => {
      carryOut(call, order, services);
      emitEvent(call, { type: 'order.updated', object: { id: order.id }, idempotencyKey: order.id });
    });
  return answer;
}

/** The order has them from now on, and costs more by them. */
function carryOut({ state }: DuffelCall, order: StoredOrder, services: readonly WantedService[]): void {
  order.total += services.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  order.services = [
    ...order.services,
    ...services.map((service) => ({
      id: state.newId('ser'),
      type: service.type,
      quantity: service.quantity,
      passenger_ids: service.passengerIds,
      segment_ids: service.segmentIds,
      total_amount: toAmount(service.price * service.quantity, service.currency),
      total_currency: service.currency,
      metadata: service.metadata,
    })),
  ];
}

/** What of an order's price its services are, in minor units. */
export function priceOfServices(services: StoredOrder['services']): number {
  return services.reduce(
    (sum, { total_amount, total_currency }) => sum + (readMinor(total_amount, total_currency) ?? 0),
    0,
  );
}
