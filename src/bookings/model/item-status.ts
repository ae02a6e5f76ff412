import { endsAt } from '../../trips/model/items/product.ts';
import type { BookingItem } from './booking.ts';
import type { BookingItemStatus } from './booking-item-states.ts';

export const ITEM_STATUSES = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'failed',
  'refunded',
  'exchanged',
] as const;
/** The status of an item that callers see: how it stands at its supplier is nobody's business. */
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** True of a sold item whose order its supplier no longer holds, and whose money nobody has decided about so far. */
export function isGone({ status, goneAt }: Pick<BookingItem, 'status' | 'goneAt'>): boolean {
  return status === 'confirmed' && goneAt !== undefined;
}

const TOLD = {
  pending: 'pending',
  booking: 'pending',
  awaiting: 'pending',
  unknown: 'pending',
  cancelling: 'pending',
  confirmed: 'confirmed',
  failed: 'failed',
  cancelled: 'cancelled',
  refunded: 'refunded',
  exchanged: 'exchanged',
} as const satisfies Record<BookingItemStatus, ItemStatus>;

/**
 * The status a reader sees at an instant: a confirmed item that is over is completed, and one whose order is gone at
 * its supplier is cancelled, whatever comes back.
 */
export function itemStatusAt(item: Pick<BookingItem, 'status' | 'tripItem' | 'goneAt'>, now: Date): ItemStatus {
  if (isGone(item)) return 'cancelled';
  return item.status === 'confirmed' && endsAt(item.tripItem) <= now ? 'completed' : TOLD[item.status];
}
