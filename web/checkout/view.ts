import type { BagAllowance, CabinClass } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import type { PassengerType } from '../../src/travel/passengers.ts';

/** What the hosted page shows of a trip: plain facts, named places, no ids. */
export interface OrderView {
  readonly flights: readonly FlightView[];
  readonly travelers: readonly { readonly name: string; readonly type: PassengerType }[];
  readonly contact: { readonly email: string; readonly phone: string } | undefined;
  readonly total: Money;
}

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
  readonly extras: readonly { readonly label: string; readonly quantity: number; readonly price: Money }[];
  readonly passengers: Readonly<Record<PassengerType, number>>;
  readonly price: Money;
  /** Set when the price has moved since it was last shown. */
  readonly previousPrice: Money | undefined;
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
  | { readonly kind: 'processing' }
  | { readonly kind: 'booking'; readonly order: OrderView; readonly bookingRef: string; readonly isSlow: boolean }
  | { readonly kind: 'confirmed'; readonly order: OrderView; readonly bookingRef: string; readonly isPartial: boolean }
  | { readonly kind: 'failed'; readonly reason: 'not_booked' | 'price_rose'; readonly bookingRef: string }
  | { readonly kind: 'closed'; readonly reason: ClosedReason };

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
