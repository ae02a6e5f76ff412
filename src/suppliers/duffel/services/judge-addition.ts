import { areDefinite, BEFORE_ANY_WORK } from '../proven-refusal.ts';
import type { DuffelReply } from '../replies.ts';
import type { ServicedOrder } from './wire-services.ts';

/**
 * What the answer to adding services proves.
 * - `made`: the order has them, as it is now · `accepted`: it has them or will have
 * - `refused`: it has not, for this reason · `unsent`: it has not, and the same call may be made later
 * - `unknown`: it may have
 */
export type AdditionReply =
  | { readonly kind: 'made'; readonly order: ServicedOrder; readonly requestId: string | undefined }
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly proof: string;
      readonly requestId: string | undefined;
      /** The money of the account ran out, or its key: the traveler has nothing to do with it. */
      readonly isOurs: boolean;
    }
  | { readonly kind: 'unsent'; readonly proof: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Nothing of this order is sold any more, whatever is asked for. */
const NOT_SOLD: readonly string[] = [
  'unsupported_action',
  'unavailable_feature',
  'services_not_allowed_for_order_type',
  'pay_later_order_no_payment_for_ancillaries',
  'not_found',
];
const OURS: readonly string[] = ['insufficient_balance', 'payment_declined'];
const REASONS: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [
    ['price_changed', 'payment_amount_does_not_match_order_amount', 'payment_currency_does_not_match_order_currency'],
    'price_changed',
  ],
  [['ancillary_service_not_available'], 'unavailable: a bag or a seat is taken, or sold no longer'],
  [NOT_SOLD, 'The airline sells nothing for this ticket any more.'],
  [['already_cancelled'], 'The ticket was cancelled.'],
  [['schedule_changed'], 'The airline has changed the flights meanwhile.'],
  [OURS, 'The account of the seller could not pay for it.'],
];
/** 422 with nothing but these was refused before anything was sold. Another word proves nothing. */
const DEFINITE: ReadonlySet<string> = new Set([...REASONS.flatMap(([codes]) => codes), 'bad_request']);
const UNPROCESSABLE = 422;
const ACCEPTED = 202;

/** Reads the answer to `POST /air/orders/{id}/services`. */
export function judgeAddition(reply: DuffelReply<ServicedOrder>): AdditionReply {
  switch (reply.kind) {
    case 'done':
      return reply.status === ACCEPTED
        ? { kind: 'accepted' }
        : { kind: 'made', order: reply.value, requestId: reply.requestId };
    case 'refused':
      return judgeRefusal(reply);
    case 'unauthorised': {
      const { proof, requestId } = reply;
      return { kind: 'refused', reason: 'The account of the seller is not accepted.', proof, requestId, isOurs: true };
    }
    // Whether Duffel had begun to work on it is not documented.
    case 'slow_down':
      return { kind: 'unknown', detail: '429' };
    case 'unknown':
      if (!reply.wasSent) return { kind: 'unsent', proof: `nothing was sent: ${reply.detail}` };
      return reply.status === ACCEPTED ? { kind: 'accepted' } : { kind: 'unknown', detail: reply.detail };
    default:
      return reply satisfies never;
  }
}

function judgeRefusal(reply: Extract<DuffelReply<never>, { readonly kind: 'refused' }>): AdditionReply {
  const { status, codes, proof, requestId } = reply;
  const isProven = BEFORE_ANY_WORK.includes(status) || (status === UNPROCESSABLE && areDefinite(codes, DEFINITE));
  if (!isProven) return { kind: 'unknown', detail: proof };
  const named = REASONS.find(([known]) => known.some((code) => codes.includes(code)));
  const reason = named?.[1] ?? `The airline refused to add it (${codes.join(', ') || 'without a word'}).`;
  return { kind: 'refused', reason, proof, requestId, isOurs: codes.some((code) => OURS.includes(code)) };
}
