import { type RawBuilder, sql } from 'kysely';
import { refusedRefundsOf } from '../../payments/list-payments.ts';
import type { Handle } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import type { Booking, BookingStatus } from '../model/booking.ts';
import { behind, type BookingFilter, scope } from '../store-list.ts';
import { withItems } from '../store-read.ts';
import type { BookingRow } from '../store-rows.ts';
import type { SearchTerms } from './model/read-search.ts';

/** Above every character that a text may go on with. */
const LAST_CHARACTER = '\u{10ffff}';
type Condition = RawBuilder<unknown>;

/**
 * Bookings that match at least one of the terms, newest first. Each term is looked up by its own index, and only what
 * all of them found is put in order.
 */
export async function searchBookingRows(
  h: Handle,
  filter: BookingFilter,
  terms: SearchTerms,
): Promise<readonly Booking[]> {
  const conditions = conditionsOf(filter.organizationId, terms);
  if (conditions.length === 0) return [];
  const parts = conditions.map(
    (condition) => sql`select created_at, booking_ref from booking
      where ${scope(filter)} and ${statusCondition(filter)} and ${condition}`,
  );
  const { rows } = await sql<BookingRow>`
    with found as materialized (${sql.join(parts, sql` union `)}),
    listed as (select created_at, booking_ref from found where true ${behind(filter.after)}
      order by created_at desc, booking_ref desc limit ${filter.limit} offset ${filter.offset})
    select booking.* from listed
    join booking on booking.organization_id = ${filter.organizationId} and booking.booking_ref = listed.booking_ref
    order by listed.created_at desc, listed.booking_ref desc`.execute(h.q);
  return withItems(h, rows);
}

function conditionsOf(organizationId: OrganizationId, terms: SearchTerms): readonly Condition[] {
  const { refs, email, names, numbers, tickets, ids } = terms;
  const ofItem = (condition: Condition) => sql`booking_ref in (
    select booking_ref from booking_item where organization_id = ${organizationId} and ${condition}
    union all
    select booking_ref from booking_item_archive where organization_id = ${organizationId} and ${condition})`;
  return [
    ...refs.map((ref) => sql`booking_ref = ${ref}`),
    ...(email === undefined ? [] : [begins(sql`lower(contact ->> 'email')`, email)]),
    ...names.map((name) => begins(sql`last_name_folded`, name)),
    ...numbers.flatMap((number) => [
      ofItem(sql`upper(confirmation_number) = ${number}`),
      ofItem(sql`upper(supplier_order_id) = ${number}`),
    ]),
    ...tickets.map((number) => ofItem(sql`tickets @> ${JSON.stringify([{ number }])}::jsonb`)),
    ...ids.flatMap((id) => [sql`end_user_id = ${id}`, sql`trip_id = ${id}`]),
  ];
}

function begins(column: Condition, text: string): Condition {
  return sql`${column} collate "C" >= ${text} and ${column} collate "C" < ${`${text}${LAST_CHARACTER}`}`;
}

function statusCondition({ status, now }: Pick<BookingFilter, 'status' | 'now'>): Condition {
  if (status === undefined) return sql`true`;
  if (status === 'completed') return sql`status = 'confirmed' and last_arrival_at <= ${now}`;
  return status === 'confirmed'
    ? sql`status = 'confirmed' and last_arrival_at > ${now}`
    : sql`status = ${status satisfies BookingStatus}`;
}

/** What was sold on one day in one currency. */
export interface SoldDay {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly currency: string;
  readonly status: string;
  readonly count: number;
  /** Paid less given back, in minor units. */
  readonly value: number;
}

/** What an organization has sold since an instant, by day, currency and status: at most a few dozen rows. */
export async function sumSoldDays(h: Handle, organizationId: OrganizationId, since: Date): Promise<readonly SoldDay[]> {
  const { rows } = await sql<{ day: string; currency: string; status: string; count: number; value: string | number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, currency, status, count(*)::int as count,
      sum(total_paid + total_collected - total_refunded + ${refusedRefundsOf(sql`booking.organization_id`)}) as value
    from booking where organization_id = ${organizationId} and created_at >= ${since}
    group by 1, 2, 3 order by 1, 2, 3`.execute(h.q);
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

/** Bookings of an organization whose fulfilment has not ended, and how many of them began before an instant. */
export async function countUnfinished(
  h: Handle,
  organizationId: OrganizationId,
  before: Date,
): Promise<{ readonly count: number; readonly old: number }> {
  const { rows } = await sql<{ count: number; old: number }>`
    select count(*)::int as count, (count(*) filter (where created_at < ${before}))::int as old
    from booking where organization_id = ${organizationId} and status = 'pending'`.execute(h.q);
  return rows[0] ?? { count: 0, old: 0 };
}
