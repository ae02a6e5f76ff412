import type { BookingRef, ItemId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import type { ScheduleSeverity } from '../../travel/schedule-change.ts';
import type { Trip, TripItem } from './trip.ts';

/** What the booking of a fulfilled trip says now: anything sold may have been given up, exchanged or moved since. */
export interface TripBooking {
  readonly bookingRef: BookingRef;
  readonly status: 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'failed';
  /** Everything paid, for exchanges too. */
  readonly totalPaid: Money;
  /** Given back since, or being given back. */
  readonly totalRefunded: Money;
  /** Every item it has ever held. */
  readonly items: readonly TripBookingItem[];
}

/** One item of it, as it stands or as it was last. */
export interface TripBookingItem {
  readonly item: TripItem;
  readonly status: 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'failed' | 'refunded' | 'exchanged';
  /** The item that stands in its place since an exchange. */
  readonly replacedBy: ItemId | undefined;
  /** The newest change of its flights' times; undefined where there never was one. */
  readonly scheduleChange:
    | {
        readonly status: 'open' | 'accepting' | 'accepted' | 'refunded' | 'superseded';
        readonly severity: ScheduleSeverity;
      }
    | undefined;
}

/**
 * The trip's items as its booking holds them now, in the trip's order; what came in the place of another stands right
 * behind it.
 */
export function itemsNow(trip: Pick<Trip, 'items'>, booking: TripBooking): readonly TripBookingItem[] {
  return trip.items.flatMap(({ itemId }) => lineOf(booking, itemId));
}

/** An item and whatever it has been exchanged for, one after the other: never more than the booking holds. */
function lineOf({ items }: TripBooking, first: ItemId): readonly TripBookingItem[] {
  const line: TripBookingItem[] = [];
  for (let next: ItemId | undefined = first; next !== undefined && line.length < items.length; ) {
    const wanted: ItemId = next;
    const found = items.find(({ item }) => item.itemId === wanted);
    if (found) line.push(found);
    next = found?.replacedBy;
  }
  return line;
}

/** What is still to be used, or was: anyone who gave an item up owes nothing on the spot. */
export function isStanding({ status }: TripBookingItem): boolean {
  return status === 'confirmed' || status === 'completed';
}
