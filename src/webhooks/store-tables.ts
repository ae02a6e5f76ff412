import * as z from 'zod';
import type { ReadHandle } from '../platform/db/db.ts';
import type { DeliveryId, EventId, OrganizationId } from '../platform/ids.ts';
import type { DeliveryStatus } from './model/delivery-states.ts';
import type { PreviousSecret } from './model/endpoint.ts';
import type { DisabledReason, EndpointStatus } from './model/endpoint-states.ts';
import type { EventType } from './model/event-types.ts';

/** A row of webhook_endpoint. */
export type EndpointRow = {
  organization_id: OrganizationId;
  endpoint_id: number;
  url: string;
  events: EventType[];
  status: EndpointStatus;
  disabled_reason: DisabledReason | null;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_secret_until: Date | null;
  older_secrets: unknown;
  failing_since: Date | null;
  created_at: Date;
};
/** A row of webhook_event. */
export type EventRow = {
  organization_id: OrganizationId;
  event_id: EventId;
  type: EventType;
  booking_ref: string | null;
  is_test: boolean;
  occurred_at: Date;
  payload: string;
};
/** A row of webhook_delivery. */
export type DeliveryRow = {
  organization_id: OrganizationId;
  delivery_id: DeliveryId;
  event_id: EventId;
  endpoint_id: number;
  status: DeliveryStatus;
  attempt_count: number;
  attempts: unknown;
  next_attempt_at: Date | null;
  created_at: Date;
  settled_at: Date | null;
};
type WebhookTables = {
  webhook_endpoint: EndpointRow;
  webhook_event: EventRow;
  webhook_delivery: DeliveryRow;
};

/** The handle narrowed to this folder's tables. */
export const tables = (h: ReadHandle) => h.q.withTables<WebhookTables>();

/** Which page of a newest-first list is wanted. */
export interface Page {
  /** The last id of the page before. */
  readonly after: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

const OlderSecrets = z.array(z.object({ sealed: z.string(), until: z.coerce.date() }));

/** The columns that hold the replaced secrets: two for the newest, one for all before it. */
export type PreviousSecretColumns = Pick<
  EndpointRow,
  'previous_secret_sealed' | 'previous_secret_until' | 'older_secrets'
>;

/** Replaced secrets as their columns hold them, the newest first. */
export function toPreviousSecrets(row: PreviousSecretColumns): readonly PreviousSecret[] {
  const { previous_secret_sealed: sealed, previous_secret_until: until } = row;
  return sealed === null || until === null ? [] : [{ sealed, until }, ...OlderSecrets.parse(row.older_secrets)];
}
