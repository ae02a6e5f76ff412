import type { Segment } from '../objects.ts';
import type { SeatService } from '../search/offer-shelf.ts';
import { seatsOf } from '../search/seat-maps.ts';
import type { DuffelCall } from '../serve.ts';
import type { StoredOrder } from './order-shelf.ts';

/** The offer's seats on the flights that are still the order's, without those somebody has by now. */
export function freeSeatsOf(call: DuffelCall, order: StoredOrder): readonly SeatService[] {
  const { slices, offer } = order;
  const offered = offer.offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  const booked = slices.flatMap(({ segments }) => segments);
  const taken = takenSeats(call);
  return seatsOf({ stored: offer, places: call.state.places, newId: call.state.newId }).flatMap((seat) => {
    const segment = booked[offered.indexOf(seat.segmentId)];
    if (segment === undefined || taken.has(seatKey(segment, seat.designator))) return [];
    return [{ ...seat, segmentId: segment.id }];
  });
}

/** Every seat of an order of this key: one of a flight is somebody's once. */
function takenSeats({ account }: DuffelCall): ReadonlySet<string> {
  return new Set(
    account.orders
      .list()
      .filter(({ cancelledAt }) => cancelledAt === null)
      .flatMap(({ slices, services }) => {
        const segments = slices.flatMap((slice) => slice.segments);
        return services
          .filter(({ type }) => type === 'seat')
          .flatMap(({ segment_ids, metadata }) =>
            segments
              .filter(({ id }) => segment_ids.includes(id))
              .map((segment) => seatKey(segment, String(metadata['designator']))),
          );
      }),
  );
}

function seatKey(
  { marketing_carrier, marketing_carrier_flight_number, departing_at }: Segment,
  designator: string,
): string {
  return `${marketing_carrier.name} ${marketing_carrier_flight_number} ${departing_at} ${designator}`;
}
