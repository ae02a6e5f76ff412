import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decideForAdmin } from '../../../src/decisions/decide-for-admin.ts';
import { installationId } from '../../../src/platform/ids.ts';
import { watchSchedulesJob } from '../../../src/servicing/schedule-changes/watch-schedules.ts';
import { listChangesForPeople } from '../../../src/servicing/engine/list-manual-changes.ts';
import type { Answer } from '../../support/service/service.ts';
import {
  cancelAtDuffel,
  type DuffelTrips,
  duffelFare,
  payFor,
  problemsOf,
  readTrip,
  startTimedDuffelTrips,
  type TimedDuffelTrips,
} from '../../support/suppliers/duffel-trips.ts';

/** What becomes of tickets of Duffel's (the stub) where nobody answers in time, or somebody else acts. */
const HOUR = 3_600;
let at: TimedDuffelTrips;
const startedAt = Date.now();
let skipped = 0;
beforeAll(async () => {
  at = await startTimedDuffelTrips();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
});

const pass = (seconds: number): Promise<void> => at.pass(seconds);

/** A day passes, and the standing job looks. */
async function look(): Promise<void> {
  await pass(25 * HOUR);
  const run = { organizationId: installationId, now: at.service.app.clock.now(), attempt: 1 };
  await watchSchedulesJob.run({}, at.service.app, { ...run, signal: AbortSignal.timeout(60_000) });
  await at.service.drain();
}

interface Sold {
  readonly tripId: string;
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly post: (path: string, more?: object) => Promise<Answer['body']>;
  readonly item: () => Promise<Answer['body']>;
  readonly events: (type: string) => Promise<readonly Answer['body'][]>;
  readonly order: () => ReturnType<DuffelTrips['stub']['control']['orders']>[number] | undefined;
}

/** A ticket that was bought and issued. */
async function sell(route = 'LHR-JFK', count = 1): Promise<Sold> {
  const tokens: string[] = [];
  // Time goes on between tests, and what is sold is still to be flown.
  const daysPassed = (at.service.app.clock.now().getTime() - startedAt) / 86_400_000;
  for (; skipped < daysPassed; skipped += 1) at.nextDay();
  for (let bought = 0; bought < count; bought += 1) tokens.push(await duffelFare(at, route));
  const tripId = await payFor(at.service, tokens);
  await at.service.drain();
  const pair = { booking_ref: (await readTrip(at.service, tripId)).bookings[0].booking_ref, last_name: 'Bly' };
  const post = async (path: string, more: object = {}) =>
    (await at.service.call('POST', path, { ...pair, ...more })).body;
  const item = async () => (await post('/v1/get_booking')).booking.items[0];
  const orderId = (await item()).order_id;
  return {
    tripId,
    pair,
    post,
    item,
    events: async (type) =>
      (await at.service.call('GET', `/v1/events?booking_ref=${pair.booking_ref}&type=${type}`)).body.events,
    order: () => at.stub.control.orders().find(({ id }) => id === orderId),
  };
}

/** What waits for people of this booking, as the administrator of the installation sees it. */
async function waitingOf({ pair }: Sold) {
  return (await listChangesForPeople(at.service.app)).find(({ bookingRef }) => bookingRef === pair.booking_ref);
}

/** The administrator's decision about it. */
async function decide(sold: Sold, decision: { readonly refund: string } | { readonly reason: string }) {
  const waiting = await waitingOf(sold);
  return decideForAdmin(at.service.app, {
    organizationId: waiting?.organizationId,
    changeId: waiting?.reference,
    ...decision,
  });
}

describe('a confirmation that Duffel answers with 503 five times', () => {
  const AWAY = { kind: 'error', code: 'service_unavailable', status: 503 } as const;
  const away = (more: object = {}): void =>
    void at.stub.control.addFault({ operation: 'cancellation_confirm', fault: { ...AWAY, ...more }, times: 5 });

  /** Real time passes until nothing is sent any more. */
  async function askInVain(): Promise<void> {
    for (let hours = 0; hours < 8; hours += 1) await pass(HOUR);
  }

  test('is looked up for a day and is then for people, who may have it done', async () => {
    const sold = await sell();
    const { post, item, order } = sold;
    const check = await post('/v1/refund_check');
    at.stub.control.forgetCalls();
    away();
    expect(await post('/v1/refund_commit')).toMatchObject({ refund_status: 'pending', failure_reason: null });
    await askInVain();
    expect(at.stub.control.calls().cancellation_confirm).toBe(5);
    expect(await post('/v1/refund_status')).toMatchObject({ refund_status: 'pending', failure_reason: null });
    await pass(24 * HOUR);
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'manual',
      manual_reason:
        'The supplier was asked 5 times and did not do it: it stands as it was. Ask the supplier, then decide.',
    });
    expect([(await item()).status, order()?.cancelled_at]).toEqual(['confirmed', null]);
    expect(await waitingOf(sold)).toMatchObject({ waitsFor: 'us' });
    await decide(sold, { refund: String(check.refund_amount.value / 100) });
    await pass(60);
    expect(order()?.cancelled_at).not.toBeNull();
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: check.refund_amount,
    });
  });

  test('and was carried out at one of them: it is found, and refunded once', async () => {
    const { post, order, events } = await sell();
    const check = await post('/v1/refund_check');
    at.stub.control.forgetCalls();
    at.stub.control.addFault({ operation: 'cancellation_confirm', fault: AWAY, times: 3 });
    at.stub.control.addFault({
      operation: 'cancellation_confirm',
      fault: { ...AWAY, effect: true },
      times: 1,
    });
    await post('/v1/refund_commit');
    await askInVain();
    expect(order()?.cancelled_at).not.toBeNull();
    expect(at.stub.control.calls().cancellation_confirm).toBe(4);
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: check.refund_amount,
    });
    expect(await events('booking.refunded')).toHaveLength(1);
  });

  test('may be declined: the ticket stands, and the traveler is told why', async () => {
    const sold = await sell();
    await sold.post('/v1/refund_check');
    away();
    await sold.post('/v1/refund_commit');
    await askInVain();
    await pass(24 * HOUR);
    await decide(sold, { reason: 'Ask us again next week.' });
    expect(await sold.post('/v1/refund_status')).toMatchObject({
      refund_status: 'failed',
      failure_reason: 'Ask us again next week.',
    });
    expect([(await sold.item()).status, sold.order()?.cancelled_at]).toEqual(['confirmed', null]);
    expect(await sold.events('booking.cancellation_failed')).toHaveLength(1);
  });
});

describe('an order that is cancelled at Duffel by nobody here', () => {
  /** In Duffel's own pages: a quote that is confirmed there. */
  async function cancelThere(sold: Sold, quote?: Quote): Promise<void> {
    if (quote !== undefined) at.stub.control.addFault({ operation: 'cancellation', fault: quote, times: 1 });
    await cancelAtDuffel(at, sold.order()?.id);
    expect(sold.order()?.cancelled_at).not.toBeNull();
  }
  type Quote = Extract<Parameters<DuffelTrips['stub']['control']['addFault']>[0]['fault'], { kind: 'quote' }>;

  test('is found by the daily look and told; nothing is refunded until people decide', async () => {
    const sold = await sell();
    const { post, item, events, pair } = sold;
    const paid = (await item()).confirmation.total_paid.amount;
    await cancelThere(sold, { kind: 'quote', refund_amount: '80.00' });
    await look();
    const { booking } = await post('/v1/get_booking');
    expect([booking.status, booking.items[0].status, booking.items[0].available_actions]).toEqual([
      'cancelled',
      'cancelled',
      [],
    ]);
    expect(booking.items[0].refund).toMatchObject({ refund_status: 'manual', pending: null, known: false });
    const waiting = await waitingOf(sold);
    expect(waiting).toMatchObject({
      waitsFor: 'us',
      why: 'The order was cancelled at its supplier, and not through us. By the supplier GBP 80.00 came back.',
    });
    const data = { item_id: booking.items[0].item_id, change_status: 'deciding' };
    const found = await events('booking.item_cancelled');
    expect(found).toMatchObject([{ status: 'cancelled', data }]);
    expect(await mailKinds(pair)).toEqual(['confirmed', 'cancelled_elsewhere']);
    // Looked at again, it is told no second time, and nothing comes back by asking.
    await look();
    expect(await events('booking.item_cancelled')).toHaveLength(1);
    expect(await post('/v1/refund_check')).toMatchObject({
      quote_id: null,
      warnings: [expect.stringContaining('under way')],
    });
    expect(await events('booking.refunded')).toEqual([]);
    // It cannot be declined: it is cancelled.
    await expect(decide(sold, { reason: 'No.' })).rejects.toThrow('given up already');
    at.stub.control.forgetCalls();
    await decide(sold, { refund: '50.00' });
    await pass(60);
    expect(at.stub.control.calls().cancellation_confirm).toBeUndefined();
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: 5_000 },
      penalty_amount: { value: paid - 5_000 },
    });
    expect((await item()).status).toBe('refunded');
    expect([(await events('booking.refunded')).length, (await events('booking.cancelled')).length]).toEqual([1, 1]);
    expect(await events('booking.item_cancelled')).toHaveLength(1);
  });

  test('whose refund nobody says is for people, too, who may give nothing back', async () => {
    const sold = await sell();
    const { post, item, events, pair } = sold;
    await cancelThere(sold, { kind: 'quote', refund_amount: null });
    await look();
    expect((await waitingOf(sold))?.why).toContain('does not say what came back');
    await decide(sold, { refund: '0' });
    await pass(60);
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: 0 },
    });
    expect((await item()).status).toBe('cancelled');
    expect([await events('booking.refunded'), (await events('booking.updated')).length]).toEqual([[], 1]);
    expect(await mailKinds(pair)).toEqual(['confirmed', 'cancelled_elsewhere', 'refunded']);
  });

  test('leaves the other items of its booking as they are', async () => {
    const sold = await sell('LHR-JFK', 2);
    await cancelThere(sold);
    await look();
    const statuses = async () => {
      const { booking } = await sold.post('/v1/get_booking');
      return [booking.status, ...booking.items.map(({ status }: Answer['body']) => status).sort()];
    };
    expect(await statuses()).toEqual(['confirmed', 'cancelled', 'confirmed']);
    await decide(sold, { refund: '10.00' });
    await pass(60);
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'refunded']);
    expect(await sold.events('booking.cancelled')).toEqual([]);
  });

  test('while our own cancellation of it is under way is left to its look-up', async () => {
    const sold = await sell();
    const { post, events } = sold;
    const check = await post('/v1/refund_check');
    const fault = { kind: 'error', code: 'gateway_timeout_error', status: 504, effect: true } as const;
    at.stub.control.addFault({ operation: 'cancellation_confirm', fault, times: 1 });
    await post('/v1/refund_commit');
    await look();
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: check.refund_amount,
    });
    expect(await events('booking.item_cancelled')).toHaveLength(1);
    expect(await waitingOf(sold)).toBeUndefined();
  });
});

/** The mails of a booking, in the order they were recorded. */
async function mailKinds({ booking_ref }: Sold['pair']): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from mail_message where booking_ref = ${booking_ref} order by created_at, event_id`.execute(
    at.service.app.db.q,
  );
  return rows.map(({ kind }) => kind);
}

// Weeks pass here.
describe('a flight that its airline has cancelled, once it would have left', () => {
  /** A booking of a flight that is cancelled, some days after it would have left. */
  async function sellCancelled(): Promise<Sold> {
    const sold = await sell();
    at.stub.control.changeByAirline({ order_id: sold.order()?.id ?? '', kind: 'slice_removed' });
    await look();
    const { details, schedule_change } = await sold.item();
    expect(schedule_change).toMatchObject({ severity: 'cancelled', status: 'open' });
    const departure = Date.parse(`${details.slices[0].segments[0].depart.time_local}Z`);
    await pass(Math.ceil((departure - at.service.app.clock.now().getTime()) / 1_000) + 3 * 24 * HOUR);
    return sold;
  }

  test('is owed: people decide what the payer gets, and the payer gets it though Duffel takes nothing back', async () => {
    const sold = await sellCancelled();
    const { post, item, order } = sold;
    expect(await item()).toMatchObject({ refund_support_level: 'manual', available_actions: ['refund_check'] });
    const check = await post('/v1/refund_check');
    expect(check).toMatchObject({
      refund_amount: null,
      refund_amount_known: false,
      penalty_amount: null,
      support_level: 'manual',
      manual_reason: expect.stringMatching(/^The airline has cancelled the flight and does not take it back/),
    });
    expect(await post('/v1/refund_commit')).toMatchObject({ refund_status: 'manual', confirmed_refund_amount: null });
    expect((await waitingOf(sold))?.waitsFor).toBe('us');
    await decide(sold, { refund: String(check.total_paid.value / 100) });
    await pass(60);
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: check.total_paid,
      penalty_amount: { value: 0 },
    });
    expect([(await item()).status, order()?.cancelled_at]).toEqual(['refunded', null]);
  });

  test('may be declined; it is owed all the same, and may be asked for again', async () => {
    const sold = await sellCancelled();
    const { post } = sold;
    await post('/v1/refund_check');
    await post('/v1/refund_commit');
    await decide(sold, { reason: 'The airline has paid it to your card already.' });
    expect(await post('/v1/refund_status')).toMatchObject({ refund_status: 'failed' });
    expect((await post('/v1/refund_check')).quote_id).toMatch(/^rfq_/);
  });

  test('is nothing that a flight that was flown is: that one is refused as before', async () => {
    const sold = await sell();
    const { details } = await sold.item();
    const departure = Date.parse(`${details.slices[0].segments[0].depart.time_local}Z`);
    await pass(Math.ceil((departure - at.service.app.clock.now().getTime()) / 1_000) + 3 * 24 * HOUR);
    expect(await sold.post('/v1/refund_check')).toMatchObject({ support_level: 'none', quote_id: null });
    expect((await sold.item()).available_actions).toEqual([]);
  });
});

describe('an airline credit whose code is issued later', () => {
  const setMinutes = (credit_code_minutes: number): void => void at.stub.control.set({ credit_code_minutes });
  afterEach(() => setMinutes(0));
  const codesOf = ({ refund }: Answer['body']) => refund.travel_credits.map(({ code }: Answer['body']) => code);

  test('is asked for after 10 minutes and an hour, kept on the booking, and told once', async () => {
    const { post, item, events } = await sell('LTN-SYD');
    setMinutes(45);
    await post('/v1/refund_check');
    await post('/v1/refund_commit');
    expect(codesOf(await item())).toEqual([null]);
    at.stub.control.forgetCalls();
    await pass(11 * 60);
    expect(codesOf(await item())).toEqual([null]);
    expect(at.stub.control.calls().airline_credit).toBe(1);
    await pass(55 * 60);
    const [code] = codesOf(await item());
    expect(code).toMatch(/^[0-9A-Z]{8}$/);
    const { item_id } = await item();
    expect(await events('booking.updated')).toMatchObject([{ status: 'cancelled', data: { item_id } }]);
    expect((await post('/v1/refund_status')).travel_credits[0].code).toBe(code);
    // What has its code is asked for no more.
    at.stub.control.forgetCalls();
    await pass(48 * HOUR);
    expect(at.stub.control.calls().airline_credit).toBeUndefined();
    expect(await events('booking.updated')).toHaveLength(1);
  });

  test('is not asked for any more after 30 days, nor while Duffel does not answer more often than that', async () => {
    const { post, item, events } = await sell('LTN-SYD');
    setMinutes(60 * 24 * 60);
    await post('/v1/refund_check');
    await post('/v1/refund_commit');
    at.stub.control.forgetCalls();
    at.stub.control.addFault({
      operation: 'order_read',
      fault: { kind: 'error', code: 'internal', status: 500 },
      times: 1,
    });
    await pass(15 * 60);
    expect(at.stub.control.calls().airline_credit).toBeUndefined();
    for (let days = 0; days < 35; days += 1) await pass(24 * HOUR);
    const asked = at.stub.control.calls().airline_credit ?? 0;
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThanOrEqual(33);
    await pass(40 * 24 * HOUR);
    expect(at.stub.control.calls().airline_credit).toBe(asked);
    expect([codesOf(await item()), await events('booking.updated')]).toEqual([[null], []]);
  });
});
