import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import {
  type DuffelTrips,
  duffelFare,
  payFor,
  problemsOf,
  readTrip,
  startDuffelTrips,
  WEBHOOK_SECRET,
} from '../../support/suppliers/duffel-trips.ts';

/** Trips whose flights Duffel (the stub) sells, from the payment to the ticket, over HTTP on both sides. */
let at: DuffelTrips;
beforeAll(async () => {
  at = await startDuffelTrips();
});
afterEach(() => {
  at.stub.control.clearFaults();
  at.stub.control.set({ balance: null, visibility_lag_seconds: 0 });
});
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
});

type Fault = Parameters<DuffelTrips['stub']['control']['addFault']>[0];

/** Pays for a flight of Duffel under faults and lets the fulfilment begin. */
async function buyUnder(faults: readonly Fault[], route?: string) {
  const token = await duffelFare(at, route);
  for (const fault of faults) at.stub.control.addFault({ times: 1, ...fault });
  const before = at.stub.control.orders().length;
  const tripId = await payFor(at.service, [token]);
  await at.service.drain();
  const ordersMade = () => at.stub.control.orders().slice(0, at.stub.control.orders().length - before);
  return { tripId, read: () => readTrip(at.service, tripId), ordersMade };
}

test('a refund that is accepted and made later ends by its event, before anybody asks', async () => {
  const { read } = await buyUnder([]);
  const pair = { booking_ref: (await read()).bookings[0].booking_ref, last_name: 'Bly' };
  const post = async (path: string) => (await at.service.call('POST', path, pair)).body;
  await post('/v1/refund_check');
  const fault = { kind: 'accepted', seconds: 1_800 } as const;
  at.stub.control.addFault({ operation: 'cancellation_confirm', fault, times: 1 });
  expect(await post('/v1/refund_commit')).toMatchObject({ refund_status: 'pending' });
  const statusOf = async () => (await post('/v1/get_booking')).booking.items[0].status;
  await at.service.drain();
  expect(await statusOf()).toBe('confirmed');
  await at.stub.clock.advance(1_801_000);
  await at.hear();
  expect(await statusOf()).toBe('refunded');
});

const FULFILLED = { status: 'fulfilled', items: [{ status: 'confirmed' }], bookings: [{ status: 'confirmed' }] };

test('a trip that is paid ends as one order with its number and tickets, after one search and two reads', async () => {
  at.stub.control.forgetCalls();
  const { read, ordersMade } = await buyUnder([]);
  const [order] = ordersMade();
  const trip = await read();
  expect(trip).toMatchObject(FULFILLED);
  const [{ booking_ref }] = trip.bookings;
  const { body } = await at.service.call('POST', '/v1/get_booking', { booking_ref, last_name: 'Bly' });
  expect(body.booking.items[0]).toMatchObject({
    order_id: order?.id,
    confirmation: { confirmation_number: order?.booking_reference },
    ticket_numbers: [expect.stringMatching(/^\d{10}/)],
  });
  expect(ordersMade()).toMatchObject([
    { metadata: { bly_reference: expect.stringMatching(/^bki_/) }, cancelled_at: null, passengers: [{ title: 'ms' }] },
  ]);
  const { search = 0, offer = 0, order: orders = 0 } = at.stub.control.calls();
  expect({ search, orders, reads: offer <= 3 }).toEqual({ search: 1, orders: 1, reads: true });
});

describe('an order whose outcome is not known', () => {
  test.for<[string, Fault['fault']]>([
    ['a torn connection', { kind: 'reset', effect: true }],
    ['500', { kind: 'error', code: 'internal_server_error', effect: true }],
    ['already attempted', { kind: 'error', code: 'order_creation_already_attempted', effect: true }],
  ])('%s: the look-up finds it, once', async ([, fault]) => {
    const { read, ordersMade } = await buyUnder([{ operation: 'order', fault }]);
    await at.advance(61);
    expect(await read()).toMatchObject(FULFILLED);
    expect(ordersMade()).toHaveLength(1);
  });

  test('that shows only after three hours is confirming until then, and never ordered twice', async () => {
    at.stub.control.set({ visibility_lag_seconds: 3 * 3_600 });
    // Its event is lost, too.
    const { read, ordersMade } = await buyUnder([
      { operation: 'order', fault: { kind: 'reset', effect: true } },
      { operation: 'webhooks', fault: { kind: 'drop' } },
    ]);
    for (let hours = 0; hours < 2; hours += 1) await at.advance(3_600);
    expect(await read()).toMatchObject({ status: 'fulfilling' });
    for (let hours = 0; hours < 3; hours += 1) await at.advance(3_600);
    expect(await read()).toMatchObject(FULFILLED);
    expect(ordersMade()).toHaveLength(1);
  });
});

describe('an order that is refused', () => {
  test.for<[string, string]>([
    ['offer_no_longer_available', 'sold_out'],
    ['price_changed', 'price_changed'],
    ['order_not_created', 'refused'],
  ])('%s: nothing is taken, and the traveler reads %s', async ([code, failure]) => {
    const { read, ordersMade, tripId } = await buyUnder([{ operation: 'order', fault: { kind: 'error', code } }]);
    expect(await read()).toMatchObject({ status: 'failed', fulfillment: { failure: { reason: failure } } });
    const { entries } = (await at.service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
    expect(entries.map(({ step }: { step: string }) => step)).not.toContain('capture');
    expect(ordersMade()).toEqual([]);
  });

  test('for want of money on the account: before the next card is charged, checkout says that nothing can be sold', async () => {
    const other = await startDuffelTrips();
    const [first, second] = [await duffelFare(other), await duffelFare(other)];
    other.stub.control.set({ balance: '1.00' });
    const tripId = await payFor(other.service, [first]);
    await other.service.drain();
    expect(await readTrip(other.service, tripId)).toMatchObject({
      status: 'failed',
      fulfillment: { failure: { reason: 'refused' } },
    });
    await expect(payFor(other.service, [second])).rejects.toThrow('UPSTREAM_UNAVAILABLE');
    expect(other.stub.control.orders()).toEqual([]);
    expect(await problemsOf(other.service)).toEqual([]);
    await other.close();
  });
});

describe('an order that is accepted', () => {
  test('is confirmed by its event, at once and without a search for it', async () => {
    const { read, ordersMade } = await buyUnder([{ operation: 'order', fault: { kind: 'accepted', seconds: 5 } }]);
    expect(await read()).toMatchObject({ status: 'fulfilling' });
    await at.stub.clock.advance(6_000);
    await at.hear();
    expect(await read()).toMatchObject(FULFILLED);
    expect(ordersMade()).toHaveLength(1);
  });

  test('is refused by the event of its failure, which is read at Duffel', async () => {
    const { read, ordersMade } = await buyUnder([
      { operation: 'order', fault: { kind: 'accepted', seconds: 5, outcome: 'failed' } },
    ]);
    await at.stub.clock.advance(6_000);
    await at.hear();
    expect(await read()).toMatchObject({ status: 'failed' });
    expect(ordersMade()).toEqual([]);
  });

  test.for<[string, Fault['fault']]>([
    ['twice', { kind: 'duplicate', times: 3 }],
    ['late', { kind: 'delay', seconds: 20 }],
    ['never', { kind: 'drop' }],
    ['forged', { kind: 'forged' }],
    ['of the other mode', { kind: 'wrong_mode' }],
    ['of an order nobody knows', { kind: 'unknown_order' }],
  ])('ends as one booking when its event comes %s', async ([, fault]) => {
    const { read, ordersMade } = await buyUnder([
      { operation: 'order', fault: { kind: 'accepted', seconds: 5 } },
      { operation: 'webhooks', fault },
    ]);
    await at.stub.clock.advance(6_000);
    await at.hear();
    await at.advance(61);
    await at.advance(120);
    expect(await read()).toMatchObject(FULFILLED);
    expect(ordersMade()).toHaveLength(1);
  });
});

describe('a trip of two flights whose second one is refused', () => {
  /** Pays for both; the second order is refused. */
  async function buyTwo(faults: readonly Fault[]) {
    const tokens = [await duffelFare(at), await duffelFare(at, 'JFK-LHR')];
    const refused = { kind: 'error', code: 'offer_no_longer_available' } as const;
    for (const fault of [...faults, { operation: 'order', fault: refused, skip: 1 } as const])
      at.stub.control.addFault({ times: 1, ...fault });
    const before = at.stub.control.orders().length;
    const tripId = await payFor(at.service, tokens);
    await at.service.drain();
    await at.advance(300);
    expect(at.stub.control.orders()).toHaveLength(before + 1);
    return { trip: await readTrip(at.service, tripId), order: at.stub.control.orders()[0] };
  }

  test('gives the first one back free of charge, and nothing is paid', async () => {
    const { trip, order } = await buyTwo([]);
    expect(trip).toMatchObject({ status: 'failed', fulfillment: { failure: { reason: 'sold_out' } } });
    expect(order?.cancelled_at).not.toBeNull();
  });

  test('keeps the first one, and is paid for it, where it cannot be given back free of charge', async () => {
    const { trip, order } = await buyTwo([{ operation: 'cancellation', fault: { kind: 'quote', refund_share: 0.5 } }]);
    expect(trip.items.map(({ status }: { status: string }) => status).toSorted()).toEqual(['confirmed', 'failed']);
    expect(trip.bookings[0].total_paid.amount).toBeGreaterThan(0);
    expect(order?.cancelled_at).toBeNull();
  });
});

describe('the callback', () => {
  const send = (path: string, body: string, secret = WEBHOOK_SECRET, age = 0) => {
    const time = Math.floor(Date.now() / 1_000) - age;
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return at.service.call('POST', path, body, {
      'x-api-key': '',
      'content-type': 'application/json',
      'x-duffel-signature': `t=${time},v1=${mac}`,
    });
  };
  const PING = JSON.stringify({ id: 'wev_1', type: 'ping.triggered', live_mode: false, data: { object: {} } });
  const PATH = '/v1/suppliers/duffel/webhook';

  test('is answered 200 when it is signed, whatever it is about', async () => {
    expect(await send(PATH, PING)).toMatchObject({ status: 200, body: { received: true } });
    const unknown = JSON.stringify({
      id: 'wev_2',
      type: 'order.created',
      live_mode: false,
      data: { object: { id: 'ord_nobody', offer_id: 'off_nobody' } },
    });
    expect((await send(PATH, unknown)).status).toBe(200);
  });

  test('is refused alike when it is forged, old, of the other mode, or for an account that nobody has', async () => {
    const live = JSON.stringify({ id: 'wev_3', type: 'ping.triggered', live_mode: true, data: { object: {} } });
    const answers = [
      await send(PATH, PING, 'another secret'),
      await send(PATH, PING, WEBHOOK_SECRET, 400),
      await send(PATH, live),
      await send(`${PATH}/sac_nobody`, PING),
      await at.service.call('POST', PATH, PING, { 'x-api-key': '' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const messages = answers.map(({ body }) => JSON.stringify([body.error.code, body.error.message]));
    expect(new Set(messages).size).toBe(1);
    const metrics = await at.service.app.metrics.registry.metrics();
    expect(metrics).toMatch(/bly_supplier_callbacks_total\{supplier="duffel",outcome="signature"\} \d/);
    expect(metrics).toContain('bly_supplier_callbacks_total{supplier="duffel",outcome="other_mode"} ');
  });

  test('that nobody signed is slowed by its network, whatever account it names, and what Duffel signs goes on', async () => {
    expect((await send(PATH, PING)).status).toBe(200);
    const made = await Promise.all(Array.from({ length: 90 }, (_none, n) => send(`${PATH}/sac_made_up_${n}`, PING)));
    const slowed = made.filter(({ status }) => status === 429);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([400, 429]));
    expect([slowed.length > 0, slowed[0]?.body.error.code, slowed[0]?.body.limit]).toEqual([
      true,
      'RATE_LIMITED',
      'rate',
    ]);
    expect(Number(slowed[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await send(PATH, PING)).status).toBe(200);
  });

  test('of a supplier that has none does not exist', async () => {
    expect((await send('/v1/suppliers/sandbox/webhook', PING)).status).toBe(404);
    expect((await send('/v1/suppliers/nobody/webhook', PING)).status).toBe(404);
  });
});

describe('an order at another cost than was quoted', () => {
  test('stands; the payer pays what was agreed, the difference is in the ledger, told once and listed by reconcile', async () => {
    const dearer: Fault = { operation: 'order', fault: { kind: 'other_total', by: '7.00' } };
    const { read, tripId } = await buyUnder([dearer]);
    const trip = await read();
    expect(trip).toMatchObject(FULFILLED);
    const [{ booking_ref }] = trip.bookings;
    const { booking } = (await at.service.call('POST', '/v1/get_booking', { booking_ref, last_name: 'Bly' })).body;
    const [{ item_id, origin_price: asked, supplier_total: taken }] = booking.items;
    expect([taken.currency, taken.amount - asked.amount]).toEqual([asked.currency, 700]);
    expect(booking.total_paid.amount).toBe(trip.items[0].price.amount);
    const { entries } = (await at.service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
    const drift = entries
      .flatMap(({ lines }: { lines: readonly { account: string; direction: string }[] }) => lines)
      .filter(({ account }: { account: string }) => account === 'cost_drift');
    expect(drift).toMatchObject([{ direction: 'debit' }]);
    const { events } = (await at.service.call('GET', '/v1/events?type=booking.cost_drifted')).body;
    expect(events).toMatchObject([{ booking_ref, data: { item_id } }]);
    const { problems, drifted } = await reconcile(at.service.app);
    expect(problems).toEqual([]);
    expect(drifted).toMatchObject([{ subject: booking_ref, problem: expect.stringContaining(item_id) }]);
  });

  test('that is undone with its mixed trip leaves no cost behind', async () => {
    const [first, second] = [await duffelFare(at), await duffelFare(at)];
    at.stub.control.addFault({ operation: 'order', fault: { kind: 'other_total', by: '7.00' }, times: 1 });
    at.stub.control.addFault({
      operation: 'order',
      fault: { kind: 'error', code: 'offer_no_longer_available' },
      times: 1,
      skip: 1,
    });
    const tripId = await payFor(at.service, [first, second]);
    await at.service.drain();
    await at.advance(61);
    expect(await readTrip(at.service, tripId)).toMatchObject({ status: 'failed' });
    // It had cost more when it was confirmed, and gave all of that back.
    expect((await at.service.call('GET', '/v1/events?type=booking.cost_drifted')).body.events).toHaveLength(2);
    const { drifted } = await reconcile(at.service.app);
    expect(drifted).toHaveLength(1);
  });
});
