import { expect, test } from 'vitest';
import {
  codesOf,
  type DuffelReply,
  openDuffelCalls,
  orderData,
} from '../../../../../test/support/suppliers/duffel-calls.ts';

test('orders, airline changes and held events are seen and made over HTTP, each key’s own', async () => {
  const { call, search, stub } = await openDuffelCalls();
  const plain = (method: string, path: string, body?: object): Promise<DuffelReply> =>
    call(method, `/_stub${path}`, body === undefined ? undefined : JSON.stringify(body));
  const { offers } = await search('LHR-JFK');
  const { id } = (await call('POST', '/air/orders', orderData(offers[0], { metadata: { bly_ref: 'bki_1' } }))).body
    .data;
  expect((await plain('GET', '/orders')).body.orders).toMatchObject([
    { id, offer_id: offers[0].id, metadata: { bly_ref: 'bki_1' }, cancelled_at: null },
  ]);
  expect((await plain('GET', '/offers')).body.offers).toHaveLength(offers.length);
  const made = await plain('POST', '/airline_initiated_changes', { order_id: id, kind: 'other_flight' });
  expect([made.status, made.body.order_id]).toEqual([201, id]);
  expect(
    codesOf(await plain('POST', '/airline_initiated_changes', { order_id: 'ord_none', kind: 'replaced' })),
  ).toEqual(['not_found']);
  await plain('PATCH', `/orders/${id}`, { cancel: true });
  expect(codesOf(await call('POST', '/air/order_cancellations', { order_id: id }))).toEqual(['order_not_cancellable']);
  stub.control.registerWebhook({ url: 'http://127.0.0.1:9/hook' });
  await plain('PATCH', '/settings', { events: 'hold' });
  await call('PATCH', `/air/orders/${id}`, { metadata: null });
  expect((await plain('POST', '/webhooks/release', {})).body).toEqual({ released: 1 });
  await stub.control.settleDeliveries();
  const { events, deliveries } = (await plain('GET', '/webhooks')).body;
  expect(events.map(({ type }: { type: string }) => type)).toContain('order.updated');
  expect(deliveries).toMatchObject([{ type: 'order.updated', delivery_success: false, response_status_code: null }]);
  expect((await plain('PATCH', '/settings', { currency: 'XQZ' })).status).toBe(422);
  await plain('POST', '/tokens', { token: 'duffel_test_second00' });
  expect(stub.controlOf('duffel_test_second00').orders()).toEqual([]);
  await plain('POST', '/reset');
  expect((await plain('GET', '/orders')).body.orders).toEqual([]);
});
