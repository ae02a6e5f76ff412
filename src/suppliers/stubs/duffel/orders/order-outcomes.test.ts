import { describe, expect, test } from 'vitest';
import {
  book,
  codesOf,
  type DuffelReply,
  type Json,
  openWithOffer,
} from '../../../../../test/support/suppliers/duffel-calls.ts';

const MINUTE = 60_000;

describe('outcomes of creating, on any route', () => {
  /** Sets a fault for the next order; how it is answered and how many orders there are. */
  async function outcome(fault: Json): Promise<Json> {
    const { offer, ...calls } = await openWithOffer();
    calls.stub.control.addFault({ operation: 'order', fault, times: 1 });
    const reply = await book(calls, offer).catch((error: Error) => ({ status: error.message, body: {} }));
    return {
      status: reply.status,
      body: (reply as Json).body,
      offer,
      calls,
      booked: calls.stub.control.orders().length,
    };
  }

  test('the answer says one thing and the booking another', async () => {
    const seen = async (fault: Json): Promise<unknown> => {
      const { status, body, booked } = await outcome(fault);
      return [status, body?.errors?.[0]?.code, booked];
    };
    const internal = 'internal_server_error';
    expect(await seen({ kind: 'error', code: internal, effect: true })).toEqual([500, internal, 1]);
    expect(await seen({ kind: 'error', code: internal })).toEqual([500, internal, 0]);
    expect(await seen({ kind: 'error', code: 'order_not_created' })).toEqual([502, 'order_not_created', 0]);
    expect(await seen({ kind: 'error', code: 'airline_unknown' })).toEqual([502, 'airline_unknown', 0]);
    expect(await seen({ kind: 'error', code: 'service_unavailable' })).toEqual([503, 'service_unavailable', 0]);
    const timeout = 'gateway_timeout_error';
    expect(await seen({ kind: 'error', code: timeout, effect: true })).toEqual([504, timeout, 1]);
    expect(await seen({ kind: 'rate_limited', effect: true })).toEqual([429, 'rate_limit_exceeded', 1]);
    expect(await seen({ kind: 'html', effect: true })).toEqual([502, undefined, 1]);
    expect(await seen({ kind: 'cut_json', effect: true })).toEqual([201, undefined, 1]);
    expect(await seen({ kind: 'hang', effect: true, seconds: 0.2 })).toEqual([201, undefined, 1]);
    expect(await seen({ kind: 'reset', effect: true })).toEqual(['fetch failed', undefined, 1]);
    expect(await seen({ kind: 'reset' })).toEqual(['fetch failed', undefined, 0]);
  });

  test('the order comes later than its answer, never, with another total or with other flights', async () => {
    const later = await outcome({ kind: 'accepted', outcome: 'created', seconds: 120 });
    expect([later.status, later.booked]).toEqual([202, 0]);
    await later.calls.stub.clock.advance(121_000);
    expect(later.calls.stub.control.orders()).toHaveLength(1);
    const never = await outcome({ kind: 'accepted', outcome: 'failed', seconds: 120 });
    await never.calls.stub.clock.advance(121_000);
    expect(never.calls.stub.control.orders()).toEqual([]);
    const unfetched = await outcome({ kind: 'incomplete', created: false, seconds: 60 });
    expect([unfetched.status, unfetched.body.data, unfetched.booked]).toEqual([
      200,
      { offer_id: unfetched.offer.id },
      0,
    ]);
    const dearer = await outcome({ kind: 'other_total', by: '7.00' });
    expect(Number(dearer.body.data.total_amount) - Number(dearer.offer.total_amount)).toBeCloseTo(7);
    const other = await outcome({ kind: 'other_flights' });
    const number = ({ slices }: Json): string => slices[0].segments[0].marketing_carrier_flight_number;
    expect(number(other.body.data)).not.toBe(number(other.offer));
  });
});

describe('orders that exist', () => {
  test('are in lists only after the lag, found by what Duffel filters by, and never by metadata', async () => {
    const { offer, ...calls } = await openWithOffer();
    calls.stub.control.set({ visibility_lag_seconds: 30, ticket_seconds: 60 });
    const order = (await book(calls, offer, { metadata: { bly_ref: 'x' } })).body.data;
    const list = async (query: string): Promise<number> =>
      (await calls.call('GET', `/air/orders?${query}`)).body.data.length;
    expect(await list(`offer_id=${offer.id}`)).toBe(0);
    expect(order.documents).toEqual([]);
    await calls.stub.clock.advance(31_000);
    expect(await list(`offer_id=${offer.id}`)).toBe(1);
    expect(await list('offer_id=off_0000Another')).toBe(0);
    expect(await list(`booking_reference=${order.booking_reference}`)).toBe(1);
    expect(await list('passenger_name[]=nellie')).toBe(1);
    expect(await list('awaiting_payment=true')).toBe(0);
    expect(await list('metadata[bly_ref]=another')).toBe(1);
    expect(await list(`owner_id=another`)).toBe(0);
    calls.stub.control.set({ newer_order_filters: false });
    expect(await list(`owner_id=another`)).toBe(1);
    await calls.stub.clock.advance(31_000);
    expect((await calls.call('GET', `/air/orders/${order.id}`)).body.data.documents).toHaveLength(1);
  });

  test('have their metadata replaced, and bags added', async () => {
    const { offer, ...calls } = await openWithOffer();
    const { id, total_amount } = (await book(calls, offer, { metadata: { a: '1' } })).body.data;
    expect((await calls.call('PATCH', `/air/orders/${id}`, { metadata: { b: '2' } })).body.data.metadata).toEqual({
      b: '2',
    });
    const [bag] = (await calls.call('GET', `/air/orders/${id}/available_services`)).body.data;
    const payment = { type: 'balance', amount: bag.total_amount, currency: 'GBP' };
    const add = { payment, add_services: [{ id: bag.id, quantity: 1 }] };
    const { body } = await calls.call('POST', `/air/orders/${id}/services`, add);
    expect(Number(body.data.total_amount)).toBeCloseTo(Number(total_amount) + Number(bag.total_amount));
    calls.stub.control.set({ order_services: false });
    expect((await calls.call('POST', `/air/orders/${id}/services`, add)).status).toBe(400);
  });

  test('held ones are paid in time or lose their space', async () => {
    const { offer, ...calls } = await openWithOffer('JFK-EWR');
    const hold = async (one: Json): Promise<Json> =>
      (await book(calls, one, { type: 'hold', payments: undefined })).body.data;
    expect(codesOf(await book(calls, offer, { type: 'hold' }))).toEqual(['payments_not_allowed_for_order_type']);
    const held = await hold(offer);
    expect(held).toMatchObject({
      type: 'hold',
      documents: [],
      payment_status: {
        awaiting_payment: true,
        price_guarantee_expires_at: '2027-01-12T09:00:00.000Z',
        payment_required_by: '2027-01-13T09:00:00.000Z',
        paid_at: null,
      },
    });
    const pay = (order: Json): Promise<DuffelReply> => {
      const payment = { type: 'balance', amount: order.total_amount, currency: order.total_currency };
      return calls.call('POST', '/air/payments', { order_id: order.id, payment });
    };
    const paid = await pay(held);
    expect(paid).toMatchObject({ status: 201, body: { data: { status: 'succeeded', order_id: held.id } } });
    expect(codesOf(await pay(held))).toEqual(['already_paid']);
    expect((await calls.call('GET', `/air/payments?order_id=${held.id}`)).body.data).toHaveLength(1);
    const read = (await calls.call('GET', `/air/orders/${held.id}`)).body.data;
    expect([read.payment_status.awaiting_payment, read.documents.length]).toEqual([false, 1]);
    const late = await hold((await calls.search('JFK-EWR')).offers[0]);
    await calls.stub.clock.advance(50 * 60 * MINUTE);
    expect(codesOf(await pay(late))).toEqual(['price_changed']);
    await calls.stub.clock.advance(23 * 60 * MINUTE);
    expect(codesOf(await pay(late))).toEqual(['past_payment_required_by_date']);
    const lost = (await calls.call('GET', `/air/orders/${late.id}`)).body.data;
    expect([lost.payment_status.awaiting_payment, lost.payment_status.paid_at, lost.documents]).toEqual([
      false,
      null,
      [],
    ]);
    const [slow] = (await calls.search('SEN-STN')).offers;
    const slowly = await pay(await hold(slow));
    expect([slowly.status, slowly.body.data.status]).toEqual([202, 'pending']);
    await calls.stub.clock.advance(31_000);
    expect(calls.stub.control.events().at(-1)).toMatchObject({ type: 'air.payment.succeeded' });
  });
});
