import type { CardFormView, CheckoutView, ExchangeState, ExchangeView, OrderView } from '../../../web/checkout/view.ts';
import { manageUrlOf } from '../../bookings/documents/manage-link.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { hasLinkExpired, type PayerSession } from '../../checkout/model/session.ts';
import { type OrderFacts, viewBookedItem, viewReplacement } from '../../checkout/view-order.ts';
import { sealFormToken } from '../../checkout/view-session.ts';
import type { App } from '../../context.ts';
import { isPaymentInFlight, progressOf } from '../../payments/model/payment.ts';
import { isPaidElsewhere } from '../../payments/processor.ts';
import { canContinueElsewhere } from '../../payments/redirect-payer.ts';
import { findBookingOf } from '../find-serviced-item.ts';
import type { BookingChange, ExchangePlan, ServicesPlan } from '../model/change.ts';
import { lostInExchange } from '../model/retained-extras.ts';
import { isEndedUnpaid } from '../model/unpaid.ts';
import { viewWithServices } from '../services/view-services.ts';
import { findChangeBySession } from '../store.ts';

/**
 * What the link of a change shows now, read from the change, its payment and the booking; nothing about it is
 * stored.
 */
export async function viewChangeSession(app: App, guest: PayerSession, form: CardFormView): Promise<CheckoutView> {
  const { organizationId, sessionId } = guest.session;
  const change = await findChangeBySession(app.db, organizationId, sessionId);
  if (change === undefined || change.plan.kind === 'cancellation') return { kind: 'closed', reason: 'unknown' };
  const booking = await findBookingOf(app, change);
  const item = booking.items.find((candidate) => candidate.itemId === change.itemId);
  if (item === undefined) return { kind: 'closed', reason: 'unknown' };
  return viewExchange(app, guest, { change, plan: change.plan, booking, item, form });
}

/** A change that may cost its payer something. */
type PaidPlan = ExchangePlan | ServicesPlan;

interface ExchangeFacts {
  readonly change: BookingChange;
  readonly plan: PaidPlan;
  readonly booking: Booking;
  /** The one that is exchanged, or added to. */
  readonly item: BookingItem;
  readonly form: CardFormView;
}

function viewExchange(app: App, guest: PayerSession, facts: ExchangeFacts): CheckoutView {
  const { change, plan, booking, item } = facts;
  const at = { places: guest.places ?? app.places, now: guest.now };
  const common: Omit<ExchangeView, 'state'> = {
    kind: 'exchange',
    bookingRef: change.bookingRef,
    before: viewBookedItem(booking, item.tripItem, at),
    ...viewPlan(facts, at),
    due: plan.due,
    manageUrl: manageUrlOf(app, booking, guest.now),
  };
  switch (change.status) {
    case 'quoted':
      return { kind: 'closed', reason: 'unknown' };
    case 'paying':
      return viewPaying(app, guest, { ...facts, common });
    case 'requested':
    case 'deciding':
    case 'settling':
      return { ...common, state: { kind: 'exchanging', isSlow: false } };
    case 'unknown':
    case 'pending':
      return { ...common, state: { kind: 'exchanging', isSlow: true } };
    case 'done':
    case 'partial':
      return { ...common, state: viewDone(change) };
    case 'failed':
      return isEndedUnpaid(change) ? viewUnpaidEnd(item) : { ...common, state: { kind: 'failed' } };
    default:
      return change.status satisfies never;
  }
}

/** What stands in the item's place, or what it is with what is added to it; and what that costs. */
function viewPlan(
  { change, plan, booking, item }: ExchangeFacts,
  at: Omit<OrderFacts, 'booking'>,
): Pick<ExchangeView, 'after' | 'priceDifference' | 'penalty' | 'isAddition' | 'lostExtras'> {
  if (plan.kind === 'services')
    return {
      after: viewWithServices(booking, item, { change, plan }, at),
      priceDifference: plan.due,
      penalty: undefined,
      isAddition: true,
      lostExtras: 'none',
    };
  return {
    after: viewReplacement(booking, item, plan, at),
    priceDifference: plan.fareDifference,
    penalty: plan.isSplitKnown === false ? undefined : plan.penalty,
    lostExtras: lostInExchange(item.tripItem, plan.replacement),
  };
}

function viewDone({ status, result }: BookingChange): ExchangeState {
  const tickets = result?.kind === 'exchanged' ? result.order.tickets : [];
  return { kind: 'done', isPaid: status === 'done', ticketNumbers: tickets.map((ticket) => ticket.number) };
}

interface PayingFacts extends ExchangeFacts {
  readonly common: Omit<ExchangeView, 'state'>;
}

/** A payment that runs goes on whatever the clock says; else the link ends with its quote, or with the item. */
function viewPaying(app: App, guest: PayerSession, facts: PayingFacts): CheckoutView {
  const { session, payment, now } = guest;
  const { common, item } = facts;
  const isUnpaidElsewhere = canContinueElsewhere(app, payment) && !guest.isBackFromPaying;
  if (isPaymentInFlight(payment, now) && !isUnpaidElsewhere) {
    const isChallenged = payment.status === 'requires_action';
    return {
      ...common,
      state: isChallenged ? { kind: 'challenge', csrf: sealFormToken(app, session.sessionId) } : { kind: 'processing' },
    };
  }
  if (hasLinkExpired(session, now) || item.status !== 'confirmed') return viewUnpaidEnd(item);
  if (progressOf(payment) === 'closed') return { ...common, state: { kind: 'failed' } };
  const declineReason = payment.status === 'declined' || isUnpaidElsewhere ? payment.declineReason : undefined;
  return { ...common, state: viewPay(app, guest, facts, declineReason) };
}

/**
 * Nobody paid in time, or what was to be exchanged is not there any more: nothing was asked of anybody, and nothing was
 * charged.
 */
function viewUnpaidEnd({ status }: BookingItem): CheckoutView {
  return { kind: 'closed', reason: status === 'confirmed' ? 'exchange_expired' : 'exchange_gone' };
}

function viewPay(
  app: App,
  { session, now }: PayerSession,
  { change, plan, booking, form, common }: PayingFacts,
  declineReason: string | undefined,
): ExchangeState {
  const order: OrderView = {
    items: [common.after],
    travelers: booking.travelers.map(({ firstName, lastName, passengerType }) => ({
      name: `${firstName} ${lastName}`,
      type: passengerType,
    })),
    contact: booking.contact,
    total: plan.due,
    isPaid: false,
    needsCard: true,
  };
  return {
    kind: 'pay',
    pay: {
      kind: 'pay',
      order,
      csrf: sealFormToken(app, session.sessionId),
      quoteId: change.changeId,
      secondsLeft: Math.ceil((session.linkExpiresAt.getTime() - now.getTime()) / 1000),
      movedFrom: undefined,
      shownTotal: plan.due,
      declineReason,
      form,
      isPaidElsewhere: isPaidElsewhere(app),
    },
  };
}
