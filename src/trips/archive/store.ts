import { sql } from 'kysely';
import type { ReadHandle, Tx } from '../../platform/db/db.ts';
import { preparedRead } from '../../platform/db/prepared-sql.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { TripRow } from '../read/trip-document.ts';

type Documents = Pick<TripRow, 'trip_id' | 'items' | 'quote'>;

/** Wherever they lie: one statement sees one state of both tables, so a move that is under way hides none. */
const selectDocuments = preparedRead<Documents>(`
  select trip.trip_id, coalesce(archived.items, trip.items) as items, coalesce(archived.quote, trip.quote) as quote
  from trip left join trip_archive as archived on archived.organization_id = $1 and archived.trip_id = trip.trip_id
    and archived.closed_month = trip.archived_month
  where trip.organization_id = $1 and trip.trip_id = any($2::text[])`);

/** Rows as they were before their documents were archived; those of which none are read as they are. */
export async function withDocuments(
  h: ReadHandle,
  organizationId: OrganizationId,
  rows: readonly TripRow[],
): Promise<readonly TripRow[]> {
  const archived = rows.flatMap((row) => (row.archived_month === null ? [] : row.trip_id));
  if (archived.length === 0) return rows;
  const found = await selectDocuments(h, [organizationId, archived]);
  const documents = new Map(found.map((row) => [row.trip_id, row]));
  return rows.map((row) => ({ ...row, ...documents.get(row.trip_id) }));
}

/**
 * Moves the documents of trips into a month of the archive; answers how many trips. The caller's transaction holds the
 * rows of these trips, and the month has its partition. What is archived already stays where it is.
 */
export async function moveDocuments(
  tx: Tx,
  organizationId: OrganizationId,
  month: IsoDate,
  tripIds: readonly string[],
): Promise<number> {
  const ofTrips = sql`organization_id = ${organizationId} and trip_id = any(${tripIds}::text[]) and archived_month is null`;
  await sql`
    insert into trip_archive (closed_month, organization_id, trip_id, items, quote)
    select ${month}::date, organization_id, trip_id, items, quote from trip where ${ofTrips}`.execute(tx.q);
  const { numAffectedRows } = await sql`
    update trip set items = '[]'::jsonb, quote = null, archived_month = ${month}::date where ${ofTrips}`.execute(tx.q);
  return Number(numAffectedRows ?? 0);
}

/** Moves the documents of one trip back, for a change of them; the caller's transaction holds the trip's row. */
export async function restoreDocuments(
  tx: Tx,
  { organizationId, tripId }: { readonly organizationId: OrganizationId; readonly tripId: string },
  month: IsoDate,
): Promise<void> {
  await sql`
    update trip set items = archived.items, quote = archived.quote, archived_month = null
    from trip_archive as archived
    where trip.organization_id = ${organizationId} and trip.trip_id = ${tripId}
      and archived.organization_id = ${organizationId} and archived.trip_id = ${tripId}
      and archived.closed_month = ${month}::date`.execute(tx.q);
  await sql`
    delete from trip_archive where organization_id = ${organizationId} and trip_id = ${tripId}
      and closed_month = ${month}::date`.execute(tx.q);
}
