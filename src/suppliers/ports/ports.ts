import type { Logger } from 'pino';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type {
  CabinClass,
  Fare,
  FlightAncillary,
  FlightFilter,
  FlightOffer,
  FlightQuery,
  FlightQuerySlice,
  SeatMap,
} from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerCounts, PassengerType } from '../../travel/passengers.ts';
import type { RentalOffer, RentalQuery } from '../../travel/rental.ts';
import type { HotelContent, HotelOffer, Stay, StayHotel, StayQuery } from '../../travel/stay.ts';
import type { FareHistoryQuery, PublishedNight, PublishedNightsQuery, PublishedPurchase } from './ports-demand.ts';
import type {
  CancellationService,
  FlightExchangeService,
  FlightScheduleService,
  RentalExchangeService,
} from './servicing.ts';

/** What every call to a supplier or processor is given. */
export interface SupplierContext {
  readonly organizationId: OrganizationId;
  /** The organization's clock. */
  readonly now: Date;
  /** Fires at the caller's deadline; an adapter stops waiting then. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * A failure of a supplier that is not an answer to the question. `kind` decides what the caller sees: rejected 502
 * UPSTREAM_REJECTED, error 502 UPSTREAM_ERROR, unavailable and rate_limited (we asked it too often) 503 (with
 * Retry-After), timeout 504.
 */
export class SupplierFailure extends Error {
  readonly kind: 'rejected' | 'error' | 'unavailable' | 'rate_limited' | 'timeout';
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: SupplierFailure['kind'],
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'SupplierFailure';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A flight as it can be bought now: the offer, the one fare meant, and the extras. */
export interface PricedFlight {
  readonly offer: FlightOffer;
  readonly fare: Fare;
}
export type FlightPriceOutcome =
  | { readonly kind: 'priced'; readonly flight: PricedFlight }
  | { readonly kind: 'gone'; readonly reason: string };

/** A traveler as a supplier needs them. */
export interface SupplierTraveler {
  readonly travelerId: string;
  readonly type: PassengerType;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string | undefined;
  readonly gender: 'MALE' | 'FEMALE' | undefined;
  readonly title: string | undefined;
}
export interface SupplierContact {
  readonly email: string;
  readonly phone: string;
}
export interface ChosenAncillary {
  readonly ancillaryKey: string;
  readonly travelerId: string | undefined;
  readonly quantity: number;
}

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
/** A ticketed order. */
export interface SupplierOrder {
  readonly orderId: string;
  /** PNR for a flight, the property's or the rental company's number else. */
  readonly confirmationNumber: string;
  readonly tickets: readonly { readonly travelerId: string; readonly number: string }[];
  readonly total: Money;
  /** Since when it stands, where the supplier tells: the void window of tickets is counted from it. */
  readonly confirmedAt?: Date;
}
/**
 * Booking ends confirmed, refused (proven: nothing was booked) or unknown; pending = accepted, confirmation follows.
 */
export type BookOutcome =
  | { readonly kind: 'confirmed'; readonly order: SupplierOrder }
  | { readonly kind: 'pending'; readonly orderId: string }
  /**
   * `reason` is for the log. `price_changed`, and what begins with `unavailable`, are told to travelers as what they
   * are; else it is a refusal.
   */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly detail: string };
/** What the supplier says happened to our reference. `none`: proven never to have been booked. */
export type LookUpOutcome = BookOutcome | { readonly kind: 'none' } | { readonly kind: 'cancelled' };
export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly refund: Money }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Offers, cheapest first, and how many more journeys there were than the query's bound let through. */
export interface FoundFlights {
  readonly offers: readonly FlightOffer[];
  readonly omitted: number;
}

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
  /** How many of each pair's offers; 1 unless told. */
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
  /**
   * Its answers are made by this code base and held to their types by the compiler: they are not checked again at its
   * door.
   */
  readonly isBuiltIn?: true;
  /** Offers, cheapest first; a bare list is all there are. Throws SupplierFailure. No flights is an empty list. */
  search(query: FlightQuery, context: SupplierContext): Promise<readonly FlightOffer[] | FoundFlights>;
  /** The currency everything between these airports is sold in, where a caller who names none should see that one. */
  homeCurrency?(ends: Pick<FlightQuerySlice, 'origins' | 'destinations'>): string | undefined;
  /** The offer as it is now, with every fare. Throws SupplierFailure. */
  getOffer(offerKey: string, context: SupplierContext): Promise<FlightOffer | undefined>;
  /** One fare as it is now, at checkout. Throws SupplierFailure. */
  price(
    keys: { readonly offerKey: string; readonly fareKey: string },
    context: SupplierContext,
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
   * A deterministic sample of what these journeys were filed at on earlier days, whoever asks: what a price history
   * begins with while too few fares were observed. Must be cheap; what was not on sale is left out.
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

export type { FlightAncillary };

/** What every supplier of something bookable does with a booking, by our own reference. */
export interface BookingService<Request> {
  /** `provider` on the wire. */
  readonly id: string;
  readonly name: string;
  /**
   * True when booking one reference twice is booking once: then a call that may still be under way can be repeated at
   * once.
   */
  readonly isBookIdempotent?: boolean;
  book(request: Request, context: SupplierContext): Promise<BookOutcome>;
  lookUp(reference: string, context: SupplierContext): Promise<LookUpOutcome>;
  /** Undoes a booking free of charge or says it cannot. Idempotent by reference. */
  cancel(reference: string, context: SupplierContext): Promise<CancelOutcome>;
  /** Gives up what was sold, at the price its rules ask for; absent where the supplier has no such service. */
  readonly cancellations?: CancellationService;
}

/** What one call answered that the next must not find changed: `gone` with why. */
export type StayPriceOutcome =
  | { readonly kind: 'priced'; readonly stay: Stay }
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
  readonly isBuiltIn?: true;
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
   * The published prices of single nights, whoever asks: what a price index begins with while too few were observed.
   * Deterministic, must be cheap; nights without rooms have no prices.
   */
  publishedNights?(query: PublishedNightsQuery, context: SupplierContext): Promise<readonly PublishedNight[]>;
  /** The rooms of these keys as they are now; undefined when one is not for sale. Throws SupplierFailure. */
  getStay(rateKeys: readonly string[], context: SupplierContext): Promise<Stay | undefined>;
  /** The same at checkout: what it would be booked at. Throws SupplierFailure. */
  price(rateKeys: readonly string[], context: SupplierContext): Promise<StayPriceOutcome>;
}

export type RentalPriceOutcome =
  | { readonly kind: 'priced'; readonly offer: RentalOffer }
  | { readonly kind: 'gone'; readonly reason: string };

/** What we ask a car supplier to book. */
export interface RentalBookRequest {
  readonly reference: string;
  readonly offerKey: string;
  /** What is charged now, extras paid now included. */
  readonly total: Money;
  /** What the desk will collect, extras paid there included. */
  readonly dueLater: Money;
  readonly travelers: readonly SupplierTraveler[];
  readonly contact: SupplierContact;
  readonly ancillaries: readonly ChosenAncillary[];
}

/** Offers, cheapest first, and how many more there were than the query's bound let through. */
export interface FoundRentals {
  readonly offers: readonly RentalOffer[];
  readonly omitted: number;
}

/** A source of rental cars. Searching writes nothing; offer keys are all it needs later. */
export interface CarSupplier extends BookingService<RentalBookRequest> {
  readonly exchanges?: RentalExchangeService;
  readonly isBuiltIn?: true;
  /** Throws SupplierFailure. No cars is an empty list. */
  search(query: RentalQuery, context: SupplierContext): Promise<FoundRentals>;
  /** The offer as it is now; undefined when it is not for sale. Throws SupplierFailure. */
  getOffer(offerKey: string, context: SupplierContext): Promise<RentalOffer | undefined>;
  /** The same at checkout: what it would be booked at. Throws SupplierFailure. */
  price(offerKey: string, context: SupplierContext): Promise<RentalPriceOutcome>;
}

/** A card as typed by the payer. Lives only in memory between the page and the processor; never logged or stored. */
export interface CardDetails {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly securityCode: string;
  readonly holder: string;
  /** Sandbox only: the built-in processor makes its verdict known this much later on the organization's clock. */
  readonly authoriseDelaySeconds?: number | undefined;
}
/** How a processor sees one payment. Amounts in minor units of `amount.currency`. */
export interface ProcessorPayment {
  readonly processorRef: string;
  readonly status: 'open' | 'requires_action' | 'processing' | 'authorised' | 'captured' | 'released' | 'declined';
  readonly amount: Money;
  readonly amountCaptured: Money;
  readonly amountRefunded: Money;
  /** When a hold lapses. */
  readonly captureBefore: Date | undefined;
  /** Why it was declined, a word of the field (`insufficient_funds`, `card_declined`, …). */
  readonly declineReason: string | undefined;
  /**
   * The payer can still pay on the processor's own page, whatever the last attempt there came to: the payment is not
   * over.
   */
  readonly isAwaitingPayer?: boolean;
}
export type ProcessorAnswer =
  | { readonly kind: 'known'; readonly payment: ProcessorPayment }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Where the payer is to be sent, or what there is to know instead: a payment that takes no more attempts. */
export type PayerPage = { readonly kind: 'page'; readonly url: string } | ProcessorAnswer;
/** What a processor's own callback is about. Only that: what it tells of the payment is looked up, never believed. */
export type ProcessorCallback =
  | { readonly kind: 'forged' }
  | { readonly kind: 'ignored'; readonly what: string }
  | {
      readonly kind: 'payment';
      readonly organizationId: OrganizationId;
      readonly reference: string;
      readonly what: string;
    };

/**
 * A payment processor. Every call is idempotent by (processorRef, operation); unknown outcomes are resolved with `get`.
 */
export interface PaymentProcessor {
  readonly id: string;
  /**
   * `form`: the hosted page takes the card and calls `submitCard`; `redirect`: the payer is sent to the processor's own
   * page.
   */
  readonly entry: 'form' | 'redirect';
  /** Origins of the processor's own page, which a form of ours may lead to. */
  readonly pageOrigins?: readonly string[];
  /** Why it cannot charge exactly this amount, in a sentence; undefined when it can. */
  findObstacle?(amount: Money): string | undefined;
  /** Names a payment with manual capture. `reference` is ours; opening it twice answers the same payment. */
  open(
    request: {
      readonly reference: string;
      readonly amount: Money;
      readonly description: string;
      readonly expiresAt: Date;
      readonly returnUrl: string;
    },
    context: SupplierContext,
  ): Promise<{ readonly processorRef: string }>;
  /**
   * `redirect` only: the page to pay on, the same as long as it can be paid; it closes at `expiresAt` (organization's
   * clock) or a little later.
   */
  openPage?(processorRef: string, expiresAt: Date, context: SupplierContext): Promise<PayerPage>;
  /** Checks the signature of a callback and tells whose payment it is about. */
  readCallback?(callback: {
    readonly body: Buffer;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }): ProcessorCallback;
  submitCard(processorRef: string, card: CardDetails, context: SupplierContext): Promise<ProcessorAnswer>;
  /** Answers the 3DS challenge of a payment that requires action. */
  completeAction(
    processorRef: string,
    result: 'approve' | 'reject',
    context: SupplierContext,
  ): Promise<ProcessorAnswer>;
  submitSharedToken(processorRef: string, token: string, context: SupplierContext): Promise<ProcessorAnswer>;
  get(processorRef: string, context: SupplierContext): Promise<ProcessorAnswer>;
  capture(processorRef: string, amount: Money, context: SupplierContext): Promise<ProcessorAnswer>;
  /** Releases what is not captured; a payment never authorised is closed. */
  release(processorRef: string, context: SupplierContext): Promise<ProcessorAnswer>;
  refund(processorRef: string, amount: Money, reference: string, context: SupplierContext): Promise<ProcessorAnswer>;
}

/** Reference conversion rates. */
export interface ExchangeRates {
  supports(currency: string): boolean;
  supported(): readonly string[];
  /** Units of `to` per unit of `from`, both in major units. Throws RangeError for an unsupported currency. */
  rate(from: string, to: string): number;
}
