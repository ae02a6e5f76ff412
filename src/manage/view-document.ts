import type { DocumentView } from '../../web/manage/view.ts';
import type { DocumentKey } from '../bookings/documents/document-link.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import { documentEpoch } from '../bookings/model/document-epoch.ts';
import type { App } from '../context.ts';
import { listPaymentsOfTrips, listRefundsOfTrip } from '../payments/list-payments.ts';
import { refuse } from '../platform/errors.ts';
import type { PageContext } from '../platform/http/route.ts';
import { type Money, subtractMoney, sumMoney } from '../travel/money.ts';
import { taxesInCurrency } from '../trips/model/items/product.ts';
import { placesOf } from './answer-page.ts';
import { issueDocuments } from '../invoices/issue-documents.ts';
import { linkUnder } from '../invoices/view-issued.ts';
import { viewBooking } from './view-booking.ts';

/**
 * The document a link opens, as the booking stands now. Throws booking_not_found where a sandbox has forgotten it, and
 * for a link of an earlier epoch.
 */
export async function viewDocument(context: PageContext, key: DocumentKey): Promise<DocumentView> {
  const { app } = context;
  const now = await app.organizationNow(key.organizationId);
  const booking = await getBooking(app, key, key.bookingRef);
  if (documentEpoch(booking) !== key.epoch) throw refuse('booking_not_found');
  // A receipt is about money: what was never sold, and what something else stands for by now, cost nothing by itself.
  const items =
    key.type === 'receipt'
      ? booking.items.filter(wasPaidFor)
      : booking.items.filter((item) => item.status !== 'exchanged');
  const { movements, balance } = await readMoney(app, booking);
  const facts = viewBooking({ ...booking, items }, { places: placesOf(context), now });
  const issued = key.type === 'receipt' ? await issueDocuments(app, booking) : [];
  const [first] = issued;
  const url = `/documents/${context.params['token'] ?? ''}`;
  return {
    kind: 'document',
    type: key.type,
    ...facts,
    taxes: facts.items.map(({ itemId }) => taxesOf(items.find((item) => item.itemId === itemId))),
    movements,
    balance,
    issuer: first && { seller: first.seller },
    issued: linkUnder(url, issued),
    // A receipt is also a PDF, an itinerary also a calendar: under the same link.
    otherForm: `${url}/${key.type === 'receipt' ? 'pdf' : 'calendar'}`,
  };
}

function wasPaidFor({ status, refunded }: BookingItem): boolean {
  return status === 'confirmed' || status === 'refunded' || (status === 'cancelled' && refunded !== undefined);
}

async function readMoney(
  app: App,
  { organizationId, tripId, totalPaid }: Booking,
): Promise<Pick<DocumentView, 'movements' | 'balance'>> {
  const [payments, refunds] = await Promise.all([
    listPaymentsOfTrips(app.db, organizationId, [tripId]),
    listRefundsOfTrip(app.db, organizationId, tripId),
  ]);
  const taken = payments.filter(({ amountCaptured }) => amountCaptured.value > 0);
  const returned = refunds.filter(({ status }) => status !== 'refused');
  const movements = [
    ...taken.map(({ amountCaptured, createdAt, card }) => ({
      kind: 'payment' as const,
      at: createdAt,
      amount: amountCaptured,
      card,
    })),
    ...returned.map(({ amount, at, status }) => ({
      kind: status === 'intended' ? ('refund_open' as const) : ('refund' as const),
      at,
      amount,
      card: undefined,
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const { currency } = totalPaid;
  return {
    movements: movements.map(({ kind, at, amount, card }) => ({
      kind,
      day: at.toISOString().slice(0, 'YYYY-MM-DD'.length),
      amount,
      card,
    })),
    balance: subtractMoney(
      sumMoney(
        taken.map(({ amountCaptured }) => amountCaptured),
        currency,
      ),
      sumMoney(
        returned.map(({ amount }) => amount),
        currency,
      ),
    ),
  };
}

function taxesOf(item: BookingItem | undefined): Money | undefined {
  return item && taxesInCurrency(item.tripItem, item.total.currency, item.rate);
}
