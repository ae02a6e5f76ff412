import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../../support/suppliers/duffel-orders.ts';
import { cellsOf } from '../../support/service/cells-of.ts';

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(() => at.close());

type Fault = Parameters<DuffelOrdersUnderTest['stub']['control']['addFault']>[0]['fault'];
const LOST: readonly (readonly [string, Fault])[] = [
  ['reset', { kind: 'reset' }],
  ['a hang', { kind: 'hang' }],
  ['half a body', { kind: 'cut_body' }],
  ['cut JSON', { kind: 'cut_json' }],
  ['a page of a proxy', { kind: 'html' }],
  ['40 MB', { kind: 'huge' }],
  ['429', { kind: 'rate_limited' }],
  ['500', { kind: 'error', code: 'internal_server_error' }],
  ['503', { kind: 'error', code: 'service_unavailable' }],
  ['504', { kind: 'error', code: 'gateway_timeout_error' }],
  ['a suspended key', { kind: 'error', code: 'expired_access_token' }],
  ['404', { kind: 'error', code: 'not_found' }],
  ['an error without a word', { kind: 'error', empty: true, status: 422 }],
];

/** An order whose answer was lost. */
async function lostOrder() {
  const { request } = await at.anOffer();
  at.stub.control.addFault({ operation: 'order', fault: { kind: 'reset', effect: true }, times: 1 });
  expect((await at.orders.book(request, at.context())).kind).toBe('unknown');
  return request.reference;
}

describe('a look-up that fails proves nothing, and the next one finds the order', () => {
  test.for(cellsOf(LOST, ['reset', '429', '404']))('by the list of its offer: %s', async ([, fault]) => {
    const reference = await lostOrder();
    at.stub.control.addFault({ operation: 'orders', fault, times: 1 });
    expect((await at.orders.lookUp(reference, at.context(1_500))).kind).toBe('unknown');
    expect((await at.orders.lookUp(reference, at.context())).kind).toBe('confirmed');
  });

  test.for(cellsOf(LOST, ['reset', '429', '404']))('by its id: %s', async ([, fault]) => {
    const { request } = await at.anOffer();
    await at.orders.book(request, at.context());
    at.stub.control.addFault({ operation: 'order_read', fault, times: 1 });
    expect((await at.orders.lookUp(request.reference, at.context(1_500))).kind).toBe('unknown');
    expect((await at.orders.lookUp(request.reference, at.context())).kind).toBe('confirmed');
  });
});

test('nobody to ask: no connection is unknown, whatever was proven of the call before', async () => {
  const reference = await lostOrder();
  const cutOff = at.another({ isReachable: () => false });
  expect((await cutOff.lookUp(reference, at.context())).kind).toBe('unknown');
  expect((await cutOff.cancel(reference, at.context())).kind).toBe('unknown');
  expect((await at.orders.lookUp(reference, at.context())).kind).toBe('confirmed');
});

test('an order of the offer that names another reference is not ours', async () => {
  const reference = await lostOrder();
  const [order] = at.ordersOf(reference);
  await at.call('PATCH', `/air/orders/${order?.id}`, { metadata: { bly_reference: 'bki_other' } });
  expect((await at.orders.lookUp(reference, at.context())).kind).toBe('unknown');
  await at.call('PATCH', `/air/orders/${order?.id}`, { metadata: {} });
  expect(await at.orders.lookUp(reference, at.context())).toEqual({
    kind: 'unknown',
    detail: 'an order of the offer names no reference',
  });
});

test('tickets that come later are there at the next look', async () => {
  at.stub.control.set({ ticket_seconds: 60 });
  const { request } = await at.anOffer();
  const tickets = (outcome: Awaited<ReturnType<typeof at.orders.lookUp>>) =>
    outcome.kind === 'confirmed' ? outcome.order.tickets.length : outcome.kind;
  expect(tickets(await at.orders.book(request, at.context()))).toBe(0);
  await at.advance(61_000);
  expect(tickets(await at.orders.lookUp(request.reference, at.context()))).toBe(1);
  at.stub.control.set({ ticket_seconds: 0 });
});

test('flights that the airline changed since are still the flights that were ordered', async () => {
  const { request } = await at.anOffer();
  const booked = await at.orders.book(request, at.context());
  const [order] = at.ordersOf(request.reference);
  at.stub.control.set({ airline_changes_apply: 'at_once' });
  at.stub.control.changeByAirline({ order_id: order?.id ?? '', kind: 'other_flight' });
  expect(await at.orders.lookUp(request.reference, at.context())).toEqual(booked);
  at.stub.control.set({ airline_changes_apply: 'on_accept' });
});
