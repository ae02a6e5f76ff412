import type { IssuedView } from '../../web/manage/issued/issued-view.ts';
import type { DocumentKey } from '../bookings/documents/document-link.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import { documentEpoch } from '../bookings/model/document-epoch.ts';
import { issueDocuments } from '../invoices/issue-documents.ts';
import type { IssuedKind } from '../invoices/model/issued-document.ts';
import { fileNameOf, printIssued, viewIssued } from '../invoices/view-issued.ts';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext } from '../platform/http/route.ts';
import { answerPage, placesOf } from './answer-page.ts';
import { answerFile, takePrint } from './document-files.ts';
import { requestedLanguage } from '../../web/kit/requested-language.ts';

/** An invoice or a credit note of the booking of a link, by its number. */
export async function answerIssued(context: PageContext, key: DocumentKey, kind: IssuedKind): Promise<PageAnswer> {
  const view = await viewByNumber(context, key, kind);
  return await answerPage(context, view, { organizationId: key.organizationId });
}

/** An invoice or a credit note as PDF, in the reader's language. */
export async function printIssuedPage(context: PageContext, key: DocumentKey, kind: IssuedKind): Promise<PageAnswer> {
  const view = await viewByNumber(context, key, kind);
  return await takePrint(context, key, async () => {
    const pdf = await printIssued(context.app, requestedLanguage(context), view, key);
    return pdf && answerFile(pdf, { contentType: 'application/pdf', name: fileNameOf(view) });
  });
}

/**
 * Throws booking_not_found for a number that is not of this booking, for a link of an earlier epoch, and for the link
 * of the itinerary: it is passed on to fellow travelers, and says nothing of money.
 */
async function viewByNumber(context: PageContext, key: DocumentKey, kind: IssuedKind): Promise<IssuedView> {
  const { app, params } = context;
  const booking = await getBooking(app, key, key.bookingRef);
  if (key.type !== 'receipt' || documentEpoch(booking) !== key.epoch) throw refuse('booking_not_found');
  const found = (await issueDocuments(app, booking)).find(
    (document) => document.kind === kind && String(document.number) === params['number'],
  );
  if (found === undefined) throw refuse('booking_not_found');
  return viewIssued(found, { booking, places: placesOf(context), url: `/documents/${params['token'] ?? ''}` });
}
