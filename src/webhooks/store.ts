import { type RawBuilder, sql } from 'kysely';
import type { Handle, ReadHandle, Tx } from '../platform/db/db.ts';
import { oldestOf } from '../platform/db/delete-oldest.ts';
import { isDistributed, isKnownDistributed } from '../platform/db/distribution/is-distributed.ts';
import { preparedSql } from '../platform/db/prepared-sql.ts';
import { asId, type DeliveryId, type EventId, type OrganizationId } from '../platform/ids.ts';
import type { Delivery } from './model/delivery.ts';
import type { Endpoint } from './model/endpoint.ts';
import { EVENT_TYPES, type EventType } from './model/event-types.ts';
import { insertDelivery } from './delivery-store.ts';
import { type EndpointRow, type Page, tables, toPreviousSecrets } from './store-tables.ts';

/** An event as it is written, before anyone hears of it. */
export interface EventRecord {
  readonly organizationId: OrganizationId;
  readonly eventId: EventId;
  readonly type: EventType;
  readonly bookingRef: string | undefined;
  readonly occurredAt: Date;
  readonly payload: string;
}

/** A delivery just made, and the endpoint it is for. */
export type NewDelivery = Pick<Delivery, 'deliveryId' | 'endpointId'>;

const eventText = (deliveries: string): string => `
  with event as (
    insert into webhook_event (organization_id, event_id, type, booking_ref, occurred_at, payload) values ($1, $2, $3, $4, $5, $6)
  ), made as (
    select $7::text || endpoint_id as delivery_id, endpoint_id
    from webhook_endpoint where organization_id = $1 and status = 'active' and $3::text = any(events)
  )${deliveries}
  select delivery_id, endpoint_id from made`;
interface MadeRow {
  delivery_id: DeliveryId;
  endpoint_id: number;
}
const writeEventAndDeliveries = preparedSql<MadeRow>(
  eventText(`, written as (
    insert into webhook_delivery (organization_id, delivery_id, event_id, endpoint_id, created_at)
    select $1::text, delivery_id, $2::text, endpoint_id, $5::timestamptz from made
  )`),
);
const writeEvent = preparedSql<MadeRow>(eventText(''));

/**
 * Writes the event and a delivery for every active endpoint that subscribed to it, in one statement; answers the
 * deliveries. On a distributed database each delivery is a statement of its own, which goes to the organization's node.
 */
export async function insertEventWithDeliveries(tx: Tx, event: EventRecord): Promise<readonly NewDelivery[]> {
  // The event's id without its prefix is unique; the endpoint's number behind it makes the delivery's id without a
  // round trip.
  const deliveryIdStart = `dlv_${event.eventId.slice('evt_'.length)}`;
  const { organizationId, eventId, type, bookingRef, occurredAt, payload } = event;
  const values = [organizationId, eventId, type, bookingRef, occurredAt, payload, deliveryIdStart];
  const isSpread = isKnownDistributed(tx) ?? (await isDistributed(tx));
  const rows = await (isSpread ? writeEvent(tx, values) : writeEventAndDeliveries(tx, values));
  const made = rows.map((row) => ({ deliveryId: row.delivery_id, endpointId: row.endpoint_id }));
  if (isSpread) for (const delivery of made) await insertDelivery(tx, { ...event, ...delivery, createdAt: occurredAt });
  return made;
}

/** Writes a sample event, which only the endpoint under test hears of and which no feed lists. */
export async function insertTestEvent(tx: Tx, event: EventRecord): Promise<void> {
  await tables(tx)
    .insertInto('webhook_event')
    .values({
      organization_id: event.organizationId,
      event_id: event.eventId,
      type: event.type,
      booking_ref: event.bookingRef ?? null,
      is_test: true,
      occurred_at: event.occurredAt,
      payload: event.payload,
    })
    .execute();
}

/** Which endpoint is meant. */
export type EndpointKey = Pick<Endpoint, 'organizationId' | 'endpointId'>;

/**
 * Notes when an endpoint began to fail, or with `undefined` that it no longer does. Writes only when that changes
 * something.
 */
export async function markFailing(h: Handle, endpoint: EndpointKey, since: Date | undefined): Promise<void> {
  const update = tables(h)
    .updateTable('webhook_endpoint')
    .set({ failing_since: since ?? null })
    .where('organization_id', '=', endpoint.organizationId)
    .where('endpoint_id', '=', endpoint.endpointId);
  await (since === undefined
    ? update.where('failing_since', 'is not', null)
    : update.where('failing_since', 'is', null)
  ).execute();
}

/** Registers an endpoint and answers it with the number the database gave it. */
export async function insertEndpoint(
  tx: Tx,
  endpoint: Pick<Endpoint, 'organizationId' | 'url' | 'events' | 'secretSealed' | 'createdAt'>,
): Promise<Endpoint> {
  const result = await sql<EndpointRow>`
    insert into webhook_endpoint (organization_id, url, events, secret_sealed, created_at)
    values (${endpoint.organizationId}, ${endpoint.url}, ${textArray(endpoint.events)}, ${endpoint.secretSealed}, ${endpoint.createdAt})
    returning *`.execute(tx.q);
  const row = result.rows[0];
  if (row === undefined) throw new Error('The endpoint was not written.');
  return toEndpoint(row);
}

/** Writes every changeable column of an endpoint. */
export async function updateEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  const [previous, ...older] = endpoint.previousSecrets;
  await sql`
    update webhook_endpoint
    set url = ${endpoint.url}, events = ${textArray(endpoint.events)}, status = ${endpoint.status},
      disabled_reason = ${endpoint.disabledReason ?? null}, failing_since = ${endpoint.failingSince ?? null},
      secret_sealed = ${endpoint.secretSealed}, previous_secret_sealed = ${previous?.sealed ?? null},
      previous_secret_until = ${previous?.until ?? null}, older_secrets = ${JSON.stringify(older)}::text::jsonb
    where organization_id = ${endpoint.organizationId} and endpoint_id = ${endpoint.endpointId}`.execute(tx.q);
}

/** One endpoint, unlocked. */
export async function findEndpoint(
  h: Handle,
  organizationId: OrganizationId,
  endpointId: number,
): Promise<Endpoint | undefined> {
  const row = await tables(h)
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  return row && toEndpoint(row);
}

/** One endpoint, locked until the transaction ends. */
export async function findEndpointForUpdate(
  tx: Tx,
  organizationId: OrganizationId,
  endpointId: number,
): Promise<Endpoint | undefined> {
  const row = await tables(tx)
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst();
  return row && toEndpoint(row);
}

/** Every endpoint of an organization, oldest first; `endpointsMax` bounds them. */
export async function listEndpoints(h: Handle, organizationId: OrganizationId): Promise<readonly Endpoint[]> {
  const rows = await tables(h)
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('endpoint_id')
    .execute();
  return rows.map(toEndpoint);
}

/**
 * Deletes an endpoint; answers whether there was one. Its open deliveries find no one to go to and settle as cancelled.
 */
export async function deleteEndpoint(tx: Tx, organizationId: OrganizationId, endpointId: number): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom('webhook_endpoint')
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Which events a feed asks for. */
export interface EventFilter {
  readonly organizationId: OrganizationId;
  readonly since: Date;
  readonly type: EventType | undefined;
  readonly bookingRef: string | undefined;
}

/** Payloads of real events as they were sent, newest first, each with its id. */
export async function listEvents(
  h: ReadHandle,
  filter: EventFilter,
  page: Page,
): Promise<readonly { eventId: EventId; payload: string }[]> {
  let query = tables(h)
    .selectFrom('webhook_event')
    .select(['event_id', 'payload'])
    .where('organization_id', '=', filter.organizationId)
    .where('is_test', '=', false)
    .where('occurred_at', '>=', filter.since);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.bookingRef !== undefined) query = query.where('booking_ref', '=', filter.bookingRef);
  if (page.after !== undefined) query = query.where('event_id', '<', asId('event', page.after));
  const rows = await query.orderBy('event_id', 'desc').limit(page.limit).offset(page.offset).execute();
  return rows.map((row) => ({ eventId: row.event_id, payload: row.payload }));
}

/** The bytes of an event; undefined for one of nobody. */
export async function findSentEvent(
  h: Handle,
  organizationId: OrganizationId,
  eventId: string,
): Promise<string | undefined> {
  const row = await tables(h)
    .selectFrom('webhook_event')
    .select('payload')
    .where('organization_id', '=', organizationId)
    .where('event_id', '=', asId('event', eventId))
    .executeTakeFirst();
  return row?.payload;
}

/**
 * Deletes up to `limit` events of any organization that happened before an instant, and their deliveries; answers how
 * many events.
 */
export async function deleteEventsBefore(h: Handle, before: Date, limit: number): Promise<number> {
  if (await isDistributed(h)) return await deleteEventsByOrganization(h, before, limit);
  const result = await sql`
    with old as (
      delete from webhook_event
      where ctid = any(${oldestOf({ table: 'webhook_event', column: 'occurred_at', before, limit })})
      returning organization_id, event_id
    ), gone as (
      delete from webhook_delivery d using old where d.organization_id = old.organization_id and d.event_id = old.event_id
    )
    select 1 from old`.execute(h.q);
  return result.rows.length;
}

async function deleteEventsByOrganization(h: Handle, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ organization_id: string; event_id: string }>`
    select organization_id, event_id from webhook_event where occurred_at < ${before} order by occurred_at limit ${limit}`.execute(
    h.q,
  );
  for (const [organizationId, events] of Map.groupBy(rows, (row) => row.organization_id)) {
    const eventIds = events.map((event) => event.event_id);
    await sql`
      with gone as (
        delete from webhook_delivery where organization_id = ${organizationId} and event_id = any(${eventIds}::text[])
      )
      delete from webhook_event where organization_id = ${organizationId} and event_id = any(${eventIds}::text[])`.execute(
      h.q,
    );
  }
  return rows.length;
}

function textArray(values: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`array[${sql.join(values)}]::text[]`;
}

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    organizationId: row.organization_id,
    endpointId: row.endpoint_id,
    url: row.url,
    status: row.status,
    // A name that has left the registry is not published any more, so it need not be known here.
    events: row.events.filter((event) => EVENT_TYPES.includes(event)),
    disabledReason: row.disabled_reason ?? undefined,
    secretSealed: row.secret_sealed,
    previousSecrets: toPreviousSecrets(row),
    failingSince: row.failing_since ?? undefined,
    createdAt: row.created_at,
  };
}

/** Types of the events of many bookings, for reconcile. */
export async function listBookingEventRows(
  h: ReadHandle,
  organizationId: OrganizationId,
  bookingRefs: readonly string[],
): Promise<readonly { readonly bookingRef: string; readonly type: string }[]> {
  const { rows } = await sql<{ booking_ref: string; type: string }>`
    select booking_ref, type from webhook_event
    where organization_id = ${organizationId} and booking_ref = any(${sql.val([...bookingRefs])}::text[]) and not is_test`.execute(
    h.q,
  );
  return rows.map((row) => ({ bookingRef: row.booking_ref, type: row.type }));
}
