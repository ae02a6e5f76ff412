import type { JobOutcome } from '../job.ts';
import { jobLifecycle } from './job-states.ts';

/** How one run ended. */
export type RunEnd =
  | { readonly kind: 'returned'; readonly outcome: JobOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * What becomes of the job. `isEnded`: its row is gone already. `exhausted`: the last attempt has failed, `exhausted`
 * must be called before it is dead.
 */
export type Settlement =
  | { readonly kind: 'done'; readonly state: 'done'; readonly isEnded?: true }
  | { readonly kind: 'again'; readonly state: 'queued'; readonly delaySeconds: number }
  | { readonly kind: 'retry'; readonly state: 'queued'; readonly delaySeconds: number; readonly lastError: string }
  | { readonly kind: 'exhausted'; readonly state: 'dead'; readonly lastError: string };

/** The part of a declaration that plans retries. */
export interface RetryPlan {
  readonly retryDelaysSeconds: readonly number[];
  readonly jitter?: number;
}

/** Number of attempts a plan allows. */
export function attemptsMax(plan: RetryPlan): number {
  return plan.retryDelaysSeconds.length + 1;
}

/** Decides what becomes of a job after run number `attempt`. `chance` in [0, 1) spreads the delays. */
export function settleRun(plan: RetryPlan, attempt: number, end: RunEnd, chance: number): Settlement {
  if (end.kind === 'returned') {
    if (end.outcome === undefined) return { kind: 'done', state: jobLifecycle.move('running', 'done') };
    if ('hasEnded' in end.outcome) return { kind: 'done', state: jobLifecycle.move('running', 'done'), isEnded: true };
    return {
      kind: 'again',
      state: jobLifecycle.move('running', 'queued'),
      delaySeconds: Math.max(0, end.outcome.runAgainInSeconds),
    };
  }
  const lastError = describeFailure(end.error);
  const delay = plan.retryDelaysSeconds[attempt - 1];
  if (delay === undefined) return { kind: 'exhausted', state: jobLifecycle.move('running', 'dead'), lastError };
  return {
    kind: 'retry',
    state: jobLifecycle.move('running', 'queued'),
    delaySeconds: spread(delay, plan.jitter ?? 0, chance),
    lastError,
  };
}

function spread(delaySeconds: number, jitter: number, chance: number): number {
  return delaySeconds * (1 + jitter * (2 * chance - 1));
}

const LAST_ERROR_CHARACTERS_MAX = 500;

/**
 * A failure in words that may be stored: what may be somebody's data (quoted text, addresses, long numbers) is taken
 * out.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'A value that is not an error was thrown.';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const text = error.message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\d{5,}/g, '…')
    .replace(/\s+/g, ' ');
  return `${error.name}${code}: ${text}`.slice(0, LAST_ERROR_CHARACTERS_MAX);
}
