import type { FulfilmentFailure } from '../../trips/model/fulfilment-failure.ts';
import type { Booking, BookingItem, ItemFailureCode } from './booking.ts';

/** The most useful first: where several items failed, the one that a traveler can do something about is reported. */
const IN_ORDER = [
  'sold_out',
  'price_changed',
  'refused',
  'not_confirmed',
] as const satisfies readonly ItemFailureCode[];

/**
 * Why a booking that has ended failed, or does not hold all of what was wanted; undefined where everything was booked,
 * and while it is being booked. What was confirmed and then cancelled because another item failed is no reason of its
 * own.
 */
export function failureOf({
  status,
  phase,
  failure,
  items,
}: Pick<Booking, 'status' | 'phase' | 'failure'> & { readonly items: readonly FailedItem[] }):
  | FulfilmentFailure
  | undefined {
  if (phase !== 'done') return undefined;
  if (failure === 'expired_quote') return 'quote_expired';
  if (failure === 'unpaid') return 'payment_lapsed';
  const failed = items.filter((item) => item.status === 'failed').map(({ failureCode }) => failureCode ?? 'refused');
  const reported = IN_ORDER.find((code) => failed.includes(code));
  return reported ?? (status === 'failed' ? 'not_confirmed' : undefined);
}

type FailedItem = Pick<BookingItem, 'status' | 'failureCode'>;

/** What travelers read of a supplier's refusal, by the reason codes of the port. */
export function codeOfRefusal(reason: string): ItemFailureCode {
  if (reason.startsWith('unavailable')) return 'sold_out';
  return reason === 'price_changed' ? 'price_changed' : 'refused';
}
