import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { itemColumns } from './item-columns.ts';

/**
 * Moves the items of bookings into a month of the archive; answers how many items. The caller's transaction holds the
 * rows of these bookings, and the month has its partition.
 */
export async function moveItems(
  tx: Tx,
  organizationId: OrganizationId,
  month: IsoDate,
  bookingRefs: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from booking_item
      where organization_id = ${organizationId} and booking_ref = any(${bookingRefs}::text[])
      returning ${itemColumns})
    insert into booking_item_archive (closed_month, ${itemColumns})
    select ${month}::date, ${itemColumns} from gone`.execute(tx.q);
  await sql`
    update booking set archived_month = ${month}::date
    where organization_id = ${organizationId} and booking_ref = any(${bookingRefs}::text[])`.execute(tx.q);
  return Number(numAffectedRows ?? 0);
}

/** Moves the items of one booking back, for a change of it; the caller's transaction holds the booking's row. */
export async function restoreItems(
  tx: Tx,
  { organizationId, bookingRef }: { readonly organizationId: OrganizationId; readonly bookingRef: string },
  month: IsoDate,
): Promise<void> {
  await sql`
    with back as (
      delete from booking_item_archive
      where organization_id = ${organizationId} and booking_ref = ${bookingRef} and closed_month = ${month}::date
      returning ${itemColumns})
    insert into booking_item (${itemColumns}) select ${itemColumns} from back`.execute(tx.q);
  await sql`
    update booking set archived_month = null
    where organization_id = ${organizationId} and booking_ref = ${bookingRef}`.execute(tx.q);
}
