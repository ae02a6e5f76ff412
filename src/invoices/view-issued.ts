import { describeIssued } from '../../web/manage/issued/issued-paper.ts';
import type { IssuedLinkView, IssuedSubjectView, IssuedView } from '../../web/manage/issued/issued-view.ts';
import type { PageLanguage } from '../../web/checkout/messages.ts';
import { vocabularyOf } from '../../web/manage/vocabulary.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { listDocuments } from '../bookings/documents/document-link.ts';
import type { App } from '../context.ts';
import { sellsNothingReal } from '../platform/config.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { money } from '../travel/money.ts';
import type { IssuedDocument, IssuedKind, LineSubject } from './model/issued-document.ts';

/** The part of an address that names a kind of document. */
export const ISSUED_PATHS = { invoice: 'invoices', credit_note: 'credit-notes' } as const satisfies Record<
  IssuedKind,
  string
>;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The documents of a booking as links under that of its receipt, which is their credential; none without it. */
export function linkIssued(
  app: Pick<App, 'config' | 'sealer'>,
  booking: Booking,
  issued: readonly IssuedDocument[],
): readonly IssuedLinkView[] {
  const receipt = listDocuments(app, booking).find(({ type }) => type === 'receipt');
  return receipt === undefined ? [] : linkUnder(receipt.url, issued);
}

/** Links to documents under that of another document of their booking, which is opened already. */
export function linkUnder(url: string, issued: readonly IssuedDocument[]): readonly IssuedLinkView[] {
  return issued.map(({ kind, number, issuedAt, total }) => ({
    type: kind,
    number,
    issuedOn: issuedAt.toISOString().slice(0, DAY_LENGTH),
    total,
    url: `${url}/${ISSUED_PATHS[kind]}/${number}`,
  }));
}

/**
 * A document as it was issued, with the customer's name as the booking has it: what was erased there is nowhere else.
 * `url`: of the link it was opened by, or empty where it is only printed.
 */
export function viewIssued(
  document: IssuedDocument,
  { booking, places, url }: { readonly booking: Booking; readonly places: PlaceDirectory; readonly url: string },
): IssuedView {
  const { kind, number, issuedAt, seller, corrects, total } = document;
  const [lead] = booking.travelers;
  return {
    kind: 'issued',
    type: kind,
    number,
    issuedOn: issuedAt.toISOString().slice(0, DAY_LENGTH),
    seller,
    corrects,
    bookingRef: booking.bookingRef,
    customer: {
      name: [lead?.firstName, lead?.lastName].filter((part) => part !== undefined && part !== '').join(' '),
      email: booking.contact.email,
    },
    lines: document.lines.map(({ what, subject, amount, taxes }) => ({
      what,
      subject: subject && viewSubject(subject, places),
      amount: money(amount, total.currency),
      taxes: taxes === undefined ? undefined : money(taxes, total.currency),
    })),
    total,
    pdfUrl: `${url}/${ISSUED_PATHS[kind]}/${number}/pdf`,
  };
}

/** A document as PDF; undefined while the printer is too busy. */
export async function printIssued(
  app: Pick<App, 'printer' | 'sellers' | 'config'>,
  language: PageLanguage,
  view: IssuedView,
  { organizationId }: Pick<Booking, 'organizationId'>,
): Promise<Buffer | undefined> {
  const { colour } = await app.sellers.of(organizationId);
  const testMode = sellsNothingReal(app.config) ? vocabularyOf(language).own.testMode : undefined;
  return await app.printer.print(describeIssued(language, view, { colour, testMode }));
}

/** How the file of a document is called: `invoice-12.pdf`. */
export function fileNameOf({ type, number }: Pick<IssuedView, 'type' | 'number'>): string {
  return `${type === 'invoice' ? 'invoice' : 'credit-note'}-${number}.pdf`;
}

function viewSubject(subject: LineSubject, places: PlaceDirectory): IssuedSubjectView {
  switch (subject.kind) {
    case 'flight': {
      const { kind, isReturn, from, until } = subject;
      const [originCity, destinationCity] = [subject.origin, subject.destination].map((code) => cityOf(code, places));
      return { kind, isReturn, from, until, originCity: originCity ?? '', destinationCity: destinationCity ?? '' };
    }
    case 'hotel': {
      const { kind, name, rooms, from, until } = subject;
      return { kind, hotelName: name, rooms, from, until };
    }
    case 'car': {
      const { kind, categoryLetter, categoryName, model, from, until } = subject;
      const category = categoryName === undefined ? undefined : { letter: categoryLetter ?? '', name: categoryName };
      return { kind, category, model, from, until };
    }
    default:
      return subject satisfies never;
  }
}

function cityOf(code: string, places: PlaceDirectory): string {
  return places.airport(code)?.cityName ?? code;
}
