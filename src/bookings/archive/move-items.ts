import type { Db, ReadHandle, Tx } from '../../platform/db/db.ts';
import { type ArchiveMonth, listMonthsOf, openMonthOf } from '../../platform/db/archive/monthly-archive.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { moveItems } from './store.ts';

const ARCHIVE = 'booking_item_archive';

/** The months of the archive, the oldest first. */
export async function readArchiveMonths(h: ReadHandle): Promise<readonly ArchiveMonth[]> {
  return await listMonthsOf(h, ARCHIVE);
}

/** Makes the partition of a month where it has none; fails, for another time, where somebody holds the archive. */
export async function openArchiveMonth(db: Db, month: IsoDate): Promise<void> {
  await openMonthOf(db, ARCHIVE, month);
}

/**
 * Moves the items of bookings that the transaction has locked into a month that is open; answers how many items. Their
 * rows in `booking` stay, and say where the items are.
 */
export async function archiveItems(
  tx: Tx,
  organizationId: OrganizationId,
  { month, bookingRefs }: { readonly month: IsoDate; readonly bookingRefs: readonly string[] },
): Promise<number> {
  return await moveItems(tx, organizationId, month, bookingRefs);
}
