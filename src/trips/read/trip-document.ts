import { asBookingRef, asId } from '../../platform/ids.ts';
import type { FlightOffer, Segment, SegmentPoint, Slice } from '../../travel/flight.ts';
import type { CancellationPenalty, StatedSchedule } from '../../travel/cancellation.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { RentalOffer, RentalStop } from '../../travel/rental.ts';
import type { Stay, StayRate } from '../../travel/stay.ts';
import type {
  Contact,
  FlightItem,
  FulfilmentStatus,
  Quote,
  RentalItem,
  SelectedAncillary,
  SelectedSeat,
  StayItem,
  Traveler,
  Trip,
  TripItem,
  TripOutcome,
} from '../model/trip.ts';
import type { TripStatus } from '../model/trip-states.ts';

/** Documents lose two things on their way through jsonb: keys whose value is undefined, and instants become text. */
type Stored<T> = T extends Date
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: Stored<T[K]> };

/** Of before seats could be chosen there are items without any. */
type WithSeats<T> = Omit<T, 'seats'> & { readonly seats?: Stored<TripItem['seats']> };
/** Items as they lie in jsonb: the fare of a flight is stored once, inside the offer. */
type StoredFlight = Omit<WithSeats<Stored<FlightItem>>, 'fare'>;
export type StoredItem = StoredFlight | WithSeats<Stored<StayItem>> | WithSeats<Stored<RentalItem>>;
export type StoredTraveler = Stored<Traveler>;
type StoredQuote = Stored<Quote>;
type StoredOutcome = Stored<TripOutcome>;

/** One row of `trip`. */
export interface TripRow {
  readonly organization_id: string;
  readonly trip_id: string;
  readonly status: TripStatus;
  readonly currency: string | null;
  readonly is_currency_fixed: boolean;
  readonly items: readonly StoredItem[];
  readonly has_had_item: boolean;
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
  readonly personal_data_erased_at: Date | null;
  /** The month of the archive in which `items` and `quote` lie; the row itself then has neither. */
  readonly archived_month: IsoDate | null;
}

/** A row as the model knows it. */
export function toTrip(row: TripRow): Trip {
  return {
    organizationId: asId('organization', row.organization_id),
    tripId: asId('trip', row.trip_id),
    status: row.status,
    currency: row.currency ?? undefined,
    isCurrencyFixed: row.is_currency_fixed,
    items: row.items.map(toItem),
    hasHadItem: row.has_had_item,
    travelers: row.travelers.map(toTraveler),
    contact: row.contact ? { email: row.contact.email, phone: row.contact.phone } : undefined,
    metadata: row.metadata,
    endUserId: row.end_user_id ?? undefined,
    quote: row.quote ? toQuote(row.quote) : undefined,
    version: row.version,
    lease: row.lease_until ? { number: row.lease_number, until: row.lease_until } : undefined,
    leaseNumber: row.lease_number,
    paymentInFlightUntil: row.payment_in_flight_until ?? undefined,
    onPartial: row.on_partial,
    fulfilment: row.fulfilment_status
      ? { status: row.fulfilment_status, phase: row.fulfilment_phase ?? '' }
      : undefined,
    outcome: row.outcome ? toOutcome(row.outcome) : undefined,
    bookingRef: row.booking_ref === null ? undefined : asBookingRef(row.booking_ref),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    touchedAt: row.touched_at,
    ...(row.personal_data_erased_at === null ? {} : { personalDataErasedAt: row.personal_data_erased_at }),
    ...(row.archived_month === null ? {} : { archivedMonth: row.archived_month }),
  };
}

/** An item as it is stored. */
export function fromItem(item: TripItem): Omit<FlightItem, 'fare'> | StayItem | RentalItem {
  if (item.kind !== 'flight') return item;
  const { fare: _, ...rest } = item;
  return rest;
}

/** An item as the model knows it. */
export function toItem(stored: StoredItem): TripItem {
  const { ancillaries, seats = [] } = stored;
  const added = {
    itemId: asId('item', stored.itemId),
    ancillaries: ancillaries.map(toAncillary),
    seats: seats.map(toSelectedSeat),
  };
  switch (stored.kind) {
    case 'flight': {
      const offer = toOffer(stored.offer);
      const [fare] = offer.fares;
      if (!fare) throw new Error(`The item ${stored.itemId} was stored without its fare.`);
      return { ...stored, ...added, offer, fare };
    }
    case 'hotel':
      return { ...stored, ...added, stay: toStay(stored.stay) };
    case 'car':
      return { ...stored, ...added, rental: toRental(stored.rental) };
    default:
      return stored satisfies never;
  }
}

function toStay(stored: Stored<Stay>): Stay {
  const [first, ...others] = stored.rates;
  return {
    ...stored,
    hotel: { ...stored.hotel, cityCode: stored.hotel.cityCode, chainId: stored.hotel.chainId },
    rates: [toRate(first), ...others.map(toRate)],
  };
}

function toRate(stored: Stored<StayRate>): StayRate {
  return { ...stored, cancellation: toSchedule(stored.cancellation) };
}

function toRental(stored: Stored<RentalOffer>): RentalOffer {
  const { mileage } = stored;
  return {
    ...stored,
    pickUp: toStop(stored.pickUp),
    dropOff: toStop(stored.dropOff),
    cancellation: toSchedule(stored.cancellation),
    residenceCountry: stored.residenceCountry,
    mileage: mileage && {
      isUnlimited: mileage.isUnlimited,
      includedKm: mileage.includedKm,
      extraPerKm: mileage.extraPerKm,
    },
  };
}

function toStop(stored: Stored<RentalStop>): RentalStop {
  return {
    ...stored,
    airport: stored.airport,
    instant: stored.instant === undefined ? undefined : new Date(stored.instant),
  };
}

function toSchedule(stored: Stored<StatedSchedule>): StatedSchedule {
  return stored === 'unknown' ? stored : stored.map(toPenalty);
}

function toPenalty(stored: Stored<CancellationPenalty>): CancellationPenalty {
  return { ...stored, from: new Date(stored.from) };
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
  return {
    ...offer,
    slices: stored.slices.map(toSlice),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
  };
}

function toSlice(stored: Stored<Slice>): Slice {
  return { ...stored, segments: stored.segments.map(toSegment) };
}

/** A flight as it lies in jsonb. */
export type StoredSegment = Stored<Segment>;

/** A flight as the model knows it. */
export function toSegment(stored: StoredSegment): Segment {
  return { ...stored, depart: toPoint(stored.depart), arrive: toPoint(stored.arrive) };
}

function toPoint(stored: Stored<SegmentPoint>): SegmentPoint {
  return { ...stored, terminal: stored.terminal ?? undefined, instant: new Date(stored.instant) };
}

/** A traveler as the model knows them. */
export function toTraveler(stored: StoredTraveler): Traveler {
  const { passport, frequentFlyer } = stored;
  return {
    travelerId: asId('traveler', stored.travelerId),
    firstName: stored.firstName,
    lastName: stored.lastName,
    passengerType: stored.passengerType,
    dateOfBirth: stored.dateOfBirth,
    gender: stored.gender,
    title: stored.title,
    nationality: stored.nationality,
    passport: passport && { number: passport.number, expiry: passport.expiry, country: passport.country },
    frequentFlyer: frequentFlyer && { airline: frequentFlyer.airline, number: frequentFlyer.number },
    knownTravelerNumber: stored.knownTravelerNumber,
  };
}

function toQuote(stored: StoredQuote): Quote {
  const { quoteId, sessionId, paymentId } = stored;
  return {
    quoteId: asId('quote', quoteId),
    status: stored.status,
    sessionId: sessionId === undefined ? undefined : asId('session', sessionId),
    paymentId: paymentId === undefined ? undefined : asId('payment', paymentId),
    total: stored.total,
    items: stored.items.map((item) => ({
      ...item,
      itemId: asId('item', item.itemId),
      previousPrice: item.previousPrice,
    })),
    createdAt: new Date(stored.createdAt),
    expiresAt: new Date(stored.expiresAt),
  };
}

function toOutcome(stored: StoredOutcome): TripOutcome {
  const failure = stored.failure === undefined ? {} : { failure: stored.failure };
  return {
    charged: stored.charged,
    items: stored.items.map(({ itemId, status }) => ({ itemId: asId('item', itemId), status })),
    ...failure,
  };
}
