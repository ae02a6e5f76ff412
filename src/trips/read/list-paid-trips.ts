import type { ReadHandle } from '../../platform/db/db.ts';
import { asId, type OrganizationId, type TripId } from '../../platform/ids.ts';
import type { TripStatus } from '../model/trip-states.ts';
import { listPaidTripRows, listPaidTripRowsById } from '../store.ts';

/** A trip that was paid for, as far as it says so itself. */
export interface PaidTrip {
  readonly organizationId: OrganizationId;
  readonly tripId: TripId;
  readonly status: TripStatus;
  readonly bookingRef: string | undefined;
}

/** Paid trips of the whole installation, a page at a time in the order of their keys: for reconcile alone. */
export async function listPaidTrips(
  h: ReadHandle,
  after: { readonly organizationId: string; readonly tripId: string },
  limit: number,
): Promise<readonly PaidTrip[]> {
  return (await listPaidTripRows(h, after, limit)).map(toPaidTrip);
}

/** Of these trips those that were paid for: for reconcile alone. */
export async function listPaidTripsById(
  h: ReadHandle,
  organizationId: OrganizationId,
  tripIds: readonly string[],
): Promise<readonly PaidTrip[]> {
  return (await listPaidTripRowsById(h, organizationId, tripIds)).map(toPaidTrip);
}

function toPaidTrip(row: Awaited<ReturnType<typeof listPaidTripRows>>[number]): PaidTrip {
  return {
    organizationId: asId('organization', row.organization_id),
    tripId: asId('trip', row.trip_id),
    status: row.status,
    bookingRef: row.booking_ref ?? undefined,
  };
}
