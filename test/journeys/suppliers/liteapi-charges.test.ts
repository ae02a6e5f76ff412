import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decideForAdmin } from '../../../src/decisions/decide-for-admin.ts';
import { listChangesForPeople } from '../../../src/servicing/engine/list-manual-changes.ts';
import { payFor, problemsOf, readTrip } from '../../support/suppliers/duffel-trips.ts';
import { aUser, type Visitor, wordsOf } from '../../support/accounts.ts';
import type { Answer, TestService } from '../../support/service/service.ts';
import { startStayTrips, type StayTrips } from '../../support/suppliers/stay-trips.ts';

/** Cancellations that LiteAPI charges otherwise than the terms of the stay say. */
let at: StayTrips;
/** The owner of the organization that sells, and its calls under a key of theirs. */
let owner: Visitor;
let seller: TestService;
beforeAll(async () => {
  at = await startStayTrips();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(async () => {
  expect(await problemsOf(at.service)).toEqual([]);
  await at.close();
});

const HOUR = 3_600;
const CHARGED = { kind: 'charges', share: 1, status: 'CANCELLED_WITH_CHARGES' } as const;
const alarms = async () =>
  /bly_supplier_order_alarms_total\{supplier="liteapi",kind="charges"\} (\d+)/.exec(
    await at.service.app.metrics.registry.metrics(),
  )?.[1] ?? '0';

/** What the payer has paid and got back by the ledger of a trip. */
async function moneyOf(tripId: string) {
  const { entries } = (await at.service.call('GET', `/v1/trip/${tripId}/ledger`)).body;
  return entries.map(({ step }: { step: string }) => step).filter((step: string) => /capture|refund/.test(step));
}

test('a free cancellation that is charged is a case for people: nothing is refunded until LiteAPI has given it back', async () => {
  const tripId = await payFor(at.service, [(await at.rate()).offer_id]);
  await at.service.drain();
  const [{ booking_ref }] = (await readTrip(at.service, tripId)).bookings;
  const pair = { booking_ref, last_name: 'Bly' };
  const post = async (action: string, more: object = {}) =>
    (await at.service.call('POST', '/v1/hotel_cancel', { ...pair, action, ...more })).body;
  const { quote_id, refund_amount } = await post('preview');
  at.stub.control.addFault({ operation: 'cancel', fault: CHARGED, times: 1 });
  const reason = expect.stringContaining('what its terms do not say');
  const manual = { refund_status: 'manual', confirmed_refund_amount: null, refund_amount, manual_reason: reason };
  expect(await post('commit', { quote_id })).toMatchObject(manual);
  await at.pass(48 * HOUR);
  expect(await post('status')).toMatchObject(manual);
  expect(await moneyOf(tripId)).toEqual(['capture']);
  expect(await listChangesForPeople(at.service.app)).toMatchObject([
    { bookingRef: booking_ref, kind: 'hotel_cancel', waitsFor: 'us', why: reason },
  ]);
  expect(Number(await alarms())).toBeGreaterThan(0);
  const booking = async () => (await at.service.call('POST', '/v1/get_booking', pair)).body.booking;
  expect(await booking()).toMatchObject({
    status: 'cancelled',
    total_refunded: { amount: 0 },
    items: [{ status: 'cancelled', available_actions: [], refund: { refund_status: 'manual' } }],
  });
  expect((await booking()).items[0].cancellation_timeline).toEqual([]);

  const [charged] = at.stub.control.bookings().filter(({ fee }) => fee !== null && fee > 0);
  expect(at.stub.control.returnFee(charged?.id ?? '')).toBe(true);
  await at.pass(HOUR);
  expect(await post('status')).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: refund_amount });
  expect(await booking()).toMatchObject({ status: 'cancelled', total_refunded: { amount: refund_amount.value } });
  expect(await moneyOf(tripId)).toEqual(['capture', 'refund']);
  expect(await listChangesForPeople(at.service.app)).toEqual([]);
});

test('a stay that is undone and charged in spite of its terms is never paid for: what is held goes back', async () => {
  const before = Number(await alarms());
  const tokens = [(await at.rate()).offer_id, (await at.rate()).offer_id];
  at.stub.control.addFault({ operation: 'book', fault: { kind: 'book_error', code: 2_010 }, times: 1, skip: 1 });
  at.stub.control.addFault({ operation: 'cancel', fault: CHARGED, times: 1 });
  const tripId = await payFor(at.service, tokens);
  await at.service.drain();
  expect((await readTrip(at.service, tripId)).status).toBe('fulfilling');
  for (let days = 0; days < 8 && (await readTrip(at.service, tripId)).status === 'fulfilling'; days += 1)
    await at.pass(24 * HOUR);
  expect((await readTrip(at.service, tripId)).status).toBe('failed');
  expect(await moneyOf(tripId)).toEqual([]);
  expect(Number(await alarms())).toBeGreaterThan(before);
});

describe('people of the seller need not wait for LiteAPI', () => {
  beforeAll(async () => {
    owner = await aUser(at.service, 'owner@example.com');
    const scopes = { scope_search: 'on', scope_book: 'on', scope_manage: 'on' };
    const page = await owner.post('/console/keys', { name: 'sales', ...scopes });
    const key = /<textarea[^>]*>([^<]+)</.exec(page.text)?.[1] ?? '';
    seller = {
      ...at.service,
      call: (method, path, body, headers) => at.service.call(method, path, body, { 'x-api-key': key, ...headers }),
    };
  });

  /** A stay that is given up free of charge, and charged `share` of its price in spite of its terms. */
  async function charged(share: number) {
    const tripId = await payFor(seller, [(await at.rate(undefined, seller)).offer_id]);
    await at.service.drain();
    const [{ booking_ref }] = (await seller.call('GET', `/v1/trip/${tripId}`)).body.bookings;
    const pair = { booking_ref, last_name: 'Bly' };
    const post = async (action: string, more: object = {}) =>
      (await seller.call('POST', '/v1/hotel_cancel', { ...pair, action, ...more })).body;
    const { quote_id: changeId, refund_amount: agreed } = await post('preview');
    at.stub.control.addFault({ operation: 'cancel', fault: { ...CHARGED, share }, times: 1 });
    expect(await post('commit', { quote_id: changeId })).toMatchObject({ refund_status: 'manual' });
    const item = async () => (await seller.call('POST', '/v1/get_booking', pair)).body.booking.items[0];
    const ledger = async () => (await seller.call('GET', `/v1/trip/${tripId}/ledger`)).body;
    return { booking_ref: booking_ref as string, changeId: changeId as string, agreed, post, item, ledger };
  }

  test('an owner gives back what was agreed: the payer has it at once, and the charge is the seller’s cost', async () => {
    const { booking_ref, changeId, agreed, post, item, ledger } = await charged(0.5);
    const page = wordsOf(await owner.get('/account/changes'));
    for (const text of [booking_ref, 'Cancelled and charged', 'what its terms do not say', 'Agreed refund'])
      expect(page).toContain(text);
    expect(page).not.toContain('Decline');
    const decide = (form: object) => owner.post(`/account/changes/${changeId}`, { ...form });
    for (const [form, status] of [
      [{ decision: 'cancel', refund: 'much' }, 422],
      [{ decision: 'cancel', refund: ((agreed.value + 1) / 100).toFixed(2) }, 409],
      [{ decision: 'decline', reason: 'It is cancelled already.' }, 409],
    ] as const)
      expect((await decide(form)).status).toBe(status);
    expect(await post('status')).toMatchObject({ refund_status: 'manual' });
    const answer = await decide({ decision: 'cancel', refund: (agreed.value / 100).toFixed(2) });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/changes?locale=en&decided=refund']);
    await at.service.drain();
    expect(await post('status')).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: agreed });
    expect(await item()).toMatchObject({ status: 'refunded', refund: { refund_status: 'refunded' } });
    const { balanced, entries } = await ledger();
    expect(balanced).toBe(true);
    const cost = entries
      .flatMap(({ lines }: Answer['body']) => lines)
      .filter(({ account, direction }: Answer['body']) => account === 'cost_drift' && direction === 'debit');
    const fee = at.stub.control.bookings().findLast((booking) => booking.fee !== null && booking.fee > 0)?.fee ?? 0;
    expect(cost).toMatchObject([{ amount: { value: fee } }]);
    expect((await decide({ decision: 'cancel', refund: '1' })).status).toBe(409);
    expect(wordsOf(await owner.get('/account/changes'))).not.toContain(booking_ref);
  });

  test('the administrator decides that nothing comes back: the booking ends cancelled, and nothing was lost', async () => {
    const { booking_ref, changeId, post, item, ledger } = await charged(1);
    const { app } = at.service;
    const listed = (await listChangesForPeople(app)).find(({ reference }) => reference === changeId);
    expect(listed).toMatchObject({ bookingRef: booking_ref, waitsFor: 'us' });
    const decide = (decision: object) =>
      decideForAdmin(app, { organizationId: listed?.organizationId, changeId, ...decision });
    await expect(decide({ reason: 'No.' })).rejects.toThrow('an amount decides it');
    expect(await decide({ refund: '0' })).toEqual({ decided: 'cancel' });
    await expect(decide({ refund: '1' })).rejects.toThrow('waits for a decision');
    await at.service.drain();
    expect(await post('status')).toMatchObject({ refund_status: 'refunded', confirmed_refund_amount: { value: 0 } });
    expect((await item()).status).toBe('cancelled');
    const { balanced, entries } = await ledger();
    expect(balanced).toBe(true);
    const lost = entries
      .flatMap(({ lines }: Answer['body']) => lines)
      .filter(({ account, direction }: Answer['body']) => account === 'cost_drift' && direction === 'debit');
    expect(lost).toEqual([]);
  });

  test('what LiteAPI gives back before the job has asked is the seller’s: the payer gets what was decided, once', async () => {
    const { changeId, agreed, post, ledger } = await charged(1);
    await owner.get('/account/changes');
    await owner.post(`/account/changes/${changeId}`, { decision: 'cancel', refund: '10' });
    const fees = at.stub.control.bookings().filter(({ fee }) => fee !== null && fee > 0);
    expect(at.stub.control.returnFee(fees.at(-1)?.id ?? '')).toBe(true);
    await at.pass(2 * HOUR);
    expect(await post('status')).toMatchObject({
      refund_status: 'refunded',
      confirmed_refund_amount: { value: 1_000 },
    });
    expect(agreed.value).toBeGreaterThan(1_000);
    expect((await ledger()).balanced).toBe(true);
  });
});
