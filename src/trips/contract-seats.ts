import * as z from 'zod';
import { presentSeatMaps } from '../offers/describe/present-seat-maps.ts';
import { convertMoney, presentAmount, presentValue, zeroMoney } from '../travel/money.ts';
import type { TripItem } from './model/trip.ts';
import type { TripSeatMaps } from './read/read-seat-maps.ts';

const ValueShape = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });
const AmountShape = z.looseObject({ amount: z.int(), currency: z.string(), decimal_places: z.int() });
const seatFields = { segment_id: z.string(), pax_ref_id: z.string(), seat_number: z.string() };

/** A seat chosen with a trip item, as trips, checkouts and bookings word it. */
export const SelectedSeatShape = z.looseObject({ ...seatFields, price: AmountShape });

/** `GET /v1/trip/{trip_id}/seat_maps`. */
export const SeatMapsResponse = z.looseObject({
  trip_id: z.string(),
  items: z.array(
    z.looseObject({
      item_id: z.string(),
      seat_maps: z
        .array(
          z.looseObject({
            segment_id: z.string(),
            aircraft_type: z.string().nullable(),
            cabin_class: z.string(),
            rows: z.array(
              z.looseObject({
                row_number: z.int(),
                seats: z.array(
                  z.looseObject({
                    seat_number: z.string(),
                    column: z.string(),
                    availability: z.enum(['available', 'occupied', 'blocked']),
                    features: z.array(z.string()),
                    disclosures: z.array(z.string()).optional(),
                    price: ValueShape.describe("For this item's fare; 0 where the seat comes with it."),
                  }),
                ),
              }),
            ),
          }),
        )
        .describe(
          'A segment without assigned seating is left out. Empty where the supplier is not connected, or is switched off for sale and the trip is not paid.',
        ),
      selected_seats: z.array(z.looseObject({ ...seatFields, price: ValueShape })).describe('Chosen so far.'),
    }),
  ),
});

/** Every flight's seats, in the trip's currency. */
export function presentTripSeatMaps({ tripId, items }: TripSeatMaps): z.infer<typeof SeatMapsResponse> {
  return {
    trip_id: tripId,
    items: items.map(({ item, maps }) => {
      const { currency } = item.price;
      const seatMaps = presentSeatMaps(maps, (price) => convertMoney(price, currency, item.rate), zeroMoney(currency));
      return {
        item_id: item.itemId,
        seat_maps: seatMaps.map((map) => ({
          ...map,
          rows: map.rows.map((row) => ({
            ...row,
            seats: row.seats.map((seat) => ({ ...seat, features: [...seat.features] })),
          })),
        })),
        selected_seats: selectedSeats(item).map(({ price, ...seat }) => ({ ...seat, price: presentValue(price) })),
      };
    }),
  };
}

/** The seats chosen with an item, as trips, checkouts and bookings word them. */
export function presentSelectedSeats(item: TripItem): z.infer<typeof SelectedSeatShape>[] {
  return selectedSeats(item).map(({ price, ...seat }) => ({ ...seat, price: presentAmount(price) }));
}

function selectedSeats(item: TripItem) {
  return item.seats.map(({ segmentId, travelerId, seatNumber, price }) => ({
    segment_id: segmentId,
    pax_ref_id: travelerId,
    seat_number: seatNumber,
    price: convertMoney(price, item.price.currency, item.rate),
  }));
}
