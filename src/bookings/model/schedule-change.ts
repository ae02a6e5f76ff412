import type { ItemId } from '../../platform/ids.ts';
import {
  isFreeToLeave,
  type ScheduleSeverity,
  type SegmentMove,
  timesAfter,
  withTimes,
} from '../../travel/schedule-change.ts';
import type { ItemKind, TripItem } from '../../trips/model/trip.ts';
import type { BookingItemStatus } from './booking-item-states.ts';
import type { ScheduleStatus } from './schedule-states.ts';

/** An item of the same booking that no longer fits, and why, in a sentence. */
export interface AffectedItem {
  readonly itemId: ItemId;
  readonly kind: ItemKind;
  readonly problem: string;
}

/** Flights of an item that are flown at other times than they were sold. */
export interface ItemScheduleChange {
  readonly number: number;
  /** The supplier's name for it. */
  readonly supplierChangeId: string;
  readonly severity: ScheduleSeverity;
  readonly status: ScheduleStatus;
  readonly moves: readonly SegmentMove[];
  readonly affected: readonly AffectedItem[];
  readonly foundAt: Date;
  readonly settledAt: Date | undefined;
}

/** True while an open change lets the travelers give the item back free of charge. */
export function isFreeToCancel({
  status,
  scheduleChange,
}: {
  readonly status: BookingItemStatus;
  readonly scheduleChange?: ItemScheduleChange | undefined;
}): boolean {
  return status === 'confirmed' && scheduleChange?.status === 'open' && isFreeToLeave(scheduleChange.severity);
}

/** The item as it is flown after a change. */
export function atNewTimes(tripItem: TripItem, { moves }: Pick<ItemScheduleChange, 'moves'>): TripItem {
  if (tripItem.kind !== 'flight') return tripItem;
  const offer = withTimes(tripItem.offer, moves.map(timesAfter));
  // A stored item finds its fare inside its offer.
  return { ...tripItem, offer };
}
