import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { type StripeService, startStripeService } from '../../support/faults/stripe-journeys.ts';
import { daysAhead, makeCheckout, makeTrip } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const FLIGHT = { origin: 'PAR', destination: 'LON' } as const;
let service: TestService;
let atStripe: StripeService;
beforeAll(async () => {
  service = await startService();
  atStripe = await startStripeService();
});
afterAll(async () => {
  for (const one of [service, atStripe.service]) expect((await reconcile(one.app)).problems).toEqual([]);
  await atStripe.close();
  await service.close();
});

const pay = (one: TestService, trip_id: string, token: string) =>
  one.call('POST', '/v1/submit_agent_payment', { trip_id, shared_payment_token: token });
const refusal = (reason: string) => ({
  status: 422,
  body: { error: { code: 'BAD_REQUEST' }, reason, fields: [{ path: 'shared_payment_token' }] },
});
/** Nobody has tried to pay, and nothing is booked. */
async function expectUntouched(one: TestService, tripId: string): Promise<void> {
  const { status, booking_ref } = (await one.call('GET', `/v1/trip/${tripId}`)).body;
  expect([status, booking_ref]).toEqual(['quoted', undefined]);
  const { rows } = await sql<{ attempts: number }>`
    select coalesce(sum(attempt), 0)::int as attempts from payment where trip_id = ${tripId}`.execute(one.app.db.q);
  expect(rows[0]?.attempts).toBe(0);
}

describe('in the sandbox', () => {
  test.each([
    ['spt_test_small', 'limit'],
    ['spt_test_yen', 'currency'],
    ['spt_test_expired', 'expired'],
    ['spt_test_revoked', 'deactivated'],
  ])('%s is refused before anything is held, and another token pays', async (token, reason) => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    const refused = await pay(service, tripId, token);
    expect(refused).toMatchObject(refusal(reason));
    expect(refused.text).not.toContain(token);
    await expectUntouched(service, tripId);
    expect((await pay(service, tripId, 'spt_test_ok')).body.status).toBe('authorised');
    // Who has paid is told how that stands, whatever token comes with the question.
    expect((await pay(service, tripId, token)).body.status).toBe('authorised');
    await service.drain();
  });

  test('what cannot be read is neither refused nor believed: the attempt decides', async () => {
    const unreadable = await makeCheckout(service, FLIGHT);
    expect((await pay(service, unreadable.tripId, 'spt_test_unreadable')).body.status).toBe('authorised');
    const meanwhile = await makeCheckout(service, FLIGHT);
    expect((await pay(service, meanwhile.tripId, 'spt_test_revoked_meanwhile')).body).toMatchObject({
      status: 'declined',
      payment_verified: false,
    });
    expect((await pay(service, (await makeCheckout(service, FLIGHT)).tripId, 'spt_of_nobody')).body.status).toBe(
      'declined',
    );
    await service.drain();
    expect((await service.call('GET', `/v1/trip/${meanwhile.tripId}`)).body.booking_ref).toBeUndefined();
  });

  test('an execution out of a mandate reads it, too, and holds nothing of the budget', async () => {
    const wanted = { name: 'Trips', currency: 'USD', budget: 9_000, valid_until: `${daysAhead(60)}T00:00:00Z` };
    const { mandate_id } = (await service.call('POST', '/v1/mandate_request', wanted)).body;
    await service.call('POST', '/v1/sandbox/approve', { mandate_id, decision: 'approve' });
    const trip_id = (await makeTrip(service, FLIGHT)).body.trip_id;
    const { proposal_id } = (await service.call('POST', '/v1/propose', { mandate_id, trip_id })).body;
    const execute = (shared_payment_token: string) =>
      service.call('POST', '/v1/execute_proposal', { proposal_id, shared_payment_token });
    expect(await execute('spt_test_small')).toMatchObject(refusal('limit'));
    await expectUntouched(service, trip_id);
    const { reserved, trips_used } = (await service.call('GET', `/v1/mandates/${mandate_id}`)).body;
    expect([reserved.amount, trips_used]).toEqual([0, 0]);
    expect((await execute('spt_test_ok')).body.outcome).toBe('authorised');
    await service.drain();
  });
});

describe('at Stripe', () => {
  const tokens = () => atStripe.stub.account.tokens;
  const grant = (currency: string, max: number, expiresAtSeconds?: number) =>
    tokens().grant({
      usage_limits: {
        currency,
        max_amount: String(max),
        ...(expiresAtSeconds === undefined ? {} : { expires_at: String(expiresAtSeconds) }),
      },
    }).id;
  const aCheckout = async () => {
    const { tripId, checkout } = await makeCheckout(atStripe.service, { origin: 'QAA', destination: 'QAC' });
    return { tripId, total: checkout.total_amount as { amount: number; currency: string } };
  };
  const isPaid = async (tripId: string) =>
    (await atStripe.service.call('GET', `/v1/trip/${tripId}/receipt`)).body.total_paid;

  test('limit, currency, expiry and deactivation of a granted token are read before a PaymentIntent is made', async () => {
    const { tripId, total } = await aCheckout();
    const currency = total.currency.toLowerCase();
    const revoked = grant(currency, total.amount);
    tokens().revoke(revoked);
    const cases = [
      [grant(currency, total.amount - 1), 'limit'],
      [grant('eur', total.amount * 10), 'currency'],
      [grant(currency, total.amount, 1_000_000_000), 'expired'],
      [revoked, 'deactivated'],
    ] as const;
    const before = atStripe.stub.requests.length;
    for (const [token, reason] of cases)
      expect(await pay(atStripe.service, tripId, token)).toMatchObject(refusal(reason));
    const asked = atStripe.stub.requests.slice(before);
    expect(asked.map(({ method, version }) => [method, version])).toEqual(
      cases.map(() => ['GET', '2026-04-22.preview']),
    );
    await expectUntouched(atStripe.service, tripId);
    const exact = grant(currency, total.amount);
    expect((await pay(atStripe.service, tripId, exact)).body.status).toBe('authorised');
    await atStripe.service.drain();
    expect(await isPaid(tripId)).toEqual(total);
    // What was captured with it counts: it pays nothing more.
    const next = await aCheckout();
    expect(await pay(atStripe.service, next.tripId, exact)).toMatchObject(refusal('deactivated'));
    expect(atStripe.logged.join('\n')).not.toContain(exact);
  });

  test('a look that fails says nothing about the token: it pays', async () => {
    for (const trouble of ['error_before', 'reset_before', 'rate_limited'] as const) {
      const { tripId, total } = await aCheckout();
      atStripe.stub.trouble(/GET .*granted_tokens/, trouble);
      const token = grant(total.currency.toLowerCase(), total.amount);
      expect((await pay(atStripe.service, tripId, token)).body.status).toBe('authorised');
      await atStripe.service.drain();
      expect(await isPaid(tripId)).toEqual(total);
    }
  });

  test('deactivated between the look and the payment: declined, nothing is booked, another token pays', async () => {
    const { tripId, total } = await aCheckout();
    const token = grant(total.currency.toLowerCase(), total.amount);
    tokens().revokeOnceRead(token);
    expect((await pay(atStripe.service, tripId, token)).body).toMatchObject({ status: 'declined' });
    await atStripe.service.drain();
    expect((await atStripe.service.call('GET', `/v1/trip/${tripId}`)).body.booking_ref).toBeUndefined();
    expect(await pay(atStripe.service, tripId, token)).toMatchObject(refusal('deactivated'));
    expect((await pay(atStripe.service, tripId, 'spt_test_ok')).body.status).toBe('authorised');
    await atStripe.service.drain();
    expect(await isPaid(tripId)).toEqual(total);
  });

  test('deactivated between the hold and its capture: what is held is captured, once', async () => {
    const { tripId, total } = await aCheckout();
    const token = grant(total.currency.toLowerCase(), total.amount);
    expect((await pay(atStripe.service, tripId, token)).body.status).toBe('authorised');
    tokens().revoke(token);
    await atStripe.service.drain();
    expect(await isPaid(tripId)).toEqual(total);
  });
});
