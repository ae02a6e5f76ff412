import type { IsoDate } from '../../src/travel/dates.ts';
import type { BagAllowance, CabinClass, FlightAncillary } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import type { PassengerType } from '../../src/travel/passengers.ts';
import type { FuelPolicy, PaidAt, RentalExtra, Transmission } from '../../src/travel/rental.ts';
import type { BoardType } from '../../src/travel/stay.ts';

/** One thing that is bought. */
export type ItemView = FlightView | StayView | RentalView;
export type ItemViewKind = ItemView['kind'];

/** What became of an item after the payment. */
export type ItemOutcome = 'booked' | 'open' | 'not_booked';

/**
 * How an item stands in a booking that was changed after it was sold. `moved`: its airline flies it at other times,
 * which nobody has taken yet; `rescheduled`: they were taken. `cancelled`: given up, and nothing came back.
 */
export type ItemStanding = 'booked' | 'moved' | 'rescheduled' | 'exchanged' | 'refunded' | 'cancelled' | 'not_booked';

/** One item of a booking that is serviced. */
export interface StandingView {
  readonly item: ItemView;
  readonly standing: ItemStanding;
}

/** What every item has, whatever it is. */
export interface ItemCommonView {
  /** What is paid now: extras, seats and service fee included. */
  readonly total: Money;
  /** The part of `total` that is the organization's service fee; absent where there is none. */
  readonly serviceFee?: Money | undefined;
  /** What `total` was when the payer last saw it; set when it has moved since. */
  readonly previousTotal: Money | undefined;
  /** What is paid on the spot, in the currency of the place, as far as that is stated. */
  readonly dueLater: Money | undefined;
  /** The place collects more than `dueLater`, and does not state how much. */
  readonly isDueLaterOpen?: true;
  /** What that was when the payer last saw it; set when it has moved since. */
  readonly previousDueLater: Money | undefined;
  /** Undefined before the payment. */
  readonly outcome: ItemOutcome | undefined;
  /** Its supplier did not confirm it; another that was not booked was only given up with it. */
  readonly isRefused: boolean;
  /** The supplier's own. */
  readonly confirmationNumber: string | undefined;
}

/** One flight item. */
export interface FlightView extends ItemCommonView {
  readonly kind: 'flight';
  readonly carrierName: string;
  /** Undefined where the airline names no brand. */
  readonly brandName: string | undefined;
  readonly cabin: CabinClass;
  readonly slices: readonly SliceView[];
  readonly checkedBags: BagAllowance;
  readonly carryOn: BagAllowance;
  readonly hasSeatSelection: boolean | undefined;
  readonly changeRule: RuleView;
  /** Its airline has moved a flight so far that it may be changed free of charge, whatever the fare says. */
  readonly isMovedTooFar: boolean;
  readonly refundRule: RuleView;
  /**
   * While everything comes back whatever the fare says: for so many hours after the booking, or until a time on the
   * clock of the departure. `part`: everything but what earlier changes have used up.
   */
  readonly freeWindow:
    | { readonly kind: 'hours'; readonly hours: number }
    | { readonly kind: 'until'; readonly untilLocal: string }
    | { readonly kind: 'part'; readonly untilLocal: string; readonly refund: Money; readonly retained: Money }
    | undefined;
  /** When the service fee comes back with the rest; absent where there is none. */
  readonly feeReturn?: 'always' | 'in_free_window' | 'never' | undefined;
  /** Undefined where the fare says nothing about it. */
  readonly noShowRule: RuleView | undefined;
  readonly extras: readonly ExtraView[];
  readonly seats: readonly SeatView[];
  readonly passengers: Readonly<Record<PassengerType, number>>;
  /** Of the fare alone. */
  readonly price: Money;
}

/** Rooms of one hotel. Names of rooms, plans and taxes are the property's own, in English, but for standard words. */
export interface StayView extends ItemCommonView {
  readonly kind: 'hotel';
  readonly hotelName: string;
  /** Its rooms, beds, plans and taxes are named in words of a closed list, which every language has. */
  readonly hasStandardNames: boolean;
  /** Where this service shows the photo of its supplier; undefined where there is none, or none is shown. */
  readonly photoPath: string | undefined;
  /** 1 to 5; undefined where the supplier states none. */
  readonly stars: number | undefined;
  /** Street and number, perhaps with more; empty where it is not stated. */
  readonly address: string;
  readonly town: string;
  /** ISO code; empty where it is not stated. */
  readonly country: string;
  readonly checkIn: IsoDate;
  /** `HH:MM`, the hotel's clock; undefined where the hour is not stated. */
  readonly checkInFrom: string | undefined;
  readonly checkOut: IsoDate;
  readonly checkOutUntil: string | undefined;
  readonly nights: number;
  readonly rooms: readonly RoomView[];
  readonly cancellation: CancellationView;
  /** Of the rooms alone, paid now. */
  readonly price: Money;
  /** What the property collects, part by part; adds up to `dueLater` unless `isDueLaterOpen`. */
  readonly laterParts: readonly LaterPartView[];
}

/** One room of a stay. What is undefined the property does not state. */
export interface RoomView {
  readonly name: string;
  readonly beds: string | undefined;
  readonly adults: number;
  readonly childrenAges: readonly number[];
  readonly boardType: BoardType | undefined;
  /** The supplier's own word for the meals where they are none of our types. */
  readonly boardName: string | undefined;
  readonly planName: string | undefined;
}

/** A rental car. Names of branches and charges are the company's own, in English, but for standard charges. */
export interface RentalView extends ItemCommonView {
  readonly kind: 'car';
  /** Its charges are named in words of a closed list, which every language has. */
  readonly hasStandardNames: boolean;
  readonly vendorName: string;
  /** The first letter of the vehicle's ACRISS code, and what the supplier calls that class. */
  readonly category: { readonly letter: string; readonly name: string } | undefined;
  /** `Volkswagen Golf`; the car at the counter is this one or a similar one. */
  readonly model: string;
  readonly transmission: Transmission | undefined;
  /** petrol, diesel, hybrid, electric; others are not named. */
  readonly fuel: string | undefined;
  readonly seats: number | undefined;
  readonly bagsLarge: number | undefined;
  readonly bagsSmall: number | undefined;
  readonly hasAirConditioning: boolean | undefined;
  readonly pickUp: StopView;
  readonly dropOff: StopView;
  /** Begun days of 24 hours. */
  readonly days: number;
  readonly driverAge: number;
  /** No kilometres included: as many as wanted. Undefined: not stated, as policy and deposit. */
  readonly mileage: { readonly includedKm: number | undefined; readonly extraPerKm: Money | undefined } | undefined;
  readonly fuelPolicy: FuelPolicy | undefined;
  readonly deposit: Money | undefined;
  readonly isOnRequest: boolean;
  readonly extras: readonly RentalExtraView[];
  readonly cancellation: CancellationView;
  /** What the counter collects, part by part; adds up to `dueLater`. */
  readonly laterParts: readonly LaterPartView[];
  /** Of the car alone, paid now. */
  readonly price: Money;
}

/** Where and when a rental begins or ends. */
export interface StopView {
  readonly branchName: string;
  readonly address: string;
  readonly timeLocal: string;
  /** `HH:MM` of that day; undefined where the branch never closes. */
  readonly hours: { readonly opens: string; readonly closes: string } | 'unknown' | undefined;
}

/** Something rented with the car, for the whole rental. */
export interface RentalExtraView {
  readonly type: RentalExtra['type'];
  readonly quantity: number;
  readonly price: Money;
  readonly paidAt: PaidAt;
}

/**
 * A part of what is paid on the spot: rooms, a tax or charge by the place's own name, or an extra. No amount: the place
 * sets it.
 */
export type LaterPartView = { readonly amount: Money | undefined } & (
  | { readonly kind: 'rooms' }
  | { readonly kind: 'charge'; readonly name: string }
  | { readonly kind: 'extra'; readonly extra: RentalExtraView }
);

/** What giving up a stay or a rental costs, as of when the page is shown. */
export interface CancellationView {
  /** Does not come back either, whatever cancelling costs beside it; absent where there is none. */
  readonly serviceFee?: Money | undefined;
  readonly now: { readonly cost: 'nothing' | 'unknown' } | PenaltyView;
  /** In time order, each dearer than the one before. */
  readonly later: readonly (PenaltyView & { readonly from: PenaltyStart })[];
}

/** What cancelling costs for a time. */
export type PenaltyView = { readonly cost: 'whole_price' } | { readonly cost: 'amount'; readonly amount: Money };

/**
 * When a penalty begins: on the clock of the place (in UTC where its zone is not known), or with check-in or pick-up
 * itself.
 */
export type PenaltyStart =
  | { readonly kind: 'time'; readonly timeLocal: string; readonly isUtc?: true }
  | { readonly kind: 'start' };

/** An extra bought with a fare: for one direction or for all, and for one traveler where it is sold so. */
export interface ExtraView {
  readonly type: FlightAncillary['type'];
  readonly weightKg: number | undefined;
  readonly quantity: number;
  /** Undefined: for all directions. */
  readonly sliceIndex: number | undefined;
  readonly travelerName: string | undefined;
  readonly price: Money;
}

/** A seat chosen for a traveler on one flight. */
export interface SeatView {
  readonly seatNumber: string;
  readonly flightNumber: string;
  readonly travelerName: string;
  readonly price: Money;
}

/** What a fare allows, and what it costs each passenger; no fee means free, `unknown` that the airline does not say. */
export interface RuleView {
  /** Undefined: the airline does not say. */
  readonly isAllowed: boolean | undefined;
  /** What it costs in the end. */
  readonly fee: Money | 'unknown' | undefined;
  /** What it costs before that, in time order, each until a time on the clock of the departure. */
  readonly earlier: readonly { readonly fee: Money | 'unknown' | undefined; readonly untilLocal: string }[];
}

/** One direction. */
export interface SliceView {
  readonly originCity: string;
  readonly destinationCity: string;
  readonly durationMinutes: number;
  readonly segments: readonly SegmentView[];
  /** Its airline flies it otherwise than it was sold; absent where it does not. */
  readonly moved?: MovedSliceView;
}

/** A direction that its airline has changed. */
export interface MovedSliceView {
  /** True: `segments` are what is flown now. False: it is flown no longer, and they are what was sold. */
  readonly isFlown: boolean;
  /** As they were sold: flights that are flown otherwise now, or no longer, beside others that are. */
  readonly sold: readonly SegmentView[];
}

/** One flight of one aircraft. Times are local to the airport. */
export interface SegmentView {
  readonly flightNumber: string;
  readonly carrierName: string;
  /** By which its mark is served; undefined where the airline has no code. */
  readonly carrierCode: string | undefined;
  /** Set when another airline flies it. */
  readonly operatedBy: string | undefined;
  readonly aircraft: string | undefined;
  /** Set when it is flown in another cabin than the fare's. */
  readonly otherCabin: CabinClass | undefined;
  readonly depart: PointView;
  readonly arrive: PointView;
  readonly durationMinutes: number;
  /** Minutes on the ground before the next segment of the slice. */
  readonly layoverMinutesAfter: number | undefined;
}

/** One end of a segment. */
export interface PointView {
  readonly code: string;
  readonly airportName: string;
  readonly cityName: string;
  readonly terminal: string | undefined;
  readonly timeLocal: string;
}
