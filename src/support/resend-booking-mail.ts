import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { App } from '../context.ts';
import { type Acting, recordAct } from '../identity/record-audit.ts';
import { resendMail } from '../mail/resend-mail.ts';
import type { EventId } from '../platform/ids.ts';

/** Sends a mail of a booking once more, with an entry in the audit log; answers the id of the new mail. */
export async function resendBookingMail(
  app: App,
  acting: Acting,
  which: { readonly bookingRef: string; readonly mailId: string },
): Promise<EventId> {
  const booking = await getBooking(app, acting.caller, which.bookingRef);
  return await app.db.transaction(async (tx) => {
    const eventId = await resendMail(tx, app, acting.caller, {
      bookingRef: booking.bookingRef,
      mailId: which.mailId,
    });
    await recordAct(tx, app.clock, acting, {
      action: 'booking.mail_resent',
      target: booking.bookingRef,
      detail: { mail: which.mailId, again_as: eventId },
    });
    return eventId;
  });
}
