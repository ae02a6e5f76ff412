import type { FlightView, ItemCommonView, ItemOutcome, ItemView, OrderView } from '../../web/checkout/view.ts';
import type { Booking, BookingItem } from '../bookings/model/booking.ts';
import type { BookingItemStatus } from '../bookings/model/booking-item-states.ts';
import { cancellationTimeline, VOID_HOURS } from '../bookings/model/cancellation-timeline.ts';
import { localOfInstant } from '../travel/dates.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { itemTotal, tripTotal } from '../trips/model/items/item-price.ts';
import { beginsAt, dueLaterOf } from '../trips/model/items/product.ts';
import type { FlightItem, Traveler, Trip, TripItem } from '../trips/model/trip.ts';
import { departureZone, viewFlight } from './view-flight.ts';
import { viewRental } from './view-rental.ts';
import { viewStay } from './view-stay.ts';

/** What a view of a trip is made with. */
export interface OrderFacts {
  readonly places: PlaceDirectory;
  /** Decides what cancelling costs by now. */
  readonly now: Date;
  /** Once the trip was paid for. */
  readonly booking?: Booking;
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
    total: isPaid ? booking.totalPaid : quoted,
    isPaid,
    needsCard: (booking?.totalQuoted ?? quoted).value !== 0,
  };
}

/**
 * One product of a booking: as it stands in it, as it was before it was exchanged, or as what it may be exchanged for.
 */
export function viewBookedItem(
  booking: Booking,
  item: TripItem,
  { places, now }: Omit<OrderFacts, 'booking'>,
): ItemView {
  return viewItem(booking, item, { places, now, booking });
}

function viewItem(trip: Pick<Trip, 'travelers'>, item: TripItem, facts: OrderFacts): ItemView {
  const { places, now, booking } = facts;
  const booked = booking?.items.find((candidate) => candidate.itemId === item.itemId);
  // The booking keeps the item as it was bought, which a re-pricing after the payment may have made cheaper.
  const bought = booked?.tripItem ?? item;
  const common = viewCommon(bought, booked);
  switch (bought.kind) {
    case 'flight':
      return viewFlight(bought, common, {
        places,
        now,
        nameOf: (travelerId) => findName(trip, travelerId),
        freeWindow: viewFreeWindow(bought, booked, facts),
      });
    case 'hotel':
      return viewStay(bought, common, now);
    case 'car':
      return viewRental(bought, common, now);
    default:
      return bought satisfies never;
  }
}

/**
 * Until when a flight is given up for everything back: before it is booked so many hours from then, or until it
 * departs; once it is booked what its timeline says. What an exchange would put in its place is told by the exchange.
 */
function viewFreeWindow(
  item: FlightItem,
  booked: BookingItem | undefined,
  facts: OrderFacts,
): FlightView['freeWindow'] {
  const { places, now, booking } = facts;
  const zone = departureZone(item, places);
  if (booked?.status === 'confirmed') {
    const [first] = cancellationTimeline(booked);
    return first !== undefined && first.penalty.value === 0 && now < first.until
      ? { kind: 'until', untilLocal: localOfInstant(first.until, zone) }
      : undefined;
  }
  if (booking !== undefined && (booked === undefined || OUTCOMES[booked.status] !== 'open')) return undefined;
  const departure = beginsAt(item);
  return departure.getTime() - now.getTime() < VOID_HOURS * 3_600_000
    ? { kind: 'until', untilLocal: localOfInstant(departure, zone) }
    : { kind: 'hours', hours: VOID_HOURS };
}

function viewCommon(item: TripItem, booked: BookingItem | undefined): ItemCommonView {
  return {
    total: booked?.total ?? itemTotal(item),
    previousTotal: undefined,
    dueLater: dueLaterOf(item)?.amount,
    previousDueLater: undefined,
    outcome: booked && OUTCOMES[booked.status],
    isRefused: booked?.status === 'failed',
    confirmationNumber: booked?.status === 'confirmed' ? booked.confirmationNumber : undefined,
  };
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
  // What became of it since is told by `view-serviced.ts`, not by what tells of the sale.
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
