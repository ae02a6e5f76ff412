import { describe, expect, test } from 'vitest';
import {
  codesOf,
  type DuffelCalls,
  type DuffelReply,
  type Json,
  openDuffelCalls,
  orderData,
} from '../../../../../test/support/suppliers/duffel-calls.ts';

interface Booked extends DuffelCalls {
  readonly order: Json;
  readonly offer: Json;
  read(): Promise<Json>;
}

/** A stub with one order: of the fare on that route that can be changed and refunded, unless another is named. */
async function openWithOrder(
  route: string | readonly string[] = 'LHR-JFK',
  brand: string | null = 'Flex',
): Promise<Booked> {
  const calls = await openDuffelCalls();
  const { offers } = await calls.search(route);
  const offer = offers.find(({ slices }: Json) =>
    slices.every(({ fare_brand_name, segments }: Json) => fare_brand_name === brand && segments.length === 1),
  );
  const reply = await calls.call('POST', '/air/orders', orderData(offer));
  const order = reply.body.data;
  const read = async (): Promise<Json> => (await calls.call('GET', `/air/orders/${order.id}`)).body.data;
  return { ...calls, offer, order, read };
}

describe('cancelling', () => {
  const quote = ({ call, order }: Booked): Promise<DuffelReply> =>
    call('POST', '/air/order_cancellations', { order_id: order.id });
  const confirm = ({ call }: Booked, id: string): Promise<DuffelReply> =>
    call('POST', `/air/order_cancellations/${id}/actions/confirm`);

  test('a quote changes nothing, its confirmation cancels once and gives the balance back', async () => {
    const booked = await openWithOrder();
    booked.stub.control.set({ balance: '1.00' });
    const quoted = await quote(booked);
    expect(quoted).toMatchObject({
      status: 201,
      body: {
        data: {
          refund_amount: booked.order.total_amount,
          refund_currency: 'GBP',
          refund_to: 'balance',
          confirmed_at: null,
          expires_at: '2027-01-10T10:00:00.000Z',
          airline_credits: [],
        },
      },
    });
    expect(await booked.read()).toMatchObject({ cancelled_at: null, cancellation: null });
    const { id } = quoted.body.data;
    expect((await confirm(booked, id)).body.data.confirmed_at).toBe('2027-01-10T09:00:00.000Z');
    expect(await booked.read()).toMatchObject({ available_actions: [], cancellation: { id } });
    expect(booked.stub.control.settings.balance).toBe((Number(booked.order.total_amount) + 1).toFixed(2));
    expect(codesOf(await confirm(booked, id))).toEqual(['already_cancelled']);
    expect(codesOf(await quote(booked))).toEqual(['already_cancelled']);
    expect((await booked.call('GET', `/air/order_cancellations?order_id=${booked.order.id}`)).body.data).toHaveLength(
      1,
    );
  });

  test('only the newest quote can be confirmed, and only in its time', async () => {
    const booked = await openWithOrder();
    const [older, newer] = [(await quote(booked)).body.data.id, (await quote(booked)).body.data.id];
    expect(codesOf(await confirm(booked, older))).toEqual(['order_cancellation_stale']);
    await booked.stub.clock.advance(61 * 60_000);
    expect(codesOf(await confirm(booked, newer))).toEqual(['order_cancellation_stale']);
    expect((await booked.read()).cancelled_at).toBeNull();
  });

  test('a refund can be unknown, a part, in another currency, or go elsewhere', async () => {
    const booked = await openWithOrder();
    const next = async (fault: object): Promise<Json> => {
      booked.stub.control.addFault({ operation: 'cancellation', fault: { kind: 'quote', ...fault }, times: 1 });
      return (await quote(booked)).body.data;
    };
    expect(await next({ refund_amount: null })).toMatchObject({ refund_amount: null, refund_currency: null });
    const half = await next({ refund_share: 0.5 });
    expect(Number(half.refund_amount)).toBeCloseTo(Number(booked.order.total_amount) / 2);
    expect(await next({ refund_amount: '50.00', refund_currency: 'EUR' })).toMatchObject({ refund_currency: 'EUR' });
    for (const refund_to of ['arc_bsp_cash', 'card', 'voucher', 'original_form_of_payment', 'airline_credits'])
      expect(await next({ refund_to })).toMatchObject({ refund_to });
  });

  test('refunds by conditions leave what the penalty takes, nothing, or what nobody knows', async () => {
    const refundOf = async (brand: string): Promise<readonly Json[]> => {
      const booked = await openWithOrder('MUC-FRA', brand);
      booked.stub.control.set({ refunds: 'conditions' });
      return [(await quote(booked)).body.data.refund_amount, booked.offer];
    };
    const [none] = await refundOf('Basic');
    expect(none).toBe('0.00');
    const [unknown] = await refundOf('Economy Classic');
    expect(unknown).toBeNull();
    const [part, offer] = await refundOf('Economy Flex');
    expect(offer.conditions.refund_before_departure).toMatchObject({
      penalty_amount: '70.00',
      penalty_currency: 'EUR',
    });
    const taken = Number(offer.total_amount) - Number(part);
    expect(taken).toBeGreaterThan(50);
    expect(taken).toBeLessThan(70);
  });

  test('an order that cannot be cancelled says so, and its actions do', async () => {
    const booked = await openWithOrder();
    booked.stub.control.block(booked.order.id, { cancel: true });
    expect((await booked.read()).available_actions).toEqual(['change', 'update']);
    expect(codesOf(await quote(booked))).toEqual(['order_not_cancellable']);
    booked.stub.control.block(booked.order.id, { cancel: false });
    await booked.stub.clock.moveTo(new Date('2027-03-02T12:00:00Z'));
    expect((await booked.read()).available_actions).toEqual([]);
    expect(codesOf(await quote(booked))).toEqual(['order_not_cancellable']);
  });

  test('on the route of credits the airline owes, with codes once it is confirmed', async () => {
    const calls = await openDuffelCalls();
    const { offers } = await calls.search('LTN-SYD', { passengers: [{ type: 'adult' }, { type: 'adult' }] });
    const order = (await calls.call('POST', '/air/orders', orderData(offers[0]))).body.data;
    const quoted = (await calls.call('POST', '/air/order_cancellations', { order_id: order.id })).body.data;
    expect(quoted.refund_to).toBe('airline_credits');
    expect(quoted.airline_credits.map(({ credit_code }: Json) => credit_code)).toEqual([null, null]);
    const sum = quoted.airline_credits.reduce(
      (total: number, { credit_amount }: Json) => total + Number(credit_amount),
      0,
    );
    expect(sum).toBeCloseTo(Number(order.total_amount));
    const confirmed = (await calls.call('POST', `/air/order_cancellations/${quoted.id}/actions/confirm`)).body.data;
    expect(confirmed.airline_credits[1]).toMatchObject({ credit_code: expect.any(String), issued_on: '2027-01-10' });
  });
});

describe('changing', () => {
  const request = ({ call, order }: Booked, changes = {}): Promise<DuffelReply> =>
    call('POST', '/air/order_change_requests', {
      order_id: order.id,
      slices: {
        remove: [{ slice_id: order.slices[0].id }],
        add: [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-04-01', cabin_class: 'economy' }],
        ...changes,
      },
    });
  const choose = ({ call }: Booked, id: string): Promise<DuffelReply> =>
    call('POST', '/air/order_changes', { selected_order_change_offer: id });
  const confirm = ({ call }: Booked, { id, change_total_amount: amount }: Json): Promise<DuffelReply> =>
    call('POST', `/air/order_changes/${id}/actions/confirm`, { payment: { type: 'balance', amount, currency: 'GBP' } });

  test('the order is changed in place: new flights, new total, once', async () => {
    const booked = await openWithOrder();
    const { status, body } = await request(booked);
    expect(status).toBe(201);
    const [offer] = body.data.order_change_offers;
    expect(offer).toMatchObject({
      change_total_amount: '125.00',
      penalty_total_amount: '25.00',
      penalty_amount: '25.00',
      new_total_amount: (Number(booked.order.total_amount) + 100).toFixed(2),
      slices: { remove: [{ id: booked.order.slices[0].id }] },
    });
    const sorted = await booked.call(
      'GET',
      `/air/order_change_offers?order_change_request_id=${body.data.id}&sort=-change_total_amount&limit=1`,
    );
    expect(Number(sorted.body.data[0].change_total_amount)).toBeGreaterThan(125);
    expect((await booked.call('GET', `/air/order_change_offers/${offer.id}`)).body.data).toEqual(offer);
    const change = (await choose(booked, offer.id)).body.data;
    expect(change).toMatchObject({ id: offer.order_change_id, confirmed_at: null, change_total_amount: '125.00' });
    const unpaid = await booked.call('POST', `/air/order_changes/${change.id}/actions/confirm`);
    expect(codesOf(unpaid)).toEqual(['validation_required']);
    expect(codesOf(await confirm(booked, { ...change, change_total_amount: '1.00' }))).toEqual([
      'payment_amount_does_not_match_order_amount',
    ]);
    expect((await confirm(booked, change)).status).toBe(200);
    const changed = await booked.read();
    expect(changed.total_amount).toBe(offer.new_total_amount);
    expect(changed.slices[0].segments[0].departing_at.slice(0, 10)).toBe('2027-04-01');
    expect(changed.slices[0].id).not.toBe(booked.order.slices[0].id);
    expect(changed.booking_reference).toBe(booked.order.booking_reference);
    expect(codesOf(await confirm(booked, change))).toEqual(['order_change_already_actioned']);
    expect(changed.available_actions).toEqual(['cancel', 'update']);
    const again = await request(booked, { remove: [{ slice_id: changed.slices[0].id }] });
    expect(codesOf(again)).toEqual(['order_not_changeable']);
  });

  test('one direction of a return journey is changed and the other stays', async () => {
    const booked = await openWithOrder(['LHR-JFK', 'JFK-LHR']);
    const [offer] = (await request(booked)).body.data.order_change_offers;
    await confirm(booked, (await choose(booked, offer.id)).body.data);
    const { slices } = await booked.read();
    expect(slices.map(({ segments }: Json) => segments[0].departing_at.slice(0, 10))).toEqual([
      '2027-04-01',
      '2027-03-08',
    ]);
    expect(slices[1].id).toBe(booked.order.slices[1].id);
  });

  test('there can be no offers, unknown prices, refunds, and a price that drifts before it is confirmed', async () => {
    const booked = await openWithOrder();
    const { control } = booked.stub;
    control.addFault({ operation: 'change_request', fault: { kind: 'no_offers' }, times: 1 });
    expect((await request(booked)).body.data.order_change_offers).toEqual([]);
    control.addFault({
      operation: 'change_request',
      fault: { kind: 'change_price', change_total: null, penalty: null },
      times: 1,
    });
    expect((await request(booked)).body.data.order_change_offers[0]).toMatchObject({
      change_total_amount: null,
      penalty_total_amount: null,
      new_total_amount: null,
    });
    control.addFault({
      operation: 'change_request',
      fault: { kind: 'change_price', change_total: '-40.00' },
      times: 1,
    });
    const [cheaper] = (await request(booked)).body.data.order_change_offers;
    expect(cheaper).toMatchObject({ change_total_amount: '-40.00', refund_to: 'balance' });
    const [offer] = (await request(booked)).body.data.order_change_offers;
    control.addFault({ operation: 'change', fault: { kind: 'drift', by: '15.00' }, times: 1 });
    const change = (await choose(booked, offer.id)).body.data;
    expect(change.change_total_amount).toBe('140.00');
    expect((await booked.call('GET', `/air/order_changes/${change.id}`)).body.data).toEqual(change);
    expect(codesOf(await confirm(booked, { ...change, change_total_amount: '125.00' }))).toEqual([
      'payment_amount_does_not_match_order_amount',
    ]);
    expect((await confirm(booked, change)).status).toBe(200);
    expect(codesOf(await choose(booked, cheaper.id))).toEqual(['order_not_changeable']);
  });

  test('a confirmation can be done without an answer; offers run out; the penalty has one of two names', async () => {
    const booked = await openWithOrder();
    booked.stub.control.set({ penalty_field: 'penalty_amount' });
    const [first, second] = (await request(booked)).body.data.order_change_offers;
    expect([first.penalty_amount, first.penalty_total_amount]).toEqual(['25.00', undefined]);
    const change = (await choose(booked, first.id)).body.data;
    booked.stub.control.addFault({ operation: 'change_confirm', fault: { kind: 'reset', effect: true }, times: 1 });
    await expect(confirm(booked, change)).rejects.toThrow('fetch failed');
    expect((await booked.call('GET', `/air/order_changes/${change.id}`)).body.data.confirmed_at).not.toBeNull();
    const other = await openWithOrder();
    const [late] = (await request(other)).body.data.order_change_offers;
    await other.stub.clock.advance(31 * 60_000);
    expect(codesOf(await choose(other, late.id))).toEqual(['offer_expired']);
    expect(second).toBeDefined();
  });

  test('a fare that cannot be changed is refused before it is priced', async () => {
    expect(codesOf(await request(await openWithOrder('LHR-JFK', 'Basic')))).toEqual(['order_not_changeable']);
  });
});

describe('changes by the airline', () => {
  const list = async ({ call, order }: Booked): Promise<Json[]> =>
    (await call('GET', `/air/airline_initiated_changes?order_id=${order.id}`)).body.data;
  const accept = ({ call }: Booked, id: string): Promise<DuffelReply> =>
    call('POST', `/air/airline_initiated_changes/${id}/actions/accept`);

  test('times, flight numbers, days: whole slices under new ids, taken over when they are accepted', async () => {
    const booked = await openWithOrder();
    const before = booked.order.slices[0].segments[0];
    const shifted = booked.stub.control.changeByAirline({ order_id: booked.order.id, kind: 'time_shift', minutes: 90 });
    expect(Date.parse(shifted.added[0]?.segments[0]?.departing_at ?? '') - Date.parse(before.departing_at)).toBe(
      90 * 60_000,
    );
    expect(shifted).toMatchObject({ removed: [{ id: booked.order.slices[0].id }], action_taken: null });
    expect((await booked.read()).slices[0].id).toBe(booked.order.slices[0].id);
    expect((await accept(booked, shifted.id)).body.data).toMatchObject({ action_taken: 'accepted' });
    expect((await booked.read()).slices[0].id).toBe(shifted.added[0]?.id);
    const renumbered = booked.stub.control.changeByAirline({ order_id: booked.order.id, kind: 'other_flight' });
    expect(renumbered.added[0]?.segments[0]?.marketing_carrier_flight_number).not.toBe(
      before.marketing_carrier_flight_number,
    );
    const replaced = booked.stub.control.changeByAirline({ order_id: booked.order.id, kind: 'replaced' });
    expect(replaced.added[0]?.segments[0]?.departing_at.slice(0, 10)).toBe('2027-03-02');
    expect(await list(booked)).toHaveLength(3);
  });

  test('of two in a row only the newer is accepted, and it holds what the older did', async () => {
    const booked = await openWithOrder();
    const change = { order_id: booked.order.id, kind: 'time_shift', minutes: 30 } as const;
    const [older, newer] = [booked.stub.control.changeByAirline(change), booked.stub.control.changeByAirline(change)];
    expect(codesOf(await accept(booked, older.id))).toEqual(['stale_airline_initiated_change_accept']);
    const patched = await booked.call('PATCH', `/air/airline_initiated_changes/${older.id}`, {
      action_taken: 'changed',
    });
    expect(codesOf(patched)).toEqual(['stale_airline_initiated_change_update']);
    expect((await accept(booked, newer.id)).status).toBe(200);
    const [segment] = (await booked.read()).slices[0].segments;
    expect(Date.parse(segment.departing_at) - Date.parse(booked.order.slices[0].segments[0].departing_at)).toBe(
      60 * 60_000,
    );
    expect(codesOf(await accept(booked, newer.id))).toEqual(['stale_airline_initiated_change_accept']);
  });

  test('a cancelled slice has nothing to accept; the order can be cancelled, and that is noted', async () => {
    const booked = await openWithOrder();
    const gone = booked.stub.control.changeByAirline({ order_id: booked.order.id, kind: 'slice_removed' });
    expect(gone).toMatchObject({ added: [], available_actions: ['cancel', 'update'] });
    expect((await accept(booked, gone.id)).status).toBe(400);
    const quote = (await booked.call('POST', '/air/order_cancellations', { order_id: booked.order.id })).body.data;
    await booked.call('POST', `/air/order_cancellations/${quote.id}/actions/confirm`);
    expect(await list(booked)).toMatchObject([{ id: gone.id, action_taken: 'cancelled' }]);
  });

  test('a connection can become one flight; a change can be in the order at once; elsewhere is noted', async () => {
    const calls = await openDuffelCalls();
    calls.stub.control.set({ airline_changes_apply: 'at_once' });
    const { offers } = await calls.search('LHR-DXB');
    const order = (await calls.call('POST', '/air/orders', orderData(offers[0]))).body.data;
    const change = calls.stub.control.changeByAirline({ order_id: order.id, kind: 'segment_removed' });
    const { slices } = (await calls.call('GET', `/air/orders/${order.id}`)).body.data;
    expect(slices[0].segments).toHaveLength(1);
    expect(slices[0].segments[0]).toMatchObject({ origin: { iata_code: 'LHR' }, destination: { iata_code: 'DXB' } });
    const noted = await calls.call('PATCH', `/air/airline_initiated_changes/${change.id}`, { action_taken: 'changed' });
    expect(noted.body.data).toMatchObject({ action_taken: 'changed', action_taken_at: '2027-01-10T09:00:00.000Z' });
  });

  test('on its route each reading adds another', async () => {
    const booked = await openWithOrder('LHR-LTN', 'Basic');
    expect((await booked.read()).airline_initiated_changes).toHaveLength(1);
    expect((await booked.read()).airline_initiated_changes).toHaveLength(2);
    expect(await list(booked)).toHaveLength(3);
  });
});
