import type { IsoDate, LocalDateTime } from '../../travel/dates.ts';
import type { Fare, FlightOffer, Slice } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { RentalOffer } from '../../travel/rental.ts';
import type { TravelCredit } from '../../travel/cancellation.ts';
import type { FlownSlices } from '../../travel/schedule-change.ts';
import type { ChosenAncillary, SupplierContext, SupplierFailure, SupplierOrder } from './supplier.ts';

/**
 * A booking of ours, and the change we ask for: both are our own references, by which the supplier knows them for ever.
 */
export interface ChangeNames {
  /** The booking's. */
  readonly reference: string;
  /** Unique for each change we commit to; asking twice under one is asking once. */
  readonly changeReference: string;
}

/** What giving a booking up would bring at this moment, by the supplier's own rules, in the order's currency. */
export interface CancellationTerms {
  /**
   * The money that comes back. Undefined, and `penalty` with it, where the supplier does not say: never nothing, never
   * all. People of the seller decide then.
   */
  readonly refund: Money | undefined;
  /** What is withheld; refund and penalty together are what was paid. */
  readonly penalty: Money | undefined;
  /** What comes back instead of money: a part of `penalty`, or all of it. Absent: nothing. */
  readonly credits?: readonly TravelCredit[] | undefined;
  /** `manual`: people do it, it takes days. Those of the supplier, unless nobody knows what comes back. */
  readonly support: 'automatic' | 'manual';
  /** Why people have to, in a sentence. */
  readonly manualReason: string | undefined;
  /** Until when the supplier stands by it; absent where it does not say. */
  readonly expiresAt?: Date | undefined;
}
/** Terms whose amounts the supplier says. */
export type StatedTerms = CancellationTerms & { readonly refund: Money; readonly penalty: Money };

/**
 * `refused`: it cannot be given up at all (used, cancelled, unknown to the supplier). Terms with a refund of nothing
 * are an answer, too.
 */
export type CancellationQuote =
  | { readonly kind: 'quoted'; readonly terms: CancellationTerms }
  | { readonly kind: 'refused'; readonly reason: string };

/** What we ask to be given up, and the most it may cost: were it dearer by now, the supplier refuses. */
export interface CancellationRequest extends ChangeNames {
  readonly penaltyMax: Money;
  /** True where people have decided to give it up though the supplier does not say what comes back. Absent: false. */
  readonly isUnknownAccepted?: boolean | undefined;
  /** What was agreed to come back instead of money: were it less by now, the supplier refuses. Absent: nothing. */
  readonly credits?: readonly TravelCredit[] | undefined;
}
/**
 * How that ended. `cancelled`: `refund` is the money that came back for certain, undefined where the supplier does not
 * say. `pending`: accepted, and decided later.
 */
export type CancellationOutcome =
  | {
      readonly kind: 'cancelled';
      readonly refund: Money | undefined;
      /** What came back instead of money, with its codes where they are issued. Absent: nothing. */
      readonly credits?: readonly TravelCredit[] | undefined;
    }
  | {
      readonly kind: 'pending';
      /** True where people have to decide, though the terms may have said that nobody has to. */
      readonly isManual: boolean;
      /** Why people have to, in a sentence for the traveler, where the terms did not say. */
      readonly reason?: string;
      /**
       * Present where it is given up already, and the supplier withholds more than it had said: what it gives back so
       * far, undefined where it does not say. People of the seller may decide then what the payer gets.
       */
      readonly charged?: { readonly refund: Money | undefined };
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Gives up what has been sold and paid for. Money is in the currency of the order. */
export interface CancellationService {
  /** Throws SupplierFailure. Changes nothing. */
  quote(reference: string, context: SupplierContext): Promise<CancellationQuote>;
  /** Idempotent by `changeReference`. */
  cancel(request: CancellationRequest, context: SupplierContext): Promise<CancellationOutcome>;
  /** What became of it. `none`: proven never to have arrived. */
  lookUp(names: ChangeNames, context: SupplierContext): Promise<CancellationOutcome | { readonly kind: 'none' }>;
  /**
   * What came back instead of money of a cancellation that was made, as it is by now: codes may be issued later. Absent
   * where all is said at once. Throws SupplierFailure.
   */
  readCredits?(names: ChangeNames, context: SupplierContext): Promise<readonly TravelCredit[]>;
}

/** The supplier will not exchange it, and why, in a sentence for the traveler. */
export interface NotExchangeable {
  readonly kind: 'not_exchangeable';
  readonly reason: string;
}

/** What we commit to: the replacement of one booking by another. The new booking's reference is `changeReference`. */
export interface ExchangeRequest extends ChangeNames {
  readonly exchangeKey: string;
  /** What the new order costs as a whole, extras included; a supplier that would charge another sum refuses. */
  readonly total: Money;
  /** What the exchange itself costs beside it; undefined where the supplier did not say. */
  readonly penalty: Money | undefined;
  /** Of a flight: what was agreed to be paid for the change in all; negative: what comes back. */
  readonly changeTotal?: Money | undefined;
}
/** How an exchange ended. `pending`: accepted, the supplier confirms later. */
export type ExchangeOutcome =
  | { readonly kind: 'exchanged'; readonly order: SupplierOrder }
  | { readonly kind: 'pending'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Commits exchanges; searching for them differs from kind to kind. */
export interface ExchangeService {
  /** All of it or nothing: while it is refused or pending, the old booking stands. Idempotent by `changeReference`. */
  exchange(request: ExchangeRequest, context: SupplierContext): Promise<ExchangeOutcome>;
  /** What became of it. `none`: proven never to have arrived. */
  lookUp(names: ChangeNames, context: SupplierContext): Promise<ExchangeOutcome | { readonly kind: 'none' }>;
}

/** Which slices of a booked flight are to be flown on another day. */
export interface FlightExchangeQuery {
  readonly reference: string;
  /** By the slice's place in the journey; slices left out stay as they are. */
  readonly slices: readonly { readonly index: number; readonly date: IsoDate }[];
}
/** One way to fly it instead, complete with the slices that stay. Money in the order's currency. */
export interface FlightExchangeOffer {
  readonly exchangeKey: string;
  readonly offer: FlightOffer;
  readonly fare: Fare;
  /** What is paid for the change in all, difference and penalty together; negative: what comes back. */
  readonly changeTotal: Money;
  /**
   * New fare minus old fare, taxes included: negative when the new one is cheaper. Undefined where the supplier does
   * not say which part of `changeTotal` it is.
   */
  readonly fareDifference: Money | undefined;
  /** Undefined where the supplier does not say which part of `changeTotal` it is. */
  readonly penalty: Money | undefined;
  /** Directions whose extras and seats stay as they were bought, inside `fare.total`. Absent: none do. */
  readonly keepsExtrasOf?: readonly number[];
}
export type FlightExchangeSearch =
  | {
      readonly kind: 'offers';
      readonly offers: readonly FlightExchangeOffer[];
      readonly omitted: number;
      readonly nothing?: NothingOnThoseDays;
    }
  | NotExchangeable;
export type FlightExchangePrice =
  /** `expiresAt`: until when the supplier stands by it. Absent: as long as a quote lives. Its key may be new. */
  | { readonly kind: 'priced'; readonly offer: FlightExchangeOffer; readonly expiresAt?: Date | undefined }
  | { readonly kind: 'gone'; readonly reason: string };
/** Whether a priced exchange can still be had at what was quoted. */
export type FlightExchangeCheck =
  | { readonly kind: 'as_quoted' }
  | { readonly kind: 'price_changed'; readonly changeTotal: Money }
  | { readonly kind: 'gone'; readonly reason: string };

/** Why a ticket that may be exchanged has no offer on the days asked for. */
export interface NothingOnThoseDays {
  /** A sentence for the traveler. */
  readonly reason: string;
  /** Days close by on which it has some, nearest first, where the supplier knows any. */
  readonly nearest: readonly FlightExchangeQuery['slices'][];
}

/** Exchanges of tickets. */
export interface FlightExchangeService extends ExchangeService {
  /** Cheapest for the traveler first. Throws SupplierFailure. */
  search(query: FlightExchangeQuery, context: SupplierContext): Promise<FlightExchangeSearch>;
  /** One of them as it is now. Throws SupplierFailure. */
  price(
    names: { readonly reference: string; readonly exchangeKey: string },
    context: SupplierContext,
  ): Promise<FlightExchangePrice>;
  /**
   * Compares a priced exchange with what it costs now, before anybody is charged for it; absent where a price that was
   * quoted is stood by. Throws SupplierFailure. Changes nothing.
   */
  check?(
    quoted: { readonly reference: string; readonly exchangeKey: string; readonly changeTotal: Money },
    context: SupplierContext,
  ): Promise<FlightExchangeCheck>;
}

/** How a booked rental is to end up: what is not said stays. */
export interface RentalExchangeQuery {
  readonly reference: string;
  /** In the branch's own time. */
  readonly pickUpAt: LocalDateTime | undefined;
  readonly dropOffAt: LocalDateTime | undefined;
  /** All extras it is to have; undefined keeps those it has. */
  readonly extras: readonly ChosenAncillary[] | undefined;
}
/** One vehicle it could be instead. Money in the order's currency. */
export interface RentalExchangeOffer {
  readonly exchangeKey: string;
  readonly rental: RentalOffer;
  readonly extras: readonly ChosenAncillary[];
  /** Everything paid now, extras paid now included. */
  readonly total: Money;
  /** What the counter collects, extras paid there included. */
  readonly dueLater: Money;
  readonly isOnRequest: boolean;
}
export type RentalExchangeSearch =
  | {
      readonly kind: 'offers';
      readonly offers: readonly RentalExchangeOffer[];
      readonly warnings: readonly string[];
      /** Vehicles for sale at these times that are no offers: not every extra is sold with them. Absent: not stated. */
      readonly lackingExtras?: number | undefined;
    }
  | NotExchangeable;
export type RentalExchangePrice =
  | { readonly kind: 'priced'; readonly offer: RentalExchangeOffer }
  | { readonly kind: 'gone'; readonly reason: string };

/** Exchanges of rentals. */
export interface RentalExchangeService extends ExchangeService {
  /** Cheapest first. An extra the rental does not have: SupplierFailure `rejected`. Throws SupplierFailure. */
  search(query: RentalExchangeQuery, context: SupplierContext): Promise<RentalExchangeSearch>;
  /** One of them as it is now. Throws SupplierFailure. */
  price(
    names: { readonly reference: string; readonly exchangeKey: string },
    context: SupplierContext,
  ): Promise<RentalExchangePrice>;
}

/** An order as we hold it, whose airline is asked what it has changed. */
export interface HeldFlights {
  readonly reference: string;
  /** As they were sold, or as they were last accepted. */
  readonly slices: readonly Slice[];
}
/** The order stands no longer: its airline, or somebody at the supplier's own pages, has cancelled it. */
export interface CancelledOrder {
  readonly kind: 'order_cancelled';
}
/** Flights of an order that are flown otherwise by now. */
export interface FlightScheduleChange {
  readonly kind: 'changed';
  readonly changeId: string;
  /** The travelers have taken it: nothing is open. */
  readonly isAccepted: boolean;
  /** The flights of each direction that is held, as they are now; an empty direction is flown no longer. */
  readonly flights: FlownSlices;
  /** Whether the order may be given up free of charge for it; undefined: only a cancellation quote says so. */
  readonly isFreeToLeave: boolean | undefined;
  /** False where there is nothing to take. */
  readonly canAccept: boolean;
}
/** How asking a supplier to note the travelers' yes ended. */
export type AcceptanceOutcome =
  | { readonly kind: 'accepted' }
  /** Proven not to be accepted: there is a newer change, or the order stands no longer. */
  | { readonly kind: 'gone' }
  /** Proven not to be accepted, and why, in a sentence for the traveler. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing reached the supplier: it may be asked again at once. */
  | { readonly kind: 'unsent'; readonly failure: SupplierFailure }
  | { readonly kind: 'unknown'; readonly detail: string };

export const REHEARSED_CHANGES = ['shifted', 'renumbered', 'rerouted', 'cancelled'] as const;
/** What a test has an airline do to a flight. */
export type RehearsedChange = (typeof REHEARSED_CHANGES)[number];
/** Which flight of an order that is, and how. */
export interface RehearsedMove {
  readonly reference: string;
  readonly change: RehearsedChange;
  /** The first one unless set. Rerouted and cancelled is the whole direction it belongs to. */
  readonly segmentId: string | undefined;
  /** Of a flight that is shifted; later is positive. */
  readonly minutes: number;
}

/** Reports flights that were changed after they were sold. */
export interface FlightScheduleService {
  /** How long an answer is good for where the supplier reports nothing by itself, on the organization's clock. */
  readonly lookEverySeconds: number;
  /**
   * The newest change of an order that stands, or that it stands no longer; undefined where there never was a change.
   * Throws SupplierFailure.
   */
  find(held: HeldFlights, context: SupplierContext): Promise<FlightScheduleChange | CancelledOrder | undefined>;
  /**
   * The travelers take it. Idempotent. Whether an answer that did not come was a yes, `find` says later.
   */
  accept(
    names: { readonly reference: string; readonly changeId: string },
    context: SupplierContext,
  ): Promise<AcceptanceOutcome>;
  /** Built-in suppliers alone: changes a flight because a test asks for it. `no_other`: there is no other route. */
  rehearse?(move: RehearsedMove, context: SupplierContext): Promise<'moved' | 'no_segment' | 'no_order' | 'no_other'>;
}
