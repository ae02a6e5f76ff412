/** An event as its receiver sees it: request and response are JSON texts. Nothing signs it, nothing identifies it. */
export interface WebhookEvent {
  readonly event_name: string;
  readonly request: string;
  readonly response: string;
}

/** One delivery of an event; the status is null where the receiver did not answer. */
export interface WebhookDelivery {
  readonly event_name: string;
  readonly url: string;
  readonly response_status_code: number | null;
  readonly created_at: string;
}

/** The events of one key and their deliveries. */
export interface WebhookShelf {
  events: readonly WebhookEvent[];
  deliveries: readonly WebhookDelivery[];
  /** Events that wait to be released, where the settings hold them. */
  held: readonly WebhookEvent[];
  /** Deliveries under way. */
  readonly inFlight: Set<Promise<unknown>>;
}

export function createWebhookShelf(): WebhookShelf {
  return { events: [], deliveries: [], held: [], inFlight: new Set() };
}
