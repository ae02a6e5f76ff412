import type { CallHealth } from '../../account-calls.ts';
import type { AccountReport } from '../../account-health.ts';
import { type CallState, newBreaker } from './call-state.ts';
import { alive } from './take-slot.ts';

/** Failures within a window that open the breaker, where they are half of the calls that ended in it. */
const failuresMin = 5;
const windowMs = 60_000;
/** How long it stays open the first time; twice as long each further time, up to the longest. */
const openMs = 10_000;
const openMsMax = 300_000;
/** So that many installations do not come back to a supplier in the same moment: up to a fifth less. */
const jitterShare = 0.2;
/** A supplier's date of reset that lies further away is a mistake of its clock or ours. */
const slowMsMax = 3_600_000;
/** How long nothing is ordered after the money ran out; twice as long each time, up to the longest. */
const fundsMs = 300_000;
const fundsMsMax = 3_600_000;
/** The first try of a key that was refused; later ones are a minute apart. */
const keyProbeMs = 60_000;

/** A call that has ended. */
export interface CallEnd {
  readonly lease: string;
  readonly process: string;
  readonly health: CallHealth;
}

/** The state after a call has ended. `random` is at least 0 and less than 1. */
export function settleCall(before: CallState, end: CallEnd, nowMs: number, random: number): CallState {
  const state = alive(before, end.process, nowMs);
  const isProbe = state.breaker.probe === end.lease;
  const ended = withoutCall(state, end.lease);
  const { health } = end;
  switch (health.kind) {
    case 'well':
      return authorised({ ...ended, breaker: afterAnswer(ended, nowMs) });
    case 'slow_down': {
      const untilMs = Math.min(health.until.getTime(), nowMs + slowMsMax);
      return authorised({
        ...ended,
        breaker: afterAnswer(ended, nowMs),
        slowUntilMs: Math.max(ended.slowUntilMs, untilMs),
      });
    }
    case 'unauthorised':
      return {
        ...ended,
        breaker: afterAnswer(ended, nowMs),
        unauthorised: {
          sinceMs: ended.unauthorised?.sinceMs ?? nowMs,
          probeAtMs: nowMs + keyProbeMs,
          detail: health.detail,
        },
      };
    case 'out_of_funds':
      return authorised({
        ...ended,
        breaker: afterAnswer(ended, nowMs),
        funds: afterFundsRanOut(ended, health.detail, nowMs),
      });
    case 'failed':
      return { ...ended, breaker: afterFailure(ended.breaker, isProbe, nowMs, random) };
    default:
      return health satisfies never;
  }
}

/** The state without a call that had a slot and was never made. */
export function withoutCall(state: CallState, lease: string): CallState {
  return { ...state, leases: state.leases.filter(({ id }) => id !== lease) };
}

function authorised({ unauthorised: _of, ...state }: CallState): CallState {
  return state;
}

/** Whatever was answered, the supplier answers: an open breaker closes. */
function afterAnswer({ breaker }: CallState, nowMs: number): CallState['breaker'] {
  if (breaker.openUntilMs !== undefined) return newBreaker(nowMs);
  const current = currentWindow(breaker, nowMs);
  return { ...current, calls: current.calls + 1, openings: 0 };
}

function afterFailure(
  breaker: CallState['breaker'],
  isProbe: boolean,
  nowMs: number,
  random: number,
): CallState['breaker'] {
  // Only its probe says something new of an open breaker; calls that began before it opened end one after the other.
  if (breaker.openUntilMs !== undefined && !isProbe) return breaker;
  const current = currentWindow(breaker, nowMs);
  const [calls, failures] = [current.calls + 1, current.failures + 1];
  const opens = isProbe || (failures >= failuresMin && failures * 2 >= calls);
  if (!opens) return { ...current, calls, failures };
  const pauseMs = Math.min(openMsMax, openMs * 2 ** breaker.openings) * (1 - jitterShare * random);
  return { windowMs: nowMs, calls: 0, failures: 0, openUntilMs: nowMs + pauseMs, openings: breaker.openings + 1 };
}

function currentWindow(breaker: CallState['breaker'], nowMs: number): CallState['breaker'] {
  return nowMs - breaker.windowMs < windowMs ? breaker : { ...breaker, windowMs: nowMs, calls: 0, failures: 0 };
}

/** It may have been topped up unseen, so that an order is tried now and then. */
function afterFundsRanOut({ funds }: CallState, detail: string, nowMs: number): NonNullable<CallState['funds']> {
  // Orders that were under way together are one finding.
  if (funds !== undefined && nowMs < funds.untilMs) return { ...funds, detail };
  const isAgain = funds !== undefined && nowMs < funds.untilMs + fundsMsMax;
  const pauseMs = isAgain ? Math.min(fundsMsMax, funds.pauseMs * 2) : fundsMs;
  return { untilMs: nowMs + pauseMs, pauseMs, detail };
}

/** How the account does, as far as its calls show. `last` is what the last call found. */
export function conditionOf(state: CallState, last: CallHealth, nowMs: number): AccountReport {
  if (state.unauthorised !== undefined) return { status: 'unauthorised', detail: state.unauthorised.detail };
  if (state.breaker.openUntilMs !== undefined)
    return { status: 'unreachable', detail: last.kind === 'failed' ? last.detail : 'It failed too often just now.' };
  if (state.funds !== undefined && nowMs < state.funds.untilMs)
    return { status: 'degraded', detail: `The account's money ran out: ${state.funds.detail}` };
  if (nowMs < state.slowUntilMs) return { status: 'degraded', detail: 'The supplier asks us to slow down.' };
  return last.kind === 'failed' ? { status: 'degraded', detail: last.detail } : { status: 'ok' };
}
