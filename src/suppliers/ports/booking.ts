import type { IncomingHttpHeaders } from 'node:http';
import type { OrganizationId } from '../../platform/ids.ts';
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

/** A call of a supplier about something it did: the body as it came, for only its bytes can be verified. */
export interface SignedCallback {
  /** The account named by the address it came to; undefined: the installation's. */
  readonly accountId: string | undefined;
  /** The secret that is a part of the address it came to, of suppliers that sign nothing. */
  readonly token?: string | undefined;
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/**
 * What of a booking a callback is about: whether it was made, its numbers, or its flights.
 */
export type CallbackSubject = 'booking' | 'numbers' | 'schedule';

/**
 * What a supplier's own callback is about. Only that: what it says happened is looked up, never believed.
 * - `forged`: not signed by that account's secret, too old, of the other mode, or for an account that takes none
 * - `ignored`: signed, and nothing that we know of or wait for
 * - `bookings`: look at these; then `done`, from when on the same event is ignored
 */
export type SupplierCallback =
  | { readonly kind: 'forged'; readonly why: 'signature' | 'other_mode' | 'unreadable' }
  | { readonly kind: 'ignored'; readonly what: string }
  | {
      readonly kind: 'bookings';
      readonly bookings: readonly { readonly organizationId: OrganizationId; readonly reference: string }[];
      /** Absent: whether they were made. */
      readonly about?: readonly CallbackSubject[];
      /** Name and id of the event, for the log. */
      readonly what: string;
      done(): Promise<void>;
    };

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
  /** Checks a callback's signature and returns what it is about; absent where the supplier sends none. */
  readCallback?(callback: SignedCallback): Promise<SupplierCallback>;
  /** Gives up what was sold, at the price its rules ask for; absent where the supplier has no such service. */
  readonly cancellations?: CancellationService;
}
