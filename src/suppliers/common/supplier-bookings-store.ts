import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import type { KeyedSupplier } from './account.ts';
import {
  PROVABLE,
  REPLACEABLE,
  SETTLEABLE,
  supplierBookingLifecycle,
  type SupplierBookingStatus,
} from './model/supplier-booking-states.ts';
import type {
  IntendedBooking,
  KnownBooking,
  RefusedBooking,
  SupplierBooking,
  SupplierBookingKey,
  SupplierEventKey,
  SupplierOrderIds,
} from './supplier-bookings.ts';
import { toJsonb } from '../../platform/db/values/jsonb.ts';

interface SupplierBookingRow {
  organization_id: string;
  supplier: KeyedSupplier;
  reference: string;
  account_id: string | null;
  status: SupplierBookingStatus;
  intent: number;
  offer_id: string;
  search_id: string | null;
  total: number;
  currency: string;
  ordered: unknown;
  order_id: string | null;
  request_id: string | null;
  proof: string | null;
  reason: string | null;
  failure_event_id: string | null;
  called_at: Date | null;
  calls: number;
}
interface SupplierEventRow {
  supplier: string;
  account_id: string;
  event_id: string;
  received_at: Date;
}

const tablesOf = (db: Db) =>
  db.q.withTables<{ supplier_booking: SupplierBookingRow; supplier_event: SupplierEventRow }>();

/** Rows that one callback may wake: an offer is ordered once, or by mistake a few times. */
const ROWS_OF_ORDER_MAX = 10;
/** Suppliers repeat an event for some days; a month on it is no repeat. */
const EVENT_LIFE_MS = 30 * 86_400_000;

const NOTHING_KNOWN = { order_id: null, request_id: null, proof: null, reason: null, failure_event_id: null } as const;

/** Writes an intent, or replaces one: see `SupplierBookings.intend`. */
export async function insertIntent(db: Db, booking: IntendedBooking): Promise<SupplierBooking | undefined> {
  const intent = { ...contentOf(booking, booking.ordered), ...NOTHING_KNOWN, status: 'intended' } as const;
  return insertOrReplace(db, booking, { inserted: intent, replaced: intent });
}

/** See `SupplierBookings.refuse`. What an earlier call ordered stays in the row: by that its order is looked for. */
export async function insertRefusal(db: Db, booking: RefusedBooking): Promise<boolean> {
  const { proof, reason } = booking;
  const refusal = { ...NOTHING_KNOWN, status: 'known', proof, reason } as const;
  const inserted = { ...contentOf(booking, null), ...refusal };
  return (await insertOrReplace(db, booking, { inserted, replaced: refusal })) !== undefined;
}

function contentOf(booking: Pick<SupplierBooking, 'accountId' | 'offerId' | 'searchId' | 'total'>, ordered: unknown) {
  return {
    account_id: booking.accountId ?? null,
    offer_id: booking.offerId,
    search_id: booking.searchId ?? null,
    total: booking.total.value,
    currency: booking.total.currency,
    ordered: toJsonb(ordered),
  };
}

/** Begins a row, or its next intent where nothing final is known of the one before: else undefined. */
async function insertOrReplace(
  db: Db,
  { organizationId, supplier, reference }: SupplierBookingKey,
  {
    inserted,
    replaced,
  }: {
    readonly inserted: Omit<
      Insertable<SupplierBookingRow>,
      'organization_id' | 'supplier' | 'reference' | 'intent' | 'called_at' | 'calls'
    >;
    readonly replaced: Updateable<SupplierBookingRow>;
  },
): Promise<SupplierBooking | undefined> {
  const row = await tablesOf(db)
    .insertInto('supplier_booking')
    .values({
      organization_id: organizationId,
      supplier,
      reference,
      intent: 1,
      ...inserted,
      called_at: null,
      calls: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'supplier', 'reference'])
        .doUpdateSet((was) => ({ ...replaced, intent: was('supplier_booking.intent', '+', 1) }))
        .where('supplier_booking.order_id', 'is', null)
        .where('supplier_booking.reason', 'is', null)
        .where('supplier_booking.status', 'in', REPLACEABLE),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toBooking(row);
}

/** See `SupplierBookings.beginCall`. */
export async function markCalled(db: Db, booking: SupplierBooking, at: Date): Promise<SupplierBooking | undefined> {
  const row = await rowOf(db, booking)
    .set((was) => ({ status: 'called', called_at: at, calls: was('calls', '+', 1) }))
    .where('status', 'in', supplierBookingLifecycle.allowedFrom('called'))
    .returningAll()
    .executeTakeFirst();
  return row && toBooking(row);
}

/** See `SupplierBookings.settle`. */
export async function saveKnown(db: Db, booking: SupplierBooking, known: KnownBooking): Promise<boolean> {
  const settled = rowOf(db, booking).where('order_id', 'is', null);
  const state = { status: 'known', request_id: known.requestId ?? null } as const;
  const update =
    'orderId' in known
      ? settled.set({ ...state, order_id: known.orderId, proof: null, reason: null }).where('status', 'in', SETTLEABLE)
      : settled
          .set({ ...state, proof: known.proof, reason: known.reason ?? null })
          .where('status', '=', booking.status)
          .where('status', 'in', PROVABLE);
  const result = await update.executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Records which event says that the order came to nothing. */
export async function saveFailureEvent(db: Db, booking: SupplierBooking, eventId: string): Promise<void> {
  await rowOf(db, booking).set({ failure_event_id: eventId }).where('order_id', 'is', null).execute();
}

/** An update of the one row that stands for this intent and no later one. */
function rowOf(db: Db, booking: SupplierBookingKey & Pick<SupplierBooking, 'intent'>) {
  return tablesOf(db)
    .updateTable('supplier_booking')
    .where('organization_id', '=', booking.organizationId)
    .where('supplier', '=', booking.supplier)
    .where('reference', '=', booking.reference)
    .where('intent', '=', booking.intent);
}

/** A row by its key, or undefined. */
export async function findBookingRow(db: Db, key: SupplierBookingKey): Promise<SupplierBooking | undefined> {
  const row = await tablesOf(db)
    .selectFrom('supplier_booking')
    .selectAll()
    .where('organization_id', '=', key.organizationId)
    .where('supplier', '=', key.supplier)
    .where('reference', '=', key.reference)
    .executeTakeFirst();
  return row && toBooking(row);
}

/** The rows of an account that an order may stand behind, by the ids of order or offer: at most ten. */
export async function listBookingRows(db: Db, ids: SupplierOrderIds): Promise<readonly SupplierBooking[]> {
  const rows = await tablesOf(db)
    .selectFrom('supplier_booking')
    .selectAll()
    .where('supplier', '=', ids.supplier)
    .where('account_id', '=', ids.accountId)
    .where((is) => is.or([is('order_id', '=', ids.orderId ?? ''), is('offer_id', '=', ids.offerId ?? '')]))
    .where('reason', 'is', null)
    .orderBy('calls', 'desc')
    .orderBy('reference')
    .limit(ROWS_OF_ORDER_MAX)
    .execute();
  return rows.map(toBooking);
}

/** Whether an event was acted on. */
export async function hasEvent(db: Db, { supplier, accountId, eventId }: SupplierEventKey): Promise<boolean> {
  const row = await tablesOf(db)
    .selectFrom('supplier_event')
    .select('event_id')
    .where('supplier', '=', supplier)
    .where('account_id', '=', accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that an event was acted on, once, and forgets those of weeks ago. */
export async function insertEvent(db: Db, event: SupplierEventKey, at: Date): Promise<void> {
  await tablesOf(db)
    .deleteFrom('supplier_event')
    .where('received_at', '<', new Date(at.getTime() - EVENT_LIFE_MS))
    .execute();
  await tablesOf(db)
    .insertInto('supplier_event')
    .values({ supplier: event.supplier, account_id: event.accountId, event_id: event.eventId, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function toBooking(row: Selectable<SupplierBookingRow>): SupplierBooking {
  return {
    supplier: row.supplier,
    organizationId: asId('organization', row.organization_id),
    accountId: row.account_id ?? undefined,
    reference: row.reference,
    status: row.status,
    intent: row.intent,
    offerId: row.offer_id,
    searchId: row.search_id ?? undefined,
    total: money(row.total, row.currency),
    ordered: row.ordered,
    orderId: row.order_id ?? undefined,
    requestId: row.request_id ?? undefined,
    proof: row.proof ?? undefined,
    reason: row.reason ?? undefined,
    failureEventId: row.failure_event_id ?? undefined,
    calledAt: row.called_at ?? undefined,
    calls: row.calls,
  };
}
