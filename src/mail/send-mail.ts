import { renderMail } from '../../web/mail/render-mail.ts';
import type { App } from '../context.ts';
import { sellsNothingReal } from '../platform/config.ts';
import type { EventId } from '../platform/ids.ts';
import type { EndCte, JobOutcome, JobRun } from '../platform/jobs/job.ts';
import type { MailMessage } from '../platform/mail/mailer.ts';
import { mailLifecycle, type MailStatus } from './model/mail-states.ts';
import { readMail } from './read-mail.ts';
import { findMail, type MailRecord, settleMailRow } from './store.ts';

/** A mail that could not be sent this time; the job's schedule says when it is tried again. */
class MailNotSent extends Error {
  constructor(reason: string) {
    super(`The mail could not be sent: ${reason}.`);
    this.name = 'MailNotSent';
  }
}

/** Writes the mail of an event from its booking as it is now, sends it, and records what became of it. */
export async function sendMail(app: App, eventId: EventId, run: JobRun): Promise<JobOutcome> {
  const mail = await findMail(app.db, { organizationId: run.organizationId, eventId });
  if (mail === undefined || mail.status !== 'pending') return undefined;
  const endJob = run.endCte;
  if (app.mailer === undefined) return await settle(app, mail, { status: 'skipped', reason: 'no_mailer' }, endJob);
  const message = await writeMessage(app, mail, run.now);
  if (message === undefined) return await settle(app, mail, { status: 'skipped', reason: 'nothing_to_tell' }, endJob);
  // The traveler's address was erased.
  if (message.to === '') return await settle(app, mail, { status: 'skipped', reason: 'personal_data_erased' }, endJob);
  const outcome = await app.mailer.send(message, run.signal);
  app.faults.pass('mail.after_send');
  switch (outcome.kind) {
    case 'sent':
      return await settle(app, mail, { status: 'sent', reason: undefined }, endJob);
    case 'rejected':
      return await settle(app, mail, { status: 'rejected', reason: outcome.reason }, endJob);
    case 'failed':
      throw new MailNotSent(outcome.reason);
    default:
      return outcome satisfies never;
  }
}

/** Records that the last try was in vain. */
export async function giveUpMail(app: App, eventId: EventId, run: JobRun): Promise<void> {
  const mail = await findMail(app.db, { organizationId: run.organizationId, eventId });
  if (mail?.status === 'pending') await settle(app, mail, { status: 'failed', reason: 'tries_used_up' });
}

async function writeMessage(app: App, mail: MailRecord, now: Date): Promise<MailMessage | undefined> {
  const content = await readMail(app, mail, now);
  if (content === undefined) return undefined;
  const { to, language, view, manageUrl, seller, documents } = content;
  const { issued, attachments } = documents;
  const rendered = renderMail(language, { isSandbox: sellsNothingReal(app.config), manageUrl, seller, issued }, view);
  // The event's id begins with its time and belongs to this mail alone.
  return { id: `${mail.eventId}.${mail.kind}`, to, language, attachments, ...rendered };
}

async function settle(
  app: App,
  mail: MailRecord,
  end: { readonly status: Exclude<MailStatus, 'pending'>; readonly reason: string | undefined },
  endJob?: EndCte,
): Promise<JobOutcome> {
  const status = mailLifecycle.move(mail.status, end.status);
  const isSettled = await settleMailRow(
    app.db,
    mail,
    { status, reason: end.reason, at: await app.organizationNow(mail.organizationId) },
    endJob,
  );
  if (status === 'rejected')
    app.log.warn(
      { event_id: mail.eventId, booking_ref: mail.bookingRef, reason: end.reason },
      'a mail was refused for good',
    );
  return isSettled && endJob !== undefined ? { hasEnded: true } : undefined;
}
