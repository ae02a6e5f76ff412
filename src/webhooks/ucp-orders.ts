import type { Tx } from '../platform/db/db.ts';
import type { EventId, OrganizationId } from '../platform/ids.ts';
import type { RegisteredApp } from '../platform/registered-app.ts';
import type { EventType } from './model/event-types.ts';

/** An event of a booking, for the platform that may have made it. */
export interface BookingEvent {
  readonly organizationId: OrganizationId;
  readonly eventId: EventId;
  readonly bookingRef: string;
  readonly type: EventType;
  /** The items it concerns; empty where it concerns the booking. */
  readonly itemIds: readonly string[];
  /** The organization's clock. */
  readonly occurredAt: Date;
}

/** Notifies platforms of the orders they made. `app.ts` registers it, so that webhooks import nothing of UCP. */
export interface UcpOrders {
  /** Records an event in the transaction that publishes it; of a booking that no platform made nothing is recorded. */
  record(tx: Tx, event: BookingEvent, app: RegisteredApp): Promise<void>;
}
