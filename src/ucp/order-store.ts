import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, Tx } from '../platform/db/db.ts';
import type { OrganizationId } from '../platform/ids.ts';
import type { BookingEvent } from '../webhooks/ucp-orders.ts';

interface OrderEventRow {
  organization_id: string;
  event_id: string;
  checkout_id: string;
  booking_ref: string;
  type: string;
  item_ids: unknown;
  occurred_at: Date;
}

const ItemIds = z.array(z.string());

/** Something that happened to an order. */
export interface OrderEvent {
  readonly eventId: string;
  readonly checkoutId: string;
  readonly bookingRef: string;
  readonly type: string;
  readonly itemIds: readonly string[];
  readonly occurredAt: Date;
}

const events = (h: Handle) => h.q.withTables<{ ucp_order_event: OrderEventRow }>();

/** Records an event of a booking that was made over UCP; answers its checkout, undefined where it was not. */
export async function insertOrderEvent(tx: Tx, event: BookingEvent): Promise<string | undefined> {
  const { rows } = await sql<{ checkout_id: string }>`
    insert into ucp_order_event
    select c.organization_id, ${event.eventId}, c.checkout_id, b.booking_ref, ${event.type},
      ${JSON.stringify(event.itemIds)}::jsonb, ${event.occurredAt}
    from booking b
    join ucp_checkout c on c.organization_id = b.organization_id and c.checkout_id = b.trip_id
    where b.organization_id = ${event.organizationId} and b.booking_ref = ${event.bookingRef}
    on conflict do nothing
    returning checkout_id`.execute(tx.q);
  return rows[0]?.checkout_id;
}

/** One event; undefined once its checkout is gone. */
export async function findOrderEvent(
  h: Handle,
  organizationId: OrganizationId,
  eventId: string,
): Promise<OrderEvent | undefined> {
  const row = await events(h)
    .selectFrom('ucp_order_event')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row && toEvent(row);
}

/** The newest events of an order, oldest first. */
export async function listOrderEvents(
  h: Handle,
  organizationId: OrganizationId,
  checkoutId: string,
): Promise<readonly OrderEvent[]> {
  const shownMax = 100;
  const rows = await events(h)
    .selectFrom('ucp_order_event')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('checkout_id', '=', checkoutId)
    .orderBy('occurred_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map(toEvent).reverse();
}

function toEvent(row: OrderEventRow): OrderEvent {
  return {
    eventId: row.event_id,
    checkoutId: row.checkout_id,
    bookingRef: row.booking_ref,
    type: row.type,
    itemIds: ItemIds.parse(row.item_ids),
    occurredAt: row.occurred_at,
  };
}
