import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { StubAnswer } from '../../send-answer.ts';
import { answerPage } from '../paging.ts';
import { readData } from '../read-data.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { deliver, sendEvent } from './deliver.ts';
import { recordEvent } from './emit-event.ts';
import { EVENT_TYPES, type WebhookEndpoint, type WebhookEvent } from './webhook-shelf.ts';

/** Webhooks: the endpoint of a key, its deliveries and events. */
export const webhookRoutes: readonly DuffelRoute[] = [
  {
    method: 'POST',
    path: '/air/webhooks',
    operation: 'webhooks',
    body: 'required',
    handle: (call) => {
      const { url, events } = readData(NewEndpoint, call.data);
      const { endpoint, secret } = registerWebhook(call, { url, events });
      return { status: 201, body: { data: { ...endpoint, secret } } };
    },
  },
  {
    method: 'GET',
    path: '/air/webhooks',
    operation: 'webhooks',
    handle: ({ account, query }) =>
      answerPage(account.webhooks.endpoint === undefined ? [] : [account.webhooks.endpoint], query, ({ id }) => id),
  },
  {
    method: 'GET',
    path: '/air/webhooks/deliveries',
    operation: 'webhooks',
    handle: ({ account, query }) => {
      const matches = (name: string, value: string): boolean => query.get(name) === null || query.get(name) === value;
      const deliveries = account.webhooks.deliveries.filter(
        ({ type, endpoint_id, delivery_success }) =>
          matches('type', type) &&
          matches('endpoint_id', endpoint_id) &&
          matches('delivery_success', String(delivery_success)),
      );
      return answerPage(deliveries.toReversed(), query, ({ id }) => id);
    },
  },
  {
    method: 'GET',
    path: '/air/webhooks/events/:event',
    operation: 'webhooks',
    handle: (call) => ({ status: 200, body: { data: getEvent(call) } }),
  },
  {
    method: 'POST',
    path: '/air/webhooks/events/:event/actions/redeliver',
    operation: 'webhooks',
    handle: (call) => {
      sendEvent(call, getEvent(call));
      return { status: 204 };
    },
  },
  { method: 'PATCH', path: '/air/webhooks/:id', operation: 'webhooks', body: 'required', handle: updateEndpoint },
  {
    method: 'DELETE',
    path: '/air/webhooks/:id',
    operation: 'webhooks',
    handle: (call) => {
      getEndpoint(call);
      call.account.webhooks.endpoint = undefined;
      return { status: 204 };
    },
  },
  { method: 'POST', path: '/air/webhooks/:id/actions/ping', operation: 'webhooks', handle: ping },
];

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Events go to https addresses; the stub's own computer needs none. */
const Url = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}, 'must be an https address');
const Events = z.array(z.string().refine((type) => EVENT_TYPES.includes(type), 'is no type of event')).min(1);
const NewEndpoint = z.object({ url: Url, events: Events });
const EndpointChange = z.object({ url: Url.optional(), events: Events.optional(), active: z.boolean().optional() });

/** Makes the key's one webhook; its secret is shown this once. */
export function registerWebhook(
  { state, account }: Pick<DuffelCall, 'state' | 'account'>,
  {
    url,
    events,
    secret,
  }: { readonly url: string; readonly events: readonly string[]; readonly secret?: string | undefined },
): { readonly endpoint: WebhookEndpoint; readonly secret: string } {
  if (account.webhooks.endpoint !== undefined) throw refusal('unsafe_unique');
  const now = state.clock.now().toISOString();
  const endpoint: WebhookEndpoint = {
    id: state.newId('sev'),
    url,
    events,
    active: true,
    live_mode: account.isLive,
    created_at: now,
    updated_at: now,
  };
  account.webhooks.endpoint = endpoint;
  account.webhooks.secret = secret ?? randomBytes(32).toString('base64');
  state.onWebhook?.({ url, secret: account.webhooks.secret });
  return { endpoint, secret: account.webhooks.secret };
}

function getEndpoint({ account, params }: DuffelCall): WebhookEndpoint {
  const { endpoint } = account.webhooks;
  if (endpoint === undefined || endpoint.id !== params['id']) throw refusal('not_found');
  return endpoint;
}

function getEvent({ account, params }: DuffelCall): WebhookEvent {
  const event = account.webhooks.events.find(({ id }) => id === params['event']);
  if (event === undefined) throw refusal('not_found');
  return event;
}

function updateEndpoint(call: DuffelCall): StubAnswer {
  const endpoint = getEndpoint(call);
  const { url, events, active } = readData(EndpointChange, call.data);
  const changed: WebhookEndpoint = {
    ...endpoint,
    url: url ?? endpoint.url,
    events: events ?? endpoint.events,
    active: active ?? endpoint.active,
    updated_at: call.state.clock.now().toISOString(),
  };
  call.account.webhooks.endpoint = changed;
  return { status: 200, body: { data: changed } };
}

async function ping(call: DuffelCall): Promise<StubAnswer> {
  const endpoint = getEndpoint(call);
  const event = recordEvent(call, { type: 'ping.triggered', object: {}, idempotencyKey: call.state.newId('wev') });
  if (!(await deliver(call, endpoint, event))) throw refusal('webhook_client_error');
  return { status: 204 };
}
