import type { Money } from '../../travel/money.ts';
import type { HotelContent, HotelOffer, Stay, StayHotel, StayQuery } from '../../travel/stay.ts';
import type { BookingService } from './booking.ts';
import type { PublishedNight, PublishedNightsQuery } from './demand.ts';
import type { SupplierContact, SupplierContext, SupplierTraveler } from './supplier.ts';

/** What one call answered that the next must not find changed: `gone` with why. */
type StayPriceOutcome =
  | {
      readonly kind: 'priced';
      readonly stay: Stay;
      /** The keys to book with from now on, one for each room; absent: those that were asked about. */
      readonly rateKeys?: readonly string[];
      /** Until when the supplier stands by this price; a quote lives no longer. */
      readonly expiresAt?: Date;
    }
  | { readonly kind: 'gone'; readonly reason: string };

/** What we ask a hotel supplier to book: all rooms, or none. */
export interface StayBookRequest {
  readonly reference: string;
  /** One for each room; two equal keys are two rooms. */
  readonly rateKeys: readonly string[];
  /** What is charged now; a supplier that would charge another sum refuses with `price_changed`. */
  readonly total: Money;
  /** What the property will collect, as quoted; judged like the total. */
  readonly dueLater: Money;
  /** The lead first: the booking is in this name. */
  readonly travelers: readonly SupplierTraveler[];
  readonly contact: SupplierContact;
}

/** Hotels with rooms, cheapest first, and how many more there were than the query's bound let through. */
export interface FoundStays {
  readonly hotels: readonly HotelOffer[];
  readonly omitted: number;
}

/** A town with hotels, by its centre. */
export interface StayTown {
  readonly name: string;
  /** ISO code. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A source of hotels. Searching writes nothing; rate keys are all it needs later. */
export interface HotelSupplier extends BookingService<StayBookRequest> {
  /** Present where a search calls nobody and counts nowhere: it may be repeated to learn why a result is empty. */
  readonly isSearchedFreely?: true;
  /** Throws SupplierFailure. No hotels is an empty list. */
  search(query: StayQuery, context: SupplierContext): Promise<FoundStays>;
  /** What is known of a hotel; undefined for an id it does not have. Throws SupplierFailure. */
  hotel(hotelId: string, context: SupplierContext): Promise<HotelContent | undefined>;
  /** Hotels by the beginning of their names, best first, with typing errors forgiven: from memory, at once. */
  suggest?(text: string, limit: number): readonly StayHotel[];
  /**
   * The town with hotels that is wholly called this, in one country if it is said; of namesakes the one with most. From
   * memory, at once.
   */
  findTown?(name: string, country?: string): StayTown | undefined;
  /**
   * The published prices of single nights, no matter who asks: what a price index begins with while too few were
   * observed. Deterministic, must be cheap; nights without rooms have no prices.
   */
  publishedNights?(query: PublishedNightsQuery, context: SupplierContext): Promise<readonly PublishedNight[]>;
  /** The rooms of these keys as they are now; undefined when one is not for sale. Throws SupplierFailure. */
  getStay(rateKeys: readonly string[], context: SupplierContext): Promise<Stay | undefined>;
  /** The stay at checkout: what it would be booked at. Throws SupplierFailure. */
  price(rateKeys: readonly string[], context: SupplierContext): Promise<StayPriceOutcome>;
}
