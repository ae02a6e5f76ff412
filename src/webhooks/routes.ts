import { type AnyRoute, defineRoute } from '../platform/http/route.ts';
import { foldReference } from '../platform/ids.ts';
import { changeWebhook, deleteWebhook, rotateSecret } from './change-webhook.ts';
import {
  ChangeWebhookRequest,
  DeliveriesQuery,
  DeliveryList,
  DeliveryParams,
  DeliveryStarted,
  EmptyRequest,
  EventList,
  EventParams,
  EventPayload,
  EventsQuery,
  presentDeliveries,
  presentEvent,
  presentEvents,
  presentRecovery,
  presentStarted,
  presentWebhook,
  presentWebhookWithSecret,
  RecoveryStarted,
  RecoverWebhookRequest,
  RegisterWebhookRequest,
  WebhookDeleted,
  WebhookList,
  WebhookParams,
  WebhookResource,
  WebhookResourceWithSecret,
} from './contract.ts';
import { sentEvents } from './contract-sent.ts';
import { getEvent, getWebhook, listWebhooks, readDeliveries, readEvents, UNKNOWN_EVENT } from './read-webhooks.ts';
import { registerWebhook } from './register-webhook.ts';
import { recoverWebhook } from './recover-webhook.ts';
import { redeliver, testWebhook, UNKNOWN_DELIVERY } from './send-again.ts';

const shared = { tag: 'Webhooks', access: 'key', scope: 'manage', cost: 1 } as const;
const writes = { isReadOnly: false, isIdempotent: false, isDestructive: false } as const;
const reads = { isReadOnly: true, isIdempotent: true, isDestructive: false } as const;

const registerWebhookRoute = defineRoute({
  ...shared,
  operationId: 'create_webhook',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'The answer holds the signing secret, once. Deliveries carry X-Service-Signature and the Standard Webhooks headers.',
  isWrite: true,
  isIdempotentPerCredential: true,
  body: RegisterWebhookRequest,
  response: WebhookResourceWithSecret,
  status: 201,
  refusals: ['state_conflict'],
  tool: writes,
  example: { url: 'https://hooks.example.com/bly', events: ['booking.completed', 'booking.failed'] },
  sends: sentEvents,
  async handle({ app, caller, body, request }) {
    return presentWebhookWithSecret(
      await registerWebhook(app, { caller, request }, { ...body, idempotency: request.idempotency }),
    );
  },
});

const listWebhooksRoute = defineRoute({
  ...shared,
  operationId: 'list_webhooks',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhook endpoints',
  description: 'With their events and whether they are active. Secrets are shown once, when they are made.',
  isWrite: false,
  response: WebhookList,
  refusals: [],
  tool: reads,
  async handle({ app, caller }) {
    return { webhooks: (await listWebhooks(app, caller)).map(presentWebhook) };
  },
});

const getWebhookRoute = defineRoute({
  ...shared,
  operationId: 'get_webhook',
  method: 'GET',
  path: '/v1/webhooks/:id',
  summary: 'Get a webhook endpoint',
  description: 'Its address, its events and how its deliveries go.',
  isWrite: false,
  params: WebhookParams,
  response: WebhookResource,
  refusals: ['webhook_not_found'],
  tool: reads,
  async handle({ app, caller, params }) {
    return presentWebhook(await getWebhook(app, caller, params.id));
  },
});

const changeWebhookRoute = defineRoute({
  ...shared,
  operationId: 'update_webhook',
  method: 'PATCH',
  path: '/v1/webhooks/:id',
  summary: 'Update, disable or re-enable a webhook endpoint',
  description: 'What is left out stays as it is. What a disabled endpoint has missed is sent with recover_webhook.',
  isWrite: true,
  params: WebhookParams,
  body: ChangeWebhookRequest,
  response: WebhookResource,
  refusals: ['webhook_not_found'],
  tool: { ...writes, isIdempotent: true },
  example: { status: 'active' },
  async handle({ app, caller, params, body, request }) {
    return presentWebhook(await changeWebhook(app, { caller, request }, params.id, body));
  },
});

const deleteWebhookRoute = defineRoute({
  ...shared,
  operationId: 'delete_webhook',
  method: 'DELETE',
  path: '/v1/webhooks/:id',
  summary: 'Delete a webhook endpoint',
  description: 'It is sent nothing more.',
  isWrite: true,
  params: WebhookParams,
  response: WebhookDeleted,
  refusals: ['webhook_not_found'],
  tool: { ...writes, isDestructive: true },
  async handle({ app, caller, params, request }) {
    await deleteWebhook(app, { caller, request }, params.id);
    return { id: params.id, deleted: true as const };
  },
});

const testWebhookRoute = defineRoute({
  ...shared,
  operationId: 'test_webhook',
  method: 'POST',
  path: '/v1/webhooks/:id/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Of the first event of the endpoint, as complete as a real one; livemode is false, the booking reference BLY-TESTAA, and no id in it is of anything.',
  isWrite: true,
  params: WebhookParams,
  body: EmptyRequest,
  response: DeliveryStarted,
  status: 202,
  refusals: ['webhook_not_found'],
  tool: writes,
  async handle({ app, caller, params, request: { idempotency } }) {
    return presentStarted(await testWebhook(app, caller, params.id, idempotency));
  },
});

const rotateSecretRoute = defineRoute({
  ...shared,
  operationId: 'rotate_webhook_secret',
  method: 'POST',
  path: '/v1/webhooks/:id/rotate_secret',
  summary: 'Rotate the signing secret of a webhook endpoint',
  description:
    'For 24 hours webhook-signature carries both signatures, and X-Service-Signature alternates: ' +
    'new on odd attempts, old on even ones. Every secret stays valid for 24 hours after it was replaced, so the fourth rotation within 24 hours is refused (409).',
  isWrite: true,
  isIdempotentPerCredential: true,
  params: WebhookParams,
  body: EmptyRequest,
  response: WebhookResourceWithSecret,
  refusals: ['webhook_not_found', 'state_conflict'],
  tool: writes,
  async handle({ app, caller, params, request }) {
    return presentWebhookWithSecret(await rotateSecret(app, { caller, request }, params.id, request.idempotency));
  },
});

const listDeliveriesRoute = defineRoute({
  ...shared,
  operationId: 'list_webhook_deliveries',
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries',
  summary: 'List the deliveries of a webhook endpoint, newest first',
  description: 'Each attempt to deliver: when, what was answered, when the next one is due.',
  isWrite: false,
  params: WebhookParams,
  query: DeliveriesQuery,
  response: DeliveryList,
  refusals: ['webhook_not_found'],
  tool: reads,
  async handle({ app, caller, params, query }) {
    const page = await readDeliveries(app, caller, { endpointId: params.id, status: query.status }, pageOf(query));
    return presentDeliveries(page);
  },
});

const redeliverRoute = defineRoute({
  ...shared,
  operationId: 'redeliver_webhook',
  method: 'POST',
  path: '/v1/webhooks/deliveries/:delivery_id/redeliver',
  summary: 'Redeliver an event',
  description: 'To the same endpoint, with the same event id.',
  isWrite: true,
  params: DeliveryParams,
  unknownId: UNKNOWN_DELIVERY,
  body: EmptyRequest,
  response: DeliveryStarted,
  status: 202,
  refusals: ['resource_not_found', 'webhook_not_found', 'state_conflict'],
  tool: writes,
  async handle({ app, caller, params, request: { idempotency } }) {
    return presentStarted(await redeliver(app, caller, params.delivery_id, idempotency));
  },
});

const recoverRoute = defineRoute({
  ...shared,
  operationId: 'recover_webhook',
  method: 'POST',
  path: '/v1/webhooks/:id/recover',
  summary: 'Resend the undelivered events of a webhook endpoint',
  description:
    'Events from `since` to `until` (default: now) that this endpoint subscribed to and has not accepted, oldest first: those whose ' +
    'attempts all failed and those that happened while it was disabled. At most 500 in one call.',
  isWrite: true,
  params: WebhookParams,
  body: RecoverWebhookRequest,
  response: RecoveryStarted,
  status: 202,
  refusals: ['webhook_not_found', 'state_conflict'],
  tool: writes,
  example: { since: '2026-03-01T08:00:00Z' },
  async handle({ app, caller, params, body: { since, until } }) {
    const span = { since: new Date(since), until: until === undefined ? undefined : new Date(until) };
    return presentRecovery(await recoverWebhook(app, caller, params.id, span));
  },
});

const listEventsRoute = defineRoute({
  // Programs poll it: unmetered, so that watching for events uses up nobody's quota (contract, section 4).
  ...shared,
  cost: 0,
  operationId: 'list_events',
  method: 'GET',
  path: '/v1/events',
  summary: 'List events of the last 30 days, newest first',
  description:
    'What happened, whether or not an endpoint wanted it. Narrow by type, booking or time. Free of credits and quota: poll it as often as the rate allows.',
  isWrite: false,
  query: EventsQuery,
  response: EventList,
  refusals: [],
  tool: reads,
  async handle({ app, caller, query }) {
    const since = query.since === undefined ? undefined : new Date(query.since);
    const bookingRef = query.booking_ref === undefined ? undefined : foldReference(query.booking_ref);
    const page = await readEvents(app, caller, { since, type: query.type, bookingRef }, pageOf(query));
    return presentEvents(page);
  },
});

const getEventRoute = defineRoute({
  ...shared,
  cost: 0,
  operationId: 'get_event',
  method: 'GET',
  path: '/v1/events/:event_id',
  summary: 'Get an event',
  description: 'For 30 days. Samples of a test are here, too.',
  isWrite: false,
  params: EventParams,
  unknownId: UNKNOWN_EVENT,
  response: EventPayload,
  refusals: ['resource_not_found'],
  handle: async ({ app, caller, params }) => presentEvent(await getEvent(app, caller, params.event_id)),
});

/** Every operation of this folder. The one with a fixed word where others have `:id` comes first. */
export const webhookRoutes: readonly AnyRoute[] = [
  redeliverRoute,
  registerWebhookRoute,
  listWebhooksRoute,
  getWebhookRoute,
  changeWebhookRoute,
  deleteWebhookRoute,
  testWebhookRoute,
  rotateSecretRoute,
  recoverRoute,
  listDeliveriesRoute,
  listEventsRoute,
  getEventRoute,
];

function pageOf(query: { readonly limit: number; readonly offset: number; readonly page_token?: string | undefined }) {
  return { limit: query.limit, offset: query.offset, pageToken: query.page_token };
}
