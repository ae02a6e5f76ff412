import * as z from 'zod';
import type { StubAnswer } from '../../send-answer.ts';
import { answerPage } from '../paging.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import { checkAmount, takeBalance } from './check-payment.ts';
import type { Payment, StoredOrder } from './order-shelf.ts';
import { isAwaitingPayment } from './present-order.ts';
import { PaymentData } from './read-order-data.ts';
import { getOrder } from './get-order.ts';

/** Payments of orders that were held. */
export const paymentRoutes: readonly DuffelRoute[] = [
  { method: 'POST', path: '/air/payments', operation: 'payment', body: 'required', handle: payOrder },
  {
    method: 'GET',
    path: '/air/payments',
    operation: 'payments',
    handle: (call) => {
      const orderId = call.query.get('order_id');
      if (orderId === null) throw refusal('validation_required', `Field 'order_id' can't be blank`, '/order_id');
      return answerPage(getOrder(call, orderId).payments, call.query, ({ id }) => id);
    },
  },
  {
    method: 'GET',
    path: '/air/payments/:id',
    operation: 'payments',
    handle: ({ account, params }) => {
      const payment = account.orders
        .list()
        .flatMap(({ payments }) => payments)
        .find(({ id }) => id === params['id']);
      if (payment === undefined) throw refusal('not_found');
      return { status: 200, body: { data: payment } };
    },
  },
];

const NewPayment = z.object({ order_id: z.string(), payment: PaymentData });
const pendingSeconds = 30;

function payOrder(call: DuffelCall): StubAnswer {
  const { order_id, payment } = readData(NewPayment, call.data);
  const order = getOrder(call, order_id);
  refuseUnpayable(order, call.state.clock.now());
  checkAmount(payment, { minor: order.total, currency: order.currency }, '/payment');
  takeBalance(call.account, payment, order.total);
  const { magic } = order.offer.search;
  const isPending = magic === 'order_200' || magic === 'order_202_created';
  const made: Payment = {
    id: call.state.newId('pay'),
    order_id,
    type: payment.type,
    amount: payment.amount,
    currency: payment.currency,
    status: isPending ? 'pending' : 'succeeded',
    created_at: call.state.clock.now().toISOString(),
    live_mode: call.account.isLive,
  };
  order.payments = [...order.payments, made];
  const event = (status: 'pending' | 'succeeded') =>
    emitEvent(call, { type: `air.payment.${status}`, object: { payment_id: made.id }, idempotencyKey: made.id });
  const settle = (): void => {
    order.paidAt = call.state.clock.now().toISOString();
    order.payments = order.payments.map((one) => (one.id === made.id ? { ...one, status: 'succeeded' } : one));
    event('succeeded');
  };
  if (!isPending) {
    settle();
    return { status: 201, body: { data: made } };
  }
  event('pending');
  call.state.clock.at(new Date(call.state.clock.now().getTime() + pendingSeconds * 1_000), settle);
  return { status: magic === 'order_200' ? 200 : 202, body: { data: made } };
}

function refuseUnpayable(order: StoredOrder, now: Date): void {
  if (order.cancelledAt !== null) throw refusal('already_cancelled');
  if (order.type !== 'hold') throw refusal('order_type_not_eligible_for_payment');
  if (order.paidAt !== null || order.payments.length > 0) throw refusal('already_paid');
  if (!isAwaitingPayment(order, now)) throw refusal('past_payment_required_by_date');
  const guaranteed = order.priceGuaranteeExpiresAt;
  if (guaranteed !== null && Date.parse(guaranteed) <= now.getTime()) throw refusal('price_changed');
  if (order.airlineChanges.some(({ action_taken }) => action_taken === null)) throw refusal('schedule_changed');
}
