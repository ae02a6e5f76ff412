import type { IsoDate } from '../../travel/dates.ts';
import type { BookingRef, ItemId, OrganizationId, PaymentId, TripId } from '../../platform/ids.ts';
import { addMoney, type Money, subtractMoney } from '../../travel/money.ts';
import type { Contact, ItemKind, Traveler, TripItem } from '../../trips/model/trip.ts';
import type { BookingItemStatus } from './booking-item-states.ts';
import type { StoredBookingStatus } from './booking-states.ts';
import type { FulfilmentPhase } from './fulfilment-states.ts';
import type { ItemScheduleChange } from './schedule-change.ts';

/** The status of a booking as it is shown: `completed` (travelled) is derived from when the last item ends. */
export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'failed'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Why nothing was sold. */
export type BookingFailure = 'refused' | 'expired_quote' | 'unpaid';
/** Why a supplier did not book an item. */
export type ItemFailureCode = 'sold_out' | 'price_changed' | 'refused' | 'not_confirmed';

/** One product of a booking, with a copy of the trip item it was bought from. */
export interface BookingItem {
  readonly itemId: ItemId;
  readonly position: number;
  readonly kind: ItemKind;
  readonly status: BookingItemStatus;
  readonly supplierId: string;
  /** Ours: sent with the booking call, and the key it is looked up by. */
  readonly reference: string;
  /** What the payer pays for it, extras included. */
  readonly total: Money;
  /** The total in the supplier's currency, at the rate frozen in the quote. */
  readonly originTotal: Money;
  readonly rate: number;
  /** The part of `total` that is the organization's service fee; absent where there is none. */
  readonly serviceFee?: Money | undefined;
  /** True once the item was given up and its fee goes back with the rest. */
  readonly isServiceFeeReturned?: boolean | undefined;
  /**
   * What the supplier took, in its currency, where that was another sum than `originTotal`. Of an item that was given
   * up: `originTotal` and what the supplier withheld beyond what the payer bears.
   */
  readonly supplierTotal?: Money | undefined;
  readonly tripItem: TripItem;
  readonly supplierOrderId: string | undefined;
  readonly confirmationNumber: string | undefined;
  readonly tickets: readonly { readonly travelerId: string; readonly number: string }[];
  readonly failure: string | undefined;
  /** Of a failed item: the reason that travelers read. */
  readonly failureCode?: ItemFailureCode | undefined;
  /** True once the supplier has refused to undo it free of charge. */
  readonly isRetained: boolean;
  /** Booking calls made. */
  readonly calls: number;
  readonly lookUps: number;
  /** Real time until which a call of a process that died may still be under way. */
  readonly callUntil: Date | undefined;
  readonly bookedAt: Date | undefined;
  /** Until when giving it up brings everything back, where its supplier said so with the order. */
  readonly voidUntil?: Date | undefined;
  /** When its order was found cancelled at its supplier by nobody here: what comes back is for people to decide. */
  readonly goneAt?: Date | undefined;
  /**
   * What has been given back of it since it was sold, or is being given back; undefined while it was never given up.
   */
  readonly refunded: Money | undefined;
  /**
   * The part of `total` that no refund by the supplier's terms brings back: the service fee, and what earlier changes
   * have used up (penalties).
   */
  readonly nonRefundable: Money;
  /** The item it was exchanged for. */
  readonly replacedBy: ItemId | undefined;
  /** The newest change of its flights' times; absent while there was none. */
  readonly scheduleChange?: ItemScheduleChange | undefined;
}

/** What was bought with one payment, and how far that has come. */
export interface Booking {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly tripId: TripId;
  readonly paymentId: PaymentId;
  readonly status: StoredBookingStatus;
  readonly phase: FulfilmentPhase;
  readonly failure: BookingFailure | undefined;
  readonly onPartial: 'all_or_nothing' | 'keep_confirmed';
  readonly travelers: readonly Traveler[];
  readonly contact: Contact;
  /** What was authorised. */
  readonly totalQuoted: Money;
  /** What was captured: nothing until the trip has ended. */
  readonly totalPaid: Money;
  /** Paid since for exchanges, bags and seats. */
  readonly totalCollected: Money;
  /** Given back since, or being given back. */
  readonly totalRefunded: Money;
  /** Of that, what the payment processor refused to give back: people settle it, and nobody hears that it came. */
  readonly totalRefundRefused: Money;
  readonly endUserId: string | undefined;
  readonly lastArrivalAt: Date;
  readonly openUntil: Date;
  readonly version: number;
  /** How often the guest has withdrawn the links to its documents. */
  readonly documentsWithdrawn: number;
  readonly createdAt: Date;
  /** When the names and addresses of its travelers were erased: they are empty then. Absent while they are there. */
  readonly personalDataErasedAt?: Date;
  /** The month of the archive in which its items lie; left out while they lie where those of young bookings do. */
  readonly archivedMonth?: IsoDate;
  /** In the order they are booked. */
  readonly items: readonly BookingItem[];
}

/** The status a reader sees at an instant: a confirmed booking whose last item is over is completed. */
export function bookingStatusAt(booking: Pick<Booking, 'status' | 'lastArrivalAt'>, now: Date): BookingStatus {
  return booking.status === 'confirmed' && booking.lastArrivalAt <= now ? 'completed' : booking.status;
}

/** Everything paid for a booking: with its sale, and since for exchanges, bags and seats. */
export function paidInAll({ totalPaid, totalCollected }: Pick<Booking, 'totalPaid' | 'totalCollected'>): Money {
  return addMoney(totalPaid, totalCollected);
}

/** What has been given back of a booking, or is being given back. */
export function givenBack({
  totalRefunded,
  totalRefundRefused,
}: Pick<Booking, 'totalRefunded' | 'totalRefundRefused'>): Money {
  return subtractMoney(totalRefunded, totalRefundRefused);
}
