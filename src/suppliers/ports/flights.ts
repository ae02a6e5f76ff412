import type { IsoDate } from '../../travel/dates.ts';
import type {
  CabinClass,
  Fare,
  FlightFilter,
  FlightOffer,
  FlightQuery,
  FlightQuerySlice,
  SeatMap,
} from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';
import type { AddedServicesService } from './added-services.ts';
import type { BookingService } from './booking.ts';
import type { FareHistoryQuery, PublishedPurchase } from './demand.ts';
import type { FlightExchangeService, FlightScheduleService } from './servicing.ts';
import type { ChosenAncillary, SupplierContact, SupplierContext, SupplierTraveler } from './supplier.ts';

/**
 * A flight as it can be bought now: the offer, the one fare meant, and the extras. Its keys may be new: where the offer
 * had run out, the supplier may have found the same flights at the same conditions once more. From then on the trip
 * holds the new keys and terms.
 */
export interface PricedFlight {
  readonly offer: FlightOffer;
  readonly fare: Fare;
  /** Until when the supplier stands by this price; a quote lives no longer. Absent: as long as a quote does. */
  readonly expiresAt?: Date;
  /** Extras whose keys are new, by their keys of before. Absent: they are as they were. */
  readonly ancillaryKeys?: Readonly<Record<string, string>>;
}

/** What a caller holds of a flight it has priced once: what a supplier that lost sight of it finds it again by. */
export interface HeldFlight {
  readonly offer: FlightOffer;
  readonly fare: Fare;
}

export type FlightPriceOutcome =
  | { readonly kind: 'priced'; readonly flight: PricedFlight }
  | { readonly kind: 'gone'; readonly reason: string };

/** A seat picked for one traveler on one segment of the offer. */
export interface ChosenSeat {
  readonly segmentId: string;
  readonly travelerId: string;
  readonly seatNumber: string;
}

/** What we ask a flight supplier to book. `reference` is ours, unique, and the key to look the booking up again. */
export interface FlightBookRequest {
  readonly reference: string;
  readonly offerKey: string;
  readonly fareKey: string;
  /** The total we have been quoted; a supplier that would charge another refuses with `price_changed`. */
  readonly total: Money;
  readonly travelers: readonly SupplierTraveler[];
  readonly contact: SupplierContact;
  readonly ancillaries: readonly ChosenAncillary[];
  /** Seats picked; the total includes their prices. Absent: none. */
  readonly seats?: readonly ChosenSeat[];
  /**
   * The sandbox makes a confirmed booking at once: a scenario that refuses tickets sells this one, and refuses to
   * change it.
   */
  readonly isMadeAtOnce?: boolean;
}

/** Offers, cheapest first, and how many more journeys there were than the query's bound let through. */
export interface FoundFlights {
  readonly offers: readonly FlightOffer[];
  readonly omitted: number;
}

/**
 * Given to a search whose caller shows offers as they come: takes all that has been found so far, each time there is
 * more. A supplier that answers at once never calls it; what the search resolves with counts in the end.
 */
export type ReportFound = (soFar: FoundFlights) => void;

/** A day of departure and, for a return trip, the day back. */
export interface FlightDates {
  readonly departure: IsoDate;
  readonly return: IsoDate | undefined;
}

/** What discovery asks: the cheapest of each date pair, over all the airports named. */
export interface CalendarQuery {
  readonly origins: readonly string[];
  readonly destinations: readonly string[];
  readonly dates: readonly FlightDates[];
  readonly passengers: PassengerCounts;
  readonly cabinClass: CabinClass;
  readonly connectionsMax: 0 | 1 | 2;
  readonly only?: FlightFilter;
  /** How many of each pair's offers; 1 unless set. */
  readonly offersMax?: number;
}

/** One of the cheapest published offers of a date pair; pairs without flights are left out. */
export interface DatedOffer {
  readonly dates: FlightDates;
  readonly offer: FlightOffer;
}

/** What discovery asks about many cities at once. */
export interface DestinationsQuery {
  readonly origins: readonly string[];
  /** Airports looked at; undefined: anywhere. */
  readonly destinations: readonly string[] | undefined;
  readonly dates: readonly FlightDates[];
  readonly passengers: PassengerCounts;
  readonly cabinClass: CabinClass;
  readonly connectionsMax: 0 | 1 | 2;
}

/**
 * A city that can be reached, and about what it costs on the cheapest date pairs; for ranking, the calendar prices it
 * exactly.
 */
export interface ReachedCity {
  readonly cityCode: string;
  readonly airports: readonly string[];
  /** Cheapest first, about: for the whole party. */
  readonly estimates: readonly { readonly dates: FlightDates; readonly total: Money }[];
}

/** A source of flights. Searching writes nothing; keys inside the answers are all it needs later. */
export interface FlightSupplier extends BookingService<FlightBookRequest> {
  readonly exchanges?: FlightExchangeService;
  readonly schedules?: FlightScheduleService;
  /** Absent where nothing is sold for a ticket after its sale. */
  readonly addedServices?: AddedServicesService;
  /** Offers, cheapest first; a bare list is all there are. Throws SupplierFailure. No flights is an empty list. */
  search(
    query: FlightQuery,
    context: SupplierContext,
    report?: ReportFound,
  ): Promise<readonly FlightOffer[] | FoundFlights>;
  /** The currency everything between these airports is sold in, where a caller who names none should see that one. */
  homeCurrency?(ends: Pick<FlightQuerySlice, 'origins' | 'destinations'>): string | undefined;
  /**
   * The offer as it is now, with every fare; a supplier that can read only one fare at a time answers `fareKey`, else
   * the cheapest. Throws SupplierFailure.
   */
  getOffer(offerKey: string, context: SupplierContext, fareKey?: string): Promise<FlightOffer | undefined>;
  /**
   * One fare as it is now, at checkout. `held` is what the caller knows of it: where the offer has run out, a supplier
   * may find the same flights at the same conditions again. Throws SupplierFailure.
   */
  price(
    keys: { readonly offerKey: string; readonly fareKey: string },
    context: SupplierContext,
    held?: HeldFlight,
  ): Promise<FlightPriceOutcome>;
  /**
   * What the supplier has filed for these dates (schedule × filed fares) without asking for live availability: the
   * source of cached itineraries. It answers where `search` is down, so it never throws SupplierFailure; cheapest
   * first.
   */
  publishedOffers?(query: FlightQuery, context: SupplierContext): Promise<readonly FlightOffer[] | FoundFlights>;
  /**
   * A deterministic sample of the lowest totals these offers' flights are filed at on comparable days (same route and
   * season, bought as long ahead): what a price is judged against while too few fares were observed. Must be cheap.
   */
  publishedFares?(offerKeys: readonly string[], context: SupplierContext): Promise<readonly Money[]>;
  /**
   * For each date pair its cheapest published offers, cheapest first: what `publishedOffers` would put first. Never
   * throws SupplierFailure.
   */
  publishedCalendar?(query: CalendarQuery, context: SupplierContext): Promise<readonly DatedOffer[]>;
  /**
   * A deterministic sample of what these journeys were filed at on earlier days, no matter who asks: what a price
   * history begins with while too few fares were observed. Must be cheap; what was not on sale is left out.
   */
  publishedHistory?(query: FareHistoryQuery, context: SupplierContext): Promise<readonly PublishedPurchase[]>;
  /** Cities that can be reached, each with estimates of its cheapest date pairs. Never throws SupplierFailure. */
  publishedDestinations?(query: DestinationsQuery, context: SupplierContext): Promise<readonly ReachedCity[]>;
  /**
   * The seats of every segment of an offer, in the cabin of the fare and at the fare's prices; a segment without
   * assigned seating is left out.
   */
  seatMaps?(
    keys: { readonly offerKey: string; readonly fareKey: string },
    context: SupplierContext,
  ): Promise<readonly SeatMap[]>;
}
