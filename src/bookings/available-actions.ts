import { type ConnectedSuppliers, findSupplier } from '../suppliers/calls/find-supplier.ts';
import { beginsAt, endsAt } from '../trips/model/items/product.ts';
import type { Booking, BookingItem } from './model/booking.ts';
import { refundSupportAt } from './model/cancellation-timeline.ts';
import { isBeingChanged, type ItemChange } from './model/item-change.ts';
import { isFreedomUnknown, isFreeToCancel, isOwed, openChangeOf } from './model/schedule-change.ts';
import { asPaid, isUnpaid } from './model/paid-of.ts';

/** When, and what is under way. */
export interface ActionFacts {
  readonly now: Date;
  readonly changes: readonly ItemChange[];
}

/**
 * The operations that would bring something for an item at this moment, by their ids; what its supplier has no service
 * for is left out. Nothing while another change of the item is under way.
 */
export function listActions(
  app: ConnectedSuppliers,
  booking: Booking,
  item: BookingItem,
  { now, changes }: ActionFacts,
): readonly string[] {
  // Nobody can name it any more: every operation finds it by its reference and its lead traveler's last name.
  if (booking.personalDataErasedAt !== undefined) return [];
  if (booking.phase !== 'done' || item.status !== 'confirmed' || isBeingChanged(changes, item.itemId)) return [];
  // The airline has been asked to take the travelers' yes, and what came of that is not known yet.
  if (item.scheduleChange?.status === 'accepting') return ['schedule_change_accept'];
  const { tripItem, supplierId } = item;
  const canCancel = findSupplier(app, item)?.cancellations !== undefined && (now < endsAt(tripItem) || isOwed(item));
  switch (tripItem.kind) {
    case 'flight': {
      const { exchanges, addedServices } = findSupplier(app, { kind: 'flight', supplierId }) ?? {};
      const canAccept = openChangeOf(item)?.canAccept === true;
      return [
        ...(canAccept ? ['schedule_change_accept'] : []),
        ...(canCancel && refundSupportAt(asPaid(booking, item), now) !== 'none' ? ['refund_check'] : []),
        ...(exchanges && exchangeSupportAt(booking, item, now) === 'full' ? ['exchange_shop'] : []),
        ...(addedServices && canAdd(booking, item, now) ? ['add_services_check'] : []),
      ];
    }
    case 'hotel':
      return canCancel ? ['hotel_cancel'] : [];
    case 'car': {
      const { exchanges } = findSupplier(app, { kind: 'car', supplierId }) ?? {};
      return [
        ...(canCancel ? ['car_cancel'] : []),
        ...(exchanges && exchangeSupportAt(booking, item, now) === 'full' ? ['car_exchange_preview'] : []),
      ];
    }
    default:
      return tripItem satisfies never;
  }
}

/** How far giving an item up, and exchanging it, is supported through us: not at all where nobody can be asked. */
export function supportLevels(
  app: ConnectedSuppliers,
  booking: Booking,
  item: BookingItem,
  now: Date,
): { readonly refund: 'full' | 'manual' | 'none'; readonly exchange: 'full' | 'none' } {
  const { kind, supplierId } = item;
  const exchanges = kind === 'hotel' ? undefined : findSupplier(app, { kind, supplierId })?.exchanges;
  const takesBack = findSupplier(app, item)?.cancellations !== undefined || isOwed(item);
  return {
    refund: takesBack ? refundSupportAt(asPaid(booking, item), now) : 'none',
    exchange: exchanges ? exchangeSupportAt(booking, item, now) : 'none',
  };
}

/**
 * Whether a bag or a seat may be of use: until the last flight leaves, for flights that the airline has not changed
 * since, and that somebody has paid for.
 */
function canAdd(booking: Booking, item: BookingItem, now: Date): boolean {
  const { tripItem } = item;
  if (tripItem.kind !== 'flight' || isUnpaid(booking) || openChangeOf(item) !== undefined) return false;
  return tripItem.offer.slices.some(({ segments }) => segments.some(({ depart }) => now < depart.instant));
}

/**
 * Flights by their fare (one that says nothing may be queried), or because the airline has moved one too far; cars by
 * the supplier's answer to a preview.
 * Hotels are cancelled and booked anew; what nobody has paid for is given up.
 */
function exchangeSupportAt(booking: Booking, item: BookingItem, now: Date): 'full' | 'none' {
  const { status, tripItem } = item;
  const isExchangeable =
    tripItem.kind === 'car' ||
    (tripItem.kind === 'flight' &&
      (tripItem.fare.isChangeable !== false || isFreeToCancel(item) || isFreedomUnknown(item)));
  return !isUnpaid(booking) && status === 'confirmed' && isExchangeable && now < beginsAt(tripItem) ? 'full' : 'none';
}
