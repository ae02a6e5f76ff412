import { sql } from 'kysely';
import type { Handle } from '../platform/db/db.ts';
import { asId, type OrganizationId, type TripId } from '../platform/ids.ts';
import type { TripStatus } from './model/trip-states.ts';

/** The next organization that has trips, in the order of their ids; found by the primary key, not by reading trips. */
export async function findOrganizationAfter(h: Handle, after: string): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from trip where organization_id > ${after} order by organization_id limit 1`.execute(h.q);
  return rows[0] && asId('organization', rows[0].organization_id);
}

/** Trips of one organization in one status that nobody has touched since an instant. */
export interface IdleTrips {
  readonly organizationId: OrganizationId;
  readonly status: TripStatus;
  readonly before: Date;
  /** The last one that was looked at: the oldest come first. */
  readonly after: { readonly createdAt: Date; readonly tripId: string } | undefined;
}

/** The oldest of them behind a key, at most `limit`. */
export async function listIdleTrips(
  h: Handle,
  { organizationId, status, before, after }: IdleTrips,
  limit: number,
): Promise<readonly { readonly tripId: TripId; readonly createdAt: Date }[]> {
  const behind =
    after === undefined
      ? sql``
      : sql`and (created_at, trip_id) > (${after.createdAt}::timestamptz, ${after.tripId}::text)`;
  const { rows } = await sql<{ trip_id: string; created_at: Date }>`
    select trip_id, created_at from trip
    where organization_id = ${organizationId} and status = ${status} and created_at <= ${before} and touched_at <= ${before}
      and booking_ref is null ${behind}
    order by created_at, trip_id limit ${limit}`.execute(h.q);
  return rows.map((row) => ({ tripId: asId('trip', row.trip_id), createdAt: row.created_at }));
}

/** Deletes those of these trips that are still idle and unsold; answers how many. */
export async function deleteIdleTrips(
  h: Handle,
  { organizationId, status, before }: Pick<IdleTrips, 'organizationId' | 'status' | 'before'>,
  tripIds: readonly TripId[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from trip where organization_id = ${organizationId} and trip_id = any(${tripIds}::text[])
      and status = ${status} and touched_at <= ${before} and booking_ref is null`.execute(h.q);
  return Number(numAffectedRows ?? 0);
}
