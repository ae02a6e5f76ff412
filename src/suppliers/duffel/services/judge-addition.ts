import {
  ACCEPTED,
  findReason,
  judgePurchase,
  PRICE_CHANGED,
  type Reasons,
  UNPAID_BY_US,
  UNPAID_REASON,
} from '../judge-purchase.ts';
import { areDefinite, BEFORE_ANY_WORK } from '../proven-refusal.ts';
import type { DuffelReply } from '../replies.ts';
import type { ServicedOrder } from './wire-services.ts';
import type { NotMade } from '../../common/order-attempt.ts';

/**
 * What the answer to adding services proves.
 * - `made`: the order has them, as it is now · `accepted`: it has them or will have
 * - `refused`: it has not, for this reason · `unsent`: it has not, and the same call may be made later
 * - `unknown`: it may have
 */
export type AdditionReply =
  | { readonly kind: 'made'; readonly order: ServicedOrder; readonly requestId: string | undefined }
  | { readonly kind: 'accepted' }
  | NotMade;

/** Nothing of this order is sold any more, whatever is asked for. */
const NOT_SOLD: readonly string[] = [
  'unsupported_action',
  'unavailable_feature',
  'services_not_allowed_for_order_type',
  'pay_later_order_no_payment_for_ancillaries',
  'not_found',
];
const REASONS: Reasons = [
  [PRICE_CHANGED, 'price_changed'],
  [['ancillary_service_not_available'], 'unavailable: a bag or a seat is taken, or sold no longer'],
  [NOT_SOLD, 'The airline sells nothing for this ticket any more.'],
  [['already_cancelled'], 'The ticket was cancelled.'],
  [['schedule_changed'], 'The airline has changed the flights meanwhile.'],
  [UNPAID_BY_US, UNPAID_REASON],
];
/** 422 with nothing but these was refused before anything was sold. Another word proves nothing. */
const DEFINITE: ReadonlySet<string> = new Set([...REASONS.flatMap(([codes]) => codes), 'bad_request']);
const UNPROCESSABLE = 422;

/** Reads the answer to `POST /air/orders/{id}/services`. */
export function judgeAddition(reply: DuffelReply<ServicedOrder>): AdditionReply {
  return judgePurchase<ServicedOrder, AdditionReply>(reply, {
    done: ({ status, value, requestId }) =>
      status === ACCEPTED ? { kind: 'accepted' } : { kind: 'made', order: value, requestId },
    accepted: () => ({ kind: 'accepted' }),
    isProven: ({ status, codes }) =>
      BEFORE_ANY_WORK.includes(status) || (status === UNPROCESSABLE && areDefinite(codes, DEFINITE)),
    reasonOf: (codes) => findReason(REASONS, codes, (named) => `The airline refused to add it (${named}).`),
  });
}
