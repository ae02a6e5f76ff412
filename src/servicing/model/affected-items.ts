import type { AffectedItem } from '../../bookings/model/schedule-change.ts';
import type { BookingItem } from '../../bookings/model/booking.ts';
import type { AirportTime, SegmentMove } from '../../travel/schedule-change.ts';
import { beginOfRental, endOfRental } from '../../travel/rental.ts';

/**
 * The other standing items of a booking that fitted its flights and no longer do: a night that begins before one lands,
 * a stay or a rental that ends after one leaves, a car that waits at a counter before anybody is there, a flight that
 * is missed. Days are compared as the calendars of airport and hotel show them.
 */
export function findAffectedItems(
  items: readonly BookingItem[],
  moved: BookingItem,
  moves: readonly SegmentMove[],
): readonly AffectedItem[] {
  return items
    .filter((item) => item.itemId !== moved.itemId && item.status === 'confirmed')
    .flatMap((item) => {
      const problem = moves.map((move) => problemOf(item, move)).find((found) => found !== undefined);
      return problem === undefined ? [] : [{ itemId: item.itemId, kind: item.kind, problem }];
    });
}

function problemOf({ tripItem }: BookingItem, { flightNumber, before, after }: SegmentMove): string | undefined {
  switch (tripItem.kind) {
    case 'hotel': {
      const { checkIn, checkOut } = tripItem.stay;
      if (dayOf(before.arrive) <= checkIn && dayOf(after.arrive) > checkIn)
        return `${flightNumber} now lands after the first night has begun.`;
      return dayOf(before.depart) >= checkOut && dayOf(after.depart) < checkOut
        ? `${flightNumber} now leaves before the last night is over.`
        : undefined;
    }
    case 'car': {
      const [begins, ends] = [beginOfRental(tripItem.rental), endOfRental(tripItem.rental)];
      if (before.arrive.instant <= begins && after.arrive.instant > begins)
        return `${flightNumber} now lands after the car is to be picked up.`;
      return before.depart.instant >= ends && after.depart.instant < ends
        ? `${flightNumber} now leaves before the car is brought back.`
        : undefined;
    }
    case 'flight': {
      const segments = tripItem.offer.slices.flatMap((slice) => slice.segments);
      const isMissed = segments.some(
        ({ depart, arrive }) => overlaps({ depart, arrive }, after) && !overlaps({ depart, arrive }, before),
      );
      return isMissed ? `${flightNumber} is now in the air when this flight is.` : undefined;
    }
    default:
      return tripItem satisfies never;
  }
}

function overlaps(one: SegmentMove['before'], other: SegmentMove['before']): boolean {
  return one.depart.instant < other.arrive.instant && other.depart.instant < one.arrive.instant;
}

function dayOf({ timeLocal }: AirportTime): string {
  return timeLocal.slice(0, 10);
}
