import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/service/service.ts';
import {
  ACCEPTANCE_CELLS,
  type AirlineChangeTrips,
  flownOf,
  look,
  runCell,
  type SoldFlight,
  startAirlineChanges,
} from '../../support/faults/airline-change-faults.ts';
import { cancelAtDuffel, problemsOf } from '../../support/suppliers/duffel-trips.ts';
import {
  buyChangeable,
  commitTo,
  exchangeStatus,
  quoteCheapest,
} from '../../support/suppliers/exchanges/duffel-exchange-trips.ts';

let at: AirlineChangeTrips;
beforeAll(async () => {
  at = await startAirlineChanges(true);
});
afterAll(() => at.close());

const AIRLINE_CHANGE = 'order.airline_initiated_change_detected';
const eventsOf = async ({ ref }: SoldFlight, type = 'booking.schedule_changed') =>
  (await at.service.call('GET', `/v1/events?booking_ref=${ref}&type=${type}`)).body.events;
const change = (sold: SoldFlight, kind: string, more: object = {}) => {
  const kinds = ['time_shift', 'other_flight', 'segment_removed', 'slice_removed', 'replaced'] as const;
  const found = kinds.find((one) => one === kind) ?? 'time_shift';
  return at.stub.control.changeByAirline({ order_id: sold.orderId, kind: found, ...more });
};
const kindsOf = ({ schedule_change }: Answer['body']) => [
  ...new Set(schedule_change.segments.map(({ change: kind }: Answer['body']) => kind)),
];

describe("an airline's change that Duffel reports", () => {
  test.each([
    ['time_shift', 'retimed', /major|overnight/, { minutes: 75 }],
    ['other_flight', 'renumbered', /minor/, {}],
    ['replaced', 'replaced', /overnight/, {}],
  ])(
    '%s: looked up at once, published once, taken by the travelers, whatever comes twice',
    async (kind, named, severity, more) => {
      const sold = await at.buy();
      change(sold, kind, more);
      await at.hear();
      const item = await sold.flight();
      expect(item.schedule_change).toMatchObject({
        status: 'open',
        severity: expect.stringMatching(severity),
        free_refund: null,
        can_accept: true,
      });
      expect(kindsOf(item)).toEqual([named]);
      expect(item.available_actions).toContain('schedule_change_accept');
      at.stub.control.sendEvent({ type: AIRLINE_CHANGE, object: { order_id: sold.orderId }, times: 3 });
      await at.hear();
      expect(await eventsOf(sold)).toHaveLength(1);
      expect((await sold.post('/v1/schedule_change_accept')).body.item.schedule_change.status).toBe('accepted');
      expect(flownOf(await sold.flight())).toEqual(await sold.flown());
      await at.hear();
      expect((await sold.flight()).schedule_change.status).toBe('accepted');
    },
  );

  test('a connection that becomes a nonstop is rerouted; the order may show it before anybody has taken it', async () => {
    at.stub.control.set({ airline_changes_apply: 'at_once' });
    const sold = await at.buy('LHR-DXB');
    const before = flownOf(await sold.flight());
    expect(before.length).toBeGreaterThan(1);
    change(sold, 'segment_removed');
    await at.hear();
    at.stub.control.set({ airline_changes_apply: 'on_accept' });
    const item = await sold.flight();
    expect(item.schedule_change.severity).toBe('rerouted');
    expect(kindsOf(item)).toContain('added');
    expect(flownOf(item)).toEqual(before);
    await sold.post('/v1/schedule_change_accept');
    expect(flownOf(await sold.flight())).toEqual(await sold.flown());
  });

  test('a flight it cancels: nothing to take, and what leaving brings back is not guessed', async () => {
    const sold = await at.buy();
    change(sold, 'slice_removed');
    await at.hear();
    const item = await sold.flight();
    expect(item.schedule_change).toMatchObject({ severity: 'cancelled', free_refund: null, can_accept: false });
    expect(kindsOf(item)).toEqual(['cancelled']);
    expect(item.cancellation_timeline).toMatchObject([{ refund: null, penalty: null }]);
    expect((await sold.post('/v1/schedule_change_accept')).status).toBe(409);
    expect((await eventsOf(sold))[0].data.severity).toBe('cancelled');
    const check = (await sold.post('/v1/refund_check')).body;
    expect([check.refund_amount.value, check.penalty_amount.value]).toEqual([item.confirmation.total_paid.amount, 0]);
    await sold.post('/v1/refund_commit', { quote_id: check.quote_id });
    await at.hear();
    expect(await sold.flight()).toMatchObject({ status: 'refunded', schedule_change: { status: 'refunded' } });
  });

  test('an order that is cancelled at Duffel by nobody here is told as soon as Duffel says so, once', async () => {
    const sold = await at.buy();
    await cancelAtDuffel(at, sold.orderId);
    await at.hear();
    expect(await sold.flight()).toMatchObject({ status: 'cancelled', available_actions: [] });
    at.stub.control.sendEvent({ type: 'order_cancellation.confirmed', object: { order_id: sold.orderId }, times: 3 });
    await at.hear();
    expect(await eventsOf(sold, 'booking.item_cancelled')).toMatchObject([{ data: { change_status: 'deciding' } }]);
    expect(await eventsOf(sold, 'booking.refunded')).toEqual([]);
    expect((await sold.post('/v1/refund_status')).body).toMatchObject({ refund_status: 'manual', refund_amount: null });
  });

  test("a flight it cancels is exchanged for another day; from then on the change of the old ticket is nobody's question", async () => {
    const trip = await buyChangeable(at);
    at.stub.control.changeByAirline({ order_id: trip.orderId, kind: 'slice_removed' });
    await at.hear();
    const itemsOf = async () =>
      (await at.service.call('POST', '/v1/get_booking', trip.pair)).body.booking.items.map((item: Answer['body']) => [
        item.status,
        item.schedule_change?.status,
      ]);
    expect(await itemsOf()).toEqual([['confirmed', 'open']]);
    const { session_reference, total_due } = (await quoteCheapest(at, trip)).body;
    await commitTo(at, trip, session_reference, total_due.value > 0 ? 'spt_test_ok' : undefined);
    await at.hear();
    expect((await exchangeStatus(at, trip, session_reference)).status).toBe('CONFIRMED');
    at.stub.control.sendEvent({ type: 'air.order.changed', object: { id: trip.orderId } });
    await at.hear();
    expect(await itemsOf()).toEqual([
      ['exchanged', 'superseded'],
      ['confirmed', undefined],
    ]);
  });

  test('changed again before it is taken: the newer one counts, and accepting it takes all of it', async () => {
    const sold = await at.buy();
    change(sold, 'other_flight');
    await at.hear();
    change(sold, 'time_shift', { minutes: 90 });
    await at.hear();
    const item = await sold.flight();
    expect(item.schedule_change).toMatchObject({ status: 'open', severity: expect.stringMatching(/major|overnight/) });
    expect(kindsOf(item)).toContain('replaced');
    expect(await eventsOf(sold)).toHaveLength(2);
    await sold.post('/v1/schedule_change_accept');
    expect(flownOf(await sold.flight())).toEqual(await sold.flown());
  });

  test('a forged, an old and a foreign event are 400 and counted; v2 is believed; none of them changes anything by itself', async () => {
    const sold = await at.buy();
    change(sold, 'time_shift');
    await at.stub.control.settleDeliveries();
    const object = { id: 'aic_forged', order_id: sold.orderId };
    const deliveriesOf = async (sent: object) => {
      const before = at.stub.control.deliveries().length;
      at.stub.control.sendEvent({ type: AIRLINE_CHANGE, object, ...sent });
      await at.stub.control.settleDeliveries();
      return at.stub.control.deliveries().slice(before);
    };
    const statusOf = async (sent: object) => JSON.stringify(await deliveriesOf(sent));
    const forged = [
      await statusOf({ forged: true }),
      await statusOf({ signed_seconds_ago: 301 }),
      await statusOf({ wrong_mode: true }),
    ];
    expect(forged).toEqual(forged.map(() => expect.stringContaining('400')));
    expect(await statusOf({ signature: 'v2' })).toMatch(/20[0-9]/);
    const { text } = await at.service.call('GET', '/metrics');
    expect(text).toMatch(/bly_supplier_callbacks_total\{[^}]*outcome="signature"[^}]*\} [1-9]/);
  });
});

describe('accepting at a Duffel that does not answer as it should', () => {
  const few = [
    'reset, taken',
    'reset, not taken',
    '500, taken',
    'nothing to accept',
    'stale, for it is taken',
    'a key refused',
  ];
  let quiet: AirlineChangeTrips;
  beforeAll(async () => {
    quiet = await startAirlineChanges(false);
  });
  afterAll(() => quiet.close());

  test.each(ACCEPTANCE_CELLS.filter(({ name }) => few.includes(name)))(
    '$name: what is settled is what the airline has, and it is taken once',
    async (cell) => {
      const outcome = await runCell(quiet, cell);
      expect(outcome).toEqual({
        status: cell.status,
        settled: cell.isTaken ? 'accepted' : 'open',
        takenAtDuffel: cell.isTaken,
        accepted: 'accepted',
        isEqual: true,
        calls: cell.isTaken ? 1 : 2,
      });
    },
  );

  test('without callbacks one look a day finds it, with one read of an order a day and none else', async () => {
    const [sold, other] = [await quiet.buy(), await quiet.buy()];
    await look(quiet);
    const flights = quiet.stub.control.orders().length;
    const yesterday = quiet.stub.control.calls().order_read ?? 0;
    await look(quiet);
    expect((quiet.stub.control.calls().order_read ?? 0) - yesterday).toBe(flights);
    const before = quiet.stub.control.calls().order_read ?? 0;
    quiet.stub.control.changeByAirline({ order_id: sold.orderId, kind: 'time_shift', minutes: 75 });
    await look(quiet, 23 * 3_600);
    expect((await sold.flight()).schedule_change).toBeUndefined();
    expect(quiet.stub.control.calls().order_read ?? 0).toBe(before);
    await look(quiet, 3_600);
    expect((await sold.flight()).schedule_change.status).toBe('open');
    expect((await other.flight()).schedule_change).toBeUndefined();
    // Away at the hour of the look: it is made up for within the hour after, not a day later.
    quiet.stub.control.changeByAirline({ order_id: other.orderId, kind: 'time_shift', minutes: 75 });
    const away = quiet.stub.control.addFault({ operation: 'order_read', fault: { kind: 'reset', effect: false } });
    await look(quiet);
    expect((await other.flight()).schedule_change).toBeUndefined();
    quiet.stub.control.removeFault(away.id);
    await look(quiet, 3_600);
    expect((await other.flight()).schedule_change.status).toBe('open');
  });
});

test('when Duffel says that the order is another, its numbers are asked for at once: late ones, and ones in the place of others', async () => {
  at.stub.control.set({ ticket_seconds: 1_800 });
  const sold = await at.buy();
  at.stub.control.set({ ticket_seconds: 0 });
  const numbersOf = async () => (await sold.flight()).ticket_numbers;
  const updates = async () => (await eventsOf(sold, 'booking.updated')).length;
  const update = async () => {
    at.stub.control.sendEvent({ type: 'order.updated', object: { id: sold.orderId }, times: 2 });
    await at.hear();
  };
  await update();
  expect([await numbersOf(), await updates()]).toEqual([[], 0]);
  await at.stub.clock.advance(1_801_000);
  await update();
  const [number] = await numbersOf();
  expect([number, await updates()]).toEqual([expect.stringMatching(/^\d{10}/), 1]);
  await update();
  expect(await updates()).toBe(1);
  // The airline has issued the ticket anew: what we know is another number.
  await sql`update booking_item set tickets = replace(tickets::text, ${number}, '0000000000000')::jsonb
    where booking_ref = ${sold.ref}`.execute(at.service.app.db.q);
  await update();
  expect([await numbersOf(), await updates()]).toEqual([[number], 2]);
});

test('the books agree', async () => {
  expect(await problemsOf(at.service)).toEqual([]);
});
