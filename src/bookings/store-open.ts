import { sql } from 'kysely';
import type { Handle } from '../platform/db/db.ts';
import { asId, type OrganizationId, type TripId } from '../platform/ids.ts';
import { stateList } from '../platform/db/state-list.ts';
import type { BookedAccount } from '../supplier-accounts/account-bookings.ts';
import { OPEN_ITEM_STATUSES } from './model/booking-item-states.ts';
import { bookingTables } from './store-rows.ts';

/** How long a fulfilment has been under way, on its organization's clock. */
export const AGE_BANDS = ['under_6h', '6h_to_1d', '1d_to_5d', 'over_5d'] as const;

/** Fulfilments of the whole installation that have not ended, by age; a band without any is left out. */
export async function countOpenBookings(h: Handle, now: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ age: string; count: number }>`
    select case when hours < 6 then 'under_6h' when hours < 24 then '6h_to_1d' when hours < 120 then '1d_to_5d' else 'over_5d' end as age, count(*)::int as count
    from (select extract(epoch from ${now}::timestamptz + make_interval(secs => coalesce(clock.offset_seconds, 0)) - booking.created_at) / 3600 as hours
      from booking left join organization_clock clock on clock.organization_id = booking.organization_id where booking.phase <> 'done') open
    group by 1`.execute(h.q);
  return new Map(rows.map((row) => [row.age, row.count]));
}

/** Items of those fulfilments by what they wait for; a status without any is left out. */
export async function countOpenItems(h: Handle): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select item.status, count(*)::int as count from booking
    join booking_item item on item.organization_id = booking.organization_id and item.booking_ref = booking.booking_ref
    where booking.phase <> 'done' group by item.status`.execute(h.q);
  return new Map(rows.map((row) => [row.status, row.count]));
}

/**
 * Orders of one account at a supplier that it is still needed for, as of `now`: those whose outcome is not known, and
 * those whose item is to be settled, or confirmed and not yet used.
 */
export async function countOpenOfAccount(
  h: Handle,
  { organizationId, supplier, accountId }: BookedAccount,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from supplier_booking made
    left join booking_item item on item.organization_id = made.organization_id and item.reference = made.reference
    left join booking on booking.organization_id = item.organization_id and booking.booking_ref = item.booking_ref
    where made.organization_id = ${organizationId} and made.supplier = ${supplier} and made.account_id = ${accountId}
      and (made.status = 'called' or (made.proof is null and (
        item.status in ${sql.raw(stateList(OPEN_ITEM_STATUSES))}
        or (item.status = 'confirmed' and booking.last_arrival_at > ${now}))))`.execute(h.q);
  return rows[0]?.count ?? 0;
}

/** The supplier's id of the latest order that was made with an account before an instant of real time. */
export async function findLatestOrder(
  h: Handle,
  { organizationId, supplier, accountId }: BookedAccount,
  before: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from supplier_booking
    where organization_id = ${organizationId} and supplier = ${supplier} and account_id = ${accountId}
      and order_id is not null and called_at < ${before}
    order by called_at desc limit 1`.execute(h.q);
  return rows[0]?.order_id;
}

/** The trip whose fulfilment has not ended and whose booking has an item of this reference. */
export async function findOpenTripOfItem(
  h: Handle,
  organizationId: OrganizationId,
  reference: string,
): Promise<TripId | undefined> {
  const row = await bookingTables(h)
    .selectFrom('booking_item as item')
    .innerJoin('booking', (join) =>
      join
        .onRef('booking.organization_id', '=', 'item.organization_id')
        .onRef('booking.booking_ref', '=', 'item.booking_ref'),
    )
    .select('booking.trip_id')
    .where('item.organization_id', '=', organizationId)
    .where('item.reference', '=', reference)
    .where('booking.phase', '<>', 'done')
    .executeTakeFirst();
  return row && asId('trip', row.trip_id);
}
