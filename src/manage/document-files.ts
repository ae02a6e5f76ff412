import { messagesOf } from '../../web/checkout/messages.ts';
import { describeReceipt } from '../../web/manage/receipt-paper.ts';
import { vocabularyOf } from '../../web/manage/vocabulary.ts';
import type { DocumentKey } from '../bookings/documents/document-link.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import { documentEpoch } from '../bookings/model/document-epoch.ts';
import { sellsNothingReal } from '../platform/config.ts';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext } from '../platform/http/route.ts';
import { answerPage } from './answer-page.ts';
import { writeCalendar } from './calendar.ts';
import { viewDocument } from './view-document.ts';
import { requestedLanguage } from '../../web/kit/requested-language.ts';

/** Papers one link may ask for in a burst, and how fast that comes back: each costs a thread a third of a second. */
const printBucket = { burst: 10, perSecond: 0.2 } as const;
/** Private to who has the link, as its page is. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** A receipt as PDF, in the reader's language. Of an itinerary there is none. */
export async function printReceipt(context: PageContext, key: DocumentKey): Promise<PageAnswer> {
  const { app } = context;
  if (key.type !== 'receipt') return await answerPage(context, { kind: 'closed', reason: 'unknown' });
  return await takePrint(context, key, async () => {
    const language = requestedLanguage(context);
    const seller = await app.sellers.of(key.organizationId);
    const pdf = await app.printer.print(
      describeReceipt(language, await viewDocument(context, key), {
        sellerName: seller.name,
        colour: seller.colour,
        testMode: sellsNothingReal(app.config) ? vocabularyOf(language).own.testMode : undefined,
      }),
    );
    return pdf && answerFile(pdf, { contentType: 'application/pdf', name: `${key.bookingRef}.pdf` });
  });
}

/** Prints a paper of a booking, unless too many were asked for or the printer is busy (undefined): then later. */
export async function takePrint(
  context: PageContext,
  { bookingRef, organizationId }: Pick<DocumentKey, 'bookingRef' | 'organizationId'>,
  print: () => Promise<PageAnswer | undefined>,
): Promise<PageAnswer> {
  const { isAllowed, resetSeconds } = await context.app.shared.takeToken(`print:${bookingRef}`, printBucket, 1);
  const printed = isAllowed ? await print() : undefined;
  return (
    printed ??
    (await answerPage(
      context,
      { kind: 'closed', reason: 'too_fast' },
      { headers: { 'retry-after': String(Math.max(resetSeconds, 5)) }, organizationId },
    ))
  );
}

/** The trip as a calendar. Of whatever document the link is: what was cancelled is to be taken out, too. */
export async function answerCalendar(context: PageContext, key: DocumentKey): Promise<PageAnswer> {
  const { app } = context;
  const booking = await getBooking(app, key, key.bookingRef);
  if (documentEpoch(booking) !== key.epoch) throw refuse('booking_not_found');
  const now = await app.organizationNow(key.organizationId);
  const { name: sellerName } = await app.sellers.of(key.organizationId);
  const text = writeCalendar(app, booking, { messages: messagesOf(requestedLanguage(context)), now, sellerName });
  return answerFile(Buffer.from(text, 'utf8'), {
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    name: `${key.bookingRef}.ics`,
  });
}

/** A document as a file to keep. */
export function answerFile(
  bytes: Buffer,
  { contentType, name }: { readonly contentType: string; readonly name: string },
): PageAnswer {
  return {
    status: 200,
    bytes,
    contentType,
    headers: { ...HEADERS, 'content-disposition': `attachment; filename="${name}"` },
  };
}
