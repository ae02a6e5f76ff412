import { chooseLanguage, type PageLanguage } from '../../web/checkout/messages.ts';
import type { SellerView } from '../../web/kit/seller-view.ts';
import type { MailView } from '../../web/mail/view.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import { manageUrlOf } from '../bookings/documents/manage-link.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { viewFulfilment, withLinks } from '../checkout/view-session.ts';
import type { App } from '../context.ts';
import { viewSeller } from '../identity/profile/view-seller.ts';
import { Refusal } from '../platform/errors.ts';
import { confirmedRefund, feeReturnOf } from '../servicing/model/cancellation.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import { findChangeOf } from '../servicing/read-changes.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import type { Trip } from '../trips/model/trip.ts';
import { loadTrip } from '../trips/read/read-trip.ts';
import { attachDocuments, type MailDocuments } from './attach-documents.ts';
import type { MailRecord } from './store.ts';
import { changeMade, viewChanged, viewNotice, viewRefunded, viewRescheduled } from './view-servicing.ts';

/** A mail before it is put into words: whom it goes to, in which language, and what it says. */
export interface MailContent {
  readonly to: string;
  readonly language: PageLanguage;
  readonly view: MailView;
  /** Opens the booking's own page. */
  readonly manageUrl: string;
  readonly seller: SellerView;
  /** Files that go along, and links to what was issued. */
  readonly documents: MailDocuments;
}

/** Reads what a mail says from its booking; undefined where there is nothing (left) to say. */
export async function readMail(app: App, mail: MailRecord, now: Date): Promise<MailContent | undefined> {
  const [booking, trip] = await Promise.all([
    findBookingOf(app, mail),
    loadTrip(app.db, mail.organizationId, mail.tripId),
  ]);
  if (booking === undefined || trip === undefined) return undefined;
  const change = mail.changeId === undefined ? undefined : await findChangeOf(app, booking, mail.changeId);
  const language = languageOf(mail, trip);
  const places = app.places.inLanguage(language);
  const view = viewMail(app, { mail, booking, trip, change, now, places });
  if (view === undefined) return undefined;
  return {
    to: booking.contact.email,
    language,
    view,
    manageUrl: manageUrlOf(app, booking, now),
    seller: viewSeller(await app.sellers.of(mail.organizationId)),
    documents: await attachDocuments(app, mail, { booking, language, now }),
  };
}

interface MailFacts {
  readonly mail: MailRecord;
  readonly booking: Booking;
  readonly trip: Trip;
  /** The refund or change that the mail is about. */
  readonly change: BookingChange | undefined;
  readonly now: Date;
  /** Under their names in the mail's language. */
  readonly places: PlaceDirectory;
}

/**
 * The view of the hosted page after the payment: page and mail never disagree. Refunds and changes are reported
 * as servicing has made them.
 */
function viewMail(app: App, { mail, booking, trip, change, now, places }: MailFacts): MailView | undefined {
  switch (mail.kind) {
    case 'confirmed':
    case 'failed': {
      if (trip.status !== 'fulfilled' && trip.status !== 'failed') return undefined;
      // It was given up before its confirmation went out, and has a mail that says so.
      if (mail.kind === 'confirmed' && booking.status === 'cancelled') return undefined;
      const view = withLinks(app, { booking, now }, viewFulfilment(trip, trip.status, { places, now, booking }));
      return view.kind === 'confirmed' || view.kind === 'failed' ? view : undefined;
    }
    case 'refunded': {
      const refund = change && confirmedRefund(change);
      return (
        refund &&
        viewRefunded(
          { booking, facts: { places, now } },
          {
            itemIds: [change.itemId],
            at: change.committedAt ?? change.quotedAt,
            refund,
            serviceFee: feeReturnOf(change.plan),
            credits: change.plan.kind === 'cancellation' ? change.plan.credits : undefined,
          },
        )
      );
    }
    case 'changed': {
      const made = change && changeMade(booking, change);
      return made && viewChanged({ booking, facts: { places, now } }, made);
    }
    case 'rescheduled':
      return mail.scheduleChange && viewRescheduled({ booking, facts: { places, now } }, mail.scheduleChange);
    case 'declined':
    case 'cancelled_elsewhere':
      return change && viewNotice({ booking, facts: { places, now } }, mail.kind, change);
    default:
      return mail.kind satisfies never;
  }
}

/** The language the payer read the hosted page in; for a trip paid elsewhere its `metadata.locale`; else English. */
function languageOf(mail: MailRecord, trip: Trip): PageLanguage {
  return chooseLanguage(mail.pageLanguage ?? trip.metadata['locale'], undefined);
}

async function findBookingOf(app: App, mail: MailRecord): Promise<Booking | undefined> {
  try {
    return await getBooking(app, mail, mail.bookingRef);
  } catch (error) {
    // A sandbox reset has forgotten it.
    if (error instanceof Refusal && error.condition === 'booking_not_found') return undefined;
    throw error;
  }
}
