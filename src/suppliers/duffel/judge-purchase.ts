import type { DuffelRefusal, DuffelReply } from './replies.ts';
import type { NotMade } from '../common/order-attempt.ts';

/** Reasons by Duffel's codes: the first of which one code was given is the reason. */
export type Reasons = readonly (readonly [codes: readonly string[], reason: string])[];

/** What is particular to one kind of purchase. */
export interface Purchase<T, Made> {
  /** Reads an answer with content. */
  readonly done: (reply: Extract<DuffelReply<T>, { readonly kind: 'done' }>) => Made | NotMade;
  /** Of an answer that says "accepted" by its status, whatever its body is. */
  readonly accepted: (requestId: string | undefined) => Made;
  /** True where a refusal proves that nothing was made. */
  readonly isProven: (refusal: DuffelRefusal) => boolean;
  readonly reasonOf: (codes: readonly string[]) => string;
}

/** The account of the seller cannot pay. */
export const UNPAID_BY_US: readonly string[] = ['insufficient_balance', 'payment_declined'];
export const UNPAID_REASON = 'The account of the seller could not pay for it.';
/** Duffel asks for another price by now. */
export const PRICE_CHANGED: readonly string[] = [
  'price_changed',
  'payment_amount_does_not_match_order_amount',
  'payment_currency_does_not_match_order_currency',
];
/** Says "accepted" by itself, whatever its body is. */
export const ACCEPTED = 202;

/** The reason of a refusal by its codes; `otherwise` gets the codes as text where none of them is known. */
export function findReason(reasons: Reasons, codes: readonly string[], otherwise: (codes: string) => string): string {
  const named = reasons.find(([known]) => known.some((code) => codes.includes(code)));
  return named?.[1] ?? otherwise(codes.join(', ') || 'without a word');
}

/**
 * Reads the answer to a purchase. It is called refused only where the answer proves that nothing was made; whatever may
 * have reached an airline is unknown.
 */
export function judgePurchase<T, Made>(reply: DuffelReply<T>, purchase: Purchase<T, Made>): Made | NotMade {
  switch (reply.kind) {
    case 'done':
      return purchase.done(reply);
    case 'refused':
      return judgeRefusal(reply, purchase);
    case 'unauthorised': {
      const { proof, requestId } = reply;
      return { kind: 'refused', reason: 'The account of the seller is not accepted.', proof, requestId, isOurs: true };
    }
    // Whether Duffel had begun to work on it is not documented.
    case 'slow_down':
      return { kind: 'unknown', detail: '429' };
    case 'unknown':
      if (!reply.wasSent) return { kind: 'unsent', proof: `nothing was sent: ${reply.detail}` };
      return reply.status === ACCEPTED ? purchase.accepted(reply.requestId) : { kind: 'unknown', detail: reply.detail };
    default:
      return reply satisfies never;
  }
}

function judgeRefusal(
  refusal: DuffelRefusal,
  { isProven, reasonOf }: Pick<Purchase<never, never>, 'isProven' | 'reasonOf'>,
): NotMade {
  const { codes, proof, requestId } = refusal;
  if (!isProven(refusal)) return { kind: 'unknown', detail: proof };
  const isOurs = codes.some((code) => UNPAID_BY_US.includes(code));
  return { kind: 'refused', reason: reasonOf(codes), proof, requestId, isOurs };
}
