import type { CardFormView, CheckoutView, FailedReason, OrderView, PayView } from '../../web/checkout/view.ts';
import type { ItemView } from '../../web/checkout/view-item.ts';
import { getBooking } from '../bookings/guests/look-up-booking.ts';
import { manageUrlOf } from '../bookings/documents/manage-link.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { failureOf } from '../bookings/model/failure-of.ts';
import type { App } from '../context.ts';
import { isPaymentInFlight } from '../payments/model/payment.ts';
import { findPaymentBySession } from '../payments/open-payment.ts';
import { isPaidElsewhere } from '../payments/processor.ts';
import { canContinueElsewhere } from '../payments/redirect-payer.ts';
import { findGuestOrganization } from '../platform/security/guest-directory.ts';
import { asId, type SessionId } from '../platform/ids.ts';
import { type Money, sumMoney } from '../travel/money.ts';
import type { FulfilmentFailure } from '../trips/model/fulfilment-failure.ts';
import { findQuotedItem, hasQuoteRunOut } from '../trips/model/quote.ts';
import type { Quote, Trip } from '../trips/model/trip.ts';
import { readTrip } from '../trips/read/read-trip.ts';
import { hasLinkExpired, type PayerSession } from './model/session.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { viewDocumentLinks } from './view-documents.ts';
import { type OrderFacts, viewOrder } from './view-order.ts';
import { viewServiced } from './view-serviced.ts';

/** What the link of a session shows now: a page, or the newer link of the same trip. */
export type SessionState =
  | { readonly kind: 'page'; readonly view: CheckoutView }
  | { readonly kind: 'moved'; readonly sessionId: SessionId };

const idLengthMax = 64;

/** The session a link names; undefined for one that never was. */
export async function findPayerSession(app: App, linkId: string): Promise<PayerSession | undefined> {
  if (linkId.length > idLengthMax) return undefined;
  const organizationId = await findGuestOrganization(app.db, 'session', linkId);
  if (organizationId === undefined) return undefined;
  const payment = await findPaymentBySession(app.db, organizationId, asId('session', linkId));
  if (!payment) return undefined;
  const { sessionId, tripId, expiresAt, returnTo } = payment;
  const session = { organizationId, sessionId, tripId, linkExpiresAt: expiresAt, returnTo };
  return { session, payment, now: await app.organizationNow(organizationId) };
}

/** The state of a session, read from what it pays for and its payment; nothing about it is stored. */
export async function readSession(
  app: App,
  guest: PayerSession,
  form: CardFormView = EMPTY_FORM,
): Promise<SessionState> {
  const { session, now } = guest;
  if (guest.payment.purpose.kind !== 'trip')
    return { kind: 'page', view: await app.changeSessions.view(app, guest, form) };
  const trip = await readTrip(app, { organizationId: session.organizationId, now }, session.tripId);
  const newest = trip.quote?.sessionId;
  if (newest !== undefined && newest !== session.sessionId) return { kind: 'moved', sessionId: newest };
  return { kind: 'page', view: await viewTrip(app, guest, { trip, form }) };
}

/** The world's places under the names that the reader of the page knows. */
function placesOf(app: App, { places }: PayerSession): PlaceDirectory {
  return places ?? app.places;
}

/** A card form nobody has filled in yet. */
const EMPTY_FORM: CardFormView = { holder: '', expiry: '', shownTotal: undefined, errors: [] };

interface SessionFacts {
  readonly trip: Trip;
  readonly form: CardFormView;
}

async function viewTrip(app: App, guest: PayerSession, facts: SessionFacts): Promise<CheckoutView> {
  const { trip } = facts;
  switch (trip.status) {
    case 'quoting':
      return { kind: 'processing', cause: 'price' };
    case 'quoted':
      return trip.quote?.sessionId === guest.session.sessionId
        ? viewQuoted(app, guest, facts, trip.quote)
        : { kind: 'closed', reason: 'trip_changed' };
    case 'fulfilling':
    case 'fulfilled':
    case 'failed':
      return viewPaid(app, guest, trip, trip.status);
    case 'draft':
      return { kind: 'closed', reason: 'trip_changed' };
    case 'cancelled':
    case 'expired':
      return { kind: 'closed', reason: 'trip_cancelled' };
    default:
      return trip.status satisfies never;
  }
}

async function viewPaid(
  app: App,
  guest: PayerSession,
  trip: Trip,
  status: 'fulfilling' | 'fulfilled' | 'failed',
): Promise<CheckoutView> {
  const { now } = guest;
  const places = placesOf(app, guest);
  const booking = await getBooking(app, trip, trip.bookingRef ?? '');
  const serviced = status === 'fulfilled' ? viewServiced(app, { trip, booking, now, places }) : undefined;
  return (
    serviced ??
    withLinks(app, { booking, now }, viewFulfilment(trip, status, { places, now, booking, sealer: app.sealer }))
  );
}

/** What was booked can be printed, and managed; what was not can be looked at. */
export function withLinks(
  app: Pick<App, 'config' | 'sealer'>,
  { booking, now }: { readonly booking: Booking; readonly now: Date },
  view: CheckoutView,
): CheckoutView {
  switch (view.kind) {
    case 'confirmed':
      return { ...view, documents: viewDocumentLinks(app, booking), manageUrl: manageUrlOf(app, booking, now) };
    case 'failed':
      return { ...view, manageUrl: manageUrlOf(app, booking, now) };
    default:
      return view;
  }
}

/**
 * What became of a paid trip, as mails and its link show it: only paying ends after four hours. What was changed after
 * the sale is shown by `viewServiced`.
 */
export function viewFulfilment(
  trip: Trip,
  status: 'fulfilling' | 'fulfilled' | 'failed',
  facts: OrderFacts & { readonly booking: Booking },
): CheckoutView {
  const { booking } = facts;
  const common = { order: viewOrder(trip, facts), bookingRef: booking.bookingRef };
  switch (status) {
    case 'fulfilling':
      return { kind: 'booking', ...common, isSlow: trip.fulfilment?.status === 'confirming' };
    case 'fulfilled':
      return { kind: 'confirmed', ...common, isPartial: trip.fulfilment?.status === 'partial' };
    case 'failed':
      return { kind: 'failed', ...common, reason: FAILED_REASONS[failureOf(booking) ?? 'not_confirmed'] };
    default:
      return status satisfies never;
  }
}

const FAILED_REASONS = {
  sold_out: 'sold_out',
  price_changed: 'price_changed',
  refused: 'refused',
  not_confirmed: 'not_booked',
  quote_expired: 'expired_quote',
  payment_lapsed: 'unpaid',
} as const satisfies Record<FulfilmentFailure, FailedReason>;

function viewQuoted(app: App, guest: PayerSession, { trip, form }: SessionFacts, quote: Quote): CheckoutView {
  const { session, payment, now } = guest;
  const isUnpaidElsewhere = canContinueElsewhere(app, payment) && !guest.isBackFromPaying;
  if (isPaymentInFlight(payment, now) && !isUnpaidElsewhere) {
    if (payment.status !== 'requires_action') return { kind: 'processing', cause: 'bank' };
    return {
      kind: 'challenge',
      order: viewOrder(trip, { places: placesOf(app, guest), now, sealer: app.sealer }),
      csrf: sealFormToken(app, session.sessionId),
    };
  }
  if (hasLinkExpired(session, now)) return { kind: 'closed', reason: 'link_expired' };
  return viewPay(app, guest, {
    trip,
    quote,
    form,
    declineReason: payment.status === 'declined' || isUnpaidElsewhere ? payment.declineReason : undefined,
  });
}

interface PayFacts {
  readonly trip: Trip;
  readonly quote: Quote;
  readonly form: CardFormView;
  readonly declineReason: string | undefined;
}

function viewPay(app: App, guest: PayerSession, { trip, quote, form, declineReason }: PayFacts): PayView {
  const { session, now } = guest;
  const secondsLeft = hasQuoteRunOut(quote, now) ? 0 : Math.ceil((quote.expiresAt.getTime() - now.getTime()) / 1000);
  const movedFrom = findMovedFrom(quote, form.shownTotal);
  const order = viewOrder(trip, { places: placesOf(app, guest), now, sealer: app.sealer });
  return {
    kind: 'pay',
    order: movedFrom ? withPrevious(order, { trip, quote, movedFrom }) : order,
    csrf: sealFormToken(app, session.sessionId),
    quoteId: quote.quoteId,
    secondsLeft,
    movedFrom,
    shownTotal: form.shownTotal ?? quote.total,
    declineReason,
    form,
    isPaidElsewhere: isPaidElsewhere(app),
  };
}

/**
 * Says what of which item moved. What was paid now is only shown as long as the items' earlier prices add up to what
 * the payer has seen.
 */
function withPrevious(
  order: OrderView,
  { trip, quote, movedFrom }: { readonly trip: Trip; readonly quote: Quote; readonly movedFrom: Money },
): OrderView {
  const quoted = trip.items.map((item) => findQuotedItem(quote, item.itemId));
  const before = quoted.map((item) => (trip.items.length === 1 ? movedFrom : item?.previousPrice));
  const sum = order.items.reduce((total, item, index) => total + (before[index] ?? item.total).value, 0);
  const items = order.items.map((item, index): ItemView => {
    const previous = before[index];
    const isMoved = sum === movedFrom.value && previous !== undefined && previous.value !== item.total.value;
    return {
      ...item,
      previousTotal: isMoved ? previous : undefined,
      previousDueLater: quoted[index]?.previousDueLater,
    };
  });
  return { ...order, items };
}

/**
 * The total a payer must have seen before paying another: what the quote moved from, or what stood on the page they
 * sent back, should the quote have been renewed elsewhere since. Undefined when they have seen the price they pay.
 * Equal to the quote's total where only what is paid on the spot has moved: that too must be agreed to.
 */
export function findMovedFrom(quote: Quote, shownTotal: Money | undefined): Money | undefined {
  if (shownTotal && shownTotal.value !== quote.total.value) return shownTotal;
  const isMoved = quote.items.some((item) => item.isPriceChanged);
  return isMoved
    ? sumMoney(
        quote.items.map((item) => item.previousPrice ?? item.total),
        quote.total.currency,
      )
    : undefined;
}

/** Proves that a form was made by us for this very session. */
export function sealFormToken(app: App, sessionId: SessionId): string {
  return app.sealer.seal('cookie', sessionId, formContext(sessionId));
}

/** Whether a form's token is of this session. */
export function isFormToken(app: App, sessionId: SessionId, token: string): boolean {
  return app.sealer.open('cookie', token, formContext(sessionId))?.toString('utf8') === sessionId;
}

function formContext(sessionId: SessionId): string {
  return `checkout form ${sessionId}`;
}
