import type { Money } from '../../travel/money.ts';
import type { HotelContent, HotelOffer, Stay, StayHotel, StayQuery } from '../../travel/stay.ts';
import type { BookingService } from './booking.ts';
import type { PublishedNight, PublishedNightsQuery } from './demand.ts';
import type { OrganizationId } from '../../platform/ids.ts';
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

/** Which page of a city's hotels is wanted. */
export interface CityContentQuery {
  /** ISO code. */
  readonly country: string;
  /** As searches of the supplier name it. */
  readonly cityName: string;
  /** Hotels to skip. */
  readonly offset: number;
  /** Only what has changed since; undefined: all. */
  readonly changedSince: Date | undefined;
}

/** Hotels of a city whatever the nights. */
export interface CityContentPage {
  readonly hotels: readonly StayHotel[];
  /** Hotels that the supplier has taken out, by our ids. */
  readonly removedIds: readonly string[];
  /** Hotels of the page that cannot be placed or read, and are left out. */
  readonly leftOut: number;
  /** Where the next page begins; undefined: this was the last one. */
  readonly nextOffset: number | undefined;
  /** How many the whole list has, where the supplier says so. */
  readonly total: number | undefined;
}

/** A town as a supplier's own search of places knows it. */
export interface SupplierPlace {
  /** The supplier's own. */
  readonly placeId: string;
  readonly name: string;
  /** As the supplier writes it, in English; undefined where it does not say. */
  readonly countryName: string | undefined;
}

/** The hotels of a supplier that is too far away to be searched by name: they are listed by city, to be stored here. */
export interface HotelContentSource {
  /** Whether an id is one of this supplier's, as far as its form says so. */
  owns(hotelId: string): boolean;
  /** Whether an organization sells through this supplier, and may see what is stored of it. */
  isOpenTo(organizationId: OrganizationId): Promise<boolean>;
  /** Hotels that one search looks at: of a place with more, those of `StayQuery.stored` where they are known. */
  readonly searchedMax: number;
  /** Towns that the supplier finds for a text, best first. It may cost. Throws SupplierFailure. */
  findPlaces?(text: string, context: SupplierContext): Promise<readonly SupplierPlace[]>;
  /** One page. A city that the supplier does not know is an empty one. Throws SupplierFailure. */
  listCity(query: CityContentQuery, context: SupplierContext): Promise<CityContentPage>;
}

/** A source of hotels. Searching writes nothing; rate keys are all it needs later. */
export interface HotelSupplier extends BookingService<StayBookRequest> {
  /** Present where a search calls nobody and counts nowhere: it may be repeated to learn why a result is empty. */
  readonly isSearchedFreely?: true;
  /** Present where its hotels are to be stored here city by city, for suggestions, texts, filters and details. */
  readonly content?: HotelContentSource;
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
