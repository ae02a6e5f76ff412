import type { Money } from '../../travel/money.ts';
import type { CancellationService } from './servicing.ts';
import type { SupplierContext, SupplierOrder } from './supplier.ts';

/**
 * Booking ends confirmed, refused (proven: nothing was booked) or unknown; pending = accepted, confirmation follows.
 * An outcome that lets us give up or book again carries the proof that nothing was booked: which answer of the supplier
 * said so, as `422 offer_no_longer_available, request F1x…`. What cannot be proven is unknown, and is looked up.
 */
export type BookOutcome =
  | { readonly kind: 'confirmed'; readonly order: SupplierOrder }
  | { readonly kind: 'pending'; readonly orderId: string }
  /**
   * `reason` is for the log. `price_changed`, and what begins with `unavailable`, are shown to travelers as what they
   * are; else it is a refusal.
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly proof: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** What the supplier says happened to our reference. `none`: proven never to have been booked. */
export type LookUpOutcome =
  | BookOutcome
  | { readonly kind: 'none'; readonly proof: string }
  | { readonly kind: 'cancelled' };

export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly refund: Money }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** What every supplier of something bookable does with a booking, by our own reference. */
export interface BookingService<Request> {
  /** `provider` on the wire. */
  readonly id: string;
  readonly name: string;
  /**
   * True when booking one reference twice is booking once: then a call that may still be under way can be repeated at
   * once.
   */
  readonly isBookIdempotent?: boolean;
  book(request: Request, context: SupplierContext): Promise<BookOutcome>;
  lookUp(reference: string, context: SupplierContext): Promise<LookUpOutcome>;
  /** Undoes a booking free of charge or says it cannot. Idempotent by reference. */
  cancel(reference: string, context: SupplierContext): Promise<CancelOutcome>;
  /** Gives up what was sold, at the price its rules ask for; absent where the supplier has no such service. */
  readonly cancellations?: CancellationService;
}
