import * as z from 'zod';
import { BookingResponse, presentBooking } from '../../bookings/contract.ts';
import type { App } from '../../context.ts';
import { ClaimBody } from '../contract-claim.ts';
import type { ServicedItem } from '../find-serviced-item.ts';

/** Body of POST /v1/schedule_change_accept. */
export const AcceptScheduleChangeRequest = ClaimBody;

/** The flight as it stands now, the way get_booking shows it. */
export const AcceptScheduleChangeResponse = z.looseObject({
  booking_ref: z.string(),
  item: BookingResponse.shape.booking.shape.items.element,
});

/** An item whose change was accepted on the wire. */
export function presentAccepted(
  app: App,
  { booking, item }: ServicedItem,
  now: Date,
): z.infer<typeof AcceptScheduleChangeResponse> {
  const shown = presentBooking(app, booking, { now, changes: [] }).items.find(
    (candidate) => candidate.item_id === item.itemId,
  );
  if (shown === undefined) throw new Error(`The booking has no item ${item.itemId}.`);
  return { booking_ref: booking.bookingRef, item: shown };
}
