import type { App, Caller } from '../context.ts';
import type { Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { asId, type EventId, newId, type OrganizationId } from '../platform/ids.ts';
import { sendMailJob } from './jobs.ts';
import { countUnsentMails, findMail, insertMail, type ListedMail, listMails } from './store.ts';

/** Mails of a booking that are listed; no booking comes near it. */
const mailsMax = 200;
/** Mails of one booking in a day, the first ones included: nobody is sent bulk mail through us. */
const mailsPerDayMax = 20;
const DAY_MS = 86_400_000;

/** The mails of a booking, oldest first, and what became of each. */
export async function listBookingMails(
  app: Pick<App, 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  bookingRef: string,
): Promise<readonly ListedMail[]> {
  return await listMails(app.db, organizationId, bookingRef, mailsMax);
}

/** Mails of an organization since an instant that nobody received. */
export async function readUnsentMails(
  app: Pick<App, 'db'>,
  organizationId: OrganizationId,
  since: Date,
): Promise<number> {
  return await countUnsentMails(app.db, organizationId, since);
}

/**
 * Sends a mail of a booking once more, as its booking is now, in the transaction of the caller; answers the id of the
 * new mail. Throws `resource_not_found` for a mail of another booking, `state_conflict` for the twenty-first mail of a
 * booking in a day.
 */
export async function resendMail(
  tx: Tx,
  app: Pick<App, 'jobs'>,
  { organizationId, now }: Pick<Caller, 'organizationId' | 'now'>,
  which: { readonly bookingRef: string; readonly mailId: string },
): Promise<EventId> {
  const mail = await findMail(tx, { organizationId, eventId: asId('event', which.mailId) });
  if (mail?.bookingRef !== which.bookingRef)
    throw refuse('resource_not_found', { message: 'No mail of this booking has this id.' });
  const today = (await listMails(tx, organizationId, mail.bookingRef, mailsMax)).filter(
    ({ createdAt }) => now.getTime() - createdAt.getTime() < DAY_MS,
  );
  if (today.length >= mailsPerDayMax)
    throw refuse('state_conflict', { message: `A booking has at most ${mailsPerDayMax} mails in a day.` });
  const eventId = newId('event');
  const send = app.jobs.enqueueCte(tx, sendMailJob, {
    organizationId,
    payload: { event_id: eventId },
    key: eventId,
    dueAt: now,
  });
  await insertMail(tx, { ...mail, eventId }, now, send);
  return eventId;
}
