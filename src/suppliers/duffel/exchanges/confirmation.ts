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
import type { OrderChange } from './wire-changes.ts';
import type { NotMade } from '../../common/order-attempt.ts';

/**
 * What the answer to a change's confirmation proves.
 * - `made`: the order is changed · `accepted`: it is or will be
 * - `refused`: it is not, for this reason · `unsent`: it is not, and the same confirmation may be sent later
 * - `unknown`: it may be
 */
export type Confirmation = { readonly kind: 'made' | 'accepted'; readonly requestId: string | undefined } | NotMade;

/** 422 with nothing but these was refused before anything was changed. Another word proves nothing. */
const DEFINITE: ReadonlySet<string> = new Set([
  'order_not_changeable',
  'order_not_changeable_yet',
  'already_cancelled',
  'offer_expired',
  'offer_no_longer_available',
  'price_changed',
  'payment_amount_does_not_match_order_amount',
  'payment_currency_does_not_match_order_currency',
  'insufficient_balance',
  'payment_declined',
  'schedule_changed',
  'unavailable_feature',
  'unsupported_action',
  'not_found',
  'bad_request',
]);
/** "An earlier confirmation did": never a refusal. */
const ALREADY = 'order_change_already_actioned';
/** What is wrong with the content of a request. That 503 proves anything is documented of orders alone. */
const UNPROCESSABLE = 422;

const REASONS: Reasons = [
  [PRICE_CHANGED, 'price_changed'],
  [['offer_expired', 'offer_no_longer_available', 'not_found'], 'The airline no longer offers this change.'],
  [['order_not_changeable', 'unsupported_action'], 'The airline does not change this ticket.'],
  [['order_not_changeable_yet'], 'The airline does not change this ticket yet.'],
  [['already_cancelled'], 'The ticket was cancelled.'],
  [['schedule_changed'], 'The airline has changed the flights meanwhile.'],
  [UNPAID_BY_US, UNPAID_REASON],
];

/** Reads the answer to `POST /air/order_changes/{id}/actions/confirm`. */
export function judgeConfirmation(reply: DuffelReply<OrderChange>): Confirmation {
  return judgePurchase<OrderChange, Confirmation>(reply, {
    done: ({ value, requestId }) => ({ kind: value.confirmed_at == null ? 'accepted' : 'made', requestId }),
    accepted: (requestId) => ({ kind: 'accepted', requestId }),
    isProven: ({ status, codes }) =>
      !codes.includes(ALREADY) &&
      (BEFORE_ANY_WORK.includes(status) || (status === UNPROCESSABLE && areDefinite(codes, DEFINITE))),
    reasonOf: (codes) => findReason(REASONS, codes, (named) => `The airline refused the change (${named}).`),
  });
}
