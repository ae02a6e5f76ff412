import type { BookedItemView, BookingFacts, BookingView, ItemActions, TermView } from '../../web/manage/view.ts';
import { listActions } from '../bookings/available-actions.ts';
import { type Booking, type BookingItem, bookingStatusAt, givenBack } from '../bookings/model/booking.ts';
import { cancellationTimeline } from '../bookings/model/cancellation-timeline.ts';
import { paidFeeOf } from '../bookings/model/costs/service-fee.ts';
import { asPaid } from '../bookings/model/paid-of.ts';
import { type ItemStatus, itemStatusAt } from '../bookings/model/item-status.ts';
import { viewCredits } from '../checkout/view-credits.ts';
import { viewDocumentLinks } from '../checkout/view-documents.ts';
import { viewBookedItem } from '../checkout/view-order.ts';
import type { App } from '../context.ts';
import type { IssuedDocument } from '../invoices/model/issued-document.ts';
import { linkIssued } from '../invoices/view-issued.ts';
import { type BookingChange, isDeclined, isUnderWay, publicReference } from '../servicing/model/change.ts';
import { viewScheduleChange } from '../servicing/schedule-changes/view-schedule-change.ts';
import type { Sealer } from '../platform/security/crypto.ts';
import { localOfInstant } from '../travel/dates.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { beginsAt } from '../trips/model/items/product.ts';
import type { TripItem } from '../trips/model/trip.ts';
import { refusalOf, stateOf } from './change-state.ts';

/** What a view of a booking is made with. */
export interface BookingViewFacts {
  readonly places: PlaceDirectory;
  /** The organization's clock. */
  readonly now: Date;
  /** Where suppliers' photos are shown. */
  readonly sealer?: Pick<Sealer, 'sign'>;
}

/** A booking as its pages and documents show it. */
export function viewBooking(booking: Booking, facts: BookingViewFacts): BookingFacts {
  return {
    bookingRef: booking.bookingRef,
    status: bookingStatusAt(booking, facts.now),
    bookedOn: booking.createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length),
    items: inOrder(booking).map((item) => viewItem(booking, item, facts)),
    travelers: booking.travelers.map((traveler) => ({ name: nameOf(traveler), type: traveler.passengerType })),
    contact: booking.contact,
  };
}

/** The guest's own page: the booking, and what may be done with each item now. */
export function viewGuestBooking(
  app: App,
  booking: Booking,
  parts: {
    readonly now: Date;
    /** In the reader's language. */
    readonly places: PlaceDirectory;
    readonly csrf: string;
    readonly changes: readonly BookingChange[];
    readonly hasWithdrawnDocuments: boolean;
    readonly issued: readonly IssuedDocument[];
  },
): BookingView {
  const { now, places, csrf, changes, hasWithdrawnDocuments, issued } = parts;
  const facts = viewBooking(booking, { places, now, sealer: app.sealer });
  const back = givenBack(booking);
  return {
    kind: 'booking',
    ...facts,
    items: facts.items.map((item) => ({ ...item, ...viewCreditsOf(booking, item.itemId, changes) })),
    csrf,
    ...(back.value > 0 && { givenBack: back }),
    documents: viewDocumentLinks(app, booking),
    issued: linkIssued(app, booking, issued),
    hasWithdrawnDocuments,
    actions: inOrder(booking).map((item) => actionsOf(app, booking, item, { now, places, changes })),
  };
}

/** What the airline gave instead of money when an item was given up. */
function viewCreditsOf(
  booking: Booking,
  itemId: string,
  changes: readonly BookingChange[],
): Pick<BookedItemView, 'credits'> {
  const made = changes.find((change) => change.itemId === itemId && change.result?.kind === 'cancelled');
  return made?.plan.kind === 'cancellation' && made.plan.credits !== undefined
    ? { credits: viewCredits(booking, made.plan.credits) }
    : {};
}

/** As they are used, not as they were booked. */
function inOrder({ items }: Booking): readonly BookingItem[] {
  return items.toSorted(
    (a, b) => beginsAt(a.tripItem).getTime() - beginsAt(b.tripItem).getTime() || a.position - b.position,
  );
}

function viewItem(booking: Booking, item: BookingItem, facts: BookingViewFacts): BookedItemView {
  const travelerName = (travelerId: string): string => {
    const traveler = booking.travelers.find((candidate) => candidate.travelerId === travelerId);
    return traveler === undefined ? '' : nameOf(traveler);
  };
  return {
    itemId: item.itemId,
    item: viewBookedItem(booking, item.tripItem, facts),
    status: displayedStatus(itemStatusAt(item, facts.now), booking),
    tickets: item.tickets.map((ticket) => ({ number: ticket.number, travelerName: travelerName(ticket.travelerId) })),
    terms: viewTerms(asPaid(booking, item), facts),
    ...viewFee(booking, item),
  };
}

/** Of what nobody has paid for there is none. */
function viewFee(booking: Booking, item: BookingItem): Pick<BookedItemView, 'fee'> {
  const amount = paidFeeOf(booking, item);
  if (amount === undefined) return {};
  return { fee: { amount, isReturned: item.refunded && item.isServiceFeeReturned === true } };
}

/**
 * A refund names its change, not its item: while any was refused, a cancelled item is shown as cancelled and no
 * more.
 */
function displayedStatus(status: ItemStatus, { totalRefundRefused }: Booking): ItemStatus {
  return status === 'refunded' && totalRefundRefused.value > 0 ? 'cancelled' : status;
}

/** Steps that bring the same are one: nobody needs to know that a rule has two halves. */
function viewTerms(item: BookingItem, { places, now }: BookingViewFacts): readonly TermView[] {
  const steps = cancellationTimeline(item).filter((step) => step.until > now);
  const reported = steps.filter((step, index) => {
    const next = steps[index + 1];
    return (
      next === undefined || next.refund?.value !== step.refund?.value || next.penalty?.value !== step.penalty?.value
    );
  });
  const zone = zoneOf(item.tripItem, places);
  return reported.map(({ until, refund, penalty }) => ({
    untilLocal: localOfInstant(until, zone ?? 'UTC'),
    ...(zone === undefined && { isUtc: true }),
    refund,
    penalty,
  }));
}

/** Whose clock the traveler reads; undefined where it is not known. */
function zoneOf(item: TripItem, places: PlaceDirectory): string | undefined {
  switch (item.kind) {
    case 'flight':
      return places.airport(item.offer.slices[0]?.origin ?? '')?.zone ?? 'UTC';
    case 'hotel':
      return item.stay.hotel.zone;
    case 'car':
      return item.rental.pickUp.zone;
    default:
      return item satisfies never;
  }
}

interface ActionFacts extends BookingViewFacts {
  readonly changes: readonly BookingChange[];
}

/** What the API would offer for the item, while nobody is at it. */
function actionsOf(app: App, booking: Booking, item: BookingItem, { now, places, changes }: ActionFacts): ItemActions {
  const open = changes.find(
    (change) => isOf(change, item) && (isUnderWay(change) || (change.status === 'paying' && now < change.expiresAt)),
  );
  const offered: readonly string[] =
    open === undefined || open.status === 'paying' ? listActions(app, booking, item, { now, changes: [] }) : [];
  const has = (...names: readonly string[]): boolean => names.some((name) => offered.includes(name));
  const change = item.scheduleChange?.status;
  const isOpen = item.status === 'confirmed' && (change === 'open' || change === 'accepting');
  return {
    canGiveUp: has('refund_check', 'hotel_cancel', 'car_cancel'),
    canChange: has('exchange_shop', 'car_exchange_preview'),
    canAdd: has('add_services_check'),
    changeId: open?.changeId,
    change: viewOpenChange(
      open ?? changes.find((made) => isOf(made, item) && isDeclined(made) && item.status === 'confirmed'),
      now,
    ),
    moved: isOpen && open === undefined ? viewScheduleChange(booking, item, { places, now }) : undefined,
  };
}

/** How far a change is that its guest has asked for, and people's no to one. */
function viewOpenChange(change: BookingChange | undefined, now: Date): ItemActions['change'] {
  if (change === undefined) return undefined;
  const state = stateOf(change, now);
  if (state === 'quoted' || state === 'done') return undefined;
  return {
    state,
    reference: publicReference(change),
    since: change.committedAt?.toISOString().slice(0, 'YYYY-MM-DD'.length),
    refusal: refusalOf(change),
  };
}

/** An exchange closes both the item that it ends and, while its money moves, the item that has taken its place. */
function isOf({ itemId, plan }: BookingChange, item: BookingItem): boolean {
  return itemId === item.itemId || (plan.kind === 'exchange' && plan.replacement.itemId === item.itemId);
}

function nameOf({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`;
}
