import type { Money } from '../../src/travel/money.ts';
import type { PassengerType } from '../../src/travel/passengers.ts';
import type { SellerView } from '../kit/seller-view.ts';
import type { ItemView, StandingView } from './view-item.ts';

/** What the hosted page shows of a trip: plain facts, named places, no ids. */
export interface OrderView {
  /** In the order they were put together. */
  readonly items: readonly ItemView[];
  readonly travelers: readonly { readonly name: string; readonly type: PassengerType }[];
  readonly contact: { readonly email: string; readonly phone: string } | undefined;
  /** What is paid now; what an item costs beside that is its `dueLater`. */
  readonly total: Money;
  /** True once money was taken: `total` is then exactly what was charged. */
  readonly isPaid: boolean;
  /** False where nothing is paid with the booking: then no card is asked for. */
  readonly needsCard: boolean;
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
  | {
      readonly kind: 'confirmed';
      readonly order: OrderView;
      readonly bookingRef: string;
      readonly isPartial: boolean;
      readonly documents?: readonly DocumentLink[];
      readonly manageUrl?: string;
    }
  | {
      readonly kind: 'failed';
      readonly order: OrderView;
      readonly reason: FailedReason;
      readonly bookingRef: string;
      readonly manageUrl?: string;
    }
  | ServicedView
  | ExchangeView
  | { readonly kind: 'closed'; readonly reason: ClosedReason };

/**
 * The page of a booking that is no longer what was sold: given up in part or as a whole, exchanged, or flown at other
 * times.
 */
export interface ServicedView {
  readonly kind: 'serviced';
  readonly bookingRef: string;
  /** Nothing of it stands. */
  readonly isCancelled: boolean;
  /** As they were put together, each with what it was exchanged for behind it. */
  readonly items: readonly StandingView[];
  readonly travelers: OrderView['travelers'];
  readonly contact: OrderView['contact'];
  /** Everything paid, for exchanges too. */
  readonly paid: Money;
  /** Given back since, or being given back; without what the processor refused to give back. */
  readonly refunded: Money;
  /** Money is still to go back that people have to move. */
  readonly isRefundRefused: boolean;
  readonly documents: readonly DocumentLink[];
  /** Opens the booking's own page without anything to type. */
  readonly manageUrl: string;
}

/** The page of a booked item that is exchanged for another: what for what, what that costs, and how far it is. */
export interface ExchangeView {
  readonly kind: 'exchange';
  readonly bookingRef: string;
  /** As it was booked. */
  readonly before: ItemView;
  /** What stands, or will stand, in its place. */
  readonly after: ItemView;
  /** New price minus old; negative where the new one is cheaper. */
  readonly priceDifference: Money;
  /** What the exchange itself costs. */
  /** Undefined where the supplier states it only together with the difference, which has all of it then. */
  readonly penalty: Money | undefined;
  /** Nothing is exchanged: bags and seats are added to what is booked, and `priceDifference` is all they cost. */
  readonly isAddition?: true | undefined;
  readonly due: Money;
  readonly lostExtras: LostExtrasView;
  readonly manageUrl: string;
  readonly state: ExchangeState;
}

/** How many of the booked bags and seats are not on what comes instead, nor paid back. */
export type LostExtrasView = 'none' | 'some' | 'all';

/**
 * How far an exchange is. `pay`: its order is the new item alone, its total what is due. `exchanging`: paid for;
 * `isSlow` once the supplier has taken its time. `done`: `isPaid` is false where the money could not be taken.
 */
export type ExchangeState =
  | { readonly kind: 'pay'; readonly pay: PayView }
  | { readonly kind: 'challenge'; readonly csrf: string }
  | { readonly kind: 'processing' }
  | { readonly kind: 'exchanging'; readonly isSlow: boolean }
  | { readonly kind: 'done'; readonly isPaid: boolean; readonly ticketNumbers: readonly string[] }
  | { readonly kind: 'failed' };

/** A page of a booking that can be printed. */
export interface DocumentLink {
  readonly type: 'itinerary' | 'receipt';
  readonly url: string;
}

/**
 * Why nothing was booked. `not_booked`: not confirmed in time. `expired_quote`: dearer, or gone; the booking does not
 * record which.
 */
export type FailedReason = 'not_booked' | 'sold_out' | 'price_changed' | 'refused' | 'expired_quote' | 'unpaid';

/** Why a link leads nowhere any more. */
export type ClosedReason =
  | 'link_expired'
  | 'trip_changed'
  | 'trip_cancelled'
  | 'item_gone'
  | 'unknown'
  | 'form_stale'
  | 'too_many_attempts'
  | 'supplier_silent'
  | 'exchange_expired'
  | 'exchange_gone';

/** The page that takes the card. */
export interface PayView {
  readonly kind: 'pay';
  readonly order: OrderView;
  readonly csrf: string;
  readonly quoteId: string;
  /** 0 once the quote has run out. */
  readonly secondsLeft: number;
  /**
   * The total before prices moved: the payer must accept the new ones. Equal to the total where only what is paid on
   * the spot has moved.
   */
  readonly movedFrom: Money | undefined;
  /** The total the payer has seen and not objected to; goes back with the form. */
  readonly shownTotal: Money;
  readonly declineReason: string | undefined;
  readonly form: CardFormView;
  /** The card is typed on the payment processor's own page, to which the form leads. */
  readonly isPaidElsewhere: boolean;
}

/** The way back to the seller's shop. */
export interface BackView {
  readonly url: string;
  /** On to what comes after buying; false: back to where nothing was bought yet. */
  readonly isOnward: boolean;
}

/** What every page needs beside its own facts. */
export interface PageFacts {
  readonly sessionId: string;
  readonly nonce: string;
  /** Nothing is real here: the sandbox, or a rehearsal of production. */
  readonly isSandbox: boolean;
  /** It is a rehearsal. */
  readonly isRehearsal?: boolean;
  /** Whose page it is; absent where a link leads to nobody's. */
  readonly seller?: SellerView | undefined;
  readonly back?: BackView | undefined;
}
