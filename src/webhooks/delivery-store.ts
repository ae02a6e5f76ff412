import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, ReadHandle, Tx } from '../platform/db/db.ts';
import { onlyOrganization } from '../platform/db/distribution/batches.ts';
import { asId, type DeliveryId, type EventId, type OrganizationId } from '../platform/ids.ts';
import type { Delivery, DeliveryAttempt } from './model/delivery.ts';
import { DELIVERED_OR_OPEN, deliveryLifecycle, type DeliveryStatus } from './model/delivery-states.ts';
import type { Endpoint } from './model/endpoint.ts';
import type { EndpointStatus } from './model/endpoint-states.ts';
import type { EventType } from './model/event-types.ts';
import {
  type DeliveryRow,
  type EndpointRow,
  type EventRow,
  type Page,
  type PreviousSecretColumns,
  tables,
  toPreviousSecrets,
} from './store-tables.ts';

const StoredAttempts = z.array(
  z.object({
    attempt: z.number(),
    at: z.string(),
    verdict: z.enum(['delivered', 'failed', 'gone']),
    http_status: z.number().optional(),
    failure: z.string().optional(),
    elapsed_ms: z.number(),
    response_excerpt: z.string().optional(),
  }),
);

/** What a delivery is between. */
export type DeliveryKeys = Pick<Delivery, 'organizationId' | 'deliveryId' | 'eventId' | 'endpointId'>;

/** Writes one delivery of an event that exists. */
export async function insertDelivery(tx: Tx, delivery: DeliveryKeys & Pick<Delivery, 'createdAt'>): Promise<void> {
  const { organizationId, deliveryId, eventId, endpointId, createdAt } = delivery;
  await sql`
    insert into webhook_delivery (organization_id, delivery_id, event_id, endpoint_id, created_at)
    values (${organizationId}, ${deliveryId}, ${eventId}, ${endpointId}, ${createdAt})`.execute(tx.q);
}

/** A span of events and the endpoint that may have missed some of them. */
export interface MissedFilter {
  readonly endpoint: Pick<Endpoint, 'organizationId' | 'endpointId' | 'events'>;
  readonly since: Date;
  readonly until: Date;
  readonly limit: number;
}

/** Events the endpoint subscribed to and neither accepted nor is about to be sent, oldest first. */
export async function listMissedEvents(
  h: Handle,
  { endpoint, since, until, limit }: MissedFilter,
): Promise<readonly { readonly eventId: EventId; readonly occurredAt: Date }[]> {
  const rows = await tables(h)
    .selectFrom('webhook_event as e')
    .select(['e.event_id', 'e.occurred_at'])
    .where('e.organization_id', '=', endpoint.organizationId)
    .where('e.is_test', '=', false)
    .where('e.type', 'in', [...endpoint.events])
    .where('e.occurred_at', '>=', since)
    .where('e.occurred_at', '<=', until)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_delivery as d')
            .select('d.delivery_id')
            .whereRef('d.organization_id', '=', 'e.organization_id')
            .whereRef('d.event_id', '=', 'e.event_id')
            .where('d.endpoint_id', '=', endpoint.endpointId)
            .where('d.status', 'in', DELIVERED_OR_OPEN),
        ),
      ),
    )
    .orderBy('e.occurred_at')
    .orderBy('e.event_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ eventId: row.event_id, occurredAt: row.occurred_at }));
}

/** Everything one attempt needs. `endpoint` is absent once it was deleted. */
export interface DeliveryToSend {
  readonly delivery: DeliveryKeys & Pick<Delivery, 'status' | 'attemptCount' | 'nextAttemptAt'>;
  readonly isTest: boolean;
  readonly payload: string;
  readonly endpoint: EndpointToSend | undefined;
}
/** What of an endpoint an attempt needs. */
export type EndpointToSend = Pick<
  Endpoint,
  'organizationId' | 'endpointId' | 'url' | 'status' | 'secretSealed' | 'previousSecrets' | 'failingSince'
>;

/** Names one delivery. */
export type DeliveryKey = Pick<Delivery, 'organizationId' | 'deliveryId'>;

/** Reads deliveries with their events' bytes and their endpoints, in one statement; what is unknown is left out. */
export async function findDeliveriesToSend(
  h: Handle,
  keys: readonly DeliveryKey[],
): Promise<readonly DeliveryToSend[]> {
  const organizationId = onlyOrganization(keys);
  const ofOne = organizationId === undefined ? sql`` : sql`where d.organization_id = ${organizationId}`;
  const { rows } = await sql<ToSendRow>`
    select d.organization_id, d.delivery_id, d.event_id, d.endpoint_id, d.status, d.attempt_count, d.next_attempt_at, e.is_test, e.payload,
      w.url, w.status as endpoint_status, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until, w.older_secrets, w.failing_since
    from unnest(${keys.map((key) => key.organizationId)}::text[], ${keys.map((key) => key.deliveryId)}::text[]) as wanted(organization_id, delivery_id)
    join webhook_delivery d on d.organization_id = wanted.organization_id and d.delivery_id = wanted.delivery_id
    join webhook_event e on e.organization_id = d.organization_id and e.event_id = d.event_id
    left join webhook_endpoint w on w.organization_id = d.organization_id and w.endpoint_id = d.endpoint_id
    ${ofOne}`.execute(h.q);
  return rows.map(toDeliveryToSend);
}

type ToSendRow = Omit<DeliveryRow, 'attempts' | 'created_at' | 'settled_at'> &
  Pick<EventRow, 'is_test' | 'payload'> &
  PreviousSecretColumns &
  Pick<EndpointRow, 'failing_since'> & {
    readonly url: string | null;
    readonly endpoint_status: EndpointStatus | null;
    readonly secret_sealed: string | null;
  };

function toDeliveryToSend(row: ToSendRow): DeliveryToSend {
  const { url, endpoint_status: status, secret_sealed: secretSealed } = row;
  const key = { organizationId: row.organization_id, endpointId: row.endpoint_id };
  return {
    delivery: {
      ...key,
      deliveryId: row.delivery_id,
      eventId: row.event_id,
      status: row.status,
      attemptCount: row.attempt_count,
      nextAttemptAt: row.next_attempt_at ?? undefined,
    },
    isTest: row.is_test,
    payload: row.payload,
    endpoint:
      url === null || status === null || secretSealed === null
        ? undefined
        : {
            ...key,
            url,
            status,
            secretSealed,
            previousSecrets: toPreviousSecrets(row),
            failingSince: row.failing_since ?? undefined,
          },
  };
}

/** What an attempt changes about its delivery. */
export interface AttemptRecord {
  readonly organizationId: OrganizationId;
  readonly deliveryId: DeliveryId;
  readonly attempt: DeliveryAttempt;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | undefined;
  readonly settledAt: Date | undefined;
}

/**
 * Records attempts in one statement, each unless another run of its job has done so already; answers the deliveries
 * that changed.
 */
export async function recordAttempts(h: Handle, records: readonly AttemptRecord[]): Promise<ReadonlySet<DeliveryId>> {
  const organizationId = onlyOrganization(records);
  const ofOne = organizationId === undefined ? sql`` : sql`and d.organization_id = ${organizationId}`;
  const { rows } = await sql<Pick<DeliveryRow, 'delivery_id'>>`
    update webhook_delivery d
    set status = made.status, attempt_count = made.attempt, attempts = d.attempts || made.entry::jsonb,
      next_attempt_at = made.next_attempt_at, settled_at = made.settled_at
    from unnest(${records.map((record) => record.organizationId)}::text[], ${records.map((record) => record.deliveryId)}::text[],
        ${records.map((record) => record.status)}::text[], ${records.map((record) => record.attempt.attempt)}::int[],
        ${records.map((record) => JSON.stringify([storedAttempt(record.attempt)]))}::text[],
        ${records.map((record) => record.nextAttemptAt ?? null)}::timestamptz[], ${records.map((record) => record.settledAt ?? null)}::timestamptz[])
      as made(organization_id, delivery_id, status, attempt, entry, next_attempt_at, settled_at)
    where d.organization_id = made.organization_id and d.delivery_id = made.delivery_id and d.attempt_count = made.attempt - 1
      and d.status in (${sql.join(deliveryLifecycle.open)}) ${ofOne}
    returning d.delivery_id`.execute(h.q);
  return new Set(rows.map((row) => row.delivery_id));
}

/** Settles an open delivery that will not be sent. */
export async function cancelDelivery(h: Handle, key: DeliveryKey, at: Date): Promise<void> {
  await tables(h)
    .updateTable('webhook_delivery')
    .set({ status: 'cancelled', next_attempt_at: null, settled_at: at })
    .where('organization_id', '=', key.organizationId)
    .where('delivery_id', '=', key.deliveryId)
    .where('status', 'in', deliveryLifecycle.allowedFrom('cancelled'))
    .execute();
}

/** Deliveries to an endpoint, newest first. */
export async function listDeliveries(
  h: ReadHandle,
  filter: { organizationId: OrganizationId; endpointId: number; status: DeliveryStatus | undefined },
  page: Page,
): Promise<readonly Delivery[]> {
  let query = selectDeliveries(h)
    .where('d.organization_id', '=', filter.organizationId)
    .where('d.endpoint_id', '=', filter.endpointId);
  if (filter.status !== undefined) query = query.where('d.status', '=', filter.status);
  if (page.after !== undefined) query = query.where('d.delivery_id', '<', asId('delivery', page.after));
  const rows = await query.orderBy('d.delivery_id', 'desc').limit(page.limit).offset(page.offset).execute();
  return rows.map(toDelivery);
}

/** One delivery with its attempts. */
export async function findDelivery(
  h: Handle,
  organizationId: OrganizationId,
  deliveryId: DeliveryId,
): Promise<Delivery | undefined> {
  const row = await selectDeliveries(h)
    .where('d.organization_id', '=', organizationId)
    .where('d.delivery_id', '=', deliveryId)
    .executeTakeFirst();
  return row && toDelivery(row);
}

function deliveriesWithEvents(h: ReadHandle) {
  return tables(h)
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_event as e', (join) =>
      join.onRef('e.organization_id', '=', 'd.organization_id').onRef('e.event_id', '=', 'd.event_id'),
    );
}

function selectDeliveries(h: ReadHandle) {
  return deliveriesWithEvents(h).selectAll('d').select('e.type');
}

function storedAttempt(attempt: DeliveryAttempt): z.infer<typeof StoredAttempts>[number] {
  return {
    attempt: attempt.attempt,
    at: attempt.at.toISOString(),
    verdict: attempt.verdict,
    http_status: attempt.httpStatus,
    failure: attempt.failure,
    elapsed_ms: attempt.elapsedMs,
    response_excerpt: attempt.responseExcerpt,
  };
}

function toDelivery(row: DeliveryRow & { type: EventType }): Delivery {
  return {
    organizationId: row.organization_id,
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    eventType: row.type,
    status: row.status,
    attemptCount: row.attempt_count,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
    attempts: StoredAttempts.parse(row.attempts).map((stored) => ({
      attempt: stored.attempt,
      at: new Date(stored.at),
      verdict: stored.verdict,
      httpStatus: stored.http_status,
      failure: stored.failure,
      elapsedMs: stored.elapsed_ms,
      responseExcerpt: stored.response_excerpt,
    })),
  };
}
