import { type RawBuilder, sql } from 'kysely';

/**
 * Every column of `booking_item`; `booking_item_archive` has the same and the month beside them. A row goes there and
 * back by these names, so one that was missing here would be lost on the way: a test compares the list with both
 * tables.
 */
export const ITEM_COLUMNS = [
  'organization_id',
  'booking_ref',
  'item_id',
  'position',
  'kind',
  'status',
  'supplier_id',
  'reference',
  'total',
  'currency',
  'origin_total',
  'origin_currency',
  'rate',
  'description',
  'details',
  'supplier_order_id',
  'confirmation_number',
  'tickets',
  'failure',
  'is_kept',
  'calls',
  'look_ups',
  'call_until',
  'booked_at',
  'refunded',
  'sunk',
  'replaced_by',
  'schedule_asked_at',
  'failure_code',
  'supplier_total',
  'service_fee',
  'is_service_fee_returned',
  'void_until',
  'gone_at',
  'schedule_due_at',
] as const;

/** The list as a part of a statement. */
export const itemColumns: RawBuilder<unknown> = sql.join(ITEM_COLUMNS.map((name) => sql.ref(name)));

/**
 * The items of the `booking` that a statement reads, wherever they lie: a table for `join lateral`. Of the archive only
 * the booking's own month is read. One statement sees one state of both tables, so a move that is under way neither
 * hides an item nor shows it twice.
 */
export function itemsAnywhere<Row>(organization: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`lateral (
    select ${itemColumns} from booking_item
    where organization_id = ${organization} and booking_ref = booking.booking_ref
    union all
    select ${itemColumns} from booking_item_archive
    where organization_id = ${organization} and booking_ref = booking.booking_ref and closed_month = booking.archived_month)`;
}
