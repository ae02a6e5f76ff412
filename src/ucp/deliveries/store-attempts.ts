import { sql } from 'kysely';
import type { Handle } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';

/** One attempt to send a platform its order. */
export interface OrderAttempt {
  readonly attempt: number;
  readonly at: Date;
  /** Undefined when no answer came. */
  readonly httpStatus: number | undefined;
  /** Why no answer came, or nothing was sent. */
  readonly failure: string | undefined;
  readonly elapsedMs: number;
}
/** An event of an order, with the attempts to send the order because of it, first one first. */
export interface OrderDelivery {
  readonly eventId: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly attempts: readonly OrderAttempt[];
}

interface AttemptRow {
  readonly organization_id: string;
  readonly event_id: string;
  readonly attempt: number;
  readonly at: Date;
  readonly http_status: number | null;
  readonly failure: string | null;
  readonly elapsed_ms: number;
}
interface DeliveryRow extends AttemptRow {
  readonly type: string;
  readonly occurred_at: Date;
}

/** Records an attempt; one that a repeated run of its job has recorded stays. */
export async function insertOrderAttempt(
  h: Handle,
  key: { readonly organizationId: OrganizationId; readonly eventId: string },
  made: OrderAttempt,
): Promise<void> {
  await sql`
    insert into ucp_order_attempt (organization_id, event_id, attempt, at, http_status, failure, elapsed_ms)
    values (${key.organizationId}, ${key.eventId}, ${made.attempt}, ${made.at}, ${made.httpStatus ?? null},
      ${made.failure ?? null}, ${made.elapsedMs})
    on conflict do nothing`.execute(h.q);
}

/** The newest events of an order with their attempts, newest first; none for a booking not made over UCP. */
export async function listOrderDeliveries(
  h: Handle,
  {
    organizationId,
    bookingRef,
    limit,
  }: {
    readonly organizationId: OrganizationId;
    readonly bookingRef: string;
    readonly limit: number;
  },
): Promise<readonly OrderDelivery[]> {
  const { rows } = await sql<DeliveryRow | (Omit<DeliveryRow, 'attempt'> & { readonly attempt: null })>`
    select e.event_id, e.type, e.occurred_at, a.attempt, a.at, a.http_status, a.failure, a.elapsed_ms
    from (
      select * from ucp_order_event
      where organization_id = ${organizationId} and booking_ref = ${bookingRef}
      order by occurred_at desc, event_id desc limit ${limit}
    ) as e
    left join ucp_order_attempt a on a.organization_id = e.organization_id and a.event_id = e.event_id
    order by e.occurred_at desc, e.event_id desc, a.attempt`.execute(h.q);
  const deliveries = new Map<string, OrderDelivery & { readonly attempts: OrderAttempt[] }>();
  for (const row of rows) {
    const known = deliveries.get(row.event_id);
    const delivery = known ?? { eventId: row.event_id, type: row.type, occurredAt: row.occurred_at, attempts: [] };
    if (row.attempt !== null) delivery.attempts.push(toAttempt({ ...row, attempt: row.attempt }));
    deliveries.set(row.event_id, delivery);
  }
  return [...deliveries.values()];
}

function toAttempt(row: Omit<AttemptRow, 'organization_id' | 'event_id'>): OrderAttempt {
  return {
    attempt: row.attempt,
    at: row.at,
    httpStatus: row.http_status ?? undefined,
    failure: row.failure ?? undefined,
    elapsedMs: row.elapsed_ms,
  };
}
