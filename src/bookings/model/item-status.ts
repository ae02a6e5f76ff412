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

/** The status a reader sees at an instant: a confirmed item that is over is completed. */
export function itemStatusAt(item: Pick<BookingItem, 'status' | 'tripItem'>, now: Date): ItemStatus {
  return item.status === 'confirmed' && endsAt(item.tripItem) <= now ? 'completed' : TOLD[item.status];
}
