import type { BookingStatus } from '../../src/bookings/model/booking.ts';
import type { ItemStatus } from '../../src/bookings/model/item-status.ts';
import type { IsoDate } from '../../src/travel/dates.ts';
import type { Money } from '../../src/travel/money.ts';
import type { RentalExtra } from '../../src/travel/rental.ts';
import type { CounterChange } from '../../src/travel/rental-total.ts';
import type { ScheduleSeverity } from '../../src/travel/schedule-change.ts';
import type { TravelCreditView } from '../checkout/travel-credits.ts';
import type { DocumentLink, LostExtrasView, OrderView } from '../checkout/view.ts';
import type { ItemView } from '../checkout/view-item.ts';
import type { IssuedLinkView, IssuerView, PaidCardView } from './issued/issued-view.ts';

/** Everything a page about a booking can be. */
export type ManageView =
  | FindView
  | BookingView
  | GiveUpView
  | ChangeFormView
  | ExchangeView
  | ServicesFormView
  | ServicesView
  | { readonly kind: 'closed'; readonly reason: ManageClosedReason };

/** Why there is nothing to see or do. */
export type ManageClosedReason =
  | 'form_stale'
  | 'too_many_attempts'
  | 'too_fast'
  | 'unknown'
  | 'conflict'
  | 'price_moved'
  | 'supplier_silent';

/** The form that finds a booking. */
export interface FindView {
  readonly kind: 'find';
  readonly reference: string;
  readonly lastName: string;
  /**
   * `proof_needed`: too many have failed with the reference today, so the form asks for the address or the day, too.
   */
  readonly problem: 'not_found' | 'missing' | 'proof_needed' | undefined;
  /** What was typed into the fields of the proof; undefined while the form does not have them. */
  readonly proof: { readonly email: string; readonly startDate: string } | undefined;
  /** There was a visit, or a link of a mail, and it is over. */
  readonly hasEnded: 'visit' | 'link' | false;
}

/** What giving an item up brings back until an instant; undefined: set by the supplier, who is to be asked. */
export interface TermView {
  /** On the clock of the place, in UTC where its zone is not known. */
  readonly untilLocal: string;
  readonly isUtc?: true;
  readonly refund: Money | undefined;
  readonly penalty: Money | undefined;
}
/** One product of a booking as it stands. */
export interface BookedItemView {
  readonly itemId: string;
  readonly item: ItemView;
  readonly status: ItemStatus;
  readonly tickets: readonly { readonly number: string; readonly travelerName: string }[];
  /** From now on; none once it is given up, used or exchanged. */
  readonly terms: readonly TermView[];
  /** The service fee paid with it, and once it was given up what became of that; absent where there is none. */
  readonly fee?: { readonly amount: Money; readonly isReturned: boolean | undefined } | undefined;
  /** What its airline gave instead of money when it was given up. */
  readonly credits?: readonly TravelCreditView[] | undefined;
}
/** A booking, no matter who looks at it. */
export interface BookingFacts {
  readonly bookingRef: string;
  readonly status: BookingStatus;
  readonly bookedOn: IsoDate;
  readonly items: readonly BookedItemView[];
  readonly travelers: OrderView['travelers'];
  readonly contact: OrderView['contact'];
}
/** What the guest may do with an item now. */
export interface ItemActions {
  readonly canGiveUp: boolean;
  readonly canChange: boolean;
  readonly canAdd: boolean;
  /** A change of it that is under way. */
  readonly changeId: string | undefined;
  /** How far that change is; or people's no to the last one. */
  readonly change:
    | {
        readonly state: Exclude<ChangeState, 'quoted' | 'done'>;
        readonly reference: string;
        /** The day it was asked for (UTC); undefined while it waits for its payer. */
        readonly since: IsoDate | undefined;
        readonly refusal: RefusalView | undefined;
      }
    | undefined;
  /** The airline has changed it, and its yes to the guest's is not known yet. */
  readonly moved: MovedView | undefined;
}
/** What an airline's change is at its worst: other times, other flights, or a direction that is flown no longer. */
export type MovedKind = 'times' | 'flights' | 'cancelled';
/** Flights that are flown otherwise than they were sold. */
export interface MovedView {
  readonly kind: MovedKind;
  readonly severity: ScheduleSeverity;
  /** Flights that stay as they were are left out. */
  readonly moves: readonly MoveView[];
  /** Items of the booking that stand and no longer fit. */
  readonly affected: readonly AffectedView[];
  /** `accepting`: the guest has said yes, and the airline has not answered. */
  readonly state: 'open' | 'accepting' | 'accepted';
  /** Undefined where only a quote of the airline says so. */
  readonly isFreeToLeave: boolean | undefined;
  readonly canAccept: boolean;
}
/** One flight of them. Minutes are those that pass; later is positive. */
export interface MoveView {
  /** Undefined for a flight that is added. */
  readonly before: FlownView | undefined;
  /** Undefined for a flight that is flown no longer. */
  readonly after: FlownView | undefined;
  /** Zero where there is nothing to compare. */
  readonly departMinutes: number;
  readonly arriveMinutes: number;
}
/** A flight, each end on its airport's own clock. */
export interface FlownView {
  readonly flightNumber: string;
  readonly origin: string;
  readonly originCity: string;
  readonly destination: string;
  readonly destinationCity: string;
  readonly departLocal: string;
  readonly arriveLocal: string;
}
/** An item that no longer fits: which nights of it, and which times. */
export interface AffectedView {
  readonly item: ItemView;
  readonly nights: readonly IsoDate[];
  readonly pickUpLocal: string | undefined;
  readonly dropOffLocal: string | undefined;
}
/** The guest's own page. */
export interface BookingView extends BookingFacts {
  readonly kind: 'booking';
  /** In the order of the items. */
  readonly actions: readonly ItemActions[];
  /** What has been given back so far, or is on its way; absent where nothing is. */
  readonly givenBack?: Money | undefined;
  readonly documents: readonly DocumentLink[];
  /** Invoices and credit notes, in the order of issue. */
  readonly issued: readonly IssuedLinkView[];
  /** Links given out before were withdrawn a moment ago. */
  readonly hasWithdrawnDocuments: boolean;
  readonly csrf: string;
}

/** How a change stands, for the one who asked for it. `expired`: quoted, and not committed in time. */
export type ChangeState =
  | 'quoted'
  | 'expired'
  | 'paying'
  | 'running'
  | 'pending'
  | 'deciding'
  | 'cancelled_elsewhere'
  | 'declined'
  | 'done'
  | 'partial'
  | 'failed';

/** Why something was not done. */
export interface RefusalView {
  readonly reason: string;
  /** Suppliers' reasons are in English; people write in their own language. */
  readonly isEnglish: boolean;
}

/** The service fee of what is given up: whether it comes back with the rest, or is retained with it. */
export interface FeeReturn {
  readonly amount: Money;
  readonly isReturned: boolean;
}

/** Giving an item up. */
export interface GiveUpView {
  readonly kind: 'give_up';
  readonly state: ChangeState;
  readonly item: ItemView;
  readonly paid: Money;
  /** Undefined, as `refund` is, while nobody knows what comes back. */
  readonly retained: Money | undefined;
  /** What comes back instead of money, out of `retained`. */
  readonly credits: readonly TravelCreditView[];
  /** A part of `retained` or of `refund`; absent where there is none. */
  readonly serviceFee?: FeeReturn | undefined;
  /** What the place charges by itself beside it; undefined where it does not state that. */
  readonly collected: Money | undefined;
  readonly refund: Money | undefined;
  readonly isManual: boolean;
  /** Set once it has come to nothing. */
  readonly refusal: RefusalView | undefined;
  readonly reference: string;
  readonly csrf: string;
}

/** One thing an item may be exchanged for. */
export interface ExchangeOfferView {
  readonly offerId: string;
  readonly item: ItemView;
  /** Paid for it beside what was paid already, or given back: at most one is more than nothing. */
  readonly due: Money;
  readonly refund: Money;
  /** What the rental counter collects beside that, compared with the booked car; undefined: as much, or no car. */
  readonly atCounter?: CounterChange | undefined;
  /** It is certain only once the supplier has confirmed it. */
  readonly isOnRequest: boolean;
}
/** The form that asks what an item may be exchanged for, and what was found. */
export interface ChangeFormView {
  readonly kind: 'change';
  readonly itemId: string;
  readonly item: ItemView;
  readonly form: FlightFormView | RentalFormView;
  readonly isInvalid: boolean;
  /** Undefined before anything was asked. */
  readonly found:
    | {
        readonly kind: 'offers';
        readonly offers: readonly ExchangeOfferView[];
        /** There is no offer, but there are cars at these times with which not every extra is sold. */
        readonly hasOthersWithoutExtras?: boolean;
        readonly lostExtras: LostExtrasView;
      }
    /** `reason`: why, as the supplier or we say it, in English; undefined where there is nothing left to change. */
    | { readonly kind: 'never'; readonly reason: string | undefined }
    | undefined;
  readonly csrf: string;
  readonly carriedQuery: string;
}
export interface FlightFormView {
  readonly kind: 'flight';
  readonly earliest: IsoDate;
  readonly days: readonly { readonly name: string; readonly route: string; readonly value: IsoDate }[];
  /** For each direction of which fares can be read now. */
  readonly calendars: readonly FareCalendarView[];
  readonly sort: FlightSort;
}
/** In which orders flights may be listed. */
export const FLIGHT_SORTS = ['price', 'departure', 'duration'] as const;
export type FlightSort = (typeof FLIGHT_SORTS)[number];
/** In which orders cars may be listed: their times are those that were asked for. */
export const RENTAL_SORTS = ['price', 'seats', 'bags'] as const;
export type RentalSort = (typeof RENTAL_SORTS)[number];
/** Five weeks of one direction, from a Monday on. */
export interface FareCalendarView {
  /** The field of the form whose day is chosen here. */
  readonly name: string;
  readonly route: string;
  readonly days: readonly FareDayView[];
  /** Where earlier and later weeks begin; undefined where no flights are sold. */
  readonly before: IsoDate | undefined;
  readonly after: IsoDate | undefined;
}
export interface FareDayView {
  readonly date: IsoDate;
  /** Of a new ticket, as it is published or was seen; undefined: nobody knows. */
  readonly fare: Money | undefined;
  /** `closed`: over, or not sold yet; `chosen`: as the form has it. */
  readonly state: 'open' | 'closed' | 'chosen';
}
export interface RentalFormView {
  readonly kind: 'car';
  readonly pickUpLocal: string;
  readonly dropOffLocal: string;
  readonly extras: readonly {
    readonly name: string;
    readonly type: RentalExtra['type'];
    readonly quantity: number;
    readonly quantityMax: number | undefined;
  }[];
  readonly sort: RentalSort;
}

/** Exchanging an item for another. */
export interface ExchangeView {
  readonly kind: 'exchange';
  readonly state: ChangeState;
  readonly before: ItemView;
  readonly after: ItemView;
  readonly fareDifference: Money;
  /** Undefined where the supplier states it only together with the difference, which has all of it then. */
  readonly penalty: Money | undefined;
  readonly due: Money;
  readonly refund: Money;
  /** What the rental counter collects beside that, compared with the booked car; undefined: as much, or no car. */
  readonly atCounter?: CounterChange | undefined;
  readonly isOnRequest: boolean;
  readonly lostExtras: LostExtrasView;
  readonly reference: string;
  /** Set once it has come to nothing. */
  readonly refusal: RefusalView | undefined;
  /** Where it is paid for. */
  readonly payUrl: string | undefined;
  readonly csrf: string;
}

/** The form that asks which bags and seats are to be added to a flight. */
export interface ServicesFormView {
  readonly kind: 'services_form';
  readonly itemId: string;
  readonly item: ItemView;
  /** `name`: of its field. Prices in the booking's currency. */
  readonly bags: readonly {
    readonly name: string;
    readonly route: string;
    readonly travelerName: string;
    readonly type: 'checked_bag' | 'carry_on';
    readonly weightKg: number | undefined;
    readonly price: Money;
    readonly quantityMax: number;
    readonly quantity: string;
  }[];
  readonly seats: readonly {
    readonly name: string;
    readonly flight: string;
    readonly travelerName: string;
    readonly options: readonly {
      readonly seatNumber: string;
      readonly features: readonly string[];
      readonly price: Money;
    }[];
    readonly chosen: string;
  }[];
  /** `nothing`: nothing was chosen; `gone`: what was chosen cannot be had so. */
  readonly problem: 'nothing' | 'gone' | undefined;
  readonly csrf: string;
}

/** Adding bags and seats to a flight. */
export interface ServicesView {
  readonly kind: 'services';
  readonly state: ChangeState;
  /** The flight with what is added. */
  readonly after: ItemView;
  readonly due: Money;
  readonly reference: string;
  /** Where it is paid for. */
  readonly payUrl: string | undefined;
  readonly csrf: string;
}

/** A booking on paper. */
export interface DocumentView extends BookingFacts {
  readonly kind: 'document';
  readonly type: 'itinerary' | 'receipt';
  /** Per item, in its order: the taxes inside what was paid for it, where they are known. */
  readonly taxes: readonly (Money | undefined)[];
  readonly movements: readonly {
    readonly kind: 'payment' | 'refund' | 'refund_open';
    readonly day: IsoDate;
    readonly amount: Money;
    /** Undefined where the processor does not say, and of refunds. */
    readonly card?: PaidCardView | undefined;
  }[];
  /** What was paid, less what was given back. */
  readonly balance: Money;
  /** Who issued its invoices; undefined where there are none. */
  readonly issuer?: IssuerView | undefined;
  /** In the order of issue. */
  readonly issued: readonly IssuedLinkView[];
  /** The document in another form: a receipt as PDF, an itinerary as a calendar. */
  readonly otherForm: string;
}
