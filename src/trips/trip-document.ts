import { asBookingRef, asId } from '../platform/ids.ts';
import type { FlightOffer, Segment, SegmentPoint, Slice } from '../travel/flight.ts';
import type { Contact, FulfilmentStatus, Quote, SelectedAncillary, SelectedSeat, Traveler, Trip, TripItem, TripOutcome, TripStatus } from './model/trip.ts';

/** Documents lose two things on their way through jsonb: keys whose value is undefined, and instants become text. */
type Stored<T> = T extends Date ? string : T extends string | number | boolean | null | undefined ? T : { readonly [K in keyof T]: Stored<T[K]> };

/** Items as they lie in jsonb: the fare is kept once, inside the offer; those of before seats could be chosen have none. */
export type StoredItem = Omit<Stored<TripItem>, 'fare' | 'seats'> & { readonly seats?: Stored<TripItem['seats']> };
export type StoredTraveler = Stored<Traveler>;
export type StoredQuote = Stored<Quote>;
export type StoredOutcome = Stored<TripOutcome>;

/** One row of `trip`. */
export interface TripRow {
  readonly organization_id: string;
  readonly trip_id: string;
  readonly status: TripStatus;
  readonly currency: string | null;
  readonly is_currency_fixed: boolean;
  readonly items: readonly StoredItem[];
  readonly travelers: readonly StoredTraveler[];
  readonly contact: Contact | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly end_user_id: string | null;
  readonly quote: StoredQuote | null;
  readonly version: number;
  readonly lease_number: number;
  readonly lease_until: Date | null;
  readonly payment_in_flight_until: Date | null;
  readonly on_partial: Trip['onPartial'];
  readonly fulfilment_status: FulfilmentStatus | null;
  readonly fulfilment_phase: string | null;
  readonly outcome: StoredOutcome | null;
  readonly booking_ref: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly touched_at: Date;
}

/** A row as the model knows it. */
export function toTrip(row: TripRow): Trip {
  return {
    organizationId: asId('organization', row.organization_id), tripId: asId('trip', row.trip_id), status: row.status,
    currency: row.currency ?? undefined, isCurrencyFixed: row.is_currency_fixed,
    items: row.items.map(toItem), travelers: row.travelers.map(toTraveler),
    contact: row.contact ? { email: row.contact.email, phone: row.contact.phone } : undefined,
    metadata: row.metadata, endUserId: row.end_user_id ?? undefined,
    quote: row.quote ? toQuote(row.quote) : undefined,
    version: row.version,
    lease: row.lease_until ? { number: row.lease_number, until: row.lease_until } : undefined, leaseNumber: row.lease_number,
    paymentInFlightUntil: row.payment_in_flight_until ?? undefined, onPartial: row.on_partial,
    fulfilment: row.fulfilment_status ? { status: row.fulfilment_status, phase: row.fulfilment_phase ?? '' } : undefined,
    outcome: row.outcome ? toOutcome(row.outcome) : undefined,
    bookingRef: row.booking_ref === null ? undefined : asBookingRef(row.booking_ref),
    createdAt: row.created_at, updatedAt: row.updated_at, touchedAt: row.touched_at,
  };
}

/** An item as it is kept. */
export function fromItem(item: TripItem): Omit<TripItem, 'fare'> {
  const { fare: _, ...kept } = item;
  return kept;
}

/** An item as the model knows it. */
export function toItem(stored: StoredItem): TripItem {
  const offer = toOffer(stored.offer);
  const [fare] = offer.fares;
  if (!fare) throw new Error(`The item ${stored.itemId} was stored without its fare.`);
  const { ancillaries, seats = [] } = stored;
  return { ...stored, offer, fare, itemId: asId('item', stored.itemId), ancillaries: ancillaries.map(toAncillary), seats: seats.map(toSelectedSeat) };
}

function toSelectedSeat(stored: Stored<SelectedSeat>): SelectedSeat {
  return { ...stored, travelerId: asId('traveler', stored.travelerId) };
}

function toAncillary(stored: Stored<SelectedAncillary>): SelectedAncillary {
  const { ancillaryKey, travelerId, quantity } = stored;
  return { ancillaryKey, travelerId: travelerId === undefined ? undefined : asId('traveler', travelerId), quantity };
}

function toOffer(stored: Stored<FlightOffer>): FlightOffer {
  const { expiresAt, ...offer } = stored;
  return { ...offer, slices: stored.slices.map(toSlice), ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }) };
}

function toSlice(stored: Stored<Slice>): Slice {
  return { ...stored, segments: stored.segments.map(toSegment) };
}

function toSegment(stored: Stored<Segment>): Segment {
  return { ...stored, depart: toPoint(stored.depart), arrive: toPoint(stored.arrive) };
}

function toPoint(stored: Stored<SegmentPoint>): SegmentPoint {
  return { ...stored, terminal: stored.terminal ?? undefined, instant: new Date(stored.instant) };
}

/** A traveler as the model knows them. */
export function toTraveler(stored: StoredTraveler): Traveler {
  const { passport, frequentFlyer } = stored;
  return {
    travelerId: asId('traveler', stored.travelerId), firstName: stored.firstName, lastName: stored.lastName, passengerType: stored.passengerType,
    dateOfBirth: stored.dateOfBirth, gender: stored.gender, title: stored.title, nationality: stored.nationality,
    passport: passport && { number: passport.number, expiry: passport.expiry, country: passport.country },
    frequentFlyer: frequentFlyer && { airline: frequentFlyer.airline, number: frequentFlyer.number },
    knownTravelerNumber: stored.knownTravelerNumber,
  };
}

function toQuote(stored: StoredQuote): Quote {
  const { quoteId, sessionId, paymentId } = stored;
  return {
    quoteId: asId('quote', quoteId), status: stored.status,
    sessionId: sessionId === undefined ? undefined : asId('session', sessionId),
    paymentId: paymentId === undefined ? undefined : asId('payment', paymentId),
    total: stored.total,
    items: stored.items.map((item) => ({ ...item, itemId: asId('item', item.itemId), previousPrice: item.previousPrice })),
    createdAt: new Date(stored.createdAt), expiresAt: new Date(stored.expiresAt),
  };
}

function toOutcome(stored: StoredOutcome): TripOutcome {
  return { charged: stored.charged, items: stored.items.map(({ itemId, status }) => ({ itemId: asId('item', itemId), status })) };
}
