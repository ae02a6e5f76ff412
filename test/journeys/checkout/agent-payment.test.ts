import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { makeScenarioStay } from '../../support/faults/mixed-journeys.ts';
import { openPage, submitPage } from '../../support/faults/page-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, makeCheckout, makeTrip } from '../../support/faults/trip-journeys.ts';

/** A plain flight: its price does not move, so the page takes a card at once. */
const FLIGHT = { origin: 'PAR', destination: 'LON' } as const;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

type Headers = Readonly<Record<string, string>>;
const payAsAgent = (tripId: string, token: string | undefined = 'spt_test_ok', headers: Headers = {}) =>
  service.call('POST', '/v1/submit_agent_payment', { trip_id: tripId, shared_payment_token: token }, headers);
const readTrip = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).body;
const checkOut = (tripId: string, more: object = {}) =>
  service.call('POST', '/v1/checkout', { trip_id: tripId, ...more });

/** How often each step stands in the trip's ledger. */
async function countSteps(tripId: string): Promise<Record<string, number>> {
  const { body } = await service.call('GET', `/v1/trip/${tripId}/ledger`);
  const counts: Record<string, number> = {};
  for (const { step } of body.entries) counts[step] = (counts[step] ?? 0) + 1;
  return counts;
}

async function countProcessorPayments(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sandbox_payment`.execute(
    service.app.db.q,
  );
  return rows[0]?.count ?? 0;
}

describe('a token that is good', () => {
  test('pays the trip: verified, with the reference of the booking it becomes', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    const paid = await payAsAgent(tripId);
    expect(paid).toMatchObject({
      status: 200,
      body: {
        trip_id: tripId,
        status: 'authorised',
        payment_verified: true,
        booking_ref: expect.stringMatching(/^BLY-/),
        trip_status: 'fulfilling',
      },
    });
    expect(paid.body.checkout_url).toBeUndefined();
    await service.drain();
    expect(await readTrip(tripId)).toMatchObject({
      status: 'fulfilled',
      booking_ref: paid.body.booking_ref,
      totals: { total: checkout.total_amount.amount },
    });
    expect(await countSteps(tripId)).toEqual({ quote: 1, authorise: 1, book: 1, capture: 1 });
  });

  test('sent again, before and after the booking is made, tells the same and takes nothing', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    const first = await payAsAgent(tripId);
    expect((await payAsAgent(tripId)).body).toEqual(first.body);
    await service.drain();
    expect((await payAsAgent(tripId, 'spt_test_declined')).body).toEqual({ ...first.body, trip_status: 'fulfilled' });
    expect(await countSteps(tripId)).toEqual({ quote: 1, authorise: 1, book: 1, capture: 1 });
  });

  test('sent again under one Idempotency-Key replays the stored answer', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    const first = await payAsAgent(tripId, 'spt_test_ok', { 'idempotency-key': 'agent-1' });
    const again = await payAsAgent(tripId, 'spt_test_ok', { 'idempotency-key': 'agent-1' });
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  });

  test('for a booking that then fails is told as released, never as paid', async () => {
    const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAI' });
    const { body } = await payAsAgent(tripId);
    await service.drain();
    expect((await payAsAgent(tripId)).body).toEqual({
      trip_id: tripId,
      status: 'released',
      payment_verified: false,
      booking_ref: body.booking_ref,
      trip_status: 'failed',
    });
  });

  test('remembers for whom it was paid, where the trip did not know', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    const { body } = await payAsAgent(tripId, 'spt_test_ok', { 'x-end-user-id': 'traveler-7' });
    expect((await service.call('GET', `/v1/bookings/${body.booking_ref}`)).body.booking.end_user_id).toBe('traveler-7');
  });
});

describe('a token that is not enough', () => {
  test('declined: the reason and the page, where a card pays the same session', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    const declined = await payAsAgent(tripId, 'spt_test_declined');
    expect(declined).toMatchObject({
      status: 200,
      body: {
        status: 'declined',
        payment_verified: false,
        decline_reason: 'card_declined',
        checkout_url: checkout.checkout_url,
        trip_status: 'quoted',
      },
    });
    expect(declined.body.booking_ref).toBeUndefined();
    const path = `/checkout/${checkout.session_id}`;
    expect((await submitPage(service, path, await openPage(service, path))).status).toBe(303);
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('fulfilled');
  });

  test('declined, then a good one: a decline is no dead end', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    await payAsAgent(tripId, 'spt_test_declined');
    expect((await payAsAgent(tripId)).body).toMatchObject({ status: 'authorised', payment_verified: true });
  });

  test.each([
    ['approve', 'fulfilled'],
    ['reject', 'quoted'],
  ])('step-up: the bank asks on the page; %s, and the trip is %s', async (answer, tripStatus) => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    const asked = await payAsAgent(tripId, 'spt_test_step_up');
    expect(asked.body).toMatchObject({
      status: 'requires_action',
      payment_verified: false,
      checkout_url: checkout.checkout_url,
      trip_status: 'quoted',
    });
    // A repeat does not overwrite the bank's question, whatever token it brings.
    expect((await payAsAgent(tripId)).body).toEqual(asked.body);
    const path = `/checkout/${checkout.session_id}`;
    await submitPage(service, path, await openPage(service, path), { action: answer });
    await service.drain();
    expect((await readTrip(tripId)).status).toBe(tripStatus);
    expect((await payAsAgent(tripId)).body).toMatchObject({
      status: 'authorised',
      payment_verified: true,
      booking_ref: expect.stringMatching(/^BLY-/),
    });
  });

  test("while the page's card is being thought about: processing, and no second attempt", async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK, authorise_delay_seconds: 400 });
    expect((await payAsAgent(tripId)).body).toEqual({
      trip_id: tripId,
      status: 'processing',
      payment_verified: false,
      trip_status: 'quoted',
      checkout_url: checkout.checkout_url,
    });
    await service.advance(500);
    expect((await payAsAgent(tripId)).body).toMatchObject({ status: 'authorised', payment_verified: true });
    expect(await countSteps(tripId)).toEqual({ quote: 1, authorise: 1, book: 1, capture: 1 });
  });
});

describe('what cannot be paid', () => {
  test('a quote that has run out, also one that was never good: 410, check out again', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    await service.advance(300);
    expect(await payAsAgent(tripId)).toMatchObject({ status: 410, body: { error: { code: 'QUOTE_EXPIRED' } } });
    expect((await checkOut(tripId)).status).toBe(200);
    expect((await payAsAgent(tripId)).body.status).toBe('authorised');
    const moved = (await makeTrip(service, { origin: 'QAA', destination: 'QAF' })).body.trip_id;
    expect((await checkOut(moved, { fail_on_price_change: true })).status).toBe(409);
    expect(await payAsAgent(moved)).toMatchObject({ status: 410, body: { error: { code: 'QUOTE_EXPIRED' } } });
  });

  test("a draft, a cancelled trip, one that lapsed, none at all, and another organization's", async () => {
    const draft = (await makeTrip(service, FLIGHT)).body.trip_id;
    expect(await payAsAgent(draft)).toMatchObject({
      status: 409,
      body: { error: { code: 'TRIP_STATE_CONFLICT' }, status: 'draft' },
    });
    const { tripId } = await makeCheckout(service, FLIGHT);
    const { key } = await service.makeKey();
    const stranger = await payAsAgent(tripId, 'spt_test_ok', { 'x-api-key': key });
    const none = await payAsAgent('trip_none', 'spt_test_ok', { 'x-api-key': key });
    expect([stranger.status, stranger.body]).toEqual([404, none.body]);
    await service.call('POST', '/v1/cancel_trip', { trip_id: tripId });
    expect(await payAsAgent(tripId)).toMatchObject({ status: 409, body: { status: 'cancelled' } });
    const idle = (await makeCheckout(service, FLIGHT)).tripId;
    await service.advance(86_400);
    expect(await payAsAgent(idle)).toMatchObject({ status: 410, body: { error: { code: 'QUOTE_EXPIRED' } } });
    expect((await readTrip(idle)).status).toBe('expired');
    expect(await payAsAgent(idle)).toMatchObject({
      status: 410,
      body: { error: { code: 'TRIP_EXPIRED' }, status: 'expired' },
    });
  });

  test('garbage is named where it stands; a token nobody gave out is declined', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    const body = (shared: unknown) =>
      service.call('POST', '/v1/submit_agent_payment', { trip_id: tripId, shared_payment_token: shared });
    for (const token of [undefined, '', 7, null, 'spt test ok', 'x'.repeat(513), 'spt_\u0000']) {
      expect(await body(token)).toMatchObject({
        status: 422,
        body: { error: { code: 'BAD_REQUEST' }, fields: [{ path: 'shared_payment_token' }] },
      });
    }
    expect(
      await service.call('POST', '/v1/submit_agent_payment', { shared_payment_token: 'spt_test_ok' }),
    ).toMatchObject({ status: 422, body: { fields: [{ path: 'trip_id' }] } });
    expect((await body('spt_from_nowhere')).body).toMatchObject({
      status: 'declined',
      decline_reason: 'card_declined',
    });
    expect((await readTrip(tripId)).status).toBe('quoted');
  });

  test('needs a key that may book', async () => {
    const { key } = await service.makeKey({ scopes: ['search'] });
    expect(await payAsAgent('trip_none', 'spt_test_ok', { 'x-api-key': key })).toMatchObject({ status: 403 });
    expect(await payAsAgent('trip_none', 'spt_test_ok', { 'x-api-key': '' })).toMatchObject({ status: 401 });
  });
});

test.each([[undefined], ['spt_test_declined']])(
  'a total of nothing is confirmed with token %s, and no processor hears of it',
  async (token) => {
    const tripId = await makeScenarioStay(service, 'pay_at_property');
    expect((await checkOut(tripId)).body.total_amount.amount).toBe(0);
    const before = await countProcessorPayments();
    const paid = await service.call('POST', '/v1/submit_agent_payment', {
      trip_id: tripId,
      ...(token ? { shared_payment_token: token } : {}),
    });
    expect(paid.body).toMatchObject({ status: 'authorised', payment_verified: true });
    await service.drain();
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', totals: { total: 0 } });
    expect(await countProcessorPayments()).toBe(before);
  },
);
