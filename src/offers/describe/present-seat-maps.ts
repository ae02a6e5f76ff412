import type { SeatMap } from '../../travel/flight.ts';
import { type Money, presentValue } from '../../travel/money.ts';

/**
 * Seat maps on the wire: spec.md's `seat_maps`, and the cabin beside its fields. `show` converts prices; `included` is
 * zero in the currency it converts to.
 */
export function presentSeatMaps(maps: readonly SeatMap[], show: (price: Money) => Money, included: Money) {
  return maps.map((map) => ({
    segment_id: map.segmentId,
    aircraft_type: map.aircraft ?? null,
    cabin_class: map.cabinClass,
    rows: map.rows.map((row) => ({
      row_number: row.rowNumber,
      seats: row.seats.map((seat) => ({
        seat_number: seat.seatNumber,
        column: seat.column,
        availability: seat.availability,
        features: [...seat.features],
        ...(seat.disclosures && { disclosures: [...seat.disclosures] }),
        // Always there: 0 for a seat that comes with the fare.
        price: presentValue(seat.price === undefined ? included : show(seat.price)),
      })),
    })),
  }));
}
