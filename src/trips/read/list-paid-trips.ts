import type { Handle } from '../../platform/db/db.ts';
import { asId, type OrganizationId, type TripId } from '../../platform/ids.ts';
import type { TripStatus } from '../model/trip-states.ts';
import { listPaidTripRows } from '../store.ts';

/** A trip that was paid for, as far as it says so itself. */
export interface PaidTrip {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
  readonly status: TripStatus;
  readonly bookingRef: string | undefined;
}

/** Paid trips of the whole installation, a page at a time in the order of their keys: for reconcile alone. */
export async function listPaidTrips(
  h: Handle,
  after: { readonly organizationId: string; readonly tripId: string },
  limit: number,
): Promise<readonly PaidTrip[]> {
  const rows = await listPaidTripRows(h, after, limit);
  return rows.map((row) => ({
    organizationId: asId('organization', row.organization_id),
    tripId: asId('trip', row.trip_id),
    status: row.status,
    bookingRef: row.booking_ref ?? undefined,
  }));
}
