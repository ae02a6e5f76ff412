import { type RawBuilder, sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import { asBookingRef, asId, type BookingRef, type ItemId, type OrganizationId } from '../platform/ids.ts';
import type { ScheduleSeverity, SegmentChange } from '../travel/schedule-change.ts';
import { type StoredSegment, toSegment } from '../trips/read/trip-document.ts';
import type { AffectedItem, ItemScheduleChange } from './model/schedule-change.ts';
import { scheduleLifecycle, type ScheduleStatus } from './model/schedule-states.ts';
import { toJsonb } from '../platform/db/values/jsonb.ts';

type StoredChange = Omit<SegmentChange, 'before' | 'after'> & {
  readonly before?: StoredSegment;
  readonly after?: StoredSegment;
};
/** Rows of before nights and times were named have none. */
type StoredAffected = Pick<AffectedItem, 'kind' | 'problem'> &
  Partial<Pick<AffectedItem, 'nights' | 'pickUpAt' | 'dropOffAt'>> & { readonly itemId: string };
type ScheduleRow = {
  organization_id: string;
  booking_ref: string;
  item_id: string;
  number: number;
  supplier_change_id: string;
  severity: ScheduleSeverity;
  status: ScheduleStatus;
  segments: readonly StoredChange[];
  is_free: boolean | null;
  can_accept: boolean;
  accepting_until: Date | null;
  affected: readonly StoredAffected[];
  found_at: Date;
  settled_at: Date | null;
};
/** The newest change of an item as one value of its row: moments are texts there. */
export type StoredScheduleChange = Omit<ScheduleRow, 'found_at' | 'settled_at' | 'accepting_until'> & {
  readonly found_at: string;
  readonly accepting_until: string | null;
  readonly settled_at: string | null;
};
const db = (h: Handle) => h.q.withTables<{ schedule_change: ScheduleRow }>();

/** Names one item. */
export interface ItemKey {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  readonly itemId: ItemId;
}

/**
 * A column for queries of `booking_item as item`: the newest change of the schedule, or null. `organization`: the one
 * of all items that are read, or the column where they are of several.
 */
export const newestScheduleChange = (organization: RawBuilder<unknown>) =>
  sql<StoredScheduleChange | null>`(
  select to_jsonb(change) from schedule_change change
  where change.organization_id = ${organization} and change.booking_ref = item.booking_ref and change.item_id = item.item_id
  order by change.number desc limit 1)`.as('schedule_change');

/** The change that column held. */
export function toScheduleChange(stored: StoredScheduleChange): ItemScheduleChange {
  return {
    number: stored.number,
    supplierChangeId: stored.supplier_change_id,
    severity: stored.severity,
    status: stored.status,
    segments: stored.segments.map(toSegmentChange),
    isFree: stored.is_free ?? undefined,
    canAccept: stored.can_accept,
    ...(stored.accepting_until === null ? {} : { acceptingUntil: new Date(stored.accepting_until) }),
    affected: stored.affected.map(toAffected),
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
  change: Omit<ItemScheduleChange, 'status' | 'acceptingUntil' | 'settledAt'>,
): Promise<boolean> {
  const row = {
    number: change.number,
    status: 'open',
    severity: change.severity,
    segments: toJsonb<readonly StoredChange[]>(change.segments),
    is_free: change.isFree ?? null,
    can_accept: change.canAccept,
    accepting_until: null,
    affected: toJsonb<readonly StoredAffected[]>(change.affected),
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
    .where('status', 'in', scheduleLifecycle.open)
    .where('number', '!=', change.number)
    .execute();
  return true;
}

/** Ends the open change of an item; false where there is none. */
export async function settleScheduleChange(
  tx: Tx,
  key: ItemKey,
  status: Exclude<ScheduleStatus, 'open' | 'accepting'>,
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

/** The airline is asked to take the travelers' yes to a change; until then it may be working on it (real time). */
export async function beginScheduleAcceptance(
  tx: Tx,
  key: ItemKey,
  { number, until }: { readonly number: number; readonly until: Date },
): Promise<boolean> {
  return moveScheduleChange(tx, key, number, { status: 'accepting', accepting_until: until });
}

/** The airline has not taken it: it is open again. */
export async function reopenScheduleChange(tx: Tx, key: ItemKey, number: number): Promise<boolean> {
  return moveScheduleChange(tx, key, number, { status: 'open', accepting_until: null });
}

async function moveScheduleChange(
  tx: Tx,
  key: ItemKey,
  number: number,
  columns: { readonly status: ScheduleStatus; readonly accepting_until: Date | null },
): Promise<boolean> {
  const result = await db(tx)
    .updateTable('schedule_change')
    .set(columns)
    .where('organization_id', '=', key.organizationId)
    .where('booking_ref', '=', key.bookingRef)
    .where('item_id', '=', key.itemId)
    .where('number', '=', number)
    .where('status', 'in', scheduleLifecycle.allowedFrom(columns.status))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The sold flight that our reference at its supplier names; undefined where it is none, or stands no longer. */
export async function findFlightOfReference(
  h: Handle,
  organizationId: OrganizationId,
  reference: string,
): Promise<ItemKey | undefined> {
  const named = (table: 'booking_item' | 'booking_item_archive') => sql`
    select item.booking_ref, item.item_id from ${sql.table(table)} as item
    join booking on booking.organization_id = item.organization_id and booking.booking_ref = item.booking_ref
    where item.organization_id = ${organizationId} and item.reference = ${reference}
      and item.kind = 'flight' and item.status = 'confirmed' and booking.status = 'confirmed'`;
  const find = async (statement: RawBuilder<unknown>) =>
    (await sql<{ booking_ref: string; item_id: string }>`${statement}`.execute(h.q)).rows[0];
  // Both tables in one statement: between two of them it might move.
  const row =
    (await find(named('booking_item'))) ??
    (await find(sql`${named('booking_item')} union all ${named('booking_item_archive')}`));
  return row && { organizationId, bookingRef: asBookingRef(row.booking_ref), itemId: asId('item', row.item_id) };
}

function toSegmentChange({ before, after, ...change }: StoredChange): SegmentChange {
  return { ...change, before: before && toSegment(before), after: after && toSegment(after) };
}

function toAffected({ itemId, nights = [], pickUpAt, dropOffAt, ...item }: StoredAffected): AffectedItem {
  return { ...item, itemId: asId('item', itemId), nights, pickUpAt, dropOffAt };
}
