import type { PageLanguage } from '../../web/checkout/messages.ts';
import { messagesOf } from '../../web/checkout/messages.ts';
import type { IssuedLinkView } from '../../web/manage/issued/issued-view.ts';
import type { Booking } from '../bookings/model/booking.ts';
import type { App } from '../context.ts';
import { issueDocuments } from '../invoices/issue-documents.ts';
import { type IssuedDocument, SALE } from '../invoices/model/issued-document.ts';
import { fileNameOf, linkIssued, printIssued, viewIssued } from '../invoices/view-issued.ts';
import { writeCalendar } from '../manage/calendar.ts';
import type { MailAttachment } from '../platform/mail/mailer.ts';
import type { MailKind } from './model/mail-states.ts';
import type { MailRecord } from './store.ts';

/**
 * Files of one mail together: far under what any server takes, and more than a calendar and a page of PDF have. What
 * does not fit is linked alone.
 */
const attachmentBytesMax = 512 * 1024;
/** Papers that may wait for the printer when a mail asks for one: with more, its documents are linked alone. */
const waitingPapersMax = 4;

/** Mails that change what stands in the traveler's calendar. */
const WITH_CALENDAR: readonly MailKind[] = ['confirmed', 'changed', 'refunded', 'rescheduled'];
/** Mails about money that has moved. */
const WITH_DOCUMENTS: readonly MailKind[] = ['confirmed', 'changed', 'refunded'];

/** What goes along with a mail: files, and links to the invoices and credit notes it is about. */
export interface MailDocuments {
  readonly attachments: readonly MailAttachment[];
  readonly issued: readonly IssuedLinkView[];
}

/**
 * The trip as a calendar, and the invoice or the credit note of what the mail is about. Documents are issued here where
 * they were not yet; one that cannot be printed now is linked.
 */
export async function attachDocuments(
  app: App,
  mail: Pick<MailRecord, 'kind' | 'changeId'>,
  { booking, language, now }: { readonly booking: Booking; readonly language: PageLanguage; readonly now: Date },
): Promise<MailDocuments> {
  const all = WITH_DOCUMENTS.includes(mail.kind) ? await issueDocuments(app, booking) : [];
  const cause = mail.kind === 'confirmed' ? SALE : mail.changeId;
  const issued = all.filter((document) => document.cause === cause);
  const files = [
    ...(WITH_CALENDAR.includes(mail.kind) ? [await attachCalendar(app, booking, { language, now })] : []),
    ...(await printAll(app, booking, { issued, language })),
  ];
  return { attachments: fitting(files), issued: linkIssued(app, booking, issued) };
}

async function attachCalendar(
  app: App,
  booking: Booking,
  { language, now }: { readonly language: PageLanguage; readonly now: Date },
): Promise<MailAttachment> {
  const { name: sellerName } = await app.sellers.of(booking.organizationId);
  return {
    name: `${booking.bookingRef}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(writeCalendar(app, booking, { messages: messagesOf(language), now, sellerName }), 'utf8'),
  };
}

async function printAll(
  app: App,
  booking: Booking,
  { issued, language }: { readonly issued: readonly IssuedDocument[]; readonly language: PageLanguage },
): Promise<readonly MailAttachment[]> {
  const files: MailAttachment[] = [];
  for (const document of issued) {
    if (app.printer.waiting() >= waitingPapersMax) break;
    const view = viewIssued(document, { booking, places: app.places.inLanguage(language), url: '' });
    const pdf = await printIssued(app, language, view, booking).catch((err: unknown) => {
      app.log.error({ err, bookingRef: booking.bookingRef }, 'a document could not be printed: the mail links it');
      return undefined;
    });
    if (pdf !== undefined) files.push({ name: fileNameOf(view), contentType: 'application/pdf', content: pdf });
  }
  return files;
}

/** The first files that fit together. */
function fitting(files: readonly MailAttachment[]): readonly MailAttachment[] {
  let bytes = 0;
  return files.filter(({ content }) => {
    if (bytes + content.length > attachmentBytesMax) return false;
    bytes += content.length;
    return true;
  });
}
