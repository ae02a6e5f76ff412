import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decideForAdmin } from '../../../src/decisions/decide-for-admin.ts';
import { listChangesForPeople } from '../../../src/servicing/engine/list-manual-changes.ts';
import { aUser, type Visitor, wordsOf } from '../../support/accounts.ts';
import { writtenMail } from '../../support/written-mail.ts';
import type { Answer, TestService } from '../../support/service/service.ts';
import {
  cancelAtDuffel,
  type DuffelTrips,
  duffelFare,
  payFor,
  problemsOf,
  startDuffelTrips,
} from '../../support/suppliers/duffel-trips.ts';

/** Tickets of Duffel (the stub) that are given back, from the check to the money, over HTTP on both sides. */
let at: DuffelTrips;
/** The owner of the organization that sells, and its calls under a key of theirs. */
let owner: Visitor;
let seller: TestService;
beforeAll(async () => {
  at = await startDuffelTrips({ hasWebhook: false });
  owner = await aUser(at.service, 'owner@example.com');
  const page = await owner.post('/console/keys', {
    name: 'sales',
    scope_search: 'on',
    scope_book: 'on',
    scope_manage: 'on',
  });
  const key = /<textarea[^>]*>([^<]+)</.exec(page.text)?.[1] ?? '';
  seller = {
    ...at.service,
    call: (method, path, body, headers) => at.service.call(method, path, body, { 'x-api-key': key, ...headers }),
  };
});
afterEach(() => at.stub.control.clearFaults());
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
});

type Fault = Parameters<DuffelTrips['stub']['control']['addFault']>[0];
const once = (fault: Fault): void => void at.stub.control.addFault({ times: 1, ...fault });
const quoteOf = (quote: object): Fault => ({
  operation: 'cancellation',
  fault: { kind: 'quote', ...quote } as Fault['fault'],
});

/** Moves the clocks of the stub and of the seller, and runs what is due. */
async function advance(seconds: number): Promise<void> {
  await at.stub.clock.advance(seconds * 1_000);
  await seller.call('POST', '/v1/sandbox/clock', { advance_seconds: seconds });
  await at.service.drain();
}

interface Bought {
  readonly pair: { readonly booking_ref: string; readonly last_name: string };
  readonly post: (path: string, more?: object) => Promise<Answer['body']>;
  readonly item: () => Promise<Answer['body']>;
  /** The order at the stub. */
  readonly order: () => ReturnType<DuffelTrips['stub']['control']['orders']>[number] | undefined;
}

/** A ticket that was bought and issued. */
async function buy(route = 'LHR-JFK'): Promise<Bought> {
  const fare = await duffelFare({ ...at, service: seller }, route);
  const before = at.stub.control.orders().length;
  const tripId = await payFor(seller, [fare]);
  await at.service.drain();
  const trip = (await seller.call('GET', `/v1/trip/${tripId}`)).body;
  const pair = { booking_ref: trip.bookings[0].booking_ref, last_name: 'Bly' };
  const post = async (path: string, more: object = {}) => (await seller.call('POST', path, { ...pair, ...more })).body;
  const orderId = at.stub.control.orders().at(-1 - before)?.id;
  return {
    pair,
    post,
    item: async () => (await post('/v1/get_booking')).booking.items[0],
    order: () => at.stub.control.orders().find(({ id }) => id === orderId),
  };
}

/** `90.80` is 9080. */
function minorOf(amount: string | undefined): number {
  return Math.round(Number(amount) * 100);
}

describe('money that comes back', () => {
  test('a check quotes and changes nothing; the commit asks afresh, confirms once, and the payer gets it all', async () => {
    const { post, item, order } = await buy();
    const check = await post('/v1/refund_check');
    expect(check).toMatchObject({ support_level: 'full', is_automatable: true, penalty_amount: { value: 0 } });
    expect(check.refund_amount).toEqual(check.total_paid);
    expect(order()?.cancelled_at).toBeNull();
    at.stub.control.forgetCalls();
    const committed = await post('/v1/refund_commit', { quote_id: check.quote_id });
    expect(committed).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: check.refund_amount });
    expect(at.stub.control.calls()).toEqual({ order_read: 1, cancellation: 1, cancellation_confirm: 1 });
    expect(order()?.cancelled_at).not.toBeNull();
    expect(await post('/v1/refund_commit', { quote_id: check.quote_id })).toEqual(committed);
    expect(await item()).toMatchObject({ status: 'refunded', refund: { refund_status: 'refunded' } });
    expect(at.stub.control.calls().cancellation_confirm).toBe(1);
  });

  test('the void window is the airline’s: the booking says until when everything comes back', async () => {
    const { item, order } = await buy();
    const { cancellation_timeline: timeline, confirmation } = await item();
    const created = Date.parse(order()?.created_at ?? '');
    expect(timeline[0]).toMatchObject({
      until: new Date(created + 24 * 3_600_000).toISOString(),
      refund: { amount: confirmation.total_paid.amount },
      penalty: { amount: 0 },
    });
    at.stub.control.set({ void_window_hours: null });
    const { item: another } = await buy();
    expect((await another()).cancellation_timeline[0]).not.toMatchObject({ penalty: { amount: 0 } });
    at.stub.control.set({ void_window_hours: 24 });
  });

  test('a part: penalty and refund come to what was paid', async () => {
    const { post } = await buy();
    at.stub.control.addFault(quoteOf({ refund_share: 0.8 }));
    const check = await post('/v1/refund_check');
    expect(check.penalty_amount.value).toBeGreaterThan(0);
    expect(check.penalty_amount.value + check.refund_amount.value).toBe(check.total_paid.value);
    const committed = await post('/v1/refund_commit');
    expect(committed).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: check.refund_amount });
  });

  test('dearer by the time of the commit: it fails and says both prices, and the ticket stands', async () => {
    const { post, item, order } = await buy();
    const check = await post('/v1/refund_check');
    at.stub.control.addFault(quoteOf({ refund_share: 0.5 }));
    const committed = await post('/v1/refund_commit', { quote_id: check.quote_id });
    expect(committed).toMatchObject({
      refund_status: 'failed',
      failure_reason: expect.stringMatching(
        /^Giving it up costs more by now than was agreed to: GBP \d+\.\d\d instead of GBP 0\.00\.$/,
      ),
    });
    expect([(await item()).status, order()?.cancelled_at]).toEqual(['confirmed', null]);
  });

  test('cheaper by then: the payer gets what the airline gives', async () => {
    const { post } = await buy();
    once(quoteOf({ refund_share: 0.5 }));
    const check = await post('/v1/refund_check');
    const committed = await post('/v1/refund_commit', { quote_id: check.quote_id });
    expect(committed.confirmed_refund_amount).toEqual(check.total_paid);
    expect(committed.confirmed_refund_amount.value).toBeGreaterThan(check.refund_amount.value);
  });

  test('a quote that is overtaken is asked for afresh', async () => {
    const { post, order } = await buy();
    await post('/v1/refund_check');
    once({ operation: 'cancellation_confirm', fault: { kind: 'error', code: 'order_cancellation_stale' } });
    expect(await post('/v1/refund_commit')).toMatchObject({ refund_status: 'refunded' });
    expect(order()?.cancelled_at).not.toBeNull();
  });

  test('an airline that does not let it be cancelled: the check says so, and there is nothing to commit', async () => {
    const { post, order } = await buy();
    at.stub.control.block(order()?.id ?? '', { cancel: true });
    expect(await post('/v1/refund_check')).toMatchObject({
      quote_id: null,
      support_level: 'none',
      warnings: ['The airline does not let it be cancelled here. Ask the airline.'],
    });
  });

  test('cancelled at Duffel by hand: the payer gets what that brought', async () => {
    const { post, order, item } = await buy();
    await cancelAtDuffel(at, order()?.id);
    const check = await post('/v1/refund_check');
    expect(check.refund_amount).toEqual(check.total_paid);
    expect(await post('/v1/refund_commit')).toMatchObject({ refund_status: 'refunded' });
    expect((await item()).status).toBe('refunded');
  });
});

describe('instead of money', () => {
  test('airline credit: told with the check, kept on the booking with code and expiry, and no money moves', async () => {
    const { post, item, pair, order } = await buy('LTN-SYD');
    const check = await post('/v1/refund_check');
    const amount = { value: minorOf(order()?.total_amount), currency: 'GBP', decimal_places: 2 };
    expect(check).toMatchObject({
      support_level: 'full',
      refund_amount: { value: 0 },
      penalty_amount: check.total_paid,
      travel_credits: [{ type: 'airline_credit', amount, code: null, expires_on: null }],
      warnings: [expect.stringContaining('it can be spent with that airline alone')],
    });
    const committed = await post('/v1/refund_commit');
    expect(committed).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: { value: 0 } });
    const [credit] = committed.travel_credits;
    expect(credit).toMatchObject({
      name: 'Duffel Travel Credit',
      code: expect.stringMatching(/^[0-9A-Z]{8}$/),
      issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expires_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const { status, refund } = await item();
    expect([status, refund.travel_credits[0].code, refund.travel_credits[0].expires_on]).toEqual([
      'cancelled',
      credit.code,
      credit.expires_on,
    ]);
    await at.service.drain();
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_refund
      where payment_id in (select payment_id from booking where booking_ref = ${pair.booking_ref})`.execute(
      at.service.app.db.q,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('a voucher is known by its amount alone', async () => {
    const { post, order } = await buy();
    at.stub.control.addFault(quoteOf({ refund_to: 'voucher' }));
    const check = await post('/v1/refund_check');
    expect(check.travel_credits).toEqual([
      {
        type: 'voucher',
        credit_id: null,
        name: null,
        code: null,
        amount: { value: minorOf(order()?.total_amount), currency: 'GBP', decimal_places: 2 },
        issued_on: null,
        expires_on: null,
        pax_ref_id: null,
      },
    ]);
    expect(await post('/v1/refund_commit')).toMatchObject({ refund_amount: { value: 0 }, refund_status: 'refunded' });
  });

  test('less credit than was agreed to is refused', async () => {
    const { post, item } = await buy('LTN-SYD');
    const check = await post('/v1/refund_check');
    at.stub.control.addFault(quoteOf({ refund_amount: '1.00', refund_to: 'airline_credits' }));
    expect(await post('/v1/refund_commit', { quote_id: check.quote_id })).toMatchObject({
      refund_status: 'failed',
      failure_reason: 'The airline gives less credit by now than was agreed to.',
    });
    expect((await item()).status).toBe('confirmed');
  });
});

describe('what nobody knows', () => {
  const UNKNOWN = quoteOf({ refund_amount: null });

  /** A refund that waits for people. */
  async function waiting() {
    const bought = await buy();
    at.stub.control.addFault(UNKNOWN);
    const check = await bought.post('/v1/refund_check');
    const committed = await bought.post('/v1/refund_commit', { quote_id: check.quote_id });
    return { ...bought, check, committed, changeId: check.quote_id as string };
  }

  /** What the audit log says of who decided a change, and how. */
  async function decisionOf(changeId: string) {
    const { events } = (await owner.get('/v1/audit_log?action=booking.change_decided&limit=20')).body;
    const entries = events.filter(({ detail }: Answer['body']) => detail.change === changeId);
    expect(entries).toHaveLength(1);
    return entries[0];
  }

  test('is null, never 0; a commit cancels nothing and waits for people', async () => {
    const { check, committed, order, item, post, pair } = await waiting();
    expect(check).toMatchObject({
      refund_amount: null,
      refund_amount_known: false,
      penalty_amount: null,
      penalty_amount_known: false,
      support_level: 'manual',
      is_refundable: true,
      is_automatable: false,
      manual_reason: 'The airline does not say what comes back.',
    });
    expect(committed).toMatchObject({ refund_status: 'manual', refund_amount: null, pending_amount: null });
    expect(order()?.cancelled_at).toBeNull();
    expect(await item()).toMatchObject({
      status: 'confirmed',
      available_actions: [],
      refund: { refund_status: 'manual', penalty: null, pending: null, known: false },
    });
    expect(await post('/v1/refund_check')).toMatchObject({ quote_id: null, pending_amount: null });
    const page = wordsOf(await owner.get('/account/changes'));
    for (const text of [pair.booking_ref, 'Waits for your decision', 'Nellie Bly', 'The airline does not say'])
      expect(page).toContain(text);
  });

  test('an owner decides an amount: the order is cancelled and the payer gets that, whatever comes back', async () => {
    const { changeId, check, order, post, item, pair } = await waiting();
    await owner.get('/account/changes');
    for (const [refund, status] of [
      ['much', 422],
      [((check.total_paid.value + 100) / 100).toFixed(2), 409],
    ] as const) {
      expect((await owner.post(`/account/changes/${changeId}`, { decision: 'cancel', refund })).status).toBe(status);
      expect(order()?.cancelled_at).toBeNull();
    }
    const answer = await owner.post(`/account/changes/${changeId}`, { decision: 'cancel', refund: '100.50' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/changes?locale=en&decided=cancel']);
    expect(await decisionOf(changeId)).toMatchObject({
      actor: { kind: 'user' },
      target: pair.booking_ref,
      detail: { decision: 'refund', amount: 10_050, currency: 'USD' },
    });
    await advance(5);
    expect(order()?.cancelled_at).not.toBeNull();
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: 10_050, currency: 'USD' },
      penalty_amount: { value: check.total_paid.value - 10_050 },
    });
    expect((await item()).status).toBe('refunded');
    expect((await owner.post(`/account/changes/${changeId}`, { decision: 'cancel', refund: '1' })).status).toBe(409);
  });

  test('known by the time of the decision: what the airline gives may be less than was decided, and then nothing is done', async () => {
    const { changeId, check, order, post } = await waiting();
    at.stub.control.clearFaults();
    at.stub.control.addFault(quoteOf({ refund_amount: '10.00' }));
    await owner.get('/account/changes');
    await owner.post(`/account/changes/${changeId}`, {
      decision: 'cancel',
      refund: String(check.total_paid.value / 100),
    });
    await advance(5);
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'failed',
      failure_reason: expect.stringContaining('costs more by now'),
    });
    expect(order()?.cancelled_at).toBeNull();
  });

  test('a no needs a reason; the ticket stands and may be asked about again', async () => {
    const { changeId, order, post, item, pair } = await waiting();
    await owner.get('/account/changes');
    expect((await owner.post(`/account/changes/${changeId}`, { decision: 'decline', reason: ' ' })).status).toBe(422);
    await owner.post(`/account/changes/${changeId}`, {
      decision: 'decline',
      reason: 'The airline gives nothing back.',
    });
    expect(await decisionOf(changeId)).toMatchObject({
      actor: { kind: 'user' },
      detail: { decision: 'decline', reason: 'The airline gives nothing back.' },
    });
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'failed',
      failure_reason: 'The airline gives nothing back.',
      pending_amount: { value: 0 },
    });
    expect([(await item()).status, order()?.cancelled_at]).toEqual(['confirmed', null]);
    const { item_id } = await item();
    const { events } = (await seller.call('GET', `/v1/events?booking_ref=${pair.booking_ref}`)).body;
    const declined = events.filter(({ event }: Answer['body']) => event === 'booking.cancellation_failed');
    const data = { item_id, reference: changeId.replace('rfq_', 'rfd_'), change_status: 'failed' };
    expect(declined).toMatchObject([{ status: 'confirmed', data }]);
    expect(await writtenMail(at.service.app, declined[0].event_id)).toMatchObject({
      subject: `Your request was declined (${pair.booking_ref})`,
      text: expect.stringMatching(/Nothing was cancelled or changed.*“The airline gives nothing back\.”/s),
    });
    expect((await post('/v1/refund_check')).quote_id).toMatch(/^rfq_/);
  });

  test('decided in the console: by an owner or admin, with a reason or an amount, and an entry in the log', async () => {
    const { changeId, check, order, post, pair } = await waiting();
    expect(wordsOf(await owner.get('/console/cases'))).toContain('The airline does not say what comes back.');
    for (const [form, status] of [
      [{ decision: 'refund', currency: 'USD', refund: 'much' }, 422],
      [{ decision: 'refund', currency: 'EUR', refund: '1' }, 422],
      [{ decision: 'refund', currency: 'USD', refund: ((check.total_paid.value + 100) / 100).toFixed(2) }, 409],
      [{ decision: 'decline', reason: ' ' }, 422],
    ] as const) {
      await owner.get('/console/cases');
      expect((await owner.post(`/console/cases/${changeId}`, form)).status, JSON.stringify(form)).toBe(status);
    }
    const decision = { decision: 'refund', refund: { value: 5_000, currency: 'USD' } };
    const byKey = await seller.call('POST', `/v1/manual_changes/${changeId}/decide`, decision);
    expect([byKey.status, byKey.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(order()?.cancelled_at).toBeNull();
    await owner.get('/console/cases');
    const form = { decision: 'refund', currency: 'USD', refund: '50.00' };
    const done = await owner.post(`/console/cases/${changeId}`, form);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/console/cases?done=case']);
    await advance(5);
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: 5_000, currency: 'USD' },
    });
    const { body } = await seller.call('GET', `/v1/bookings/${pair.booking_ref}/timeline`);
    expect(body.entries.map(({ what }: { what: string }) => what)).toContain('booking.change_decided');
    await owner.get('/console/cases');
    expect((await owner.post(`/console/cases/${changeId}`, form)).status).toBe(404);
  });

  test('the administrator of an installation sees and decides it, with an amount or a reason, and nothing between', async () => {
    const { changeId, pair, order, post } = await waiting();
    const { app } = at.service;
    const listed = (await listChangesForPeople(app)).find(({ reference }) => reference === changeId);
    expect(listed).toMatchObject({
      bookingRef: pair.booking_ref,
      waitsFor: 'us',
      why: 'The airline does not say what comes back.',
    });
    const decide = (decision: object) =>
      decideForAdmin(app, { organizationId: listed?.organizationId, changeId, ...decision });
    for (const decision of [{}, { refund: '1', reason: 'Both.' }, { refund: '12.345' }, { refund: '99999' }])
      await expect(decide(decision)).rejects.toThrow();
    expect(await decide({ refund: '0' })).toEqual({ decided: 'cancel' });
    await expect(decide({ reason: 'Too late.' })).rejects.toThrow('waits for a decision');
    expect(await decisionOf(changeId)).toMatchObject({
      actor: { kind: 'admin' },
      detail: { decision: 'refund', amount: 0, currency: 'USD' },
    });
    await advance(5);
    expect(order()?.cancelled_at).not.toBeNull();
    expect(await post('/v1/refund_status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: 0 },
    });
  });

  test('is nobody else’s to decide: another organization neither sees nor decides it', async () => {
    const { changeId, pair, order } = await waiting();
    const stranger = await aUser(at.service, 'stranger@example.com');
    expect(wordsOf(await stranger.get('/account/changes'))).not.toContain(pair.booking_ref);
    const answer = await stranger.post(`/account/changes/${changeId}`, { decision: 'cancel', refund: '1' });
    expect(answer.status).toBe(409);
    await advance(5);
    expect(order()?.cancelled_at).toBeNull();
  });

  const strange: readonly (readonly [string, object, string])[] = [
    ['another currency', { refund_currency: 'EUR' }, 'in another currency than the order was paid in'],
    ['a hold that was not paid', { refund_to: 'awaiting_payment' }, 'in a form that is not known here'],
  ];
  test.for(strange)('%s is for people, too', async ([, quote, why]) => {
    const { post } = await buy();
    at.stub.control.addFault(quoteOf(quote));
    expect(await post('/v1/refund_check')).toMatchObject({
      refund_amount: null,
      manual_reason: expect.stringContaining(why),
    });
  });
});
