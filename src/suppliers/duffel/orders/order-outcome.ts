import type { BookOutcome } from '../../ports/booking.ts';
import { flightsOf, isAsOrdered, type Ordered, toSupplierOrder } from './map-orders.ts';
import {
  findReason,
  judgePurchase,
  PRICE_CHANGED,
  type Reasons,
  UNPAID_BY_US,
  UNPAID_REASON,
} from '../judge-purchase.ts';
import { areDefinite, BEFORE_ANY_WORK } from '../proven-refusal.ts';
import type { DuffelReply } from '../replies.ts';
import type { CreatedOrder, DuffelOrder } from './wire-orders.ts';
import type { NotMade } from '../../common/order-attempt.ts';

/**
 * What the answer to an order's creation proves.
 * - `created`: the order exists · `accepted`: it exists or will, what it is is not said yet
 * - `refused`: there is none, for this reason · `unsent`: there is none, and the same order may be sent later
 * - `unknown`: there may be one
 */
export type Creation =
  | { readonly kind: 'created'; readonly order: DuffelOrder; readonly requestId: string | undefined }
  | { readonly kind: 'accepted'; readonly orderId: string | undefined; readonly requestId: string | undefined }
  | NotMade;

/** Words for "an earlier call did or may have": never a refusal of what was wanted. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'order_creation_already_attempted',
  'offer_request_already_booked',
  'duplicate_booking',
  'already_paid',
]);
/** 422 with one of these was refused before anything was booked. Another word proves nothing. */
const DEFINITE: ReadonlySet<string> = new Set([
  'offer_no_longer_available',
  'offer_expired',
  'price_changed',
  'not_valid_with_selected_offer',
  'order_passengers_incompatible_with_offer',
  'services_not_allowed_for_order_type',
  'payments_not_allowed_for_order_type',
  'duplicate_passenger_name',
  'duplicate_passenger_names',
  'ancillary_service_not_available',
  'schedule_changed',
  'insufficient_balance',
  'payment_amount_does_not_match_order_amount',
  'payment_currency_does_not_match_order_currency',
  'payment_declined',
  'high_fraud_risk',
  'order_type_not_eligible_for_payment',
  'unavailable_feature',
  'unsupported_action',
  'not_found',
  'order_not_created',
  'bad_request',
]);
/** No order was made, which is documented of orders. */
const UNAVAILABLE = 503;

const REASONS: Reasons = [
  [PRICE_CHANGED, 'price_changed'],
  [['offer_no_longer_available', 'offer_expired', 'not_found'], 'unavailable: the airline no longer sells the offer'],
  [['schedule_changed'], 'unavailable: the airline has changed the flights'],
  [['ancillary_service_not_available'], 'unavailable: an extra or a seat is no longer sold'],
  [UNPAID_BY_US, UNPAID_REASON],
];

/**
 * Reads the answer to `POST /air/orders`. An order is called refused only where the answer proves that there is none;
 * whatever may have reached an airline is unknown.
 */
export function judgeCreation(reply: DuffelReply<CreatedOrder>): Creation {
  return judgePurchase<CreatedOrder, Creation>(reply, {
    done: judgeDone,
    accepted: (requestId) => ({ kind: 'accepted', orderId: undefined, requestId }),
    isProven: ({ status, codes }) =>
      !codes.some((code) => AMBIGUOUS.has(code)) &&
      (BEFORE_ANY_WORK.includes(status) || status === UNAVAILABLE || areDefinite(codes, DEFINITE)),
    reasonOf,
  });
}

function judgeDone(reply: Extract<DuffelReply<CreatedOrder>, { kind: 'done' }>): Creation {
  const { status, requestId, value } = reply;
  if (status === 201 && value.order !== undefined) return { kind: 'created', order: value.order, requestId };
  if (status === 201 && value.orderId === undefined)
    return { kind: 'unknown', detail: 'a created order without its id' };
  return { kind: 'accepted', orderId: value.orderId, requestId };
}

/** Why an offer cannot be ordered, in the words of `BookOutcome`, by the codes of a refusal. */
export function reasonOf(codes: readonly string[]): string {
  return findReason(REASONS, codes, (named) => `The airline refused the order (${named}).`);
}

/** What is strange about an order that exists. */
export type OrderOddity = 'other_flights' | 'unreadable';

/**
 * What an existing order means for its booking. It is booked, whatever it costs: a total other than was quoted is
 * confirmed with the real one. One of other flights is not what was sold: it is never confirmed, people decide.
 */
export function outcomeOfOrder(
  order: DuffelOrder,
  ordered: Ordered,
): { readonly outcome: BookOutcome; readonly oddity?: OrderOddity } {
  const booked = toSupplierOrder(order, ordered);
  if (booked === undefined)
    return { outcome: { kind: 'unknown', detail: `${order.id} has no readable total` }, oddity: 'unreadable' };
  if (isAsOrdered(order, ordered)) return { outcome: { kind: 'confirmed', order: booked } };
  const flights = flightsOf(order.slices).join(', ');
  return {
    outcome: { kind: 'unknown', detail: `${order.id} is of other flights than were ordered: ${flights}` },
    oddity: 'other_flights',
  };
}
