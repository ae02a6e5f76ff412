import type { IsoDate, LocalDateTime } from './dates.ts';
import type { Money } from './money.ts';
import type { PassengerCounts, PassengerKind } from './passengers.ts';
import type { TravelerRequirements } from './traveler-requirements.ts';

export const CABIN_CLASSES = ['economy', 'premium_economy', 'business', 'first'] as const;
export type CabinClass = (typeof CABIN_CLASSES)[number];

/** One end of a flight segment. Times are local to the airport; `instant` is the same moment in UTC. */
export interface SegmentPoint {
  readonly airport: string;
  readonly cityCode: string;
  readonly terminal: string | undefined;
  readonly timeLocal: LocalDateTime;
  readonly instant: Date;
}

/** Names of carriers by their codes. */
export type CarrierNames = Readonly<Record<string, string>>;

/** One flight of one aircraft. */
export interface Segment {
  /** Stable within its offer, e.g. `s1-1` = first slice, first segment. */
  readonly segmentId: string;
  readonly marketingCarrier: string;
  readonly operatingCarrier: string;
  /** Their names as the supplier writes them, for carriers the directory does not know. */
  readonly carrierNames?: CarrierNames;
  /** Carrier and number as printed on a ticket: `AF274`. */
  readonly flightNumber: string;
  /** IATA aircraft type: `77W`. Undefined where the supplier does not say. */
  readonly aircraft: string | undefined;
  readonly depart: SegmentPoint;
  readonly arrive: SegmentPoint;
  readonly durationMinutes: number;
  /** Undefined where the supplier does not say. */
  readonly distanceKm: number | undefined;
  /** The cabin it is flown in, which may be below the one bought; undefined where the supplier does not say. */
  readonly cabinClass?: CabinClass;
}

/** One direction of travel. */
export interface Slice {
  readonly origin: string;
  readonly destination: string;
  readonly departureDate: IsoDate;
  readonly durationMinutes: number;
  readonly segments: readonly Segment[];
}

/** The marketing carrier of each segment of a direction. */
export function carriersOf({ segments }: Slice): readonly string[] {
  return segments.map(({ marketingCarrier }) => marketingCarrier);
}

/**
 * What one fare includes in the hold or in the cabin. `weight` in kilograms for the whole allowance per piece.
 * Undefined pieces: the supplier does not say whether any are included, which is not none.
 */
export interface BagAllowance {
  readonly pieces: number | undefined;
  readonly weight: number | undefined;
  readonly dimensions: string | undefined;
}

/**
 * What it costs to change or cancel, per passenger. An `undefined` fee with `isAllowed` true means free; `unknown`: it
 * is allowed and the supplier does not say at what price. Never more than that passenger's ticket.
 */
export interface PenaltyRule {
  readonly ruleType: 'change' | 'refund' | 'no_show';
  readonly isAllowed: boolean;
  readonly fee: Money | 'unknown' | undefined;
  /**
   * A percentage rule: this part of each ticket (0.2 is 20 %) is charged instead of `fee`, which then says what an
   * adult pays.
   */
  readonly share?: number;
  readonly minMinutesBeforeDeparture: number | undefined;
  readonly maxMinutesBeforeDeparture: number | undefined;
  readonly maxMinutesAfterDeparture: number | undefined;
}

/** One tax or charge of one passenger. `code` as printed on tickets (`YQ`, `FR`, `US`). */
export interface TaxLine {
  readonly code: string;
  readonly description: string;
  readonly amount: Money;
}

/** The price of one kind of passenger, each. */
export interface PassengerPrice {
  readonly kind: PassengerKind;
  readonly quantity: number;
  readonly baseFare: Money;
  readonly taxes: Money;
  readonly taxLines: readonly TaxLine[];
}

/** What the price of a fare depends on beside seats. The flights of its offer meet all of it; changed ones may not. */
export interface FareConditions {
  /** One direction alone, a return filed as one fare, or each direction priced by itself. */
  readonly construction: 'one_way' | 'round_trip' | 'sum_of_directions';
  /** One entry for each slice. */
  readonly seasons: readonly ('low' | 'shoulder' | 'high')[];
  /** Days before departure by which it must be bought, for each slice; 0 = until the flight closes. */
  readonly advancePurchaseDays: readonly number[];
  readonly minimumNights: number | undefined;
  readonly maximumNights: number | undefined;
  readonly needsSaturdayNight: boolean;
}

/**
 * One branded fare of an offer, for the whole party and all slices. All money in the supplier's filing currency. What a
 * supplier leaves out is undefined or an empty list: unknown, never free, zero or refused.
 */
export interface Fare {
  /** The supplier's own key of this fare within its offer; goes into the sealed token. */
  readonly fareKey: string;
  readonly brandName: string | undefined;
  readonly brandCode: string | undefined;
  readonly cabinClass: CabinClass;
  /** One entry for each slice, or none at all. */
  readonly fareBasisCodes: readonly string[];
  readonly bookingClasses: readonly string[];
  /** Lowest number of seats left in the booking classes used. */
  readonly seatsLeft: number | undefined;
  readonly total: Money;
  /** Empty where the supplier prices the party as a whole. */
  readonly passengerPrices: readonly PassengerPrice[];
  /** The taxes inside the total of the whole party, where the supplier names them and does not split the total. */
  readonly partyTaxes?: Money | undefined;
  readonly bookingFees: Money;
  readonly isChangeable: boolean | undefined;
  readonly isRefundable: boolean | undefined;
  /**
   * `none`: the airline promises nobody their money back within hours of ticketing beyond what the rules say. Absent:
   * everything comes back within 24 hours.
   */
  readonly voidWindow?: 'none';
  /**
   * Whether the supplier makes a refund when asked (the default) or people there have to. The void window knows no such
   * thing.
   */
  readonly refundSupport?: 'automatic' | 'manual';
  readonly isNameChangeable: boolean | undefined;
  readonly rules: readonly PenaltyRule[];
  /** Where the supplier says so. */
  readonly conditions?: FareConditions;
  readonly checkedBags: BagAllowance;
  readonly carryOn: BagAllowance;
  readonly hasSeatSelection: boolean | undefined;
  readonly hasPriorityBoarding: boolean | undefined;
}

/** An extra that may be bought with a fare. */
export interface FlightAncillary {
  readonly ancillaryKey: string;
  readonly type: 'checked_bag' | 'carry_on';
  readonly description: string;
  /** The direction it is for; undefined for all directions together. */
  readonly sliceIndex: number | undefined;
  /** Undefined where the supplier does not say. */
  readonly weightKg: number | undefined;
  readonly price: Money;
  readonly quantityMax: number;
}

/** A flight offer of one supplier: slices, and every branded fare they are sold at. */
export interface FlightOffer {
  /** The supplier's own key: everything it needs to find this offer again. Opaque to us. */
  readonly offerKey: string;
  readonly owner: string;
  readonly validatingCarrier: string;
  /** Its name as the supplier writes it, for a carrier the directory does not know. */
  readonly carrierNames?: CarrierNames;
  readonly slices: readonly Slice[];
  readonly fares: readonly Fare[];
  readonly ancillaries: readonly FlightAncillary[];
  readonly passengers: PassengerCounts;
  /** Undefined where the supplier does not say. */
  readonly emissionsKg: number | undefined;
  /** When the supplier stops selling it, where that is sooner than our own 30 minutes. */
  readonly expiresAt?: Date;
  /** What must be known of every traveler before it is paid for. */
  readonly requirements?: TravelerRequirements;
}

/** One seat of a map. `price` undefined: it comes with the fare. */
export interface Seat {
  /** Row and column as printed on a boarding pass: `12A`. */
  readonly seatNumber: string;
  readonly column: string;
  readonly availability: 'available' | 'occupied' | 'blocked';
  /** window, middle, aisle, extra_legroom, exit_row, bulkhead, front, bassinet, limited_recline, near_lavatory … */
  readonly features: readonly string[];
  readonly price: Money | undefined;
  /** What the traveler who sits there must know, in the supplier's words: `Must be able to assist in an evacuation.` */
  readonly disclosures?: readonly string[];
}
/** The seats of the cabin that a fare flies in, on one segment. */
export interface SeatMap {
  readonly segmentId: string;
  /** IATA aircraft type: `77W`. */
  readonly aircraft: string | undefined;
  /** Where the fare is flown on this segment: a feeder may be a cabin below the one bought. */
  readonly cabinClass: CabinClass;
  readonly rows: readonly { readonly rowNumber: number; readonly seats: readonly Seat[] }[];
}

/** A window of wall-clock minutes after midnight, both ends included; `latest` before `earliest` runs over midnight. */
export interface TimeWindow {
  readonly earliest: number;
  readonly latest: number;
}

/** Whether a minute of the day lies in a window. */
export function isInWindow({ earliest, latest }: TimeWindow, minute: number): boolean {
  return earliest <= latest ? minute >= earliest && minute <= latest : minute >= earliest || minute <= latest;
}

/** The only flights the caller will look at. An empty list or an undefined bound filters nothing. */
export interface FlightFilter {
  /** Every flight is sold by one of these. */
  readonly includeCarriers: readonly string[];
  /** No flight is sold or flown by one of these. */
  readonly excludeCarriers: readonly string[];
  /** All directions together. */
  readonly totalDurationMinutesMax: number | undefined;
  /** Local times of each direction's first departure and last arrival, in the order of the slices. */
  readonly times: readonly { readonly departure: TimeWindow | undefined; readonly arrival: TimeWindow | undefined }[];
  /** Each direction connects at one of these at least. */
  readonly viaAirports: readonly string[];
  readonly excludeViaAirports: readonly string[];
  readonly connectionMinutesMin: number | undefined;
  readonly connectionMinutesMax: number | undefined;
}

/** Filters nothing: for a search that names only what it needs. */
export const NO_FLIGHT_FILTER: FlightFilter = {
  includeCarriers: [],
  excludeCarriers: [],
  totalDurationMinutesMax: undefined,
  times: [],
  viaAirports: [],
  excludeViaAirports: [],
  connectionMinutesMin: undefined,
  connectionMinutesMax: undefined,
};

/** What a flight search asks of a supplier. Filters that only hide offers are applied by us, not by the supplier. */
export interface FlightQuery {
  readonly slices: readonly FlightQuerySlice[];
  readonly passengers: PassengerCounts;
  /**
   * Ages on the last day of travel of everybody who is not an adult, in the order chd, inf_lap, inf_seat, youth,
   * student. Undefined where the caller did not say.
   */
  readonly ages?: readonly number[];
  readonly cabinClass: CabinClass;
  readonly connectionsMax: 0 | 1 | 2;
  /**
   * Upper bound of offers to answer, cheapest first. A supplier that has more keeps the cheapest, and some of every
   * carrier.
   */
  readonly offersMax: number;
  /** Applied before `offersMax` cuts, by a supplier that can; we hide what does not match in any case. */
  readonly only?: FlightFilter;
}

/** One direction asked for. Codes are airports; a city was resolved to its airports before. */
export interface FlightQuerySlice {
  readonly origins: readonly string[];
  readonly destinations: readonly string[];
  readonly date: IsoDate;
}
