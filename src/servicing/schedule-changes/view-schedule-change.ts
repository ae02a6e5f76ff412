import type { FlownView, MovedKind, MovedView } from '../../../web/manage/view.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import type { ItemScheduleChange } from '../../bookings/model/schedule-change.ts';
import { viewBookedItem } from '../../checkout/view-order.ts';
import type { Segment } from '../../travel/flight.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { shiftOf } from '../../travel/schedule-change.ts';

/**
 * What an airline has changed of an item, as the booking page and the mail show it; undefined where it has changed
 * nothing, or nothing that still stands.
 */
export function viewScheduleChange(
  booking: Booking,
  item: BookingItem,
  facts: { readonly places: PlaceDirectory; readonly now: Date },
): MovedView | undefined {
  const change = item.scheduleChange;
  if (change === undefined || change.status === 'refunded' || change.status === 'superseded') return undefined;
  const standing = new Map(
    booking.items.flatMap((other) => (other.status === 'confirmed' ? [[String(other.itemId), other] as const] : [])),
  );
  return {
    kind: kindOf(change),
    severity: change.severity,
    state: change.status,
    isFreeToLeave: change.isFree,
    canAccept: change.canAccept,
    moves: change.segments
      .filter((segment) => segment.change !== 'unchanged')
      // What is flown no longer is read before what is flown in its place.
      .toSorted((a, b) => a.sliceIndex - b.sliceIndex || Number(a.after !== undefined) - Number(b.after !== undefined))
      .map((segment) => ({
        before: segment.before && viewFlown(segment.before, facts.places),
        after: segment.after && viewFlown(segment.after, facts.places),
        ...(shiftOf(segment) ?? { departMinutes: 0, arriveMinutes: 0 }),
      })),
    affected: change.affected.flatMap(({ itemId, nights, pickUpAt, dropOffAt }) => {
      const other = standing.get(itemId);
      return other === undefined
        ? []
        : [
            {
              item: viewBookedItem(booking, other.tripItem, facts),
              nights,
              pickUpLocal: pickUpAt,
              dropOffLocal: dropOffAt,
            },
          ];
    }),
  };
}

function kindOf({ severity, segments }: ItemScheduleChange): MovedKind {
  if (severity === 'cancelled') return 'cancelled';
  return segments.every(({ change }) => change === 'unchanged' || change === 'retimed') ? 'times' : 'flights';
}

function viewFlown({ flightNumber, depart, arrive }: Segment, places: PlaceDirectory): FlownView {
  const city = (airport: string): string => places.airport(airport)?.cityName ?? airport;
  return {
    flightNumber,
    origin: depart.airport,
    originCity: city(depart.airport),
    destination: arrive.airport,
    destinationCity: city(arrive.airport),
    departLocal: depart.timeLocal,
    arriveLocal: arrive.timeLocal,
  };
}
