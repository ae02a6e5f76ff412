import type {
  BookingRef,
  ItemId,
  OrganizationId,
  PaymentId,
  QuoteId,
  SessionId,
  TravelerId,
  TripId,
} from '../../platform/ids.ts';
import type { FlightOffer, Fare } from '../../travel/flight.ts';
import type { Conversion } from '../../suppliers/ports/exchange-rates.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerCounts, PassengerType } from '../../travel/passengers.ts';
import type { RentalOffer } from '../../travel/rental.ts';
import type { Stay } from '../../travel/stay.ts';
import type { FulfilmentFailure } from './fulfilment-failure.ts';
import type { TripStatus } from './trip-states.ts';

export const FULFILMENT_STATUSES = [
  'pending',
  'awaiting_payment',
  'processing',
  'confirming',
  'completed',
  'partial',
  'failed',
  'cancelled',
  'expired_quote',
] as const;
export type FulfilmentStatus = (typeof FULFILMENT_STATUSES)[number];

/** A traveler of the trip; the first is the lead. */
export interface Traveler {
  /** `pax_ref_id` on the wire. */
  readonly travelerId: TravelerId;
  readonly firstName: string;
  readonly lastName: string;
  readonly passengerType: PassengerType;
  readonly dateOfBirth: IsoDate | undefined;
  readonly gender: 'MALE' | 'FEMALE' | undefined;
  readonly title: string | undefined;
  readonly nationality: string | undefined;
  readonly passport:
    | { readonly number: string; readonly expiry: IsoDate | undefined; readonly country: string | undefined }
    | undefined;
  readonly frequentFlyer: { readonly airline: string; readonly number: string } | undefined;
  readonly knownTravelerNumber: string | undefined;
}
export interface Contact {
  readonly email: string;
  readonly phone: string;
}

/** An extra chosen for an item. `travelerId` is the pax_ref_id it is for, when sold per traveler. */
export interface SelectedAncillary {
  readonly ancillaryKey: string;
  readonly travelerId: TravelerId | undefined;
  readonly quantity: number;
}

/** A seat chosen for a traveler on one segment of a flight. */
export interface SelectedSeat {
  readonly segmentId: string;
  readonly travelerId: TravelerId;
  readonly seatNumber: string;
  /** Not everybody may sit there: judged again when travelers change. */
  readonly isExitRow: boolean;
  /** Last shown, in the supplier's currency; nothing where the seat comes with the fare. */
  readonly price: Money;
}

/** What every item of a trip has, whatever it is. */
export interface ItemBase {
  readonly itemId: ItemId;
  readonly supplierId: string;
  /** What makes two additions the same: supplier and keys, never the token's text (contract, section 2). */
  readonly identity: string;
  readonly description: string;
  /**
   * What the supplier asked to be paid now when last shown to the caller (added, or answered in a quote), extras and
   * seats not included: the baseline of "moved".
   */
  readonly originPrice: Money;
  /** The price in the trip's currency. */
  readonly price: Money;
  readonly rate: number;
  /** Where the rate comes from; absent where nothing is converted. */
  readonly conversion?: Conversion | undefined;
  /** What the organization's pricing rules add to what is paid now, in the trip's currency; absent where nothing. */
  readonly serviceFee?: Money | undefined;
  readonly ancillaries: readonly SelectedAncillary[];
  /** Of flights only. */
  readonly seats: readonly SelectedSeat[];
}

/** A flight: the keys that book it, and the snapshot last seen, which describes it. */
export interface FlightProduct {
  readonly kind: 'flight';
  readonly offerKey: string;
  readonly fareKey: string;
  readonly passengers: PassengerCounts;
  readonly offer: FlightOffer;
  readonly fare: Fare;
}
/** Rooms of one hotel for the same nights. */
interface StayProduct {
  readonly kind: 'hotel';
  /** In the order of the stay's rates; two equal keys are two rooms. */
  readonly rateKeys: readonly string[];
  readonly stay: Stay;
}
/** A rental car. */
export interface RentalProduct {
  readonly kind: 'car';
  readonly offerKey: string;
  readonly rental: RentalOffer;
}
/** What is bought: the part of an item that its supplier answers for. */
export type Product = FlightProduct | StayProduct | RentalProduct;
export type ItemKind = Product['kind'];
export const ITEM_KINDS = ['flight', 'hotel', 'car'] as const satisfies readonly ItemKind[];

export type FlightItem = ItemBase & FlightProduct;
export type StayItem = ItemBase & StayProduct;
export type RentalItem = ItemBase & RentalProduct;
/** One thing in the cart. */
export type TripItem = FlightItem | StayItem | RentalItem;

/** An item as quoted: what will be charged and booked for it. */
export interface QuotedItem {
  readonly itemId: ItemId;
  /** Supplier's currency, extras and seats included: what the supplier is to charge. */
  readonly originTotal: Money;
  /** Trip currency at the frozen rate, extras and seats included: what the payer pays. */
  readonly total: Money;
  readonly rate: number;
  /** Where the rate comes from; absent where nothing is converted. */
  readonly conversion?: Conversion | undefined;
  /** The part of `total` that is the organization's service fee; absent where there is none. */
  readonly serviceFee?: Money | undefined;
  readonly isPriceChanged: boolean;
  readonly previousPrice: Money | undefined;
  /** Present where what the property or the counter collects has moved, in its currency. */
  readonly previousDueLater?: Money;
}
/** The one live quote of a trip. */
export interface Quote {
  readonly quoteId: QuoteId;
  readonly status: 'ready' | 'price_changed' | 'expired';
  readonly sessionId: SessionId | undefined;
  /** The payment opened with it; voided when the quote is replaced or dropped. */
  readonly paymentId: PaymentId | undefined;
  readonly total: Money;
  readonly items: readonly QuotedItem[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const ITEM_OUTCOMES = ['pending', 'confirmed', 'failed', 'cancelled'] as const;
/**
 * What fulfilment made of one item. `completed` (travelled) is never stored: it follows from the item's last arrival.
 */
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

/** How fulfilment ended, as bookings reported it. */
export interface TripOutcome {
  readonly items: readonly { readonly itemId: ItemId; readonly status: ItemOutcome }[];
  /** What the payer has paid in the end; nothing for a failed trip. */
  readonly charged: Money;
  /** Why it failed, or a part of it. Absent where all was booked, and in what ended before it was stored. */
  readonly failure?: FulfilmentFailure;
}

/** A trip: the cart. One row; items and travelers live inside it, so that a write is one locked row. */
export interface Trip {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
  readonly status: TripStatus;
  /** Undefined until the first item. */
  readonly currency: string | undefined;
  readonly isCurrencyFixed: boolean;
  readonly items: readonly TripItem[];
  /** Stays true when the last item has left again. */
  readonly hasHadItem: boolean;
  readonly travelers: readonly Traveler[];
  readonly contact: Contact | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly endUserId: string | undefined;
  readonly quote: Quote | undefined;
  /** Counts stored updates, as of when the trip was loaded. */
  readonly version: number;
  /** Only while `quoting`: which checkout holds the trip, and until when (real time). */
  readonly lease: { readonly number: number; readonly until: Date } | undefined;
  /** Counts leases ever given: an older number's result is discarded. */
  readonly leaseNumber: number;
  /** A payment attempt is in flight until then at most (organization's clock); writes and checkout are refused. */
  readonly paymentInFlightUntil: Date | undefined;
  /** As the checkout that made the newest quote asked for. */
  readonly onPartial: 'all_or_nothing' | 'keep_confirmed';
  readonly fulfilment: { readonly status: FulfilmentStatus; readonly phase: string } | undefined;
  /** Known exactly when the trip is fulfilled or failed. */
  readonly outcome: TripOutcome | undefined;
  readonly bookingRef: BookingRef | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Last activity (accepted write or checkout), organization's clock: the lapse counts from here. */
  readonly touchedAt: Date;
  /** When the names and addresses of its travelers were erased: they are empty then. Absent while they are there. */
  readonly personalDataErasedAt?: Date;
  /** The month of the archive in which its items and quote lie; absent where they lie beside it. */
  readonly archivedMonth?: IsoDate;
}
