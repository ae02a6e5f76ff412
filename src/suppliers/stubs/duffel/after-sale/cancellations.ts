import * as z from 'zod';
import { readMinor, toAmount } from '../../decimal-amounts.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { type FaultOf, isFault } from '../faults.ts';
import type { AirlineCredit, Cancellation, StoredOrder } from '../orders/order-shelf.ts';
import { takeBalance } from '../orders/check-payment.ts';
import { availableActions } from '../orders/present-order.ts';
import { getOrder } from '../orders/get-order.ts';
import { answerPage } from '../paging.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { emitEvent } from '../webhooks/emit-event.ts';

/** Cancelling in two steps: a quote, and its confirmation. */
export const cancellationRoutes: readonly DuffelRoute[] = [
  {
    method: 'POST',
    path: '/air/order_cancellations',
    operation: 'cancellation',
    body: 'required',
    handle: quoteCancellation,
  },
  {
    method: 'GET',
    path: '/air/order_cancellations',
    operation: 'cancellation_read',
    handle: (call) => {
      const orderId = call.query.get('order_id');
      const orders = orderId === null ? call.account.orders.list() : [getOrder(call, orderId)];
      return answerPage(
        orders.flatMap(({ cancellations }) => cancellations),
        call.query,
        ({ id }) => id,
      );
    },
  },
  {
    method: 'GET',
    path: '/air/order_cancellations/:id',
    operation: 'cancellation_read',
    handle: (call) => ({ status: 200, body: { data: getCancellation(call).cancellation } }),
  },
  {
    method: 'POST',
    path: '/air/order_cancellations/:id/actions/confirm',
    operation: 'cancellation_confirm',
    body: 'optional',
    handle: confirmCancellation,
  },
  {
    method: 'GET',
    path: '/air/airline_credits/:id',
    operation: 'airline_credit',
    handle: (call) => ({ status: 200, body: { data: presentCredit(call) } }),
  },
];

/** A credit that was issued, as its own page shows it: the one place that says until when it is valid. */
function presentCredit({ account, params }: DuffelCall): object {
  for (const order of account.orders.list()) {
    const confirmed = order.cancellations.find(({ confirmed_at: confirmedAt }) => confirmedAt !== null);
    const credit = confirmed?.airline_credits.find(({ id }) => id === params['id']);
    if (confirmed?.confirmed_at == null || credit === undefined) continue;
    const passenger = order.passengers.find(({ id }) => id === credit.passenger_id);
    const days = account.settings.credit_days;
    const issuedAt = Date.parse(confirmed.confirmed_at);
    return {
      id: credit.id,
      live_mode: account.isLive,
      airline_iata_code: order.offer.offer.owner.iata_code,
      order_id: order.id,
      passenger_id: credit.passenger_id,
      given_name: passenger?.given_name ?? null,
      family_name: passenger?.family_name ?? null,
      code: credit.credit_code,
      credit_code: credit.credit_code,
      credit_name: credit.credit_name,
      amount: credit.credit_amount,
      amount_currency: credit.credit_currency,
      credit_amount: credit.credit_amount,
      credit_currency: credit.credit_currency,
      issued_on: credit.issued_on,
      created_at: confirmed.confirmed_at,
      expires_at: days === null ? null : new Date(issuedAt + days * 86_400_000).toISOString(),
      spent_at: null,
      invalidated_at: null,
    };
  }
  throw refusal('not_found');
}

const NewCancellation = z.object({ order_id: z.string() });
const isQuoteFault = isFault('quote');
const isAcceptedFault = isFault('accepted');

function quoteCancellation(call: DuffelCall): StubAnswer {
  const order = getOrder(call, readData(NewCancellation, call.data).order_id);
  const now = call.state.clock.now();
  if (order.cancelledAt !== null) throw refusal('already_cancelled');
  if (!availableActions(order, now).includes('cancel')) throw refusal('order_not_cancellable');
  const fault = call.account.switches.take('cancellation', isQuoteFault);
  const quote = quoteRefund(call, order, fault);
  const minutes = fault?.minutes ?? call.account.settings.cancellation_minutes;
  const cancellation: Cancellation = {
    id: call.state.newId('ore'),
    order_id: order.id,
    live_mode: call.account.isLive,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
    confirmed_at: null,
    ...quote,
    airline_credits: quote.refund_to === 'airline_credits' ? makeCredits(call, order, quote.refund_amount) : [],
  };
  order.cancellations = [...order.cancellations, cancellation];
  emitEvent(call, {
    type: 'order_cancellation.created',
    object: { id: cancellation.id, order_id: order.id },
    idempotencyKey: cancellation.id,
  });
  return { status: 201, body: { data: cancellation } };
}

type Quote = Pick<Cancellation, 'refund_amount' | 'refund_currency' | 'refund_to'>;

function quoteRefund(call: DuffelCall, order: StoredOrder, fault: FaultOf<'quote'> | undefined): Quote {
  const currency = fault?.refund_currency ?? order.currency;
  const refund_to =
    fault?.refund_to ??
    (order.paidAt === null
      ? 'awaiting_payment'
      : order.offer.search.magic === 'airline_credits'
        ? 'airline_credits'
        : 'balance');
  const refund = refundMinor(call, order);
  const share = fault?.refund_share;
  const amount =
    fault?.refund_amount !== undefined
      ? fault.refund_amount
      : share !== undefined
        ? toAmount(Math.round(order.total * share), currency)
        : refund === null
          ? null
          : toAmount(refund, currency);
  return { refund_amount: amount, refund_currency: amount === null ? null : currency, refund_to };
}

/** What comes back, in minor units; null where the conditions do not say. */
function refundMinor({ state, account }: DuffelCall, order: StoredOrder): number | null {
  if (order.paidAt === null) return 0;
  if (account.settings.refunds === 'whole') return order.total;
  const condition = order.conditions.refund_before_departure;
  if (condition === null) return null;
  if (!condition.allowed) return 0;
  const { penalty_amount: penalty, penalty_currency: currency } = condition;
  if (penalty === null || currency === null) return null;
  const factor = state.places.rates.rate(currency, order.currency);
  const penaltyMinor = readMinor(
    toAmount(Math.round((readMinor(penalty, currency) ?? 0) * factor), order.currency),
    order.currency,
  );
  return Math.max(0, order.total - (penaltyMinor ?? 0));
}

/** Credit of the airline, in equal shares; the first carries what does not divide. */
function makeCredits({ state }: DuffelCall, order: StoredOrder, amount: string | null): readonly AirlineCredit[] {
  const total = amount === null ? order.total : (readMinor(amount, order.currency) ?? 0);
  const share = Math.floor(total / order.passengers.length);
  return order.passengers.map(({ id }, index) => ({
    id: state.newId('acd'),
    credit_name: 'Duffel Travel Credit',
    credit_code: null,
    credit_amount: toAmount(index === 0 ? total - share * (order.passengers.length - 1) : share, order.currency),
    credit_currency: order.currency,
    issued_on: null,
    passenger_id: id,
  }));
}

function getCancellation({ account, params }: DuffelCall): {
  readonly order: StoredOrder;
  readonly cancellation: Cancellation;
} {
  for (const order of account.orders.list()) {
    const cancellation = order.cancellations.find(({ id }) => id === params['id']);
    if (cancellation !== undefined) return { order, cancellation };
  }
  throw refusal('not_found');
}

/** Only the newest quote of an order that has not run out can be confirmed. */
function confirmCancellation(call: DuffelCall): StubAnswer {
  const { order, cancellation } = getCancellation(call);
  const now = call.state.clock.now();
  if (order.cancelledAt !== null) throw refusal('already_cancelled');
  const isNewest = order.cancellations.at(-1)?.id === cancellation.id;
  if (!isNewest || Date.parse(cancellation.expires_at) <= now.getTime()) throw refusal('order_cancellation_stale');
  if (order.blocked.cancel) throw refusal('order_not_cancellable');
  const fault = call.account.switches.take('cancellation_confirm', isAcceptedFault);
  if (fault === undefined) return { status: 200, body: { data: cancelOrder(call, order, cancellation) } };
  const at = new Date(now.getTime() + fault.seconds * 1_000);
  if (fault.outcome === 'created')
    call.state.clock.at(at, () => {
      if (order.cancelledAt === null) cancelOrder(call, order, cancellation);
    });
  return { status: 202, body: { data: cancellation } };
}

/** Carries a confirmation out: order, credits, balance, open changes of the airline, event. */
function cancelOrder(call: DuffelCall, order: StoredOrder, cancellation: Cancellation): Cancellation {
  const instant = call.state.clock.now().toISOString();
  const confirmed: Cancellation = {
    ...cancellation,
    confirmed_at: instant,
    airline_credits: cancellation.airline_credits.map((credit) => ({ ...credit, issued_on: instant.slice(0, 10) })),
  };
  const minutes = call.account.settings.credit_code_minutes;
  if (minutes === 0) return finishCancelled(call, order, issueCodes(confirmed));
  call.state.clock.at(new Date(call.state.clock.now().getTime() + minutes * 60_000), () => {
    replaceCancellation(order, issueCodes(confirmed));
  });
  return finishCancelled(call, order, confirmed);
}

function issueCodes(cancellation: Cancellation): Cancellation {
  const coded = cancellation.airline_credits.map((credit) => ({
    ...credit,
    credit_code: credit.id.slice(-8).toUpperCase(),
  }));
  return { ...cancellation, airline_credits: coded };
}

function replaceCancellation(order: StoredOrder, cancellation: Cancellation): void {
  order.cancellations = order.cancellations.map((one) => (one.id === cancellation.id ? cancellation : one));
}

function finishCancelled(call: DuffelCall, order: StoredOrder, confirmed: Cancellation): Cancellation {
  const instant = call.state.clock.now().toISOString();
  replaceCancellation(order, confirmed);
  order.cancelledAt = instant;
  const { refund_amount: amount, refund_currency: currency, refund_to } = confirmed;
  if (refund_to === 'balance' && amount !== null && currency === call.account.settings.currency)
    takeBalance(call.account, { type: 'balance', currency }, -(readMinor(amount, currency) ?? 0));
  order.airlineChanges = order.airlineChanges.map((change) =>
    change.action_taken === null
      ? { ...change, action_taken: 'cancelled', action_taken_at: instant, available_actions: [] }
      : change,
  );
  emitEvent(call, {
    type: 'order_cancellation.confirmed',
    object: { id: confirmed.id, order_id: order.id },
    idempotencyKey: confirmed.id,
  });
  return confirmed;
}
