import type { BookingChange, ChangePlan } from './change.ts';

/** Why a change ended that nobody paid for; stored as its `failure`. */
const EXCHANGE_FAILURES = {
  lapsed: 'Nobody paid for the exchange before its quote ran out.',
  item_gone: 'Nobody paid for the exchange before what was to be exchanged was given up or exchanged otherwise.',
} as const;
const SERVICES_FAILURES = {
  lapsed: 'Nobody paid for the added services before their quote ran out.',
  item_gone: 'Nobody paid for the added services before their flight was given up or exchanged.',
} as const;
const FAILURES: readonly string[] = [EXCHANGE_FAILURES, SERVICES_FAILURES].flatMap((one) => Object.values(one));

/** Why nobody can pay any more for a change of this kind: its quote ran out, or its item no longer stands. */
export function unpaidFailure({ kind }: ChangePlan, why: keyof typeof EXCHANGE_FAILURES): string {
  return (kind === 'services' ? SERVICES_FAILURES : EXCHANGE_FAILURES)[why];
}

/** True for a change that failed because nobody paid: nobody was asked to make it, and nobody has refused it. */
export function isEndedUnpaid({ status, failure }: Pick<BookingChange, 'status' | 'failure'>): boolean {
  return status === 'failed' && failure !== undefined && FAILURES.includes(failure);
}
