import type { Db, ReadHandle, Tx } from '../../platform/db/db.ts';
import { type ArchiveMonth, listMonthsOf, openMonthOf } from '../../platform/db/archive/monthly-archive.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { moveDocuments } from './store.ts';

const ARCHIVE = 'trip_archive';

/** The months of the archive, the oldest first. */
export async function readTripArchiveMonths(h: ReadHandle): Promise<readonly ArchiveMonth[]> {
  return await listMonthsOf(h, ARCHIVE);
}

/** Makes the partition of a month where it has none; fails, for another time, where somebody holds the archive. */
export async function openTripArchiveMonth(db: Db, month: IsoDate): Promise<void> {
  await openMonthOf(db, ARCHIVE, month);
}

/**
 * Moves items and quotes of trips that the transaction has locked into a month that is open; answers how many trips.
 */
export async function archiveTrips(
  tx: Tx,
  organizationId: OrganizationId,
  { month, tripIds }: { readonly month: IsoDate; readonly tripIds: readonly string[] },
): Promise<number> {
  return await moveDocuments(tx, organizationId, month, tripIds);
}
