import type { ReadHandle } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { listBookingEventRows } from './store.ts';

/** An event that was published for a booking. */
export interface BookingEvent {
  readonly bookingRef: string;
  readonly type: string;
}

/** The events of these bookings: reconcile counts them. */
export async function listBookingEvents(
  h: ReadHandle,
  organizationId: OrganizationId,
  bookingRefs: readonly string[],
): Promise<readonly BookingEvent[]> {
  return bookingRefs.length === 0 ? [] : listBookingEventRows(h, organizationId, bookingRefs);
}
