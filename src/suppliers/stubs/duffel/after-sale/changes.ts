import * as z from 'zod';
import { readMinor } from '../../decimal-amounts.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { isFault } from '../faults.ts';
import { checkAmount, takeBalance } from '../orders/check-payment.ts';
import type { StoredOrder } from '../orders/order-shelf.ts';
import { priceOfServices } from '../orders/order-services.ts';
import { PaymentData } from '../orders/read-order-data.ts';
import { getOrder } from '../orders/get-order.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import type { ChangePrice, StoredChange } from './change-shelf.ts';
import { presentChange } from './present-change.ts';

/** Changes of orders: choosing an offer, reading its price, confirming. */
export const changeRoutes: readonly DuffelRoute[] = [
  { method: 'POST', path: '/air/order_changes', operation: 'change', body: 'required', handle: createChange },
  {
    method: 'GET',
    path: '/air/order_changes/:id',
    operation: 'change_read',
    handle: (call) => ({ status: 200, body: { data: presentChange(call, getChange(call)) } }),
  },
  {
    method: 'POST',
    path: '/air/order_changes/:id/actions/confirm',
    operation: 'change_confirm',
    body: 'optional',
    handle: confirmChange,
  },
];

const NewChange = z.object({ selected_order_change_offer: z.string() });
const Confirmation = z.object({ payment: PaymentData.optional() });
const isDrift = isFault('drift');

function createChange(call: DuffelCall): StubAnswer {
  const { selected_order_change_offer: id } = readData(NewChange, call.data);
  const offer = call.account.changes.offers.get(id);
  if (offer === undefined) throw refusal('not_found');
  const now = call.state.clock.now();
  const order = getOrder(call, offer.orderId);
  if (order.changes.length > 0) throw refusal('order_not_changeable');
  if (Date.parse(offer.expiresAt) <= now.getTime()) throw refusal('offer_expired');
  const drift = call.account.switches.take('change', isDrift);
  const by = drift === undefined ? 0 : (readMinor(drift.by, offer.currency) ?? 0);
  const change: StoredChange = {
    offer,
    price: addTo(knownPrice(offer.price, order), by),
    createdAt: now.toISOString(),
    confirmedAt: null,
  };
  call.account.changes.changes.set(offer.changeId, change);
  return { status: 201, body: { data: presentChange(call, change) } };
}

/** What was not known of an offer's price is known of the change: the order's total stays. */
function knownPrice({ changeTotal, penalty, newTotal }: ChangePrice, { total }: StoredOrder): ChangePrice {
  return { changeTotal: changeTotal ?? penalty ?? 0, penalty, newTotal: newTotal ?? total };
}

function addTo({ changeTotal, penalty, newTotal }: ChangePrice, by: number): ChangePrice {
  return { penalty, changeTotal: (changeTotal ?? 0) + by, newTotal: (newTotal ?? 0) + by };
}

function getChange({ account, params }: DuffelCall): StoredChange {
  const change = account.changes.changes.get(params['id'] ?? '');
  if (change === undefined) throw refusal('not_found');
  return change;
}

/** Changes the order in place: new ids for the new flights, and what was bought for the old ones is lost. */
function confirmChange(call: DuffelCall): StubAnswer {
  const change = getChange(call);
  const { payment } = readData(Confirmation, call.data ?? {});
  const { offer, price } = change;
  const now = call.state.clock.now();
  const order = getOrder(call, offer.orderId);
  if (change.confirmedAt !== null) throw refusal('order_change_already_actioned');
  if (order.cancelledAt !== null) throw refusal('already_cancelled');
  if (order.changes.length > 0 || order.blocked.change) throw refusal('order_not_changeable');
  if (Date.parse(offer.expiresAt) <= now.getTime()) throw refusal('offer_expired');
  const due = price.changeTotal ?? 0;
  if (due > 0 && payment === undefined)
    throw refusal('validation_required', `Field 'payment' can't be blank`, '/payment');
  if (due > 0 && payment !== undefined) checkAmount(payment, { minor: due, currency: offer.currency }, '/payment');
  takeBalance(call.account, payment ?? { type: 'balance', currency: offer.currency }, due);
  change.confirmedAt = now.toISOString();
  applyChange(order, change);
  emitEvent(call, { type: 'air.order.changed', object: { id: order.id }, idempotencyKey: order.id });
  return { status: 200, body: { data: presentChange(call, change) } };
}

function applyChange(order: StoredOrder, { offer, price, confirmedAt }: StoredChange): void {
  const removed = offer.remove.map(({ id }) => id);
  const lostSegments = offer.remove.flatMap(({ segments }) => segments.map(({ id }) => id));
  const lost = order.services.filter(({ segment_ids }) => segment_ids.some((id) => lostSegments.includes(id)));
  const index = order.slices.findIndex(({ id }) => removed.includes(id));
  const rest = order.slices.filter(({ id }) => !removed.includes(id));
  order.slices = rest.toSpliced(index === -1 ? rest.length : index, 0, ...offer.add);
  order.services = order.services.filter((service) => !lost.includes(service));
  order.total = price.newTotal ?? order.total;
  order.base = order.total - (order.tax ?? 0) - priceOfServices(order.services);
  order.changes = [...order.changes, { id: offer.changeId, confirmed_at: confirmedAt ?? '' }];
}
