import type { OrderView } from '../../web/checkout/view.ts';
import type { ItemCommonView, ItemOutcome, ItemView } from '../../web/checkout/view-item.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import type { BookingItemStatus } from '../bookings/model/booking-item-states.ts';
import { cancellationTimeline, voidHoursOf } from '../bookings/model/cancellation-timeline.ts';
import { isFreeToCancel, standingChangeOf } from '../bookings/model/schedule-change.ts';
import { paidForSale } from '../bookings/model/paid-of.ts';
import { type ReplacementTerms, withReplacementTerms } from '../bookings/model/serviced-booking.ts';
import type { Sealer } from '../platform/security/crypto.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { money } from '../travel/money.ts';
import { itemTotal, tripTotal } from '../trips/model/items/item-price.ts';
import { beginsAt, dueLaterOf } from '../trips/model/items/product.ts';
import type { FlightItem, Traveler, Trip, TripItem } from '../trips/model/trip.ts';
import { type FreeWindow, viewFlight } from './view-flight.ts';
import { viewRental } from './view-rental.ts';
import { viewStay } from './view-stay.ts';

/** What a view of a trip is made with. */
export interface OrderFacts {
  readonly places: PlaceDirectory;
  /** Decides what cancelling costs by now. */
  readonly now: Date;
  /** Once the trip was paid for. */
  readonly booking?: Booking;
  /** Signs the paths of suppliers' photos; left out where none are shown, as in mails. */
  readonly sealer?: Pick<Sealer, 'sign'>;
}

/** What the hosted page shows of a trip; once it was paid for, of what its booking says became of each item. */
export function viewOrder(trip: Trip, facts: OrderFacts): OrderView {
  const { booking } = facts;
  const isPaid = booking !== undefined && trip.status === 'fulfilled';
  const quoted = trip.quote?.total ?? tripTotal(trip);
  return {
    items: trip.items.map((item) => viewItem(trip, item, facts)),
    travelers: trip.travelers.map((traveler) => ({ name: nameOf(traveler), type: traveler.passengerType })),
    contact: trip.contact,
    total: isPaid ? paidForSale(booking, trip.items) : quoted,
    isPaid,
    needsCard: (booking?.totalQuoted ?? quoted).value !== 0,
  };
}

/**
 * One product of a booking: as it stands in it, as it was before it was exchanged, or as what it may be exchanged for.
 */
export function viewBookedItem(booking: Booking, item: TripItem, facts: Omit<OrderFacts, 'booking'>): ItemView {
  return viewItem(booking, item, { ...facts, booking });
}

/** The product an exchange puts in the place of a booked item, before the exchange is made and after. */
export function viewReplacement(
  booking: Booking,
  old: BookingItem,
  plan: Omit<ReplacementTerms, 'tripItem'> & { readonly replacement: TripItem },
  { places, now }: Omit<OrderFacts, 'booking'>,
): ItemView {
  const { replacement } = plan;
  const facts = { places, now, booking };
  const made = findBooked(replacement, facts);
  return viewItem(booking, replacement, facts, made ?? withReplacementTerms(old, { ...plan, tripItem: replacement }));
}

/** `standing`: the booked item that decides what cancelling costs. */
function viewItem(
  trip: Pick<Trip, 'travelers'>,
  item: TripItem,
  facts: OrderFacts,
  standing: BookingItem | undefined = findBooked(item, facts),
): ItemView {
  const { places, now } = facts;
  const booked = findBooked(item, facts);
  // The booking keeps the item as it was bought, which a re-pricing after the payment may have made cheaper.
  const bought = booked?.tripItem ?? item;
  const common = viewCommon(bought, booked);
  switch (bought.kind) {
    case 'flight':
      return viewFlight(bought, common, {
        places,
        now,
        nameOf: (travelerId) => findName(trip, travelerId),
        freeWindow: findFreeWindow(bought, standing, facts),
        moved: booked && standingChangeOf(booked)?.segments,
        isMovedTooFar: standing !== undefined && isFreeToCancel(standing),
      });
    case 'hotel':
      return viewStay(bought, common, facts);
    case 'car':
      return viewRental(bought, common, now);
    default:
      return bought satisfies never;
  }
}

function findBooked({ itemId }: TripItem, { booking }: Pick<OrderFacts, 'booking'>): BookingItem | undefined {
  return booking?.items.find((candidate) => candidate.itemId === itemId);
}

/**
 * How long cancelling a flight brings back what the fare's own rules do not: before it is booked, for some hours from
 * now or until departure; once it is booked, as its timeline says.
 */
function findFreeWindow(
  item: FlightItem,
  standing: BookingItem | undefined,
  { now, booking }: OrderFacts,
): FreeWindow | undefined {
  if (standing?.status === 'confirmed') return findBookedWindow(standing, now);
  if (booking !== undefined && (standing === undefined || OUTCOMES[standing.status] !== 'open')) return undefined;
  const departure = beginsAt(item);
  const hours = voidHoursOf(item.fare);
  if (hours === 0) return undefined;
  const hoursEnd = new Date(now.getTime() + hours * 3_600_000);
  return departure < hoursEnd
    ? { kind: 'until', until: departure, isServiceFeeReturned: true }
    : { kind: 'hours', hours, until: hoursEnd, isServiceFeeReturned: true };
}

/**
 * The void window, and what follows it at no other price. Earlier changes may have used up a part of what was paid:
 * that part is withheld inside the window, too. Where the service fee is, the page says so by itself.
 */
function findBookedWindow(standing: BookingItem, now: Date): FreeWindow | undefined {
  const [first, ...later] = cancellationTimeline(standing);
  if (first?.refund === undefined || first.penalty === undefined || first.refund.value === 0) return undefined;
  const { refund, penalty, isServiceFeeReturned = false } = first;
  const dearer = later.findIndex((step) => step.refund?.value !== refund.value);
  const { until } = later.slice(0, dearer < 0 ? undefined : dearer).at(-1) ?? first;
  if (now >= until) return undefined;
  const fee = isServiceFeeReturned ? 0 : (standing.serviceFee?.value ?? 0);
  const retained = money(penalty.value - fee, penalty.currency);
  return retained.value <= 0
    ? { kind: 'until', until, isServiceFeeReturned }
    : { kind: 'part', until, isServiceFeeReturned, refund, retained };
}

function viewCommon(item: TripItem, booked: BookingItem | undefined): ItemCommonView {
  const due = dueLaterOf(item);
  return {
    total: booked?.total ?? itemTotal(item),
    ...viewServiceFee(booked ?? item),
    previousTotal: undefined,
    dueLater: due?.amount,
    ...(due?.isKnown === false && { isDueLaterOpen: true }),
    previousDueLater: undefined,
    outcome: booked && OUTCOMES[booked.status],
    isRefused: booked?.status === 'failed',
    confirmationNumber: booked?.status === 'confirmed' ? booked.confirmationNumber : undefined,
  };
}

function viewServiceFee({ serviceFee }: Pick<BookingItem, 'serviceFee'>): Pick<ItemCommonView, 'serviceFee'> {
  return serviceFee === undefined ? {} : { serviceFee };
}

const OUTCOMES = {
  pending: 'open',
  booking: 'open',
  awaiting: 'open',
  unknown: 'open',
  cancelling: 'open',
  confirmed: 'booked',
  failed: 'not_booked',
  cancelled: 'not_booked',
  // What became of it since is shown by `view-serviced.ts`, not by the view of the sale.
  refunded: 'booked',
  exchanged: 'booked',
} as const satisfies Record<BookingItemStatus, ItemOutcome>;

function findName(trip: Pick<Trip, 'travelers'>, travelerId: Traveler['travelerId']): string | undefined {
  const traveler = trip.travelers.find((candidate) => candidate.travelerId === travelerId);
  return traveler && nameOf(traveler);
}

/** A traveler as pages name them. */
export function nameOf(traveler: Pick<Traveler, 'firstName' | 'lastName'>): string {
  return `${traveler.firstName} ${traveler.lastName}`;
}
