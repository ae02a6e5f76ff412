import type { CabinClass, Seat, SeatMap } from '../../travel/flight.ts';
import { type Money, presentValue, type ValueAmount } from '../../travel/money.ts';

/** A seat map on the wire (spec.md, `seat_maps`), with the cabin it shows beside the spec's fields. */
export interface PresentedSeatMap {
  readonly segment_id: string;
  readonly aircraft_type: string;
  readonly cabin_class: CabinClass;
  readonly rows: readonly { readonly row_number: number; readonly seats: readonly PresentedSeat[] }[];
}
interface PresentedSeat {
  readonly seat_number: string;
  readonly column: string;
  readonly availability: Seat['availability'];
  readonly features: readonly string[];
  /** Always there: 0 for a seat that comes with the fare. */
  readonly price: ValueAmount;
}

/** Seat maps with prices as `show` converts them; `included` is nothing in the same currency. */
export function presentSeatMaps(
  maps: readonly SeatMap[],
  show: (price: Money) => Money,
  included: Money,
): readonly PresentedSeatMap[] {
  return maps.map((map) => ({
    segment_id: map.segmentId,
    aircraft_type: map.aircraft,
    cabin_class: map.cabinClass,
    rows: map.rows.map((row) => ({
      row_number: row.rowNumber,
      seats: row.seats.map((seat) => ({
        seat_number: seat.seatNumber,
        column: seat.column,
        availability: seat.availability,
        features: seat.features,
        price: presentValue(seat.price === undefined ? included : show(seat.price)),
      })),
    })),
  }));
}
