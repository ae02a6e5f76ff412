import type { ServicedView } from '../../web/checkout/view.ts';
import type { ItemStanding, StandingView } from '../../web/checkout/view-item.ts';
import { manageUrlOf } from '../bookings/documents/manage-link.ts';
import { type Booking, type BookingItem, givenBack, paidInAll } from '../bookings/model/booking.ts';
import type { App } from '../context.ts';
import type { Trip } from '../trips/model/trip.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { viewDocumentLinks } from './view-documents.ts';
import { nameOf, viewBookedItem } from './view-order.ts';

/** A booking whose page is shown again after it was sold, and the trip it was sold as. */
export interface SoldTrip {
  readonly trip: Trip;
  readonly booking: Booking;
  /** The organization's clock. */
  readonly now: Date;
  /** Under their names in the reader's language. */
  readonly places: PlaceDirectory;
}

/**
 * What the link of a sold trip shows once its booking was changed: given up, exchanged, or moved by an airline. Nobody
 * reads that money came back which the processor refused to give. Undefined while it is as it was sold.
 */
export function viewServiced(
  app: Pick<App, 'config' | 'sealer'>,
  { trip, booking, now, places }: SoldTrip,
): ServicedView | undefined {
  if (!booking.items.some(wasChanged)) return undefined;
  const isRefundRefused = booking.totalRefundRefused.value > 0;
  const items = inTripOrder(trip, booking).map(
    (item): StandingView => ({
      item: viewBookedItem(booking, item.tripItem, { places, now, sealer: app.sealer }),
      standing: shownStanding(standingOf(item), isRefundRefused),
    }),
  );
  return {
    kind: 'serviced',
    bookingRef: booking.bookingRef,
    isCancelled: booking.status === 'cancelled',
    items,
    travelers: booking.travelers.map((traveler) => ({ name: nameOf(traveler), type: traveler.passengerType })),
    contact: booking.contact,
    paid: paidInAll(booking),
    isRefundRefused,
    refunded: givenBack(booking),
    documents: viewDocumentLinks(app, booking),
    manageUrl: manageUrlOf(app, booking, now),
  };
}

/** A flight that was moved back again is as it was sold. */
function wasChanged(item: BookingItem): boolean {
  return (
    item.status === 'exchanged' ||
    item.refunded !== undefined ||
    item.goneAt !== undefined ||
    standingOf(item) === 'moved' ||
    standingOf(item) === 'rescheduled'
  );
}

/**
 * A refund names its change, not its item: while any was refused, a cancelled item is shown as cancelled and no more.
 */
function shownStanding(standing: ItemStanding, isRefundRefused: boolean): ItemStanding {
  return standing === 'refunded' && isRefundRefused ? 'cancelled' : standing;
}

function standingOf({ status, scheduleChange, refunded, goneAt }: BookingItem): ItemStanding {
  switch (status) {
    case 'confirmed':
      if (goneAt !== undefined) return 'cancelled';
      if (scheduleChange?.status === 'open') return 'moved';
      return scheduleChange?.status === 'accepted' ? 'rescheduled' : 'booked';
    case 'exchanged':
    case 'refunded':
      return status;
    // Nothing came back of what was given up; what was never booked has had nothing to come back.
    case 'cancelled':
      return refunded === undefined ? 'not_booked' : 'cancelled';
    default:
      return 'not_booked';
  }
}

/** What came in the place of an item stands behind it: an exchange's place in the booking is the last. */
function inTripOrder({ items }: Trip, booking: Booking): readonly BookingItem[] {
  const positionOf = (item: BookingItem, steps: number): number => {
    const index = items.findIndex(({ itemId }) => itemId === item.itemId);
    const before = booking.items.find(({ replacedBy }) => replacedBy === item.itemId);
    return index >= 0 || before === undefined || steps === 0 ? index : positionOf(before, steps - 1);
  };
  const steps = booking.items.length;
  return booking.items.toSorted((a, b) => positionOf(a, steps) - positionOf(b, steps) || a.position - b.position);
}
