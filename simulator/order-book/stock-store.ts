import { sql } from 'kysely';
import type { Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { CancellationSchedule, PenaltyBasis } from '../../src/travel/cancellation.ts';
import { money } from '../../src/travel/money.ts';
import type { CountsSince } from './sold-inventory.ts';
import type { OrderStatus } from './order-states.ts';
import type { StockKind, StockOrder, StockUse } from './stock-order.ts';

interface BookedRow {
  keys: string[];
  extras: { ancillary_key: string; quantity: number }[];
  uses: StockUse[];
  cancellations: { from: string; penalty: number; basis: PenaltyBasis }[][];
  /** Neither is in orders made before they were stored. */
  shares?: { price: number; paid: number }[];
  ends_at?: string;
  exchange?: { of: string; priced_at: string; is_declined: boolean } | undefined;
  exchanged_by?: string | undefined;
}
/** A row of kind `stay` or `rental`: the table's check promises that it has `booked`. */
interface OrderRow {
  organization_id: string;
  kind: StockKind;
  reference: string;
  order_id: string;
  status: OrderStatus;
  scenario: string | null;
  confirmation_number: string;
  total: number;
  due_later: number;
  currency: string;
  booked: BookedRow;
  booked_at: Date;
  confirmed_at: Date;
  until_confirmed: 'pending' | 'unknown' | null;
  cancelled_at: Date | null;
}
interface StockRow {
  organization_id: string;
  kind: StockKind;
  stock_key: string;
  date: string;
  sold: number;
  changed_at: Date;
}

/** How much of one day's stock is sold. */
export interface SoldStock {
  readonly key: string;
  readonly sold: number;
}

const db = (h: Handle) => h.q.withTables<{ sandbox_order: OrderRow; sandbox_sold_stock: StockRow }>();
/** Far more days than an organization sells rooms or cars on; a bound, not a page. */
const STOCK_ROWS_MAX = 200_000;

/** Keeps a new order of a stay or a rental; false when its reference is taken. */
export async function insertStockOrder(tx: Tx, organizationId: OrganizationId, order: StockOrder): Promise<boolean> {
  const inserted = await db(tx)
    .insertInto('sandbox_order')
    .values({
      organization_id: organizationId,
      kind: order.kind,
      reference: order.reference,
      order_id: order.orderId,
      status: order.status,
      scenario: order.scenario ?? null,
      confirmation_number: order.confirmationNumber,
      total: order.total.value,
      due_later: order.dueLater.value,
      currency: order.total.currency,
      booked: sql`${JSON.stringify(toBookedRow(order))}::jsonb`,
      booked_at: order.bookedAt,
      confirmed_at: order.confirmedAt,
      until_confirmed: order.untilConfirmed ?? null,
      cancelled_at: null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'reference']).doNothing())
    .returning('reference')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The order of a reference, if it is one of this kind. */
export async function findStockOrder(
  h: Handle,
  organizationId: OrganizationId,
  kind: StockKind,
  reference: string,
): Promise<StockOrder | undefined> {
  const row = await db(h)
    .selectFrom('sandbox_order')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row && toOrder(row);
}

/** Finds an order with its row locked until the transaction ends. */
export async function findStockOrderForUpdate(
  tx: Tx,
  organizationId: OrganizationId,
  kind: StockKind,
  reference: string,
): Promise<StockOrder | undefined> {
  const row = await db(tx)
    .selectFrom('sandbox_order')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  return row && toOrder(row);
}

/** Notes on an order which exchange of it was begun last. */
export async function noteExchange(
  tx: Tx,
  organizationId: OrganizationId,
  reference: string,
  exchangedBy: string,
): Promise<void> {
  await db(tx)
    .updateTable('sandbox_order')
    .set({ booked: sql`booked || ${JSON.stringify({ exchanged_by: exchangedBy })}::jsonb` })
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .execute();
}

/**
 * Adds to what is sold and answers the new counts, their rows locked. Uses come in the order of their keys
 * (`gatherUses`).
 */
export async function addSoldStock(
  tx: Tx,
  organizationId: OrganizationId,
  kind: StockKind,
  uses: readonly StockUse[],
): Promise<readonly SoldStock[]> {
  if (uses.length === 0) return [];
  const rows = uses.map(({ key, date, count }) => ({
    organization_id: organizationId,
    kind,
    stock_key: key,
    date,
    sold: count,
    changed_at: sql<Date>`now()`,
  }));
  const counted = await db(tx)
    .insertInto('sandbox_sold_stock')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'kind', 'stock_key']).doUpdateSet((eb) => ({
        sold: eb('sandbox_sold_stock.sold', '+', eb.ref('excluded.sold')),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .returning(['stock_key', 'sold'])
    .execute();
  return counted.map(toSold);
}

/**
 * Gives stock back and answers the new counts. The rows are locked in the order of their keys, as selling locks them.
 */
export async function freeSoldStock(
  tx: Tx,
  organizationId: OrganizationId,
  kind: StockKind,
  freed: readonly StockUse[],
): Promise<readonly SoldStock[]> {
  const counted = await sql<{ stock_key: string; sold: number }>`
    with freed as (
      select * from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb) as f (key text, count integer)
    ), locked as (
      select stock_key from sandbox_sold_stock
      where organization_id = ${organizationId} and kind = ${kind} and stock_key in (select key from freed)
      order by stock_key for update
    )
    update sandbox_sold_stock as s set sold = greatest(0, s.sold - f.count), changed_at = now()
    from freed as f join locked as l on l.stock_key = f.key
    where s.organization_id = ${organizationId} and s.kind = ${kind} and s.stock_key = f.key
    returning s.stock_key, s.sold`.execute(tx.q);
  return counted.rows.map(toSold);
}

/** What has been sold of one kind. */
export async function listSoldStock(h: Handle, organizationId: OrganizationId, kind: StockKind, since: CountsSince) {
  let query = db(h)
    .selectFrom('sandbox_sold_stock')
    .select(['stock_key', 'sold', 'changed_at'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('date', '>=', since.fromDate);
  if (since.changedAfter) query = query.where('changed_at', '>', since.changedAfter);
  const rows = await query.limit(STOCK_ROWS_MAX).execute();
  const latest = rows.reduce<Date | undefined>(
    (last, row) => (last && last >= row.changed_at ? last : row.changed_at),
    undefined,
  );
  return { counts: rows.map(toSold), latest };
}

function toSold(row: Pick<StockRow, 'stock_key' | 'sold'>): SoldStock {
  return { key: row.stock_key, sold: row.sold };
}

function toBookedRow({
  keys,
  extras,
  uses,
  cancellations,
  shares,
  endsAt,
  exchange,
  exchangedBy,
}: StockOrder): BookedRow {
  return {
    keys: [...keys],
    extras: extras.map(({ ancillaryKey, quantity }) => ({ ancillary_key: ancillaryKey, quantity })),
    uses: uses.map(({ key, date, count }) => ({ key, date, count })),
    cancellations: cancellations.map((schedule) =>
      schedule.map(({ from, penalty, basis }) => ({ from: from.toISOString(), penalty: penalty.value, basis })),
    ),
    shares: shares.map(({ price, paid }) => ({ price: price.value, paid: paid.value })),
    ...(endsAt === undefined ? {} : { ends_at: endsAt.toISOString() }),
    exchange: exchange && {
      of: exchange.of,
      priced_at: exchange.pricedAt.toISOString(),
      is_declined: exchange.isDeclined,
    },
    exchanged_by: exchangedBy,
  };
}

function toOrder(row: OrderRow): StockOrder {
  const {
    keys,
    extras,
    uses,
    cancellations,
    shares = [],
    ends_at: endsAt,
    exchange,
    exchanged_by: exchangedBy,
  } = row.booked;
  const toSchedule = (steps: BookedRow['cancellations'][number]): CancellationSchedule =>
    steps.map(({ from, penalty, basis }) => ({ from: new Date(from), penalty: money(penalty, row.currency), basis }));
  return {
    kind: row.kind,
    reference: row.reference,
    orderId: row.order_id,
    status: row.status,
    scenario: row.scenario ?? undefined,
    keys,
    extras: extras.map((extra) => ({ ancillaryKey: extra.ancillary_key, quantity: extra.quantity })),
    uses,
    confirmationNumber: row.confirmation_number,
    total: money(row.total, row.currency),
    dueLater: money(row.due_later, row.currency),
    cancellations: cancellations.map(toSchedule),
    shares: shares.map(({ price, paid }) => ({ price: money(price, row.currency), paid: money(paid, row.currency) })),
    endsAt: endsAt === undefined ? undefined : new Date(endsAt),
    bookedAt: row.booked_at,
    confirmedAt: row.confirmed_at,
    untilConfirmed: row.until_confirmed ?? undefined,
    exchange: exchange && { of: exchange.of, pricedAt: new Date(exchange.priced_at), isDeclined: exchange.is_declined },
    exchangedBy,
  };
}
