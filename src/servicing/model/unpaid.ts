import type { BookingChange } from './change.ts';

/** Why an exchange ended that nobody paid for; stored as the change's `failure`. */
export const UNPAID_FAILURES = {
  lapsed: 'Nobody paid for the exchange before its quote ran out.',
  item_gone: 'Nobody paid for the exchange before what was to be exchanged was given up or exchanged otherwise.',
} as const;

/** True for an exchange that failed because nobody paid: nobody was asked to make it, and nobody has refused it. */
export function isEndedUnpaid({ status, failure }: Pick<BookingChange, 'status' | 'failure'>): boolean {
  return status === 'failed' && (failure === UNPAID_FAILURES.lapsed || failure === UNPAID_FAILURES.item_gone);
}
