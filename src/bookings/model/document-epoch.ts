import type { Booking } from './booking.ts';

/** The epoch of a booking that nobody has changed. */
export const FIRST_EPOCH = '0.0';

/**
 * What a booking's document links are good for: how often the guest has withdrawn them, and how many items were
 * exchanged, refunded or cancelled. Both only grow, so a link of an earlier epoch never opens again. Two flights, one
 * of them refunded: `0.1`.
 */
export function documentEpoch({
  documentsWithdrawn,
  items,
}: Pick<Booking, 'documentsWithdrawn'> & {
  readonly items: readonly Pick<Booking['items'][number], 'status'>[];
}): string {
  const ended = items.filter(
    ({ status }) => status === 'exchanged' || status === 'refunded' || status === 'cancelled',
  ).length;
  return `${documentsWithdrawn}.${ended}`;
}
