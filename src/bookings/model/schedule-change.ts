import type { ItemId } from '../../platform/ids.ts';
import type { IsoDate, LocalDateTime } from '../../travel/dates.ts';
import { type ScheduleSeverity, type SegmentChange, withFlights } from '../../travel/schedule-change.ts';
import type { ItemKind, TripItem } from '../../trips/model/trip.ts';
import type { BookingItemStatus } from './booking-item-states.ts';
import type { ScheduleStatus } from './schedule-states.ts';

/** An item of the same booking that no longer fits, and why, in a sentence. */
export interface AffectedItem {
  readonly itemId: ItemId;
  readonly kind: ItemKind;
  readonly problem: string;
  /** Of a stay: the nights nobody is there for. */
  readonly nights: readonly IsoDate[];
  /** Of a rental: the times nobody can keep, on the clocks of its branches. */
  readonly pickUpAt: LocalDateTime | undefined;
  readonly dropOffAt: LocalDateTime | undefined;
}

/** Flights of an item that are flown otherwise than they were sold. */
export interface ItemScheduleChange {
  readonly number: number;
  /** The supplier's name for it. */
  readonly supplierChangeId: string;
  readonly severity: ScheduleSeverity;
  readonly status: ScheduleStatus;
  /** Every flight of the item, those that stay as they were, too. */
  readonly segments: readonly SegmentChange[];
  /** Whether the item may be given up free of charge for it; undefined where only a quote of the airline says so. */
  readonly isFree: boolean | undefined;
  /** False where there is nothing to take: the airline offers no other flight. */
  readonly canAccept: boolean;
  /** While it is being accepted: real time until which the airline may still be working on it. */
  readonly acceptingUntil?: Date | undefined;
  readonly affected: readonly AffectedItem[];
  readonly foundAt: Date;
  readonly settledAt: Date | undefined;
}

/** What is known of an item's schedule. */
interface ScheduledItem {
  readonly status: BookingItemStatus;
  readonly scheduleChange?: ItemScheduleChange | undefined;
}

/** The change that waits for the travelers' word; undefined where none does. */
export function openChangeOf({ status, scheduleChange }: ScheduledItem): ItemScheduleChange | undefined {
  return status === 'confirmed' && scheduleChange?.status === 'open' ? scheduleChange : undefined;
}

/**
 * The change by which the item is flown otherwise than the booking has it: nobody has taken it so far, or its airline
 * has not said yes.
 */
export function standingChangeOf({ status, scheduleChange }: ScheduledItem): ItemScheduleChange | undefined {
  const isStanding = scheduleChange?.status === 'open' || scheduleChange?.status === 'accepting';
  return status === 'confirmed' && isStanding ? scheduleChange : undefined;
}

/**
 * True of an item of which its airline has cancelled a direction, and nobody has taken or left that so far: the airline
 * owes what was paid for it, also once it would have left.
 */
export function isOwed(item: ScheduledItem): boolean {
  return openChangeOf(item)?.severity === 'cancelled';
}

/** True while an open change is known to let the travelers give the item back free of charge. */
export function isFreeToCancel(item: ScheduledItem): boolean {
  return openChangeOf(item)?.isFree === true;
}

/** True while only the airline can say what giving the item up for an open change costs. */
export function isFreedomUnknown(item: ScheduledItem): boolean {
  const change = openChangeOf(item);
  return change !== undefined && change.isFree === undefined;
}

/** The item as it is flown after a change. */
export function atNewTimes(tripItem: TripItem, { segments }: Pick<ItemScheduleChange, 'segments'>): TripItem {
  if (tripItem.kind !== 'flight') return tripItem;
  // A stored item finds its fare inside its offer.
  return { ...tripItem, offer: withFlights(tripItem.offer, segments) };
}
