/** The types of events of Duffel. */
export const EVENT_TYPES: readonly string[] = [
  'order.created',
  'order.creation_failed',
  'order.updated',
  'air.order.changed',
  'order.airline_initiated_change_detected',
  'order_cancellation.created',
  'order_cancellation.confirmed',
  'payment.created',
  'air.payment.pending',
  'air.payment.succeeded',
  'air.payment.failed',
  'air.payment.cancelled',
  'air.airline_credit.created',
  'air.airline_credit.spent',
  'air.airline_credit.invalidated',
  'stays.booking.created',
  'stays.booking.cancelled',
  'stays.booking_creation_failed',
  'cars.booking.created',
  'cars.booking.cancelled',
  'ping.triggered',
];

/** Where events are sent. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly live_mode: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An event as its receiver sees it. */
export interface WebhookEvent {
  readonly id: string;
  readonly api_version: 'v2';
  readonly type: string;
  readonly live_mode: boolean;
  readonly created_at: string;
  /** The id of what it is about, not of the event. */
  readonly idempotency_key: string;
  readonly identity_organisation_id: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/** One attempt to deliver an event. */
export interface WebhookDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly type: string;
  readonly url: string;
  readonly delivery_success: boolean;
  readonly response_status_code: number | null;
  readonly created_at: string;
}

/** How an event is sent otherwise than Duffel sends it. */
export interface DeliveryVariation {
  readonly signature?: 'v1' | 'v2' | 'both' | undefined;
  /** Signed with another secret. */
  readonly isForged?: boolean | undefined;
  /** With the other `live_mode`. */
  readonly isOtherMode?: boolean | undefined;
  /** About an order nobody made. */
  readonly isUnknownOrder?: boolean | undefined;
  /** How long ago the signature says it was made. */
  readonly signedSecondsAgo?: number | undefined;
}

/** The webhook of one key: Duffel has one for each mode. */
export interface WebhookShelf {
  endpoint: WebhookEndpoint | undefined;
  secret: string;
  events: readonly WebhookEvent[];
  deliveries: readonly WebhookDelivery[];
  /** Events that wait to be released, where the settings hold them. */
  held: readonly WebhookEvent[];
  /** Deliveries under way. */
  readonly inFlight: Set<Promise<unknown>>;
}

export function createWebhookShelf(): WebhookShelf {
  return { endpoint: undefined, secret: '', events: [], deliveries: [], held: [], inFlight: new Set() };
}
