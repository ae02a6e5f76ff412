import { FAULT_WITHIN, type LiteapiReply } from '../replies.ts';
import type { CreatedBooking } from './wire-bookings.ts';
import type { NotMade } from '../../common/order-attempt.ts';

/**
 * What the answer to `POST /rates/book` proves.
 * - `created`: the booking exists, whether or not the answer holds all of it
 * - `refused`: there is none, for this reason · `unsent`: there is none, and the same may be booked later
 * - `denied`: LiteAPI says that there is none; it is looked up once before it is believed
 * - `unknown`: there may be one
 */
export type Creation =
  | { readonly kind: 'created'; readonly created: CreatedBooking }
  | { readonly kind: 'denied'; readonly reason: string; readonly proof: string; readonly isOurs: boolean }
  | NotMade;

/** What a code says of a booking, without the answer that carried it. */
interface Verdict {
  readonly kind: 'refused' | 'denied';
  readonly reason: string;
  readonly isOurs: boolean;
}

const NOT_ACCEPTED = 'The account of the seller is not accepted.';
const UNPAID = 'The account of the seller could not pay for it.';
const LAPSED = 'unavailable: the rooms are no longer held at this price';
const NOT_CONFIRMED = 'unavailable: the property did not confirm the rooms';

/** Codes that come before anything is booked. 4005 is not one of them: an earlier attempt did book, or may have. */
const REFUSALS: Readonly<Record<number, Verdict>> = {
  4000: { kind: 'refused', reason: UNPAID, isOurs: true },
  4002: { kind: 'refused', reason: LAPSED, isOurs: false },
  4010: { kind: 'refused', reason: LAPSED, isOurs: false },
  2010: { kind: 'denied', reason: NOT_CONFIRMED, isOurs: false },
};
/** The provider refused, or answered what LiteAPI could not read: then it may have booked. */
const PROVIDER_FAILED = 2_013;
const INVALID_ANSWER = /invalid/i;
/** FAULT_WITHIN is one code for much: only these descriptions say that nothing was booked. */
const FAILURES: readonly (readonly [pattern: RegExp, verdict: Verdict])[] = [
  [/payment failed|no payment method/i, { kind: 'refused', reason: UNPAID, isOurs: true }],
  [/prebook data/i, { kind: 'refused', reason: LAPSED, isOurs: false }],
];

/** Reads the answer. Whatever may have reached a property is unknown. */
export function judgeCreation(reply: LiteapiReply<CreatedBooking>): Creation {
  switch (reply.kind) {
    case 'done':
      return { kind: 'created', created: reply.value };
    case 'error': {
      const verdict = judgeCode(reply.code, reply.message);
      return verdict === undefined ? { kind: 'unknown', detail: reply.proof } : { ...verdict, proof: reply.proof };
    }
    case 'unauthorised':
      return { kind: 'refused', reason: NOT_ACCEPTED, proof: reply.proof, isOurs: true };
    case 'slow_down':
      return { kind: 'unsent', proof: reply.proof };
    case 'unknown':
      return reply.wasSent
        ? { kind: 'unknown', detail: reply.detail }
        : { kind: 'unsent', proof: `nothing was sent: ${reply.detail}` };
    default:
      return reply satisfies never;
  }
}

function judgeCode(code: number, message: string): Verdict | undefined {
  if (code === PROVIDER_FAILED && !INVALID_ANSWER.test(message))
    return { kind: 'denied', reason: NOT_CONFIRMED, isOurs: false };
  if (code === FAULT_WITHIN) return FAILURES.find(([pattern]) => pattern.test(message))?.[1];
  return REFUSALS[code];
}
