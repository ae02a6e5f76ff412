import { sql } from 'kysely';
import type { Handle, Tx } from '../platform/db/db.ts';
import { guestRefCte } from '../platform/security/guest-directory.ts';
import {
  asBookingRef,
  asId,
  type BookingRef,
  type ItemId,
  type OrganizationId,
  type SessionId,
} from '../platform/ids.ts';
import { fromItem, type StoredItem, toItem } from '../trips/read/trip-document.ts';
import type { BookingChange, ChangeKind, ChangePlan, ChangeResult, ExchangePlan } from './model/change.ts';
import { type ChangeStatus, MADE, UNCOMMITTED, UNDER_WAY } from './model/change-states.ts';
import { toJsonb } from '../platform/db/values/jsonb.ts';

const CANCELLATIONS = ['flight_refund', 'hotel_cancel', 'car_cancel'] as const satisfies readonly ChangeKind[];

type StoredPlan =
  | Exclude<ChangePlan, ExchangePlan>
  | (Omit<ExchangePlan, 'replacement'> & { readonly replacement: StoredItem });
type ChangeRow = {
  organization_id: string;
  change_id: string;
  booking_ref: string;
  trip_id: string;
  item_id: string;
  kind: ChangeKind;
  status: ChangeStatus;
  terms: StoredPlan;
  reference: string;
  payment_id: string | null;
  session_id: string | null;
  result: ChangeResult | null;
  failure: string | null;
  calls: number;
  look_ups: number;
  call_until: Date | null;
  version: number;
  quoted_at: Date;
  expires_at: Date;
  committed_at: Date | null;
  ended_at: Date | null;
};
const db = (h: Handle) => h.q.withTables<{ booking_change: ChangeRow }>();

/** Names one change. */
export interface ChangeKey {
  readonly organizationId: OrganizationId;
  readonly changeId: string;
}

/** A new quote. False when a change of this id is there already. */
export async function insertChange(h: Handle, change: BookingChange): Promise<boolean> {
  const result = await db(h)
    .insertInto('booking_change')
    .values({
      organization_id: change.organizationId,
      change_id: change.changeId,
      booking_ref: change.bookingRef,
      trip_id: change.tripId,
      item_id: change.itemId,
      kind: change.kind,
      reference: change.reference,
      version: change.version,
      quoted_at: change.quotedAt,
      expires_at: change.expiresAt,
      ...toStepColumns(change),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'change_id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The change, or undefined. */
export async function findChange(
  h: Handle,
  { organizationId, changeId }: ChangeKey,
): Promise<BookingChange | undefined> {
  const row = await db(h)
    .selectFrom('booking_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('change_id', '=', changeId)
    .executeTakeFirst();
  return row && toChange(row);
}

/** The change with its row locked until the transaction ends. */
export async function findChangeForUpdate(
  tx: Tx,
  { organizationId, changeId }: ChangeKey,
): Promise<BookingChange | undefined> {
  const row = await db(tx)
    .selectFrom('booking_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst();
  return row && toChange(row);
}

/** The change that a checkout session pays for. */
export async function findChangeBySession(
  h: Handle,
  organizationId: OrganizationId,
  sessionId: SessionId,
): Promise<BookingChange | undefined> {
  const row = await db(h)
    .selectFrom('booking_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && toChange(row);
}

/** Changes of a booking, newest first; of one item and kind where they are named. */
export async function listChanges(
  h: Handle,
  organizationId: OrganizationId,
  bookingRef: BookingRef,
  of: { readonly itemId?: ItemId; readonly kind?: ChangeKind } = {},
): Promise<readonly BookingChange[]> {
  let query = db(h)
    .selectFrom('booking_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef);
  if (of.itemId !== undefined) query = query.where('item_id', '=', of.itemId);
  if (of.kind !== undefined) query = query.where('kind', '=', of.kind);
  // Anyone who asks for quote after quote hides older quotes by them, never what was committed to.
  const rows = await query
    .orderBy((eb) => eb('status', 'in', UNCOMMITTED))
    .orderBy('quoted_at', 'desc')
    .orderBy('change_id', 'desc')
    .limit(CHANGES_MAX)
    .execute();
  return rows.map(toChange).sort((a, b) => b.quotedAt.getTime() - a.quotedAt.getTime());
}

/** More quotes than anybody asks for one booking; older ones have lapsed long ago. */
const CHANGES_MAX = 200;

/**
 * The changes of a booking that are under way, however many quotes were asked for since; where an item is named those
 * of it, and the exchange that it comes from while that still moves money: what was paid for it is not settled before.
 */
export async function listChangesUnderWay(
  h: Handle,
  { organizationId, bookingRef }: Pick<BookingChange, 'organizationId' | 'bookingRef'>,
  itemId?: ItemId,
): Promise<readonly BookingChange[]> {
  const rows = await db(h)
    .selectFrom('booking_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('booking_ref', '=', bookingRef)
    .where('status', 'in', UNDER_WAY)
    .execute();
  const changes = rows.map(toChange);
  return itemId === undefined
    ? changes
    : changes.filter(
        (change) =>
          change.itemId === itemId || (change.plan.kind === 'exchange' && change.plan.replacement.itemId === itemId),
      );
}

/**
 * Changes of some bookings that are under way, and the refunds that were made, wholly or in part: what a reader of the
 * bookings hears of.
 */
export async function listChangesToReport(
  h: Handle,
  organizationId: OrganizationId,
  bookingRefs: readonly BookingRef[],
): Promise<readonly BookingChange[]> {
  if (bookingRefs.length === 0) return [];
  const rows = await db(h)
    .selectFrom('booking_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('booking_ref', 'in', bookingRefs)
    .where(({ and, eb, or }) =>
      or([eb('status', 'in', UNDER_WAY), and([eb('status', 'in', MADE), eb('kind', 'in', CANCELLATIONS)])]),
    )
    .execute();
  return rows.map(toChange);
}

/** Changes of an organization that wait for people, there or here, oldest first. */
export async function listChangesForPeopleOf(
  h: Handle,
  organizationId: OrganizationId,
  limit: number,
): Promise<readonly BookingChange[]> {
  const rows = await db(h)
    .selectFrom('booking_change')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(({ and, eb, or, ref }) =>
      or([
        eb('status', '=', 'partial'),
        eb('status', '=', 'deciding'),
        and([eb('status', '=', 'pending'), eb(ref('terms', '->>').key('support'), '=', sql.lit('manual'))]),
      ]),
    )
    .orderBy('committed_at')
    .orderBy('change_id')
    .limit(limit)
    .execute();
  return rows.map(toChange);
}

/** Stores a step; false when another run has taken one since the change was read. */
export async function saveChange(h: Handle, before: BookingChange, after: BookingChange): Promise<boolean> {
  const result = await db(h)
    .updateTable('booking_change')
    .set((row) => ({ version: row('version', '+', 1), ...toStepColumns(after) }))
    .where('organization_id', '=', before.organizationId)
    .where('change_id', '=', before.changeId)
    .where('version', '=', before.version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Makes the page of a session findable by its link alone. */
export async function listSession(tx: Tx, organizationId: OrganizationId, sessionId: SessionId): Promise<void> {
  const listed = guestRefCte('session', sessionId, organizationId);
  await db(tx)
    .with(listed.name, () => listed.sql)
    .selectFrom(listed.name)
    .selectAll()
    .execute();
}

function fromPlan(plan: ChangePlan): unknown {
  return plan.kind === 'exchange' ? { ...plan, replacement: fromItem(plan.replacement) } : plan;
}

function toPlan(stored: StoredPlan): ChangePlan {
  if (stored.kind === 'exchange') return { ...stored, replacement: toItem(stored.replacement) };
  if (stored.kind === 'services') return stored;
  const { refund, penalty, originPenalty, manualReason } = stored;
  return { ...stored, refund, penalty, originPenalty, manualReason };
}

function toStepColumns(change: BookingChange) {
  return {
    status: change.status,
    terms: toJsonb<StoredPlan>(fromPlan(change.plan)),
    payment_id: change.paymentId ?? null,
    session_id: change.sessionId ?? null,
    result: change.result === undefined ? null : toJsonb<ChangeResult>(change.result),
    failure: change.failure ?? null,
    calls: change.calls,
    look_ups: change.lookUps,
    call_until: change.callUntil ?? null,
    committed_at: change.committedAt ?? null,
    ended_at: change.endedAt ?? null,
  };
}

function toChange(row: ChangeRow): BookingChange {
  return {
    organizationId: asId('organization', row.organization_id),
    changeId: row.change_id,
    bookingRef: asBookingRef(row.booking_ref),
    tripId: asId('trip', row.trip_id),
    itemId: asId('item', row.item_id),
    kind: row.kind,
    status: row.status,
    plan: toPlan(row.terms),
    reference: row.reference,
    paymentId: row.payment_id === null ? undefined : asId('payment', row.payment_id),
    sessionId: row.session_id === null ? undefined : asId('session', row.session_id),
    result: row.result ?? undefined,
    failure: row.failure ?? undefined,
    calls: row.calls,
    lookUps: row.look_ups,
    callUntil: row.call_until ?? undefined,
    version: row.version,
    quotedAt: row.quoted_at,
    expiresAt: row.expires_at,
    committedAt: row.committed_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  };
}
