import type { Booking, BookingItem } from '../../src/bookings/model/booking.ts';
import type { ItemScheduleChange } from '../../src/bookings/model/schedule-change.ts';
import { viewFulfilment } from '../../src/checkout/view-session.ts';
import { viewChanged, viewNotice, viewRefunded, viewRescheduled } from '../../src/mail/view-servicing.ts';
import type { Segment } from '../../src/travel/flight.ts';
import { money } from '../../src/travel/money.ts';
import { compareFlights } from '../../src/travel/schedule-change.ts';
import type { FlightItem, Traveler, Trip, TripItem } from '../../src/trips/model/trip.ts';
import type { MailKind } from '../../src/mail/model/mail-states.ts';
import type { MailView } from '../../web/mail/view.ts';
import { asBookingRef, asId } from '../../src/platform/ids.ts';
import { aBooking, aBookingItem } from './products/bookings.ts';
import { fewPlaces } from './products/flights.ts';
import { aRate, aRentalItem, aStay, aStayItem } from './products/products.ts';
import { anItem, anOffer, aSlice, aTraveler, aTrip } from './products/trips.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const facts = { places: fewPlaces, now: NOW };
const REF = asBookingRef('BLY-7Q2M4K');

/** Robert's name is what somebody types who wants to see whether we escape. */
const TRAVELERS: readonly Traveler[] = [
  aTraveler(),
  aTraveler({ travelerId: asId('traveler', 'pax_2'), firstName: 'Robert', lastName: '<b>Seaman</b> & "Sons"' }),
  aTraveler({ travelerId: asId('traveler', 'pax_3'), firstName: 'Ida', passengerType: 'CHILD' }),
];

/** The way back of `aSlice`, overnight. */
function homeward() {
  const [there] = aSlice().segments;
  if (!there) throw new Error('a slice has a segment');
  const segment = {
    ...there,
    segmentId: 's2-1',
    flightNumber: 'AF273',
    depart: { ...there.arrive, timeLocal: '2026-10-10T22:50:00', instant: new Date('2026-10-10T13:50:00Z') },
    arrive: { ...there.depart, timeLocal: '2026-10-11T06:30:00', instant: new Date('2026-10-11T04:30:00Z') },
  };
  return aSlice({
    origin: 'HND',
    destination: 'CDG',
    departureDate: '2026-10-10',
    durationMinutes: 880,
    segments: [segment],
  });
}

/** The way out of `aSlice` on the evening before, by another flight. */
function aDayEarlier() {
  const [segment] = aSlice().segments;
  if (!segment) throw new Error('a slice has a segment');
  const [depart, arrive] = [
    { ...segment.depart, timeLocal: '2026-10-02T20:15:00' },
    { ...segment.arrive, timeLocal: '2026-10-03T16:05:00' },
  ];
  return aSlice({ departureDate: '2026-10-02', segments: [{ ...segment, flightNumber: 'AF276', depart, arrive }] });
}

/** Paris to Tokyo and back with a bag bought, as an item of a trip in euros. */
export function aReturnFlight(part: Partial<FlightItem> = {}): FlightItem {
  return anItem({
    offer: anOffer({ slices: [aSlice(), homeward()] }),
    ancillaries: [{ ancillaryKey: 'bag-1', travelerId: asId('traveler', 'pax_1'), quantity: 1 }],
    ...part,
  });
}

/** A trip's items booked under one reference, each with a number of its supplier's. */
export interface Booked {
  readonly trip: Trip;
  readonly booking: Booking;
}

/** Flight, hotel and car, all confirmed; say what became of an item instead. */
export function aBookedFamily(
  statuses: Partial<Record<TripItem['kind'], BookingItem['status']>> = {},
  booked: Partial<Booking> = {},
): Booked {
  const items: readonly TripItem[] = [
    aReturnFlight(),
    aStayItem({ stay: aStay({ rates: [aRate({ party: { adults: 2, childrenAges: [9] } })] }) }),
    aRentalItem({ ancillaries: [{ ancillaryKey: 'child_seat', travelerId: undefined, quantity: 1 }] }),
  ];
  const totals = { flight: 54_000, hotel: 60_000, car: 24_000 } as const;
  const numbers = { flight: 'K4R7TQ', hotel: 'MIRA-20771', car: 'RV-5512908' } as const;
  const bookingItems = items.map((tripItem): BookingItem => {
    const { kind, itemId } = tripItem;
    const status = statuses[kind] ?? 'confirmed';
    return aBookingItem(itemId, {
      itemId,
      kind,
      tripItem,
      status,
      total: money(totals[kind], 'EUR'),
      confirmationNumber: status === 'confirmed' ? numbers[kind] : undefined,
    });
  });
  const paid = bookingItems
    .filter(({ status }) => status === 'confirmed')
    .reduce((sum, { total }) => sum + total.value, 0);
  return {
    trip: aTrip({
      items,
      travelers: TRAVELERS,
      status: paid > 0 ? 'fulfilled' : 'failed',
      bookingRef: REF,
      fulfilment: { status: paid === 138_000 ? 'completed' : 'partial', phase: 'done' },
    }),
    booking: aBooking(bookingItems, {
      bookingRef: REF,
      status: paid > 0 ? 'confirmed' : 'failed',
      phase: 'done',
      totalQuoted: money(138_000, 'EUR'),
      totalPaid: money(paid, 'EUR'),
      travelers: TRAVELERS,
      ...booked,
    }),
  };
}

/** What a confirming or failing mail of a booking tells. */
export function aFulfilmentMail({ trip, booking }: Booked): MailView {
  const view = viewFulfilment(trip, trip.status === 'failed' ? 'failed' : 'fulfilled', { ...facts, booking });
  if (view.kind !== 'confirmed' && view.kind !== 'failed') throw new Error(`no mail tells ${view.kind}`);
  return view;
}

/**
 * The mail about the way out an airline has moved by half a day: the hotel's first night and the car are then too
 * early.
 */
export function aMovedFlight(part: Partial<ItemScheduleChange> = {}): MailView {
  const family = aBookedFamily();
  const [flight, ...others] = family.booking.items;
  if (flight?.tripItem.kind !== 'flight') throw new Error('the family flies');
  const { offer } = flight.tripItem;
  const later = ({ depart, arrive }: Pick<Segment, 'depart' | 'arrive'>) => ({
    depart: { timeLocal: '2026-10-04T01:50:00', instant: new Date(depart.instant.getTime() + 735 * 60_000) },
    arrive: { timeLocal: '2026-10-04T21:40:00', instant: new Date(arrive.instant.getTime() + 735 * 60_000) },
  });
  const flown = offer.slices.map(({ segments }, index) =>
    index > 0
      ? segments
      : segments.map((segment) => ({
          ...segment,
          depart: { ...segment.depart, ...later(segment).depart },
          arrive: { ...segment.arrive, ...later(segment).arrive },
        })),
  );
  const scheduleChange: ItemScheduleChange = {
    number: 1,
    supplierChangeId: 'sch_1',
    severity: 'major',
    status: 'open',
    segments: compareFlights(offer, flown),
    isFree: true,
    canAccept: true,
    foundAt: NOW,
    settledAt: undefined,
    affected: others.map(({ itemId, kind }) => ({
      itemId,
      kind,
      problem: 'Too early.',
      nights: [],
      pickUpAt: undefined,
      dropOffAt: undefined,
    })),
    ...part,
  };
  const booking = { ...family.booking, items: [{ ...flight, scheduleChange }, ...others] };
  const view = viewRescheduled({ booking, facts }, { itemId: flight.itemId, number: 1 });
  if (view === undefined) throw new Error('the flight is moved');
  return view;
}

/** One mail of each kind about the same family. */
export function aMail(kind: MailKind): MailView {
  const family = aBookedFamily();
  const [flight, stay] = family.trip.items;
  if (flight?.kind !== 'flight' || stay === undefined) throw new Error('the family flies');
  switch (kind) {
    case 'confirmed':
      return aFulfilmentMail(family);
    case 'failed':
      return aFulfilmentMail(
        aBookedFamily({ flight: 'cancelled', hotel: 'failed', car: 'cancelled' }, { failure: 'refused' }),
      );
    case 'refunded':
      return viewRefunded({ ...family, facts }, { at: NOW, itemIds: [stay.itemId], refund: money(48_000, 'EUR') });
    case 'changed': {
      const before = { ...flight, offer: anOffer({ slices: [aDayEarlier(), homeward()] }) };
      const view = viewChanged(
        { ...family, facts },
        { before, settlement: { kind: 'paid', amount: money(7_000, 'EUR') } },
      );
      if (view === undefined) throw new Error('the flight is booked');
      return view;
    }
    case 'rescheduled':
      return aMovedFlight();
    case 'declined':
    case 'cancelled_elsewhere': {
      const status = kind === 'declined' ? 'failed' : 'deciding';
      const failure = 'The airline has confirmed that the fare brings nothing back.';
      const view = viewNotice({ ...family, facts }, kind, { itemId: flight.itemId, status, failure });
      if (view === undefined) throw new Error('the flight is booked');
      return view;
    }
    default:
      return kind satisfies never;
  }
}
