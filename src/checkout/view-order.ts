import type { ItemCommonView, ItemOutcome, ItemView, OrderView } from '../../web/checkout/view.ts';
import type { Booking, BookingItem, BookingItemStatus } from '../bookings/model/booking.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { itemTotal, tripTotal } from '../trips/model/item-price.ts';
import { dueLaterOf } from '../trips/model/product.ts';
import type { Traveler, Trip, TripItem } from '../trips/model/trip.ts';
import { viewFlight } from './view-flight.ts';
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

/** One product of a booking: as it stands in it, as it was before it was exchanged, or as what it may be exchanged for. */
export function viewBookedItem(booking: Booking, item: TripItem, { places, now }: Omit<OrderFacts, 'booking'>): ItemView {
  return viewItem(booking, item, { places, now, booking });
}

function viewItem(trip: Pick<Trip, 'travelers'>, item: TripItem, { places, now, booking }: OrderFacts): ItemView {
  const booked = booking?.items.find((candidate) => candidate.itemId === item.itemId);
  // The booking keeps the item as it was bought, which a re-pricing after the payment may have made cheaper.
  const bought = booked?.tripItem ?? item;
  const common = viewCommon(bought, booked);
  switch (bought.kind) {
    case 'flight': return viewFlight(bought, common, { places, nameOf: (travelerId) => findName(trip, travelerId) });
    case 'hotel': return viewStay(bought, common, now);
    case 'car': return viewRental(bought, common, now);
    default: return bought satisfies never;
  }
}

function viewCommon(item: TripItem, booked: BookingItem | undefined): ItemCommonView {
  return {
    total: booked?.total ?? itemTotal(item), previousTotal: undefined, dueLater: dueLaterOf(item)?.amount, previousDueLater: undefined,
    outcome: booked && OUTCOMES[booked.status], isRefused: booked?.status === 'failed',
    confirmationNumber: booked?.status === 'confirmed' ? booked.confirmationNumber : undefined,
  };
}

const OUTCOMES = {
  pending: 'open', booking: 'open', awaiting: 'open', unknown: 'open', cancelling: 'open', confirmed: 'booked', failed: 'not_booked', cancelled: 'not_booked',
  // What became of it since is told by `view-serviced.ts`, not by what tells of the sale.
  refunded: 'booked', exchanged: 'booked',
} as const satisfies Record<BookingItemStatus, ItemOutcome>;

function findName(trip: Pick<Trip, 'travelers'>, travelerId: Traveler['travelerId']): string | undefined {
  const traveler = trip.travelers.find((candidate) => candidate.travelerId === travelerId);
  return traveler && nameOf(traveler);
}

/** A traveler as pages name them. */
export function nameOf(traveler: Pick<Traveler, 'firstName' | 'lastName'>): string {
  return `${traveler.firstName} ${traveler.lastName}`;
}
