import type { BookingRef, ItemId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import type { TravelCredit } from '../../travel/cancellation.ts';

export const REFUND_STATUSES = ['refunded', 'pending', 'manual', 'failed'] as const;
/**
 * How far a committed refund is, as travelers see it (contract, section 8). `manual`: people decide, or have to move
 * the money.
 */
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/**
 * A refund of an item that was committed and has not failed. Its three amounts always come to what was paid for the
 * item, once they are known.
 */
export interface ItemRefund {
  readonly reference: string;
  readonly status: RefundStatus;
  /** When it was committed: what a property collects for it depends on that. */
  readonly at: Date;
  /** Given back for certain. */
  readonly refunded: Money;
  /** Undefined, as `pending` is, while nobody knows what comes back. */
  readonly penalty: Money | undefined;
  /** Agreed to be given back, and not given back yet. */
  readonly pending: Money | undefined;
  /** What the airline gives instead of money, out of `penalty`. */
  readonly credits: readonly TravelCredit[];
  /** Whether the service fee goes back with it; else it is in `penalty`. Absent where the item has none. */
  readonly isServiceFeeReturned?: boolean | undefined;
}

/** What servicing reports of one item: a refund, or another change that is under way. */
export interface ItemChange {
  readonly bookingRef: BookingRef;
  /** The items that nobody else may change while it is under way: its own, and that which takes its place. */
  readonly itemIds: readonly ItemId[];
  readonly isUnderWay: boolean;
  readonly refund: ItemRefund | undefined;
}

/** Whether an item is closed to other changes. */
export function isBeingChanged(changes: readonly ItemChange[], itemId: ItemId): boolean {
  return changes.some((change) => change.isUnderWay && change.itemIds.includes(itemId));
}

/** The refund of an item, under way or made; undefined where none was committed. */
export function refundOfItem(changes: readonly ItemChange[], itemId: ItemId): ItemRefund | undefined {
  return changes.find(({ refund, itemIds }) => refund !== undefined && itemIds.includes(itemId))?.refund;
}
