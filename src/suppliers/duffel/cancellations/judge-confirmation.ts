import { areDefinite, BEFORE_ANY_WORK } from '../proven-refusal.ts';
import type { DuffelReply } from '../replies.ts';
import type { CancellationQuote } from './wire-cancellations.ts';

/**
 * What the answer to a confirmation proves.
 * - `confirmed`: the order is cancelled · `accepted`: it is or will be, what came of it is not said yet
 * - `stale`: it is not: the quote was not the newest or has run out · `refused`: it is not, and why
 * - `unsent`: it is not, and may be asked for again · `unknown`: it may be
 */
export type Confirmation =
  | { readonly kind: 'confirmed'; readonly quote: CancellationQuote }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly reason: string; readonly proof: string }
  | { readonly kind: 'unsent'; readonly detail: string; readonly isOurs: boolean }
  | { readonly kind: 'unknown'; readonly detail: string };

const STALE = 'order_cancellation_stale';
/** Words of a refusal before anything was done. `already_cancelled` is none: an earlier call may have done it. */
const DEFINITE: ReadonlySet<string> = new Set([
  'order_not_cancellable',
  'not_found',
  'unavailable_feature',
  'unsupported_action',
  'bad_request',
]);
const ACCEPTED = 202;

/**
 * Reads the answer to `POST /air/order_cancellations/{id}/actions/confirm`; whatever is not proven is unknown. That 503
 * proves anything is documented of orders alone.
 */
export function judgeConfirmation(reply: DuffelReply<CancellationQuote>): Confirmation {
  switch (reply.kind) {
    case 'done':
      return reply.value.confirmed_at == null || reply.status === ACCEPTED
        ? { kind: 'accepted' }
        : { kind: 'confirmed', quote: reply.value };
    case 'refused':
      return judgeRefusal(reply);
    case 'unauthorised':
      return { kind: 'unsent', detail: `the account of the seller is not accepted: ${reply.proof}`, isOurs: true };
    // Whether Duffel had begun to work on it is not documented.
    case 'slow_down':
      return { kind: 'unknown', detail: '429' };
    case 'unknown':
      if (!reply.wasSent) return { kind: 'unsent', detail: reply.detail, isOurs: false };
      return isTaken(reply.status) ? { kind: 'accepted' } : { kind: 'unknown', detail: reply.detail };
    default:
      return reply satisfies never;
  }
}

function judgeRefusal({ status, codes, proof }: Extract<DuffelReply<never>, { kind: 'refused' }>): Confirmation {
  if (codes.includes(STALE)) return { kind: 'stale' };
  const isProven =
    !codes.includes('already_cancelled') && (BEFORE_ANY_WORK.includes(status) || areDefinite(codes, DEFINITE));
  return isProven ? { kind: 'refused', reason: reasonOf(codes), proof } : { kind: 'unknown', detail: proof };
}

/** A good status whose content says nothing. */
function isTaken(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** Why an order cannot be cancelled, in a sentence for the traveler, by the codes of a refusal. */
export function reasonOf(codes: readonly string[]): string {
  if (codes.includes('already_cancelled')) return 'It has been cancelled already.';
  return codes.includes('order_not_cancellable')
    ? 'The airline does not let it be cancelled here. Ask the airline.'
    : `The airline refused the cancellation (${codes.join(', ') || 'without a word'}).`;
}
