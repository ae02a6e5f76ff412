import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { codesOf, type Json, openDuffelCalls, orderData } from '../../../../../test/support/suppliers/duffel-calls.ts';

interface Received {
  readonly signature: string;
  readonly text: string;
  readonly event: Json;
}

/** A server that receives events and answers with the statuses that are lined up, else 200. */
async function startListener(): Promise<{ url: string; received: Received[]; statuses: number[] }> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ signature: String(request.headers['x-duffel-signature']), text, event: JSON.parse(text) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/hook`, received, statuses };
}

const isSigned = ({ signature, text }: Received, secret: string | Buffer, version = 'v1'): boolean => {
  const at = /t=(\d+)/.exec(signature)?.[1];
  const hex = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');
  return signature.includes(`${version}=${hex}`);
};

async function openWithWebhook() {
  const calls = await openDuffelCalls();
  const listener = await startListener();
  const events = ['order.created', 'order.updated', 'order_cancellation.created', 'ping.triggered'];
  const { body, status } = await calls.call('POST', '/air/webhooks', { url: listener.url, events });
  expect(status).toBe(201);
  const book = async (): Promise<Json> => {
    const [offer] = (await calls.search('LHR-JFK')).offers;
    return (await calls.call('POST', '/air/orders', orderData(offer))).body.data;
  };
  const settle = (): Promise<void> => calls.stub.control.settleDeliveries();
  return { ...calls, ...listener, endpoint: body.data, book, settle, control: calls.stub.control };
}

test('an order’s event is signed over its raw body, small, and about the order', async () => {
  const { endpoint, book, settle, received } = await openWithWebhook();
  const order = await book();
  await settle();
  expect(received).toHaveLength(1);
  const [one] = received;
  expect(one?.event).toMatchObject({
    api_version: 'v2',
    type: 'order.created',
    live_mode: false,
    idempotency_key: order.id,
    data: { object: { id: order.id, offer_id: order.offer_id } },
  });
  expect(one?.event.id).toMatch(/^wev_/);
  expect(one?.signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
  expect(one !== undefined && isSigned(one, endpoint.secret)).toBe(true);
  expect(one !== undefined && isSigned(one, 'another')).toBe(false);
});

test('an endpoint is made once for a mode, shown without its secret, changed, paused and removed', async () => {
  const { call, url, endpoint, book, settle, received } = await openWithWebhook();
  expect(codesOf(await call('POST', '/air/webhooks', { url, events: ['order.created'] }))).toEqual(['unsafe_unique']);
  const [listed] = (await call('GET', '/air/webhooks')).body.data;
  expect([listed.id, listed.secret]).toEqual([endpoint.id, undefined]);
  expect((await call('PATCH', `/air/webhooks/${endpoint.id}`, { active: false })).body.data.active).toBe(false);
  await book();
  await settle();
  expect(received).toEqual([]);
  expect((await call('DELETE', `/air/webhooks/${endpoint.id}`)).status).toBe(204);
  const wrong = { url: 'http://example.com/hook', events: ['order.created'] };
  expect(codesOf(await call('POST', '/air/webhooks', wrong))).toEqual(['validation_format']);
  expect(codesOf(await call('POST', '/air/webhooks', { url, events: ['nothing'] }))).toEqual(['validation_format']);
});

test('a ping is sent at once and says whether the endpoint is well', async () => {
  const { call, endpoint, received, statuses } = await openWithWebhook();
  expect((await call('POST', `/air/webhooks/${endpoint.id}/actions/ping`)).status).toBe(204);
  expect(received).toMatchObject([{ event: { type: 'ping.triggered', data: { object: {} } } }]);
  statuses.push(500);
  expect(codesOf(await call('POST', `/air/webhooks/${endpoint.id}/actions/ping`))).toEqual(['webhook_client_error']);
});

test('what is not taken is sent again later, and can be sent again by hand', async () => {
  const { call, stub, book, settle, received, statuses } = await openWithWebhook();
  statuses.push(503, 503);
  await book();
  await settle();
  expect(received).toHaveLength(1);
  await stub.clock.advance(61_000);
  await settle();
  await stub.clock.advance(301_000);
  await settle();
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
  expect(received).toHaveLength(3);
  await stub.clock.advance(86_400_000);
  await settle();
  expect(received).toHaveLength(3);
  const deliveries = (await call('GET', '/air/webhooks/deliveries?delivery_success=false')).body.data;
  expect(deliveries.map(({ response_status_code }: Json) => response_status_code)).toEqual([503, 503]);
  const id = received[0]?.event.id;
  expect((await call('GET', `/air/webhooks/events/${id}`)).body.data.type).toBe('order.created');
  expect((await call('POST', `/air/webhooks/events/${id}/actions/redeliver`)).status).toBe(204);
  await settle();
  expect(received.at(-1)?.event.id).toBe(id);
});

test('events can be doubled, delayed, dropped, forged, of the other mode, about unknown orders, or signed otherwise', async () => {
  const { stub, control, endpoint, book, settle, received } = await openWithWebhook();
  const next = async (fault: Json): Promise<readonly Received[]> => {
    received.length = 0;
    control.addFault({ operation: 'webhooks', fault, times: 1 });
    await book();
    await settle();
    return [...received];
  };
  const doubled = await next({ kind: 'duplicate', times: 3 });
  expect([doubled.length, new Set(doubled.map(({ event }) => event.id)).size]).toEqual([3, 1]);
  expect(await next({ kind: 'delay', seconds: 600 })).toEqual([]);
  await stub.clock.advance(601_000);
  await settle();
  expect(received).toHaveLength(1);
  expect(await next({ kind: 'drop' })).toEqual([]);
  const [forged] = await next({ kind: 'forged' });
  expect(forged !== undefined && isSigned(forged, endpoint.secret)).toBe(false);
  expect(await next({ kind: 'wrong_mode' })).toMatchObject([{ event: { live_mode: true } }]);
  const [unknown] = await next({ kind: 'unknown_order' });
  expect(control.orders().map(({ id }) => id)).not.toContain(unknown?.event.data.object.id);
  expect(unknown !== undefined && isSigned(unknown, endpoint.secret)).toBe(true);
  const [v2] = await next({ kind: 'sign', signature: 'v2' });
  expect(v2?.signature).not.toContain('v1=');
  expect(v2 !== undefined && isSigned(v2, endpoint.secret, 'v2')).toBe(true);
  control.set({ signature_key: 'base64', signature: 'both' });
  const [decoded] = await next({ kind: 'sign', signature: 'both' });
  const key = Buffer.from(endpoint.secret, 'base64');
  expect(decoded !== undefined && isSigned(decoded, key, 'v1') && isSigned(decoded, key, 'v2')).toBe(true);
});

test('held events are released in the other order, as often as wanted', async () => {
  const { call, control, book, settle, received } = await openWithWebhook();
  control.set({ events: 'hold' });
  const order = await book();
  await call('PATCH', `/air/orders/${order.id}`, { metadata: { a: '1' } });
  await call('POST', '/air/order_cancellations', { order_id: order.id });
  await settle();
  expect(received).toEqual([]);
  expect(control.releaseEvents({ order: 'reversed', times: 2 })).toBe(3);
  await settle();
  const counts = Map.groupBy(received, ({ event }) => event.type);
  expect([...counts].map(([type, of]) => [type, of.length]).toSorted()).toEqual([
    ['order.created', 2],
    ['order.updated', 2],
    ['order_cancellation.created', 2],
  ]);
  expect(control.releaseEvents()).toBe(0);
});

test('any event can be sent by hand: late, old, of things that are not flights', async () => {
  const { call, stub, settle, received } = await openWithWebhook();
  const send = (body: object): Promise<Json> => call('POST', '/_stub/webhooks/send', JSON.stringify(body));
  await send({ type: 'stays.booking_creation_failed', object: { quote_id: 'quo_1' }, delay_seconds: 30 });
  await send({ type: 'order.created', object: { id: 'ord_1', offer_id: 'off_1' }, signed_seconds_ago: 900, times: 2 });
  await settle();
  expect(received.map(({ event }) => event.type)).toEqual(['order.created', 'order.created']);
  const at = Number(/t=(\d+)/.exec(received[0]?.signature ?? '')?.[1]);
  expect(Date.now() / 1_000 - at).toBeGreaterThan(890);
  await stub.clock.advance(31_000);
  await settle();
  expect(received.at(-1)?.event.data.object).toEqual({ quote_id: 'quo_1' });
  expect((await send({ type: 'nothing' })).status).toBe(422);
});
