import { asBookingRef, asId } from '../../../src/platform/ids.ts';
import type { Booking, BookingItem } from '../../../src/bookings/model/booking.ts';
import { money } from '../../../src/travel/money.ts';
import type { Fare, FlightOffer } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import type { TripItem } from '../../../src/trips/model/trip.ts';

const point = (airport: string, instant: string) => ({
  airport,
  cityCode: airport,
  terminal: undefined,
  timeLocal: instant.slice(0, 19),
  instant: new Date(instant),
});

/** A refundable fare of 200 EUR for one adult; say what differs. */
export function aFare(overrides: Partial<Fare> = {}): Fare {
  const eur = (value: number) => money(value, 'EUR');
  return {
    fareKey: 'light',
    brandName: 'Light',
    brandCode: 'LT',
    cabinClass: 'economy',
    fareBasisCodes: ['YLT'],
    bookingClasses: ['Y'],
    seatsLeft: 9,
    total: eur(20_000),
    passengerPrices: [{ kind: 'adt', quantity: 1, baseFare: eur(15_000), taxes: eur(5_000), taxLines: [] }],
    bookingFees: eur(0),
    isChangeable: true,
    isRefundable: true,
    isNameChangeable: false,
    rules: [],
    checkedBags: { pieces: 0, weight: undefined, dimensions: undefined },
    carryOn: { pieces: 1, weight: 8, dimensions: undefined },
    hasSeatSelection: false,
    hasPriorityBoarding: false,
    ...overrides,
  };
}

/** A one-way flight that leaves at noon and lands at four, on 10 June 2026. */
export function aTripItem(id: string, fare: Fare = aFare()): TripItem {
  const offer: FlightOffer = {
    offerKey: `offer-${id}`,
    owner: 'AF',
    validatingCarrier: 'AF',
    fares: [fare],
    ancillaries: [],
    emissionsKg: 100,
    passengers: { ...NO_PASSENGERS, adt: 1 },
    slices: [
      {
        origin: 'CDG',
        destination: 'MAD',
        departureDate: '2026-06-10',
        durationMinutes: 240,
        segments: [
          {
            segmentId: 's1-1',
            marketingCarrier: 'AF',
            operatingCarrier: 'AF',
            flightNumber: 'AF1',
            aircraft: '320',
            durationMinutes: 240,
            distanceKm: 1000,
            depart: point('CDG', '2026-06-10T12:00:00Z'),
            arrive: point('MAD', '2026-06-10T16:00:00Z'),
          },
        ],
      },
    ],
  };
  return {
    itemId: asId('item', id),
    kind: 'flight',
    supplierId: 'world',
    offerKey: offer.offerKey,
    fareKey: fare.fareKey,
    identity: id,
    description: id,
    passengers: offer.passengers,
    originPrice: fare.total,
    price: fare.total,
    rate: 1,
    offer,
    fare,
    ancillaries: [],
    seats: [],
  };
}

/** An item that nobody has asked for yet; say what differs. */
export function aBookingItem(id: string, overrides: Partial<BookingItem> = {}): BookingItem {
  return {
    itemId: asId('item', id),
    position: 0,
    kind: 'flight',
    status: 'pending',
    supplierId: 'world',
    reference: `bki_${id}`,
    total: money(20_000, 'EUR'),
    originTotal: money(20_000, 'EUR'),
    rate: 1,
    tripItem: aTripItem(id),
    supplierOrderId: undefined,
    confirmationNumber: undefined,
    tickets: [],
    failure: undefined,
    isRetained: false,
    calls: 0,
    lookUps: 0,
    callUntil: undefined,
    bookedAt: undefined,
    refunded: undefined,
    nonRefundable: money(0, 'EUR'),
    replacedBy: undefined,
    ...overrides,
  };
}

/** A booking paid for on 1 June 2026 at noon; say what differs. */
export function aBooking(items: readonly BookingItem[], overrides: Partial<Booking> = {}): Booking {
  return {
    organizationId: asId('organization', 'org_a'),
    bookingRef: asBookingRef('BLY-AAAAAA'),
    tripId: asId('trip', 'trip_a'),
    paymentId: asId('payment', 'pay_a'),
    status: 'pending',
    phase: 'booking',
    failure: undefined,
    onPartial: 'all_or_nothing',
    travelers: [],
    contact: { email: 'a@example.com', phone: '+33123456789' },
    totalQuoted: money(20_000 * items.length, 'EUR'),
    totalPaid: money(0, 'EUR'),
    totalCollected: money(0, 'EUR'),
    totalRefunded: money(0, 'EUR'),
    totalRefundRefused: money(0, 'EUR'),
    endUserId: undefined,
    lastArrivalAt: new Date('2026-06-10T16:00:00Z'),
    openUntil: new Date('2026-06-06T12:00:00Z'),
    version: 0,
    documentsWithdrawn: 0,
    createdAt: new Date('2026-06-01T12:00:00Z'),
    items,
    ...overrides,
  };
}
