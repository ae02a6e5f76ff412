import type { BagAllowance, CabinClass, FlightAncillary } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import type { PassengerType } from '../../src/travel/passengers.ts';

/** What the hosted page shows of a trip: plain facts, named places, no ids. */
export interface OrderView {
  readonly flights: readonly FlightView[];
  readonly travelers: readonly { readonly name: string; readonly type: PassengerType }[];
  readonly contact: { readonly email: string; readonly phone: string } | undefined;
  readonly total: Money;
  /** True once money was taken: `total` is then exactly what was charged. */
  readonly isPaid: boolean;
}

/** What became of an item after the payment. */
export type ItemOutcome = 'booked' | 'open' | 'not_booked';

/** One flight item. */
export interface FlightView {
  readonly carrierName: string;
  readonly brandName: string;
  readonly cabin: CabinClass;
  readonly slices: readonly SliceView[];
  readonly checkedBags: BagAllowance;
  readonly carryOn: BagAllowance;
  readonly hasSeatSelection: boolean;
  readonly changeRule: RuleView;
  readonly refundRule: RuleView;
  /** Undefined where the fare says nothing about it. */
  readonly noShowRule: RuleView | undefined;
  readonly extras: readonly ExtraView[];
  readonly seats: readonly SeatView[];
  readonly passengers: Readonly<Record<PassengerType, number>>;
  /** Of the fare alone. */
  readonly price: Money;
  /** Of the fare, its extras and its seats. */
  readonly total: Money;
  /** What `total` was when the payer last saw it; set when it has moved since. */
  readonly previousTotal: Money | undefined;
  /** Undefined before the payment. */
  readonly outcome: ItemOutcome | undefined;
  /** The airline did not confirm it; another that was not booked was only given up with it. */
  readonly isRefused: boolean;
  /** The airline's own. */
  readonly confirmationNumber: string | undefined;
}

/** An extra bought with a fare: for one direction, and for one traveler where it is sold so. */
export interface ExtraView {
  readonly type: FlightAncillary['type'];
  readonly weightKg: number;
  readonly quantity: number;
  readonly sliceIndex: number;
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

/** What a fare allows, and what it costs each passenger; no fee means free. */
export interface RuleView {
  readonly isAllowed: boolean;
  readonly fee: Money | undefined;
}

/** One direction. */
export interface SliceView {
  readonly originCity: string;
  readonly destinationCity: string;
  readonly durationMinutes: number;
  readonly segments: readonly SegmentView[];
}

/** One flight of one aircraft. Times are local to the airport. */
export interface SegmentView {
  readonly flightNumber: string;
  readonly carrierName: string;
  /** Set when another airline flies it. */
  readonly operatedBy: string | undefined;
  readonly aircraft: string;
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

/** The card form as it is shown again after a mistake: never the number or the security code. */
export interface CardFormView {
  readonly holder: string;
  readonly expiry: string;
  /** The total that stood on the submitted page. */
  readonly shownTotal: Money | undefined;
  readonly errors: readonly CardProblem[];
}
export type CardField = 'holder' | 'number' | 'expiry' | 'security_code' | 'accept';
export interface CardProblem {
  readonly field: CardField;
  readonly kind: 'missing' | 'invalid' | 'expired';
}

/** Everything a page can be. */
export type CheckoutView =
  | PayView
  | { readonly kind: 'challenge'; readonly order: OrderView; readonly csrf: string }
  /** `bank`: an attempt runs. `price`: nobody has paid, the trip is being re-priced. */
  | { readonly kind: 'processing'; readonly cause: 'bank' | 'price' }
  | { readonly kind: 'booking'; readonly order: OrderView; readonly bookingRef: string; readonly isSlow: boolean }
  | { readonly kind: 'confirmed'; readonly order: OrderView; readonly bookingRef: string; readonly isPartial: boolean }
  | { readonly kind: 'failed'; readonly order: OrderView; readonly reason: FailedReason; readonly bookingRef: string }
  | { readonly kind: 'closed'; readonly reason: ClosedReason };

/** Why nothing was booked. `expired_quote`: dearer, or gone; the booking does not record which. */
export type FailedReason = 'not_booked' | 'expired_quote' | 'unpaid';

/** Why a link leads nowhere any more. */
export type ClosedReason = 'link_expired' | 'trip_changed' | 'trip_cancelled' | 'item_gone' | 'unknown' | 'form_stale' | 'too_many_attempts' | 'supplier_silent';

/** The page that takes the card. */
export interface PayView {
  readonly kind: 'pay';
  readonly order: OrderView;
  readonly csrf: string;
  readonly quoteId: string;
  /** 0 once the quote has run out. */
  readonly secondsLeft: number;
  /** The total before it moved: the payer must accept the new one. */
  readonly movedFrom: Money | undefined;
  /** The total the payer has seen and not objected to; goes back with the form. */
  readonly shownTotal: Money;
  /** A total of nothing needs no card. */
  readonly needsCard: boolean;
  readonly declineReason: string | undefined;
  readonly form: CardFormView;
}

/** What every page needs beside its own facts. */
export interface PageFacts {
  readonly sessionId: string;
  readonly nonce: string;
  readonly isSandbox: boolean;
}
