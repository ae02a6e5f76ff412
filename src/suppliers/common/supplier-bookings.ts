import type { OrganizationId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import type { KeyedSupplier } from './account.ts';
import type { SupplierBookingStatus } from './model/supplier-booking-states.ts';

/** What is known of one order call, committed before the call is made, and read first by every look-up. */
export interface SupplierBooking {
  readonly supplier: KeyedSupplier;
  readonly organizationId: OrganizationId;
  /** Undefined only beside a refusal without a call: there was no account left to call with. */
  readonly accountId: string | undefined;
  /** Ours: with organization and supplier the key. */
  readonly reference: string;
  readonly status: SupplierBookingStatus;
  /** Counts the intents under this reference: a newer one makes the one before it void. */
  readonly intent: number;
  /** The supplier's id of the offer that was ordered, and of the search it came from. */
  readonly offerId: string;
  readonly searchId: string | undefined;
  readonly total: Money;
  /** What the adapter needs to read the order again, as JSON: its own shape, without any personal data. */
  readonly ordered: unknown;
  readonly orderId: string | undefined;
  /** The supplier's id of the request that created or refused the order. */
  readonly requestId: string | undefined;
  /** What proved that nothing was booked. */
  readonly proof: string | undefined;
  /**
   * Why there is no order, in the words of `BookOutcome`: a refusal, which is final. Undefined beside a proof: the
   * reference may be ordered again.
   */
  readonly reason: string | undefined;
  /** The supplier's event that said that the order came to nothing; read at the supplier before it is believed. */
  readonly failureEventId: string | undefined;
  /** When the order call was made last, real time. */
  readonly calledAt: Date | undefined;
  /** How often the order call was made. */
  readonly calls: number;
}

/** Names one row. */
export type SupplierBookingKey = Pick<SupplierBooking, 'supplier' | 'organizationId' | 'reference'>;

/** What is written down when an order call is intended. */
export type IntendedBooking = SupplierBookingKey &
  Pick<SupplierBooking, 'offerId' | 'searchId' | 'total' | 'ordered'> & { readonly accountId: string };

/** What is written down when an order is refused before it was called for. */
export type RefusedBooking = SupplierBookingKey &
  Pick<SupplierBooking, 'accountId' | 'offerId' | 'searchId' | 'total'> & {
    readonly proof: string;
    readonly reason: string;
  };

/** What became known: the order, or that there is none. */
export type KnownBooking =
  | { readonly orderId: string; readonly requestId?: string | undefined }
  | { readonly proof: string; readonly reason?: string | undefined; readonly requestId?: string | undefined };

/** The rows behind order calls. Every method has committed when it returns. */
export interface SupplierBookings {
  /**
   * Writes the intent down, or replaces one that never was called or is proven, without a reason, to have come to
   * nothing. Returns undefined where a call for this reference may have been made, an order is known or the reference
   * was refused: then nothing may be ordered, and `find` says which.
   */
  intend(booking: IntendedBooking): Promise<SupplierBooking | undefined>;
  /**
   * Records that the reference is refused without an order call: every intent of it is void, and none is written again.
   * False where a call may have been made, an order is known or the reference was refused before: then `find` says
   * which.
   */
  refuse(booking: RefusedBooking): Promise<boolean>;
  /**
   * From now on the order call may have been sent; returns the row as it is then. Undefined where this intent is void:
   * another process wrote a newer one, refused the reference, or settled that no call was made. Then nothing may be
   * sent.
   */
  beginCall(booking: SupplierBooking, at: Date): Promise<SupplierBooking | undefined>;
  /**
   * Records what became known of this intent. An order that is known is never replaced, neither by another nor by a
   * proof. A proof is recorded only while the row has the status that it was read with: what happened since may be what
   * the proof denies. False where nothing was recorded.
   */
  settle(booking: SupplierBooking, known: KnownBooking): Promise<boolean>;
  /** Records the event that says that the order came to nothing. */
  noteFailure(booking: SupplierBooking, eventId: string): Promise<void>;
  find(key: SupplierBookingKey): Promise<SupplierBooking | undefined>;
  /** Rows of an account that may have an order, none refused, by the supplier's own ids: at most ten. */
  listByOrder(ids: SupplierOrderIds): Promise<readonly SupplierBooking[]>;
}

/** An order, an offer, or either, as the supplier names them. */
export interface SupplierOrderIds {
  readonly supplier: KeyedSupplier;
  readonly accountId: string;
  readonly orderId?: string | undefined;
  readonly offerId?: string | undefined;
}

/** Names one event of a supplier. */
export interface SupplierEventKey {
  readonly supplier: KeyedSupplier;
  readonly accountId: string;
  readonly eventId: string;
}

/** Which events of suppliers were acted on. */
export interface SupplierEvents {
  has(event: SupplierEventKey): Promise<boolean>;
  /** Idempotent. Forgets events of weeks ago. */
  record(event: SupplierEventKey, at: Date): Promise<void>;
}
