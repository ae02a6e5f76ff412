import type { RegisteredApp } from '../platform/registered-app.ts';
import type { Tx } from '../platform/db/db.ts';
import type { BookingRef, EventId, ItemId, OrganizationId, TripId } from '../platform/ids.ts';

/** Notifies travelers by mail. `app.ts` registers it, so that bookings and the hosted page know no one above them. */
export interface BookingMail {
  /** Records the mail of an event in the transaction that publishes it, and enqueues it: at most one per event. */
  enqueue(tx: Tx, event: MailedEvent, app: RegisteredApp): Promise<void>;
  /** The language the payer of a trip reads the hosted page in: that of the trip's mails. */
  rememberLanguage(
    app: RegisteredApp,
    trip: { readonly organizationId: OrganizationId; readonly tripId: TripId },
    language: string,
  ): Promise<void>;
}

/** An event of a booking that travelers are notified of by mail. */
interface MailedEvent {
  readonly organizationId: OrganizationId;
  readonly eventId: EventId;
  readonly bookingRef: BookingRef;
  readonly tripId: TripId;
  readonly kind: 'confirmed' | 'failed' | 'refunded' | 'changed' | 'rescheduled' | 'declined' | 'cancelled_elsewhere';
  /** The change behind a refund, a changed booking, a declined request, or a cancellation of somebody else's. */
  readonly changeId?: string;
  /** The schedule change of a flight. */
  readonly scheduleChange?: { readonly itemId: ItemId; readonly number: number };
  /** The organization's clock. */
  readonly occurredAt: Date;
}
