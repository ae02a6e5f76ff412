import { type RawBuilder, sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import { asBookingRef, asId, type BookingRef, type ItemId, type OrganizationId } from '../platform/ids.ts';
import type { ScheduleSeverity, SegmentMove } from '../travel/schedule-change.ts';
import type { AffectedItem, ItemScheduleChange } from './model/schedule-change.ts';
import { scheduleLifecycle, type ScheduleStatus } from './model/schedule-states.ts';

type StoredTime = { readonly timeLocal: string; readonly instant: string };
type StoredTimes = { readonly depart: StoredTime; readonly arrive: StoredTime };
type StoredMove = Omit<SegmentMove, 'before' | 'after'> & { readonly before: StoredTimes; readonly after: StoredTimes };
type StoredAffected = Omit<AffectedItem, 'itemId'> & { readonly itemId: string };
type ScheduleRow = {
  organization_id: string;
  booking_ref: string;
  item_id: string;
  number: number;
  supplier_change_id: string;
  severity: ScheduleSeverity;
  status: ScheduleStatus;
  moves: readonly StoredMove[];
  affected: readonly StoredAffected[];
  found_at: Date;
  settled_at: Date | null;
};
/** The newest change of an item as one value of its row: moments are texts there. */
export type StoredScheduleChange = Omit<ScheduleRow, 'found_at' | 'settled_at'> & {
  readonly found_at: string;
  readonly settled_at: string | null;
};
const db = (h: Handle) => h.q.withTables<{ schedule_change: ScheduleRow }>();

/** Names one item. */
export interface ItemKey {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly itemId: ItemId;
}

/** A column for queries of `booking_item as item`: the newest change of the schedule, or null. */
export const newestScheduleChange = sql<StoredScheduleChange | null>`(
  select to_jsonb(change) from schedule_change change
  where change.organization_id = item.organization_id and change.booking_ref = item.booking_ref and change.item_id = item.item_id
  order by change.number desc limit 1)`.as('schedule_change');

/** The change that column held. */
export function toScheduleChange(stored: StoredScheduleChange): ItemScheduleChange {
  return {
    number: stored.number,
    supplierChangeId: stored.supplier_change_id,
    severity: stored.severity,
    status: stored.status,
    moves: stored.moves.map(toMove),
    affected: stored.affected.map((item) => ({ ...item, itemId: asId('item', item.itemId) })),
    foundAt: new Date(stored.found_at),
    settledAt: stored.settled_at === null ? undefined : new Date(stored.settled_at),
  };
}

/**
 * Keeps a change as the open one of its item; every other is superseded. One that was superseded itself opens anew: its
 * supplier has come back to it. False, and nothing is touched, where it is known as open, accepted or refunded.
 */
export async function openScheduleChange(
  tx: Tx,
  key: ItemKey,
  change: Omit<ItemScheduleChange, 'status' | 'settledAt'>,
): Promise<boolean> {
  const row = {
    number: change.number,
    status: 'open',
    severity: change.severity,
    moves: json<readonly StoredMove[]>(change.moves),
    affected: json<readonly StoredAffected[]>(change.affected),
    found_at: change.foundAt,
    settled_at: null,
  } as const;
  const result = await db(tx)
    .insertInto('schedule_change')
    .values({
      organization_id: key.organizationId,
      booking_ref: key.bookingRef,
      item_id: key.itemId,
      supplier_change_id: change.supplierChangeId,
      ...row,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'booking_ref', 'item_id', 'supplier_change_id'])
        .doUpdateSet(row)
        .where('schedule_change.status', '=', 'superseded'),
    )
    .executeTakeFirst();
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await db(tx)
    .updateTable('schedule_change')
    .set({ status: 'superseded', settled_at: change.foundAt })
    .where('organization_id', '=', key.organizationId)
    .where('booking_ref', '=', key.bookingRef)
    .where('item_id', '=', key.itemId)
    .where('status', '=', 'open')
    .where('number', '!=', change.number)
    .execute();
  return true;
}

/** Ends the open change of an item; false where there is none. */
export async function settleScheduleChange(
  tx: Tx,
  key: ItemKey,
  status: Exclude<ScheduleStatus, 'open'>,
  now: Date,
): Promise<boolean> {
  const result = await db(tx)
    .updateTable('schedule_change')
    .set({ status, settled_at: now })
    .where('organization_id', '=', key.organizationId)
    .where('booking_ref', '=', key.bookingRef)
    .where('item_id', '=', key.itemId)
    .where('status', 'in', scheduleLifecycle.allowedFrom(status))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Which flights are asked about: of one organization or of all, so many at most. */
export interface DueFlights {
  readonly organizationId: OrganizationId | undefined;
  /** Real time. */
  readonly realNow: Date;
  /** How long an answer is good for. */
  readonly everySeconds: number;
  readonly limit: number;
}

/**
 * Flights that are still to be flown and whose suppliers were not asked lately, on each organization's clock; the
 * longest unasked first. No such clock is behind real time, which the index is read by.
 */
export async function listDueFlights(
  h: Handle,
  { organizationId, realNow, everySeconds, limit }: DueFlights,
): Promise<readonly ItemKey[]> {
  const { rows } = await sql<{ organization_id: string; booking_ref: string; item_id: string }>`
    select item.organization_id, item.booking_ref, item.item_id from booking_item item
    join booking on booking.organization_id = item.organization_id and booking.booking_ref = item.booking_ref
    left join organization_clock clock on clock.organization_id = item.organization_id
    cross join lateral (select ${realNow}::timestamptz + make_interval(secs => coalesce(clock.offset_seconds, 0)) as now) as own
    where booking.status = 'confirmed' and booking.last_arrival_at > ${realNow} and booking.last_arrival_at > own.now
      and item.kind = 'flight' and item.status = 'confirmed'
      and (item.schedule_asked_at is null or item.schedule_asked_at <= own.now - make_interval(secs => ${everySeconds}))
      and (${organizationId ?? null}::text is null or item.organization_id = ${organizationId ?? null})
    order by item.schedule_asked_at nulls first limit ${limit}`.execute(h.q);
  return rows.map((row) => ({
    organizationId: asId('organization', row.organization_id),
    bookingRef: asBookingRef(row.booking_ref),
    itemId: asId('item', row.item_id),
  }));
}

/** Notes when a supplier was asked about an item. */
export async function markScheduleChecked(
  h: Handle,
  { organizationId, bookingRef, itemId }: ItemKey,
  now: Date,
): Promise<void> {
  await sql`update booking_item set schedule_asked_at = ${now} where organization_id = ${organizationId} and booking_ref = ${bookingRef} and item_id = ${itemId}`.execute(
    h.q,
  );
}

function toMove({ before, after, ...move }: StoredMove): SegmentMove {
  return { ...move, before: toTimes(before), after: toTimes(after) };
}

function toTimes({ depart, arrive }: StoredTimes): SegmentMove['before'] {
  return {
    depart: { ...depart, instant: new Date(depart.instant) },
    arrive: { ...arrive, instant: new Date(arrive.instant) },
  };
}

/** jsonb parameters travel as text on both databases. */
function json<T>(value: unknown): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}
