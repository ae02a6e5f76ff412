import type { CounterChange } from '../../src/travel/rental-total.ts';
import type { Money } from '../../src/travel/money.ts';
import type { SellerView } from '../kit/seller-view.ts';
import type { TravelCreditView } from '../checkout/travel-credits.ts';
import type { CheckoutView, LostExtrasView } from '../checkout/view.ts';
import type { ItemView } from '../checkout/view-item.ts';
import type { IssuedLinkView } from '../manage/issued/issued-view.ts';
import type { FeeReturn, MovedView } from '../manage/view.ts';

/** What a mail says. The first two are what the hosted page shows of the same booking. */
export type MailView =
  | Extract<CheckoutView, { readonly kind: 'confirmed' | 'failed' }>
  | RefundedMailView
  | ChangedMailView
  | RescheduledMailView
  | NoticeMailView;

/** Items that were given up, and the money. */
export interface RefundedMailView {
  readonly kind: 'refunded';
  readonly bookingRef: string;
  readonly items: readonly ItemView[];
  /** What goes back to the payer; nothing where the terms say so. */
  readonly refund: Money;
  /** What was paid for the items and does not come back. */
  readonly retained: Money;
  /** What properties charge for it on the spot, each in its currency; absent where nothing is charged. */
  readonly collected?: readonly (Money | 'unknown')[] | undefined;
  /** The service fee paid with them, a part of `retained` or of `refund`; absent where there is none. */
  readonly serviceFee?: FeeReturn | undefined;
  /** What the airline gives instead of money, out of `retained`; absent where it gives none. */
  readonly credits?: readonly TravelCreditView[] | undefined;
  /** False while other items of the booking stay booked. */
  readonly isWhole: boolean;
}

/** One item that is another now. */
export interface ChangedMailView {
  readonly kind: 'changed';
  readonly bookingRef: string;
  /** Undefined where it is the same item, with something added to it. */
  readonly before: ItemView | undefined;
  readonly after: ItemView;
  readonly lostExtras: LostExtrasView;
  readonly settlement: ChangeSettlement;
  /** What the rental counter collects compared with before; undefined: as much, or no car. */
  readonly atCounter?: CounterChange | undefined;
}

/** A flight that its airline has moved. */
export interface RescheduledMailView {
  readonly kind: 'rescheduled';
  readonly bookingRef: string;
  /** As it stands in the booking. */
  readonly item: ItemView;
  readonly moved: MovedView;
}

/** A request that was declined, or an item that was cancelled at its supplier by nobody here. */
export interface NoticeMailView {
  readonly kind: 'declined' | 'cancelled_elsewhere';
  readonly bookingRef: string;
  readonly item: ItemView;
  /** As the one who declined it wrote it. */
  readonly reason: string | undefined;
}

/** What every mail needs beside its own facts. */
export interface MailFacts {
  /** Says that nothing of it is real. */
  readonly isSandbox: boolean;
  /** Opens the booking's own page without anything to type. */
  readonly manageUrl?: string | undefined;
  /** Who sold what the mail is about. */
  readonly seller?: SellerView | undefined;
  /** Invoices and credit notes the mail is about. */
  readonly issued?: readonly IssuedLinkView[] | undefined;
}

/** What a change meant for the money. */
export type ChangeSettlement =
  | { readonly kind: 'even' }
  | { readonly kind: 'paid'; readonly amount: Money }
  | { readonly kind: 'refunded'; readonly amount: Money };
