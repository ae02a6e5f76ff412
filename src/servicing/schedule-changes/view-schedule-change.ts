import type { FlownTimes, MovedView } from '../../../web/manage/view.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { isFreeToCancel } from '../../bookings/model/schedule-change.ts';
import { viewBookedItem } from '../../checkout/view-order.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { SegmentMove } from '../../travel/schedule-change.ts';

/**
 * What an airline has moved of an item, as the booking page and the mail show it; undefined where it has moved nothing.
 */
export function viewScheduleChange(
  booking: Booking,
  item: BookingItem,
  facts: { readonly places: PlaceDirectory; readonly now: Date },
): MovedView | undefined {
  const change = item.scheduleChange;
  if (change === undefined) return undefined;
  const city = (airport: string): string => facts.places.airport(airport)?.cityName ?? airport;
  const affectedIds = new Set<string>(change.affected.map(({ itemId }) => itemId));
  return {
    severity: change.severity,
    isOpen: change.status === 'open',
    isFreeToLeave: isFreeToCancel(item),
    moves: change.moves.map(({ flightNumber, origin, destination, before, after, departMinutes, arriveMinutes }) => ({
      flightNumber,
      origin,
      originCity: city(origin),
      destination,
      destinationCity: city(destination),
      before: timesOf(before),
      after: timesOf(after),
      departMinutes,
      arriveMinutes,
    })),
    affected: booking.items
      .filter(({ itemId, status }) => affectedIds.has(itemId) && status === 'confirmed')
      .map(({ tripItem }) => viewBookedItem(booking, tripItem, facts)),
  };
}

function timesOf({ depart, arrive }: SegmentMove['before']): FlownTimes {
  return { departLocal: depart.timeLocal, arriveLocal: arrive.timeLocal };
}
