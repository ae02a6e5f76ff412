import type { OrganizationId } from '../../platform/ids.ts';
import type { Money } from '../../travel/money.ts';
import type { KeyedSupplier } from './account.ts';

/**
 * What is known of one order call, committed before the call is made, and read first by every look-up.
 * - `intended`: nothing was sent yet
 * - `called`: it may have been sent, its outcome is not known
 * - `known`: the supplier's order is known (`orderId`), or it is proven that there is none (`proof`)
 */
export interface SupplierBooking {
  readonly supplier: KeyedSupplier;
  readonly organizationId: OrganizationId;
  readonly accountId: string;
  /** Ours, and the key. */
  readonly reference: string;
  readonly status: 'intended' | 'called' | 'known';
  /** The supplier's id of the offer that was ordered, and of the search it came from. */
  readonly offerId: string;
  readonly searchId: string | undefined;
  readonly total: Money;
  readonly orderId: string | undefined;
  /** The supplier's id of the request that created or refused the order. */
  readonly requestId: string | undefined;
  /** Which answer proved that nothing was booked. */
  readonly proof: string | undefined;
  /** When the order call was made last, real time. */
  readonly calledAt: Date | undefined;
  /** How often the order call was made. */
  readonly calls: number;
}

/** What is written down when an order call is intended. */
export type IntendedBooking = Pick<
  SupplierBooking,
  'supplier' | 'organizationId' | 'accountId' | 'reference' | 'offerId' | 'searchId' | 'total'
>;

/** What became known of an order. */
export interface KnownBooking {
  readonly orderId?: string;
  readonly requestId?: string | undefined;
  readonly proof?: string;
}

/** The rows behind order calls. Every method has committed when it returns. */
export interface SupplierBookings {
  /**
   * Writes the intent down, or replaces one that is proven to have come to nothing. Returns undefined where a call for
   * this reference may have been made or an order is known: then nothing may be ordered, only looked up.
   */
  intend(booking: IntendedBooking): Promise<SupplierBooking | undefined>;
  /** From now on the order call may have been sent. False where another process was faster. */
  beginCall(booking: SupplierBooking, at: Date): Promise<boolean>;
  settle(booking: Pick<SupplierBooking, 'supplier' | 'reference'>, known: KnownBooking): Promise<void>;
  find(supplier: KeyedSupplier, reference: string): Promise<SupplierBooking | undefined>;
  /** By the supplier's own ids, for its callbacks. */
  findByOrder(
    supplier: KeyedSupplier,
    ids: { readonly orderId?: string; readonly offerId?: string },
  ): Promise<SupplierBooking | undefined>;
}
