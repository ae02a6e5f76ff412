import type { AcceptanceOutcome } from '../../ports/servicing.ts';
import { areDefinite } from '../proven-refusal.ts';
import { type DuffelReply, toFailure } from '../replies.ts';
import type { AirlineChange } from './wire-changes.ts';

/** What the answer to an acceptance proves; `stale`: the change is settled or overtaken, and only a read says which. */
export type JudgedAcceptance = AcceptanceOutcome | { readonly kind: 'stale' };

const STALE = ['stale_airline_initiated_change_accept', 'not_found', 'already_cancelled'] as const;
/** Refused before anything was done. Another word proves nothing. */
const DEFINITE: ReadonlySet<string> = new Set(['unsupported_action', 'unavailable_feature', 'bad_request']);

/** Reads the answer to `POST …/actions/accept`. Whatever may have reached an airline is unknown. */
export function judgeAcceptance(reply: DuffelReply<AirlineChange>): JudgedAcceptance {
  switch (reply.kind) {
    case 'done':
      return reply.value.action_taken === 'accepted'
        ? { kind: 'accepted' }
        : { kind: 'unknown', detail: `${reply.value.id} is said to be ${reply.value.action_taken ?? 'open'}` };
    case 'refused': {
      const { codes, proof } = reply;
      if (codes.some((code) => STALE.some((stale) => stale === code))) return { kind: 'stale' };
      return areDefinite(codes, DEFINITE)
        ? { kind: 'refused', reason: `The airline did not take it (${codes.join(', ')}).` }
        : { kind: 'unknown', detail: proof };
    }
    case 'unauthorised':
      return { kind: 'unsent', failure: toFailure(reply) };
    // Whether Duffel had begun to work on it is not documented.
    case 'slow_down':
      return { kind: 'unknown', detail: '429' };
    case 'unknown':
      return reply.wasSent ? { kind: 'unknown', detail: reply.detail } : { kind: 'unsent', failure: toFailure(reply) };
    default:
      return reply satisfies never;
  }
}
