import {
  type BookingRef,
  type ItemId,
  newId,
  type OrganizationId,
  type PaymentId,
  type SessionId,
  type TripId,
} from '../../platform/ids.ts';
import type { SupplierOrder } from '../../suppliers/ports/supplier.ts';
import { type Money, zeroMoney } from '../../travel/money.ts';
import type { TravelCredit } from '../../travel/cancellation.ts';
import type { TripItem } from '../../trips/model/trip.ts';
import type { PlannedService } from './planned-service.ts';
import { type ChangeStatus, MADE, UNDER_WAY } from './change-states.ts';

/** What is done to a sold item. */
const CHANGE_KINDS = [
  'flight_refund',
  'hotel_cancel',
  'car_cancel',
  'flight_exchange',
  'car_exchange',
  'flight_services',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Giving an item up. Money in the booking's currency unless it says `origin`. */
export interface CancellationPlan {
  readonly kind: 'cancellation';
  readonly totalPaid: Money;
  /** Undefined, as both penalties are, while nobody knows what comes back: people of the seller decide that. */
  readonly refund: Money | undefined;
  readonly penalty: Money | undefined;
  /** The service fee inside `totalPaid`; left out where there is none. */
  readonly serviceFee?: Money | undefined;
  /** True where the service fee is in `refund`; else it is in `penalty`. */
  readonly isServiceFeeReturned?: boolean | undefined;
  /** Set where the property collects more than `penalty` and does not state how much. */
  readonly isPenaltyKnown?: false;
  /** The penalty in the supplier's currency: the most we allow it to withhold. */
  readonly originPenalty: Money | undefined;
  /** What the supplier gives back, in its currency; left out where it does not say, and in plans of before. */
  readonly originRefund?: Money | undefined;
  /** What comes back instead of money: as it was quoted, then as it was issued. Left out where there is none. */
  readonly credits?: readonly TravelCredit[] | undefined;
  /** Set once its supplier has given it up and withheld more than it had said: people may decide what comes back. */
  readonly isCharged?: true;
  /**
   * Why people decide: its order was cancelled by nobody here, or its airline has cancelled the flight (`owed`) and
   * does not take it back through its system. Left out for anything else.
   */
  readonly cause?: 'cancelled_elsewhere' | 'owed' | undefined;
  /** Who decided what comes back, where nobody knew: a user's id, or `installation`. Left out before. */
  readonly decidedBy?: string | undefined;
  /** Who declined it, likewise; its change says why. */
  readonly declinedBy?: string | undefined;
  /** What the supplier asks for no longer of an item that nobody has paid for; left out where it was paid for. */
  readonly recovered?: Money | undefined;
  readonly support: 'automatic' | 'manual';
  readonly manualReason: string | undefined;
}
/** Replacing an item. Money in the booking's currency unless it says `origin`. */
export interface ExchangePlan {
  readonly kind: 'exchange';
  readonly exchangeKey: string;
  /** What will stand in its place; its item id is the new item's. */
  readonly replacement: TripItem;
  /** What the new order costs, and what the exchange itself costs, in the supplier's currency. */
  readonly originTotal: Money;
  /** Undefined where the supplier did not say. */
  readonly originPenalty: Money | undefined;
  /** Of a flight: what it had cost with its bags and seats by then. Undefined in quotes of earlier versions. */
  readonly oldTotal?: Money | undefined;
  /** Of a flight: what the supplier takes for the change in all, in its currency; negative: what it gives back. */
  readonly originChange?: Money | undefined;
  /** New price minus old: negative when the new one is cheaper. */
  readonly fareDifference: Money;
  readonly penalty: Money;
  /** Set where the supplier states only both together: `fareDifference` has all of it then, `penalty` nothing. */
  readonly isSplitKnown?: false;
  /** What the payer pays, or gets back: at most one of them is more than nothing. */
  readonly due: Money;
  readonly refund: Money;
  readonly isOnRequest: boolean;
}
/** Adding bags and seats to a flight. Money in the booking's currency unless it says `origin`. */
export interface ServicesPlan {
  readonly kind: 'services';
  /** Their prices are the supplier's, in its currency. */
  readonly services: readonly PlannedService[];
  /** What the supplier takes for them together, in its currency. */
  readonly originTotal: Money;
  readonly due: Money;
}
export type ChangePlan = CancellationPlan | ExchangePlan | ServicesPlan;

/** What the payer pays for a change. */
export function dueOf(plan: ChangePlan): Money {
  return plan.kind === 'cancellation' ? zeroMoney(plan.totalPaid.currency) : plan.due;
}

/** What goes back to the payer by a plan as it stands: nothing before it is known what that is. */
export function agreedRefund(plan: ChangePlan): Money {
  switch (plan.kind) {
    case 'cancellation':
      return plan.refund ?? zeroMoney(plan.totalPaid.currency);
    case 'exchange':
      return plan.refund;
    case 'services':
      return zeroMoney(plan.due.currency);
    default:
      return plan satisfies never;
  }
}

/** True while nobody knows what giving it up brings back. */
export function isUndecided(plan: ChangePlan): boolean {
  return plan.kind === 'cancellation' && plan.refund === undefined;
}

/** True of an item that was cancelled at its supplier by nobody here. */
export function isCancelledElsewhere(plan: ChangePlan): boolean {
  return plan.kind === 'cancellation' && plan.cause === 'cancelled_elsewhere';
}

/** True of an item that its supplier has given up for certain, and charged for beyond its terms. */
export function isCharged({ plan }: Pick<BookingChange, 'plan'>): boolean {
  return plan.kind === 'cancellation' && plan.isCharged === true;
}

/** True while people of the seller may decide what comes back: nobody knows it, or the supplier has charged for it. */
export function isDecidable({ status, plan }: Pick<BookingChange, 'status' | 'plan'>): boolean {
  if (plan.kind !== 'cancellation') return false;
  return status === 'deciding' || (status === 'pending' && plan.isCharged === true && plan.decidedBy === undefined);
}

/** True once people of the seller have said no. Plans of before name nobody: what was undecided then was declined. */
export function isDeclined({ status, plan }: Pick<BookingChange, 'status' | 'plan'>): boolean {
  const hasSaidNo = plan.kind === 'cancellation' && (plan.declinedBy !== undefined || isUndecided(plan));
  return status === 'failed' && hasSaidNo;
}

/** What the supplier made of it. `refund`: what it gave back, in its own currency, where it said so. */
export type ChangeResult =
  | { readonly kind: 'cancelled'; readonly refund?: Money | undefined }
  | {
      readonly kind: 'exchanged' | 'added';
      readonly order: Pick<SupplierOrder, 'orderId' | 'confirmationNumber' | 'tickets' | 'total'>;
    };

/** One quoted, perhaps committed change of one item of a booking. */
export interface BookingChange {
  readonly organizationId: OrganizationId;
  /**
   * `rfq_` for giving up, `exc_` for exchanges, `svc_` for added services: quote_id, session_reference, exchange_id on
   * the wire.
   */
  readonly changeId: string;
  readonly bookingRef: BookingRef;
  readonly tripId: TripId;
  readonly itemId: ItemId;
  readonly kind: ChangeKind;
  readonly status: ChangeStatus;
  readonly plan: ChangePlan;
  /** Ours at the supplier, and the reference of the new booking after an exchange. */
  readonly reference: string;
  /** What the payer pays for it with. */
  readonly paymentId: PaymentId | undefined;
  readonly sessionId: SessionId | undefined;
  readonly result: ChangeResult | undefined;
  /** Why it failed, or what people have to settle, in a sentence. */
  readonly failure: string | undefined;
  /** Calls made to the supplier to do it. */
  readonly calls: number;
  readonly lookUps: number;
  /** Real time until which a call of a process that died may still be under way. */
  readonly callUntil: Date | undefined;
  readonly version: number;
  readonly quotedAt: Date;
  /** Until then it may be committed; on the organization's clock. */
  readonly expiresAt: Date;
  readonly committedAt: Date | undefined;
  readonly endedAt: Date | undefined;
}

/** Life of every servicing quote (contract, section 8). */
export const CHANGE_QUOTE_SECONDS = 10 * 60;

/** What a quote is made of. */
export type NewChange = Pick<
  BookingChange,
  'organizationId' | 'changeId' | 'bookingRef' | 'tripId' | 'itemId' | 'kind' | 'plan' | 'quotedAt' | 'expiresAt'
>;

/** A change that is quoted and nothing more. */
export function newChange(quote: NewChange): BookingChange {
  return {
    ...quote,
    status: 'quoted',
    reference: newId('change'),
    paymentId: undefined,
    sessionId: undefined,
    result: undefined,
    failure: undefined,
    calls: 0,
    lookUps: 0,
    callUntil: undefined,
    version: 0,
    committedAt: undefined,
    endedAt: undefined,
  };
}

/** When a quote that is made now runs out. */
export function quoteExpiry(now: Date): Date {
  return new Date(now.getTime() + CHANGE_QUOTE_SECONDS * 1000);
}

/** True of a quote that may be committed to. */
export function isQuoted({ status, expiresAt }: Pick<BookingChange, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'quoted' && now < expiresAt;
}

/** True while nobody else may change the item. */
export function isUnderWay({ status }: Pick<BookingChange, 'status'>): boolean {
  return UNDER_WAY.includes(status);
}

/** True once its supplier has done it, and it has ended. */
export function isMade({ status }: Pick<BookingChange, 'status'>): boolean {
  return MADE.includes(status);
}

/** True while its supplier was asked, and nobody knows what became of it: it is looked up. */
export function isAwaited({ status }: Pick<BookingChange, 'status'>): boolean {
  return status === 'unknown' || status === 'pending';
}

/**
 * True while it closes its whole booking, not its own item alone: what waits for people or a supplier for days does
 * not.
 */
export function isRunning(change: Pick<BookingChange, 'status'>): boolean {
  return isUnderWay(change) && change.status !== 'pending' && change.status !== 'deciding';
}

/** The reference that travelers see: `rfd_…` for a refund, the change's own id else. */
export function publicReference({ changeId, kind }: Pick<BookingChange, 'changeId' | 'kind'>): string {
  return kind === 'flight_exchange' || kind === 'car_exchange' || kind === 'flight_services'
    ? changeId
    : changeId.replace(/^rfq_/, 'rfd_');
}
