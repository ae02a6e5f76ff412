import * as z from 'zod';
import type { ItemClaim } from './find-serviced-item.ts';

const TICKETS_MAX = 50;
/** However long: what no booking has is the same 404, as in get_booking. */
const text = z.string().min(1);

/**
 * How every servicing operation names the booking and the item it is about (contract, section 8). What is null is not
 * said, as bookings show it.
 */
export const ClaimBody = z.object({
  booking_ref: text.describe('From the confirmation mail: BLY-XXXXXX, in any case, with or without BLY-.'),
  last_name: text.describe("The lead traveler's; accents, case, spaces, hyphens and apostrophes do not matter."),
  item_id: text.nullish().describe('Needed only when several items of the kind exist.'),
  order_id: text.nullish().describe("The supplier's order, when you want it checked."),
  provider: text.nullish().describe("The item's provider, when you want it checked."),
  ticket_numbers: z.array(text).max(TICKETS_MAX).nullish().describe('Tickets of the item, when you want them checked.'),
});

/** The claim as operations take it. */
export function toClaim(body: z.infer<typeof ClaimBody>): ItemClaim {
  const {
    booking_ref: bookingRef,
    last_name: lastName,
    item_id: itemId,
    order_id: orderId,
    provider,
    ticket_numbers: ticketNumbers,
  } = body;
  return {
    bookingRef,
    lastName,
    itemId: itemId ?? undefined,
    orderId: orderId ?? undefined,
    provider: provider ?? undefined,
    ticketNumbers: ticketNumbers ?? undefined,
  };
}
