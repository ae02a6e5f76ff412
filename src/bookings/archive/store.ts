import { sql } from 'kysely';
import type { Db, ReadHandle, Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { IsoDate } from '../../travel/dates.ts';
import { itemColumns } from './item-columns.ts';

const ARCHIVE = 'booking_item_archive';
/** Any number nobody else locks: two processes do not make the same partition at the same time. */
const PARTITION_LOCK = 7_220_275;
/** A reader of the archive waits behind our lock no longer than this. */
const LOCK_TIMEOUT_MS = 3_000;

/** A month of the archive, as it lies in the database. */
export interface ArchiveMonth {
  readonly month: IsoDate;
  /** False: an operator has taken the partition out, and nothing is moved there. */
  readonly isAttached: boolean;
  /** Its rows with their indexes; of what lies on this node, where tables are spread over several. */
  readonly bytes: number;
}

/** Months that have a table, the oldest first. */
export async function listArchiveMonths(h: ReadHandle): Promise<readonly ArchiveMonth[]> {
  const { rows } = await sql<{ name: string; is_attached: boolean; bytes: number }>`
    select relname as name, relispartition as is_attached, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ ${`^${ARCHIVE}_\\d{4}_\\d{2}$`}
    order by relname`.execute(h.q);
  return rows.map(({ name, is_attached: isAttached, bytes }) => ({ month: monthOf(name), isAttached, bytes }));
}

/**
 * Makes the partition of a month that has none. It is attached rather than made in place, so that readers and writers
 * of the other months go on.
 */
export async function createArchiveMonth(db: Db, month: IsoDate): Promise<void> {
  await db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${PARTITION_LOCK}::bigint)`.execute(tx.q);
    if ((await listArchiveMonths(tx)).some((known) => known.month === month)) return;
    await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(tx.q);
    const [archive, made] = [sql.table(ARCHIVE), sql.table(tableOf(month))];
    await sql`create table ${made} (like ${archive} including all)`.execute(tx.q);
    await sql`alter table ${archive} attach partition ${made} for values in (${sql.lit(month)})`.execute(tx.q);
  });
}

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

function tableOf(month: IsoDate): string {
  if (!/^\d{4}-\d{2}-01$/.test(month)) throw new RangeError(`Not the first day of a month: ${month}`);
  return `${ARCHIVE}_${month.slice(0, 4)}_${month.slice(5, 7)}`;
}

function monthOf(table: string): IsoDate {
  return `${table.slice(-7, -3)}-${table.slice(-2)}-01`;
}
