import * as z from 'zod';
import { BookingResponse, presentBooking } from '../bookings/contract.ts';
import type { Booking } from '../bookings/model/booking.ts';
import type { App } from '../context.ts';
import { REHEARSED_CHANGES } from '../suppliers/ports/servicing.ts';
import { SALE_KINDS } from './model/sale-scenarios.ts';

const scenarioLengthMax = 40;
const refLengthMax = 64;
const segmentIdLengthMax = 64;
/** A day later, half a day earlier. */
const [minutesMin, minutesMax] = [-720, 1_440];
const MINUTES_DEFAULT = 95;

/** Body of POST /v1/sandbox/bookings. */
export const SellAtOnceRequest = z.object({
  kind: z.enum(SALE_KINDS).describe('trip: a flight, a hotel and a car in one booking.'),
  scenario: z
    .string()
    .min(1)
    .max(scenarioLengthMax)
    .optional()
    .describe(
      'Of a flight the airport flown to from QAA (QAL), of a hotel its name at Point Nemo (non_refundable), of a car its vehicle at QAA (add_collect). Ordinary without.',
    ),
  currency: z.string().length(3).optional().describe("The trip's; the supplier's unless told."),
});

/** The booking, as a guest looks it up. */
export const SellAtOnceResponse = z.looseObject({
  booking_ref: z.string(),
  last_name: z.string(),
  items: BookingResponse.shape.booking.shape.items,
});

/** A fresh booking on the wire: what its guest needs to know, and its items as get_booking shows them. */
export function presentSale(app: App, booking: Booking, now: Date): z.infer<typeof SellAtOnceResponse> {
  const { booking_ref, last_name, items } = presentBooking(app, booking, { now, changes: [] });
  return { booking_ref, last_name, items };
}

export const MoveFlightParams = z.object({ booking_ref: z.string().min(1).max(refLengthMax) });
/** Body of POST /v1/sandbox/bookings/{booking_ref}/schedule_change. */
export const MoveFlightRequest = z.object({
  kind: z
    .enum(REHEARSED_CHANGES)
    .default('shifted')
    .describe('shifted: other times. renumbered: another flight number. rerouted, cancelled: its whole direction.'),
  minutes: z
    .int()
    .min(minutesMin)
    .max(minutesMax)
    .refine((minutes) => minutes !== 0, 'must not be 0')
    .default(MINUTES_DEFAULT)
    .describe('Of shifted; later is positive.'),
  segment: z
    .string()
    .min(1)
    .max(segmentIdLengthMax)
    .optional()
    .describe("A segment_id of the booking's flights; the first one unless told."),
});
