import type { App } from '../context.ts';
import type { BookingMail } from '../bookings/booking-mail.ts';
import { sendMailJob } from './jobs.ts';
import { insertMail, upsertLanguage } from './store.ts';

/** Mails can wait that long: those of the same seconds share their claim, and the order's own jobs go first. */
const SEND_AFTER_SECONDS = 2;

/**
 * The mails of bookings, registered by `app.ts` so that bookings and the hosted page need to know no one above them. A
 * mail is recorded and enqueued in the transaction that publishes its event: mailed are exactly the events that
 * happened, each once.
 */
export const bookingMail: BookingMail = {
  async enqueue(tx, event, app: App) {
    const { organizationId, eventId } = event;
    const dueAt = new Date(event.occurredAt.getTime() + SEND_AFTER_SECONDS * 1_000);
    await insertMail(
      tx,
      event,
      event.occurredAt,
      app.jobs.enqueueCte(tx, sendMailJob, { organizationId, payload: { event_id: eventId }, key: eventId, dueAt }),
    );
  },
  rememberLanguage: (app, trip, language) => upsertLanguage(app.db, trip, language),
};
