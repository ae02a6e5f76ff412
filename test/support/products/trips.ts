import { asId } from '../../../src/platform/ids.ts';
import type { Fare, FlightAncillary, FlightOffer, Segment, SegmentPoint, Slice } from '../../../src/travel/flight.ts';
import { money, zeroMoney } from '../../../src/travel/money.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import type { FlightItem, Traveler, Trip } from '../../../src/trips/model/trip.ts';

/** A moment of the organization's clock that the trips of these tests were last touched at. */
export const TRIP_TOUCHED_AT = new Date('2026-03-01T08:00:00Z');

function point(airport: string, timeLocal: string, terminal?: string): SegmentPoint {
  return {
    airport,
    cityCode: airport === 'CDG' ? 'PAR' : 'TYO',
    terminal,
    timeLocal,
    instant: new Date(`${timeLocal}Z`),
  };
}

function segment(segmentId: string, depart: SegmentPoint, arrive: SegmentPoint): Segment {
  return {
    segmentId,
    marketingCarrier: 'AF',
    operatingCarrier: 'AF',
    flightNumber: 'AF274',
    aircraft: '77W',
    depart,
    arrive,
    durationMinutes: 770,
    distanceKm: 9700,
  };
}

/** Paris to Tokyo on 3 October 2026, landing the day after. */
export function aSlice(part: Partial<Slice> = {}): Slice {
  return {
    origin: 'CDG',
    destination: 'HND',
    departureDate: '2026-10-03',
    durationMinutes: 770,
    segments: [segment('s1-1', point('CDG', '2026-10-03T13:35:00', '2E'), point('HND', '2026-10-04T09:25:00', '3'))],
    ...part,
  };
}

/** One branded fare of 500.00 EUR. */
export function aFare(part: Partial<Fare> = {}): Fare {
  return {
    fareKey: 'fare-light',
    brandName: 'Economy Light',
    brandCode: 'LIGHT',
    cabinClass: 'economy',
    fareBasisCodes: ['NLIGHT'],
    bookingClasses: ['N'],
    seatsLeft: 9,
    total: money(50_000, 'EUR'),
    bookingFees: zeroMoney('EUR'),
    isChangeable: true,
    isRefundable: false,
    isNameChangeable: false,
    passengerPrices: [
      { kind: 'adt', quantity: 1, baseFare: money(40_000, 'EUR'), taxes: money(10_000, 'EUR'), taxLines: [] },
    ],
    rules: [
      {
        ruleType: 'change',
        isAllowed: true,
        fee: money(7_000, 'EUR'),
        minMinutesBeforeDeparture: undefined,
        maxMinutesBeforeDeparture: undefined,
        maxMinutesAfterDeparture: undefined,
      },
    ],
    checkedBags: { pieces: 1, weight: 23, dimensions: undefined },
    carryOn: { pieces: 1, weight: 12, dimensions: undefined },
    hasSeatSelection: false,
    hasPriorityBoarding: false,
    ...part,
  };
}

/** A bag of 40.00 EUR on the first slice. */
export function aBag(part: Partial<FlightAncillary> = {}): FlightAncillary {
  return {
    ancillaryKey: 'bag-1',
    type: 'checked_bag',
    description: 'Extra checked bag, 23 kg',
    sliceIndex: 0,
    weightKg: 23,
    price: money(4_000, 'EUR'),
    quantityMax: 2,
    ...part,
  };
}

/** An offer with one fare and one extra. */
export function anOffer(part: Partial<FlightOffer> = {}): FlightOffer {
  return {
    offerKey: 'offer-1',
    owner: 'AF',
    validatingCarrier: 'AF',
    slices: [aSlice()],
    fares: [aFare()],
    ancillaries: [aBag()],
    passengers: { ...NO_PASSENGERS, adt: 1 },
    emissionsKg: 700,
    ...part,
  };
}

/** That offer as an item of a trip in euros. */
export function anItem(part: Partial<FlightItem> = {}): FlightItem {
  const offer = part.offer ?? anOffer();
  const fare = offer.fares[0] ?? aFare();
  return {
    itemId: asId('item', 'itm_1'),
    kind: 'flight',
    supplierId: 'test',
    offerKey: offer.offerKey,
    fareKey: fare.fareKey,
    identity: `test|${offer.offerKey}|${fare.fareKey}`,
    description: 'Paris to Tokyo',
    passengers: offer.passengers,
    originPrice: fare.total,
    price: fare.total,
    rate: 1,
    offer,
    fare,
    ancillaries: [],
    seats: [],
    ...part,
  };
}

/** One adult with everything a flight needs. */
export function aTraveler(part: Partial<Traveler> = {}): Traveler {
  return {
    travelerId: asId('traveler', 'pax_1'),
    firstName: 'Nellie',
    lastName: 'Bly',
    passengerType: 'ADULT',
    dateOfBirth: '1990-05-05',
    gender: 'FEMALE',
    title: undefined,
    nationality: undefined,
    passport: undefined,
    frequentFlyer: undefined,
    knownTravelerNumber: undefined,
    ...part,
  };
}

/** A draft with one flight for one adult, ready to be checked out. */
export function aTrip(part: Partial<Trip> = {}): Trip {
  return {
    organizationId: asId('organization', 'org_1'),
    tripId: asId('trip', 'trip_1'),
    status: 'draft',
    currency: 'EUR',
    isCurrencyFixed: false,
    hasHadItem: true,
    items: [anItem()],
    travelers: [aTraveler()],
    contact: { email: 'nellie@example.com', phone: '+33123456789' },
    metadata: {},
    endUserId: undefined,
    quote: undefined,
    version: 0,
    lease: undefined,
    leaseNumber: 0,
    paymentInFlightUntil: undefined,
    onPartial: 'all_or_nothing',
    fulfilment: undefined,
    outcome: undefined,
    bookingRef: undefined,
    createdAt: TRIP_TOUCHED_AT,
    updatedAt: TRIP_TOUCHED_AT,
    touchedAt: TRIP_TOUCHED_AT,
    ...part,
  };
}
