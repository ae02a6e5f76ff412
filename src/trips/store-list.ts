import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../platform/db/db.ts';
import type { PageKey } from '../platform/http/input/page-key.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { type Clocks, tripLifetimeSeconds } from './model/lapse.ts';
import type { Trip } from './model/trip.ts';
import type { TripStatus } from './model/trip-states.ts';
import { withDocuments } from './archive/store.ts';
import { toTrip, type TripRow } from './read/trip-document.ts';

/** Which trips a list shows. `status` is the one a read would show, lapse included. */
export interface TripFilter {
  readonly organizationId: OrganizationId;
  readonly status: TripStatus | undefined;
  readonly limit: number;
  /** The last trip of the page before. */
  readonly after: PageKey | undefined;
  readonly offset: number;
}

/**
 * Trips, newest first; at most `limit`. Their keys are found by an index for every status, so that a page costs what it
 * shows, and not what lies before it.
 */
export async function listTripRows(h: ReadHandle, filter: TripFilter, clocks: Clocks): Promise<readonly Trip[]> {
  const parts = filter.status === undefined ? [newest(filter, sql`true`)] : partsOf(filter.status, filter, clocks);
  const { rows } = await sql<TripRow>`
    select trip.* from (
      select created_at, trip_id from (${sql.join(parts, sql` union all `)}) as found
      order by created_at desc, trip_id desc limit ${filter.limit} offset ${filter.offset}
    ) as listed
    join trip on trip.organization_id = ${filter.organizationId} and trip.trip_id = listed.trip_id
    order by listed.created_at desc, listed.trip_id desc`.execute(h.q);
  return (await withDocuments(h, filter.organizationId, rows)).map(toTrip);
}

type Part = RawBuilder<unknown>;

/** The rule of `hasLapsed` in SQL, so that a filter by status agrees with what each trip is shown as. */
function partsOf(status: TripStatus, filter: TripFilter, { now, realNow }: Clocks): readonly Part[] {
  const idleSince = new Date(now.getTime() - tripLifetimeSeconds * 1000);
  // A payment begins before its trip lapses and takes minutes: no trip that has been idle for days has one under way.
  const unpaidSince = new Date(idleSince.getTime() - tripLifetimeSeconds * 1000);
  const isOver = sql`lease_until <= ${realNow}`;
  const isUnpaid = sql`coalesce(payment_in_flight_until, '-infinity') <= ${now}`;
  switch (status) {
    case 'draft':
      return [
        open(filter, sql`status = 'draft' and touched_at > ${idleSince}`),
        open(filter, sql`status = 'quoting' and touched_at > ${idleSince} and ${isOver}`),
      ];
    case 'quoting':
      return [open(filter, sql`status = 'quoting' and lease_until > ${realNow}`)];
    case 'quoted':
      return [
        open(
          filter,
          sql`status = 'quoted' and touched_at > ${unpaidSince} and (touched_at > ${idleSince} or not ${isUnpaid})`,
        ),
      ];
    case 'expired':
      return [
        newest(filter, sql`status = 'expired'`),
        newest(filter, sql`status = 'draft' and touched_at <= ${idleSince}`),
        newest(filter, sql`status = 'quoting' and touched_at <= ${idleSince} and ${isOver}`),
        newest(filter, sql`status = 'quoted' and touched_at <= ${idleSince} and ${isUnpaid}`),
      ];
    case 'fulfilling':
    case 'fulfilled':
    case 'cancelled':
    case 'failed':
      return [newest(filter, sql`status = ${status}`)];
    default:
      return status satisfies never;
  }
}

/** The newest that fulfil a condition, by the index that has their order. */
function newest({ organizationId, after, limit, offset }: TripFilter, condition: RawBuilder<unknown>): Part {
  return sql`(select created_at, trip_id from trip where organization_id = ${organizationId} and ${condition} ${behind(after)}
    order by created_at desc, trip_id desc limit ${limit + offset})`;
}

/**
 * Of trips that are still open: all there are, which is those of a day, before their order is looked at. In the order
 * of the list they may lie behind any number that have lapsed.
 */
function open({ organizationId, after, limit, offset }: TripFilter, condition: RawBuilder<unknown>): Part {
  return sql`(with living as materialized (
      select created_at, trip_id from trip where organization_id = ${organizationId} and ${condition})
    select created_at, trip_id from living where true ${behind(after)}
    order by created_at desc, trip_id desc limit ${limit + offset})`;
}

function behind(after: PageKey | undefined): RawBuilder<unknown> {
  return after === undefined ? sql`` : sql`and (created_at, trip_id) < (${after.at}::timestamptz, ${after.id}::text)`;
}
