import { hashText } from '../../../../reference/hash.ts';
import { readMinor, toAmount } from '../../decimal-amounts.ts';
import type { StubAnswer } from '../../send-answer.ts';
import { type FaultOf, isFault } from '../faults.ts';
import type { OrderSlice } from '../objects.ts';
import { refusal } from '../refusals.ts';
import type { StoredOffer } from '../search/offer-shelf.ts';
import { getStoredOffer, hasExpired } from '../search/read-offer.ts';
import { seatsOf } from '../search/seat-maps.ts';
import { servicesOf } from '../search/services.ts';
import type { DuffelCall } from '../serve.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import { checkPassengers } from './check-passengers.ts';
import { checkAmount, readServices, takeBalance, type WantedService } from './check-payment.ts';
import type { StoredOrder } from './order-shelf.ts';
import { presentOrder } from './present-order.ts';
import { type OrderData, readOrderData } from './read-order-data.ts';
import { toOrderSlices } from './order-slices.ts';

type Outcome = FaultOf<'incomplete' | 'accepted' | 'other_total' | 'other_flights'>;
const isOutcome = isFault('incomplete', 'accepted', 'other_total', 'other_flights');

/** An order that passed every check and could be booked. */
interface CheckedOrder {
  readonly data: OrderData;
  readonly stored: StoredOffer;
  readonly wanted: readonly WantedService[];
  readonly isHold: boolean;
  /** Minor units. */
  readonly total: number;
}

const testOutcomeSeconds = 30;

/** Checks an order as strictly as Duffel does, then books with the outcome of its route or of a fault switch. */
export function createOrder(call: DuffelCall): StubAnswer {
  const checked = checkOrder(call, readOrderData(call.data));
  const { stored, data } = checked;
  refuseByRoute(stored);
  refuseRepeat(call, stored);
  const payment = data.payments?.[0];
  if (payment !== undefined) takeBalance(call.account, payment, checked.total);
  stored.attempts += 1;
  const outcome = call.account.switches.take('order', isOutcome) ?? outcomeOfRoute(call, checked);
  switch (outcome?.kind) {
    case 'accepted':
      return acceptOrder(call, checked, outcome);
    case 'incomplete':
      return answerIncompletely(call, checked, outcome);
    default:
      return { status: 201, body: { data: presentOrder(bookOrder(call, checked, outcome), call) } };
  }
}

function checkOrder(call: DuffelCall, data: OrderData): CheckedOrder {
  const stored = getStoredOffer(call, data.selected_offers[0]);
  refuseUnavailable(call, stored);
  checkPassengers(data, stored);
  const isHold = data.type !== 'instant';
  if (isHold && stored.offer.payment_requirements?.requires_instant_payment !== false)
    throw refusal('invalid_order_create_type', 'The offer requires instant payment.', '/type');
  if (isHold && (data.payments ?? []).length > 0)
    throw refusal('payments_not_allowed_for_order_type', undefined, '/payments');
  if (isHold && (data.services ?? []).length > 0)
    throw refusal('services_not_allowed_for_order_type', undefined, '/services');
  const { places, newId } = call.state;
  servicesOf(stored, places, newId);
  seatsOf({ stored, places, newId });
  const wanted = readServices(data, stored);
  const currency = stored.offer.total_currency;
  const extras = wanted.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const total = (readMinor(stored.offer.total_amount, currency) ?? 0) + extras;
  const [payment] = data.payments ?? [];
  if (!isHold && payment === undefined)
    throw refusal('validation_required', `Field 'payments' can't be blank`, '/payments');
  // On the route whose price changes, that is the refusal, whatever is paid.
  if (payment !== undefined && stored.search.magic !== 'dearer_each_read')
    checkAmount(payment, { minor: total, currency }, '/payments/0');
  return { data, stored, wanted, isHold, total };
}

function refuseUnavailable({ account, state }: DuffelCall, stored: StoredOffer): void {
  if (stored.search.magic === 'offer_gone') throw refusal('offer_no_longer_available');
  if (!hasExpired(stored, state.clock.now())) return;
  const { expired_offer } = account.settings;
  throw refusal(expired_offer === 'payload' ? 'offer_expired' : expired_offer);
}

function refuseByRoute({ search }: StoredOffer): void {
  if (search.magic === 'order_fails') throw refusal('airline_unknown');
  if (search.magic === 'insufficient_balance') throw refusal('insufficient_balance');
  if (search.magic === 'dearer_each_read') throw refusal('price_changed');
}

/** An offer that was booked, or whose booking is under way, is booked again only where the settings say so. */
function refuseRepeat({ account }: DuffelCall, stored: StoredOffer): void {
  const { repeat } = account.settings;
  if (stored.attempts > 0 && repeat !== 'second_order') throw refusal(repeat);
}

function outcomeOfRoute({ account }: DuffelCall, { stored, data }: CheckedOrder): Outcome | undefined {
  const type = data.payments?.[0]?.type;
  if (type === undefined || (account.settings.payment_routes === 'card' && type !== 'card')) return undefined;
  switch (stored.search.magic) {
    case 'order_200':
      return { kind: 'incomplete', created: true, seconds: testOutcomeSeconds };
    case 'order_202_created':
      return { kind: 'accepted', outcome: 'created', seconds: testOutcomeSeconds };
    case 'order_202_failed':
      return { kind: 'accepted', outcome: 'failed', seconds: testOutcomeSeconds };
    default:
      return undefined;
  }
}

/** 202: nothing is known yet; later the order is there, or an event says that it never will be. */
function acceptOrder(call: DuffelCall, checked: CheckedOrder, { outcome, seconds }: FaultOf<'accepted'>): StubAnswer {
  const { state, account } = call;
  const offerId = checked.stored.offer.id;
  state.clock.at(new Date(state.clock.now().getTime() + seconds * 1_000), () => {
    if (outcome === 'created') {
      bookOrder(call, checked, undefined);
      return;
    }
    const payment = checked.data.payments?.[0];
    if (payment !== undefined) takeBalance(account, payment, -checked.total);
    emitEvent(call, {
      type: 'order.creation_failed',
      object: { offer_id: offerId },
      idempotencyKey: Buffer.from(offerId).toString('base64'),
    });
  });
  return { status: 202, body: { data: { offer_id: offerId } } };
}

/** 200: the booking stands, or will, but what the answer says of it is not complete. */
function answerIncompletely(call: DuffelCall, checked: CheckedOrder, fault: FaultOf<'incomplete'>): StubAnswer {
  const { state } = call;
  const offer_id = checked.stored.offer.id;
  const later = new Date(state.clock.now().getTime() + fault.seconds * 1_000);
  if (!fault.created) {
    state.clock.at(later, () => void bookOrder(call, checked, undefined));
    return { status: 200, body: { data: { offer_id } } };
  }
  const order = bookOrder(call, checked, undefined, later);
  return { status: 200, body: { data: { id: order.id, offer_id, live_mode: call.account.isLive } } };
}

/** Books: the order exists from now on. Its event comes now, or at `eventAt`. */
function bookOrder(
  call: DuffelCall,
  { data, stored, wanted, isHold, total }: CheckedOrder,
  outcome: Outcome | undefined,
  eventAt?: Date,
): StoredOrder {
  const { state, account } = call;
  const { offer } = stored;
  const now = state.clock.now();
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
  const { slices, segmentIds } = toOrderSlices(offer, state.newId, wanted);
  const currency = offer.total_currency;
  const drift = outcome?.kind === 'other_total' ? (readMinor(outcome.by, currency) ?? 0) : 0;
  const id = state.newId('ord');
  const order: StoredOrder = {
    id,
    type: isHold ? 'hold' : 'instant',
    offer: stored,
    bookingReference: makeReference(id, account.settings.booking_reference_length),
    owner: offer.owner,
    createdAt: now,
    listedFrom: after(account.settings.visibility_lag_seconds),
    ticketedFrom: after(account.settings.ticket_seconds),
    currency,
    conditions: offer.conditions,
    passengers: data.passengers.map((passenger) => ({
      ...passenger,
      type: offer.passengers.find((one) => one.id === passenger.id)?.type ?? null,
      infant_passenger_id: passenger.infant_passenger_id ?? null,
      loyalty_programme_accounts: passenger.loyalty_programme_accounts ?? [],
      user_id: passenger.user_id ?? null,
    })),
    documentNumber: (hashText(id) % 9_000_000) + 1_000_000,
    paymentRequiredBy: isHold ? (offer.payment_requirements?.payment_required_by ?? null) : null,
    priceGuaranteeExpiresAt: isHold ? (offer.payment_requirements?.price_guarantee_expires_at ?? null) : null,
    total: total + drift,
    base: (readMinor(offer.base_amount, currency) ?? 0) + drift,
    tax: offer.tax_amount === null ? null : (readMinor(offer.tax_amount, currency) ?? null),
    paidAt: isHold ? null : now.toISOString(),
    cancelledAt: null,
    slices: outcome?.kind === 'other_flights' ? withOtherFlights(slices) : slices,
    services: wanted.map((service) => ({
      id: state.newId('ser'),
      type: service.type,
      quantity: service.quantity,
      passenger_ids: service.passengerIds,
      segment_ids: service.segmentIds.map((segment) => segmentIds.get(segment) ?? segment),
      total_amount: toAmount(service.price * service.quantity, service.currency),
      total_currency: service.currency,
      metadata: service.metadata,
    })),
    metadata: data.metadata ?? null,
    users: data.users ?? [],
    payments: [],
    cancellations: [],
    airlineChanges: [],
    changes: [],
    blocked: { cancel: false, change: false },
  };
  account.orders.add(order);
  emitEvent(call, { type: 'order.created', object: { id, offer_id: offer.id }, idempotencyKey: id, at: eventAt });
  return order;
}

function withOtherFlights(slices: readonly OrderSlice[]): readonly OrderSlice[] {
  const other = (number: string): string => String((Number(number) % 9_999) + 1).padStart(4, '0');
  return slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => ({
      ...segment,
      marketing_carrier_flight_number: other(segment.marketing_carrier_flight_number),
    })),
  }));
}

const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function makeReference(id: string, length: number): string {
  return Array.from({ length }, (_, index) => REFERENCE_LETTERS[hashText(`${id}${index}`) % 32]).join('');
}
