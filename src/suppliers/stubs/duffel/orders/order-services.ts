import * as z from 'zod';
import { readMinor, toAmount } from '../../decimal-amounts.ts';
import type { StubAnswer } from '../../send-answer.ts';
import type { Service } from '../objects.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import { servicesOf } from '../search/services.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { checkAmount, fromService, takeBalance } from './check-payment.ts';
import type { StoredOrder } from './order-shelf.ts';
import { presentOrder } from './present-order.ts';
import { PaymentData } from './read-order-data.ts';
import { getOrder } from './get-order.ts';

/** Bags that are bought after the order. */
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
    operation: 'order_services',
    body: 'required',
    handle: addServices,
  },
];

/** The bags of the offer, for the segments of the order. */
function bagsFor({ state, account }: DuffelCall, order: StoredOrder): readonly Service[] {
  if (!account.settings.order_services) throw refusal('unsupported_action');
  const offered = order.offer.offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  const booked = order.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  return servicesOf(order.offer, state.places, state.newId)
    .filter(({ type }) => type === 'baggage')
    .map((service) => ({
      ...service,
      segment_ids: service.segment_ids.flatMap((id) => booked[offered.indexOf(id)] ?? []),
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
  const added = add_services.map(({ id, quantity }, index) => {
    const bag = bags.find((one) => one.id === id);
    if (bag === undefined) throw refusal('ancillary_service_not_available', undefined, `/add_services/${index}/id`);
    if (quantity > bag.maximum_quantity)
      throw refusal('validation_inclusion', undefined, `/add_services/${index}/quantity`);
    return fromService(bag, quantity);
  });
  const due = added.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  checkAmount(payment, { minor: due, currency: order.currency }, '/payment');
  takeBalance(call.account, payment, due);
  order.total += due;
  order.services = [
    ...order.services,
    ...added.map((service) => ({
      id: call.state.newId('ser'),
      type: service.type,
      quantity: service.quantity,
      passenger_ids: service.passengerIds,
      segment_ids: service.segmentIds,
      total_amount: toAmount(service.price * service.quantity, service.currency),
      total_currency: service.currency,
      metadata: service.metadata,
    })),
  ];
  return { status: 200, body: { data: presentOrder(order, call) } };
}

/** What of an order's price its services are, in minor units. */
export function priceOfServices(services: StoredOrder['services']): number {
  return services.reduce(
    (sum, { total_amount, total_currency }) => sum + (readMinor(total_amount, total_currency) ?? 0),
    0,
  );
}
