import { areDefinite, BEFORE_ANY_WORK } from '../proven-refusal.ts';
import type { DuffelReply } from '../replies.ts';
import type { OrderChange } from './wire-changes.ts';

/**
 * What the answer to a change's confirmation proves.
 * - `made`: the order is changed · `accepted`: it is or will be
 * - `refused`: it is not, for this reason · `unsent`: it is not, and the same confirmation may be sent later
 * - `unknown`: it may be
 */
export type Confirmation =
  | { readonly kind: 'made' | 'accepted'; readonly requestId: string | undefined }
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
const ACCEPTED = 202;

const OURS: readonly string[] = ['insufficient_balance', 'payment_declined'];
const REASONS: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [
    ['price_changed', 'payment_amount_does_not_match_order_amount', 'payment_currency_does_not_match_order_currency'],
    'price_changed',
  ],
  [['offer_expired', 'offer_no_longer_available', 'not_found'], 'The airline no longer offers this change.'],
  [['order_not_changeable', 'unsupported_action'], 'The airline does not change this ticket.'],
  [['order_not_changeable_yet'], 'The airline does not change this ticket yet.'],
  [['already_cancelled'], 'The ticket was cancelled.'],
  [['schedule_changed'], 'The airline has changed the flights meanwhile.'],
  [OURS, 'The account of the seller could not pay for it.'],
];

/** Reads the answer to `POST /air/order_changes/{id}/actions/confirm`. */
export function judgeConfirmation(reply: DuffelReply<OrderChange>): Confirmation {
  switch (reply.kind) {
    case 'done':
      return { kind: reply.value.confirmed_at == null ? 'accepted' : 'made', requestId: reply.requestId };
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
      return reply.status === ACCEPTED
        ? { kind: 'accepted', requestId: reply.requestId }
        : { kind: 'unknown', detail: reply.detail };
    default:
      return reply satisfies never;
  }
}

function judgeRefusal(reply: Extract<DuffelReply<never>, { readonly kind: 'refused' }>): Confirmation {
  const { status, codes, proof, requestId } = reply;
  const isProven =
    !codes.includes(ALREADY) &&
    (BEFORE_ANY_WORK.includes(status) || (status === UNPROCESSABLE && areDefinite(codes, DEFINITE)));
  if (!isProven) return { kind: 'unknown', detail: proof };
  return {
    kind: 'refused',
    reason: reasonOf(codes),
    proof,
    requestId,
    isOurs: codes.some((code) => OURS.includes(code)),
  };
}

function reasonOf(codes: readonly string[]): string {
  const named = REASONS.find(([known]) => known.some((code) => codes.includes(code)));
  return named?.[1] ?? `The airline refused the change (${codes.join(', ') || 'without a word'}).`;
}
