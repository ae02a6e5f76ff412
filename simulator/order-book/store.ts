import { sql } from 'kysely';
import type { Handle, Tx } from '../../src/platform/db/db.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import type { CabinClass } from '../../src/travel/flight.ts';
import { money } from '../../src/travel/money.ts';
import type { CountsSince } from './sold-inventory.ts';
import type { SandboxOrder, SoldFare } from '../flights/flights-order.ts';
import type { OrderStatus } from './order-states.ts';

/** A row of kind `flight`: the table's check promises that it has what no other kind has. */
interface OrderRow {
  organization_id: string;
  kind: 'flight' | 'stay' | 'rental';
  reference: string;
  order_id: string;
  status: OrderStatus;
  scenario: string | null;
  offer_key: string;
  fare_key: string;
  confirmation_number: string;
  tickets: { traveler_id: string; number: string }[];
  seats: { flight_number: string; departure_date: string; cabin: CabinClass; seats: number }[];
  total: number;
  currency: string;
  booked_at: Date;
  confirmed_at: Date;
  until_confirmed: 'pending' | 'unknown' | null;
  cancelled_at: Date | null;
  fare: StoredFare | null;
  exchanged_for: string | null;
}
type StoredFare = Omit<SoldFare, 'pricedAt' | 'firstIssuedAt'> & {
  readonly pricedAt: string;
  readonly firstIssuedAt?: string;
};
interface SoldRow {
  organization_id: string;
  flight_number: string;
  departure_date: string;
  cabin: CabinClass;
  sold: number;
  changed_at: Date;
}

/** Seats sold of a flight's cabin. */
export interface SoldCount {
  readonly flightNumber: string;
  readonly departureDate: string;
  readonly cabin: CabinClass;
  readonly sold: number;
}

const db = (h: Handle) => h.q.withTables<{ sandbox_order: OrderRow; sandbox_sold_seats: SoldRow }>();
/** Far more flights than an organization sells on; a bound, not a page. */
const SOLD_ROWS_MAX = 200_000;

/** Keeps a new order of flights; false when its reference is taken. */
export async function insertOrder(tx: Tx, organizationId: OrganizationId, order: SandboxOrder): Promise<boolean> {
  const tickets = order.tickets.map(({ travelerId, number }) => ({ traveler_id: travelerId, number }));
  const seats = order.seats.map(({ flightNumber, departureDate, cabin, seats: count }) => ({
    flight_number: flightNumber,
    departure_date: departureDate,
    cabin,
    seats: count,
  }));
  const inserted = await db(tx)
    .insertInto('sandbox_order')
    .values({
      organization_id: organizationId,
      kind: 'flight',
      reference: order.reference,
      order_id: order.orderId,
      status: order.status,
      scenario: order.scenario ?? null,
      offer_key: order.offerKey,
      fare_key: order.fareKey,
      confirmation_number: order.confirmationNumber,
      tickets: sql`${JSON.stringify(tickets)}::jsonb`,
      seats: sql`${JSON.stringify(seats)}::jsonb`,
      total: order.total.value,
      currency: order.total.currency,
      booked_at: order.bookedAt,
      confirmed_at: order.confirmedAt,
      until_confirmed: order.untilConfirmed ?? null,
      cancelled_at: null,
      fare: order.fare ? sql`${JSON.stringify(order.fare)}::jsonb` : null,
      exchanged_for: order.exchangedFor ?? null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'reference']).doNothing())
    .returning('reference')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The order of flights of a reference. */
export async function findOrder(
  h: Handle,
  organizationId: OrganizationId,
  reference: string,
): Promise<SandboxOrder | undefined> {
  const row = await db(h)
    .selectFrom('sandbox_order')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('kind', '=', 'flight')
    .executeTakeFirst();
  return row && toOrder(row);
}

/** Cancels a booked order, whatever was sold; false when it was cancelled before. */
export async function markCancelled(
  tx: Tx,
  organizationId: OrganizationId,
  reference: string,
  now: Date,
): Promise<boolean> {
  const row = await db(tx)
    .updateTable('sandbox_order')
    .set({ status: 'cancelled', cancelled_at: now })
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('status', '=', 'booked')
    .returning('reference')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a booked order because another takes its place; false when it does not stand any more. */
export async function markExchanged(
  tx: Tx,
  organizationId: OrganizationId,
  { reference, by, now }: { readonly reference: string; readonly by: string; readonly now: Date },
): Promise<boolean> {
  const row = await db(tx)
    .updateTable('sandbox_order')
    .set({ status: 'cancelled', cancelled_at: now, exchanged_for: by })
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('status', '=', 'booked')
    .returning('reference')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adds sold seats and answers the new counts. Rows come in key order, so two bookings never wait for each other in a
 * ring.
 */
export async function addSoldSeats(
  tx: Tx,
  organizationId: OrganizationId,
  changes: readonly SoldCount[],
): Promise<readonly SoldCount[]> {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => ({
    organization_id: organizationId,
    flight_number: change.flightNumber,
    departure_date: change.departureDate,
    cabin: change.cabin,
    sold: change.sold,
    changed_at: sql<Date>`now()`,
  }));
  const counted = await db(tx)
    .insertInto('sandbox_sold_seats')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'flight_number', 'departure_date', 'cabin']).doUpdateSet((eb) => ({
        sold: eb('sandbox_sold_seats.sold', '+', eb.ref('excluded.sold')),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .returning(['flight_number', 'departure_date', 'cabin', 'sold'])
    .execute();
  return counted.map(toSold);
}

/** Gives sold seats back and answers the new counts. */
export async function freeSoldSeats(
  tx: Tx,
  organizationId: OrganizationId,
  freed: readonly SoldCount[],
): Promise<readonly SoldCount[]> {
  const rows = freed.map((seat) => ({
    flight_number: seat.flightNumber,
    departure_date: seat.departureDate,
    cabin: seat.cabin,
    seats: seat.sold,
  }));
  const counted = await sql<Omit<SoldRow, 'organization_id' | 'changed_at'>>`
    update sandbox_sold_seats as s set sold = greatest(0, s.sold - f.seats), changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (flight_number text, departure_date text, cabin text, seats integer)
    where s.organization_id = ${organizationId}
      and s.flight_number = f.flight_number and s.departure_date = f.departure_date and s.cabin = f.cabin
    returning s.flight_number, s.departure_date, s.cabin, s.sold`.execute(tx.q);
  return counted.rows.map(toSold);
}

/**
 * What has been sold on flights from a date on; when `changedAfter` (the database's clock) is given, only what changed
 * since.
 */
export async function listSoldSeats(h: Handle, organizationId: OrganizationId, since: CountsSince) {
  let query = db(h)
    .selectFrom('sandbox_sold_seats')
    .select(['flight_number', 'departure_date', 'cabin', 'sold', 'changed_at'])
    .where('organization_id', '=', organizationId)
    .where('departure_date', '>=', since.fromDate);
  if (since.changedAfter) query = query.where('changed_at', '>', since.changedAfter);
  const rows = await query.limit(SOLD_ROWS_MAX).execute();
  const latest = rows.reduce<Date | undefined>(
    (last, row) => (last && last >= row.changed_at ? last : row.changed_at),
    undefined,
  );
  return { counts: rows.map(toSold), latest };
}

function toSold(row: Omit<SoldRow, 'organization_id' | 'changed_at'>): SoldCount {
  return { flightNumber: row.flight_number, departureDate: row.departure_date, cabin: row.cabin, sold: row.sold };
}

function toOrder(row: OrderRow): SandboxOrder {
  return {
    reference: row.reference,
    orderId: row.order_id,
    status: row.status,
    scenario: row.scenario ?? undefined,
    offerKey: row.offer_key,
    fareKey: row.fare_key,
    confirmationNumber: row.confirmation_number,
    tickets: row.tickets.map((ticket) => ({ travelerId: ticket.traveler_id, number: ticket.number })),
    seats: row.seats.map((use) => ({
      flightNumber: use.flight_number,
      departureDate: use.departure_date,
      cabin: use.cabin,
      seats: use.seats,
    })),
    total: money(row.total, row.currency),
    bookedAt: row.booked_at,
    confirmedAt: row.confirmed_at,
    untilConfirmed: row.until_confirmed ?? undefined,
    fare: row.fare ? toSoldFare(row.fare) : undefined,
    exchangedFor: row.exchanged_for ?? undefined,
  };
}

function toSoldFare({ pricedAt, firstIssuedAt, ...fare }: StoredFare): SoldFare {
  return {
    ...fare,
    pricedAt: new Date(pricedAt),
    ...(firstIssuedAt === undefined ? {} : { firstIssuedAt: new Date(firstIssuedAt) }),
  };
}
