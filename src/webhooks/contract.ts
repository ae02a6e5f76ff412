import * as z from 'zod';
import { integerText } from '../platform/http/input/integer-text.ts';
import { LIST_OFFSET_MAX } from '../platform/http/input/page-key.ts';
import type { Delivery } from './model/delivery.ts';
import { deliveryLifecycle } from './model/delivery-states.ts';
import type { Endpoint } from './model/endpoint.ts';
import { endpointLifecycle } from './model/endpoint-states.ts';
import { EVENT_TYPES } from './model/event-types.ts';
import type { PageOf } from './read-webhooks.ts';
import type { Recovery } from './recover-webhook.ts';
import type { EndpointWithSecret } from './register-webhook.ts';
import type { SentAgain } from './send-again.ts';

const eventsPerEndpointMax = 50;
const pageLimitMax = 100;
const pageLimitDefault = 20;
const pageTokenLengthMax = 1_024;

const EventTypes = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(eventsPerEndpointMax)
  .meta({ description: 'The events to receive. More types will be added; an unknown one is refused here.' });
const Url = z
  .string()
  .min(1)
  .max(2_048)
  .meta({ description: 'https, publicly reachable. Checked now and before every attempt.' });

/** `{id}` of an endpoint. */
export const WebhookParams = z.object({ id: integerText(1, Number.MAX_SAFE_INTEGER) });
/** `{delivery_id}` of a delivery, or the id of one of its attempts as the receiver saw it. */
export const DeliveryParams = z.object({ delivery_id: z.string().min(1).max(64) });

/** Body of POST /v1/webhooks. */
export const RegisterWebhookRequest = z.object({ url: Url, events: EventTypes });
/** Body of PATCH /v1/webhooks/{id}. */
export const ChangeWebhookRequest = z.object({
  url: Url.optional(),
  events: EventTypes.optional(),
  status: z.enum(endpointLifecycle.states).optional(),
});
/** Body of the POSTs that take none. */
export const EmptyRequest = z.object({});

const pageQuery = {
  limit: integerText(1, pageLimitMax, pageLimitDefault),
  offset: integerText(0, LIST_OFFSET_MAX, 0),
  page_token: z.string().min(1).max(pageTokenLengthMax).optional(),
};
/** Body of POST /v1/webhooks/{id}/recover. */
export const RecoverWebhookRequest = z.object({
  since: z.iso.datetime({ offset: true }),
  until: z.iso.datetime({ offset: true }).optional(),
});
/** Query of GET /v1/webhooks/{id}/deliveries. */
export const DeliveriesQuery = z.object({ ...pageQuery, status: z.enum(deliveryLifecycle.states).optional() });
/** Query of GET /v1/events. */
export const EventsQuery = z.object({
  ...pageQuery,
  since: z.iso.datetime({ offset: true }).optional(),
  type: z.enum(EVENT_TYPES).optional(),
  booking_ref: z.string().min(1).max(64).optional(),
});

/** An endpoint on the wire. */
export const WebhookResource = z.looseObject({
  id: z.int(),
  url: z.string(),
  events: z.array(z.string()),
  status: z.string(),
  created_at: z.string(),
  disabled_reason: z.string().optional().meta({
    description: '`requested`, `gone` (the receiver answered 410) or `failing` (5 days of nothing but failures).',
  }),
  failing_since: z.string().optional(),
  previous_secret_expires_at: z
    .string()
    .optional()
    .meta({ description: 'Until when the secret before this one signs as well.' }),
});
/** A new endpoint with its signing secret, which is shown this once. */
export const WebhookResourceWithSecret = WebhookResource.extend({ secret: z.string() });
export const WebhookList = z.looseObject({ webhooks: z.array(WebhookResource) });
export const WebhookDeleted = z.looseObject({ id: z.int(), deleted: z.literal(true) });
export const DeliveryStarted = z.looseObject({ event_id: z.string(), delivery_id: z.string() });
export const RecoveryStarted = z.looseObject({
  delivery_count: z.int().meta({ description: 'Deliveries that were started.' }),
  recovered_until: z.string().meta({
    description: 'Everything up to here is on its way: ask again with this as `since` while `has_more` is true.',
  }),
  has_more: z.boolean(),
});
export const DeliveryList = z.looseObject({
  deliveries: z.array(
    z.looseObject({
      delivery_id: z.string(),
      event_id: z.string(),
      event: z.string(),
      status: z.string(),
      attempt_count: z.int(),
      next_attempt_at: z.string().optional(),
      created_at: z.string(),
      settled_at: z.string().optional(),
      attempts: z.array(
        z.looseObject({
          attempt: z.int(),
          at: z.string(),
          outcome: z.string(),
          http_status: z.int().optional(),
          failure: z.string().optional(),
          elapsed_ms: z.number(),
          response_excerpt: z.string().optional(),
        }),
      ),
    }),
  ),
  next_page_token: z.string().optional(),
});
/** What the `data` of an event may hold; `contract-sent.ts` says which event holds what. */
export const DATA_FIELDS = {
  item_id: z
    .string()
    .meta({ description: 'The item of the booking that was cancelled, refunded, exchanged or moved.' }),
  new_item_id: z.string().meta({ description: 'The item that took its place.' }),
  item_ids: z.array(z.string()).meta({ description: 'Every item of the booking that was cancelled or refunded.' }),
  reference: z.string().meta({ description: 'Of the refund, cancellation or exchange.' }),
  change_status: z.string().meta({
    description: '`done`; `partial` when the supplier did its part and the money is still ours to settle; `failed`.',
  }),
  severity: z.string().meta({
    description: '`minor`, `major`, `overnight`, `rerouted`, `missed_connection` or `cancelled`. More may be added.',
  }),
  affected_item_ids: z.array(z.string()).meta({ description: 'Items of the booking that no longer fit the flights.' }),
  mandate_id: z.string().meta({ description: 'Full detail: GET /v1/mandates/{mandate_id}.' }),
  proposal_id: z.string().meta({ description: 'Of a purchase; absent where the mandate itself is decided.' }),
  webhook_id: z.int().meta({ description: 'The endpoint that was disabled.' }),
  reason: z.enum(['gone', 'failing']).meta({ description: 'It answered 410, or nothing but failures for five days.' }),
} as const;

/** An event as receivers get it (spec.md, Events). */
export const EventPayload = z.looseObject({
  event: z.string(),
  booking_ref: z.string().optional(),
  monitor_id: z.string().optional().meta({
    description: 'On price_monitor.triggered, which has no booking_ref: read it with GET /v1/price_monitoring/{id}.',
  }),
  status: z.string(),
  occurred_at: z.string(),
  event_id: z.string(),
  livemode: z.boolean(),
  data: z
    .looseObject(DATA_FIELDS)
    .partial()
    .optional()
    .meta({
      description:
        'More identifiers. `booking.cancelled`: item_ids. `booking.item_cancelled`, `booking.cancellation_failed`, `booking.refunded`, `booking.exchanged`, `booking.exchange_failed`: ' +
        'item_id, reference, change_status, and new_item_id after an exchange. `booking.schedule_changed`: item_id, severity, affected_item_ids. `booking.cost_drifted`, `booking.updated`: item_id, and reference and change_status where services were added. ' +
        '`approval.requested`, `approval.granted`, `approval.declined`: mandate_id, and proposal_id of a purchase. `mandate.exhausted`: mandate_id. `webhook.disabled`: webhook_id, reason. Other events have none.',
    }),
});
/** `{event_id}` of an event. */
export const EventParams = z.object({ event_id: z.string().min(1).max(64) });
export const EventList = z.looseObject({ events: z.array(EventPayload), next_page_token: z.string().optional() });

/** An endpoint without its secret. */
export function presentWebhook(endpoint: Endpoint): z.infer<typeof WebhookResource> {
  const [previous] = endpoint.previousSecrets;
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    events: [...endpoint.events],
    status: endpoint.status,
    created_at: endpoint.createdAt.toISOString(),
    ...(endpoint.disabledReason === undefined ? {} : { disabled_reason: endpoint.disabledReason }),
    ...(endpoint.failingSince === undefined ? {} : { failing_since: endpoint.failingSince.toISOString() }),
    ...(previous === undefined ? {} : { previous_secret_expires_at: previous.until.toISOString() }),
  };
}

/** An endpoint just created or rotated, with its secret. */
export function presentWebhookWithSecret(issued: EndpointWithSecret): z.infer<typeof WebhookResourceWithSecret> {
  return { ...presentWebhook(issued.endpoint), secret: issued.secret };
}

/** What a test or a redelivery has started. */
export function presentStarted({ eventId, deliveryId }: SentAgain): z.infer<typeof DeliveryStarted> {
  return { event_id: eventId, delivery_id: deliveryId };
}

/** How far a recovery has come. */
export function presentRecovery({ deliveryCount, recoveredUntil, hasMore }: Recovery): z.infer<typeof RecoveryStarted> {
  return { delivery_count: deliveryCount, recovered_until: recoveredUntil.toISOString(), has_more: hasMore };
}

/** A page of the delivery log. */
export function presentDeliveries(page: PageOf<Delivery>): z.infer<typeof DeliveryList> {
  return { deliveries: page.items.map(presentDelivery), ...nextPage(page) };
}

/** A page of the feed: the payloads as they were sent. */
export function presentEvents(page: PageOf<{ readonly payload: string }>): z.infer<typeof EventList> {
  return { events: page.items.map(({ payload }) => EventPayload.parse(JSON.parse(payload))), ...nextPage(page) };
}

function presentDelivery(delivery: Delivery): z.infer<typeof DeliveryList>['deliveries'][number] {
  return {
    delivery_id: delivery.deliveryId,
    event_id: delivery.eventId,
    event: delivery.eventType,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    ...(delivery.nextAttemptAt === undefined ? {} : { next_attempt_at: delivery.nextAttemptAt.toISOString() }),
    created_at: delivery.createdAt.toISOString(),
    ...(delivery.settledAt === undefined ? {} : { settled_at: delivery.settledAt.toISOString() }),
    attempts: delivery.attempts.map((attempt) => ({
      attempt: attempt.attempt,
      at: attempt.at.toISOString(),
      outcome: attempt.verdict,
      ...(attempt.httpStatus === undefined ? {} : { http_status: attempt.httpStatus }),
      ...(attempt.failure === undefined ? {} : { failure: attempt.failure }),
      elapsed_ms: attempt.elapsedMs,
      ...(attempt.responseExcerpt === undefined ? {} : { response_excerpt: attempt.responseExcerpt }),
    })),
  };
}

function nextPage(page: PageOf<unknown>): { next_page_token?: string } {
  return page.nextPageToken === undefined ? {} : { next_page_token: page.nextPageToken };
}

/** One event as it was sent. */
export function presentEvent({ payload }: { readonly payload: string }): z.infer<typeof EventPayload> {
  return EventPayload.parse(JSON.parse(payload));
}
