import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { makeScenarioStay } from '../../support/faults/mixed-journeys.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';
import {
  CARD_3DS,
  CARD_OK,
  CONTACT,
  makeCheckout,
  makeTrip,
  NELLIE,
  searchFares,
} from '../../support/faults/trip-journeys.ts';

const FLIGHT = { origin: 'QAA', destination: 'QAL' } as const;
const ATTEMPT_SECONDS = 15 * 60;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
});

const readTrip = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).body;
const checkOut = (tripId: string, more: object = {}) =>
  service.call('POST', '/v1/checkout', { trip_id: tripId, ...more });
const pay = (tripId: string, more: object = {}) =>
  service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK, ...more });
const rename = (tripId: string) =>
  service.call('POST', '/v1/trip', {
    trip_id: tripId,
    upsert_travelers: { travelers: [{ ...NELLIE, first_name: 'Elizabeth' }], contact: CONTACT },
  });

/** The steps of the trip's ledger, and what its accounts are left with: nothing. */
async function readLedger(tripId: string): Promise<{ readonly steps: readonly string[]; readonly cash: number }> {
  const { body } = await service.call('GET', `/v1/trip/${tripId}/ledger`);
  expect(body.balanced).toBe(true);
  const lines = body.entries
    .flatMap((entry: { lines: unknown[] }) => entry.lines)
    .filter(({ account }: { account: string }) => account === 'processor_cash');
  const cash = lines.reduce(
    (sum: number, { direction, amount }: { direction: string; amount: { value: number } }) =>
      sum + (direction === 'debit' ? amount.value : -amount.value),
    0,
  );
  return { steps: body.entries.map(({ step }: { step: string }) => step), cash };
}

describe('while a payment is in flight', () => {
  /** Everything that would change the trip, once each. */
  async function write(tripId: string, itemId: string): Promise<readonly Answer[]> {
    const { fares } = await searchFares(service, FLIGHT);
    const trip = (body: object) => service.call('POST', '/v1/trip', { trip_id: tripId, ...body });
    return [
      await rename(tripId),
      await trip({ add_item: { trip_item_token: fares[1]?.trip_item_token } }),
      await trip({ remove_item: { item_id: itemId } }),
      await trip({ metadata: { a: 'b' } }),
      await service.call('POST', '/v1/select_ancillaries', { trip_id: tripId, item_id: itemId, selections: [] }),
      await service.call('POST', '/api/v1/shop/sync', { trip_id: tripId, actions: [{ action: 'remove_travelers' }] }),
      await service.call('POST', '/v1/cancel_trip', { trip_id: tripId }),
      await checkOut(tripId),
      await pay(tripId),
    ];
  }

  test.each([
    ['3DS', { card: CARD_3DS }, 'requires_action'],
    ['a slow processor', { authorise_delay_seconds: 1200 }, 'processing'],
  ])('%s: every write and checkout is refused, for 15 minutes at most', async (_name, more, status) => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    const itemId: string = checkout.items[0].item_id;
    const { body: paid } = await pay(tripId, more);
    expect([paid.status, paid.checkout_url]).toEqual([
      status,
      status === 'requires_action' ? checkout.checkout_url : undefined,
    ]);
    const before = await readTrip(tripId);
    for (const { status: code, body } of await write(tripId, itemId))
      expect([code, body.error.code, body.status]).toEqual([409, 'TRIP_STATE_CONFLICT', 'quoted']);
    expect(await readTrip(tripId)).toEqual(before);
    const page = `waits for the payer's confirmation at ${checkout.checkout_url};`;
    const isNamed = status === 'requires_action';
    for (const { body } of [await checkOut(tripId), await pay(tripId)])
      expect(body.error.message.includes(page)).toBe(isNamed);
    // The quote has run out by now: paying again and a checkout say the same of the attempt that runs.
    await service.advance(ATTEMPT_SECONDS - 60);
    for (const refused of [await rename(tripId), await checkOut(tripId), await pay(tripId)]) {
      expect([refused.status, refused.body.status, refused.body.error.message]).toEqual([
        409,
        'quoted',
        expect.stringMatching(/^A payment of the trip is under way, until 20\S+Z at most\./),
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    await service.advance(60);
    expect((await rename(tripId)).body).toMatchObject({ status: 'draft', actions_performed: ['travelers_updated'] });
    await service.advance(3600);
    expect((await readTrip(tripId)).status).toBe('draft');
  });
});

test.each([
  ['approve', 'authorised'],
  ['reject', 'declined'],
])('a challenge that was left open is answered by a second payment: %s', async (challenge, status) => {
  const { tripId } = await makeCheckout(service, FLIGHT);
  expect((await pay(tripId, { card: CARD_3DS })).body.status).toBe('requires_action');
  expect((await pay(tripId, { card: CARD_3DS, challenge })).body.status).toBe(status);
});

test('an authorisation with a delay is looked for when the delay is over', async () => {
  const { tripId } = await makeCheckout(service, FLIGHT);
  expect((await pay(tripId, { authorise_delay_seconds: 5 })).body.status).toBe('processing');
  await service.advance(7);
  expect((await readTrip(tripId)).status).toBe('fulfilled');
});

describe('an authorisation that nobody waits for any more', () => {
  test('of a session that was changed away: entered, released, never fulfilled; the new session pays', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    await pay(tripId, { authorise_delay_seconds: 1000 });
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: ATTEMPT_SECONDS + 1 });
    expect((await rename(tripId)).body.status).toBe('draft');
    // By the time the job looks, the processor has authorised.
    await service.advance(200);
    expect(await readLedger(tripId)).toEqual({ steps: ['quote', 'authorise', 'release'], cash: 0 });
    expect(await readTrip(tripId)).toMatchObject({ status: 'draft', bookings: [] });
    const total: number = (await checkOut(tripId)).body.total_amount.amount;
    await pay(tripId);
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('fulfilled');
    expect(await readLedger(tripId)).toEqual({
      steps: ['quote', 'authorise', 'release', 'quote', 'authorise', 'book', 'capture'],
      cash: total,
    });
  });

  test('of a session that a later checkout has replaced: released, and the later one is the one that counts', async () => {
    const { tripId, checkout } = await makeCheckout(service, FLIGHT);
    await pay(tripId, { authorise_delay_seconds: 1000 });
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: ATTEMPT_SECONDS + 1 });
    const again = await checkOut(tripId);
    expect([again.status, again.body.session_id === checkout.session_id]).toEqual([200, false]);
    await pay(tripId);
    await service.advance(200);
    expect((await readTrip(tripId)).status).toBe('fulfilled');
    const { steps, cash } = await readLedger(tripId);
    expect([[...steps].sort(), cash]).toEqual([
      ['authorise', 'authorise', 'book', 'capture', 'quote', 'quote', 'release'],
      again.body.total_amount.amount,
    ]);
  });

  test('of a cancelled trip: released', async () => {
    const { tripId } = await makeCheckout(service, FLIGHT);
    await pay(tripId, { authorise_delay_seconds: 1000 });
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: ATTEMPT_SECONDS + 1 });
    expect((await service.call('POST', '/v1/cancel_trip', { trip_id: tripId })).body.status).toBe('cancelled');
    await service.advance(200);
    expect(await readLedger(tripId)).toEqual({ steps: ['quote', 'authorise', 'release'], cash: 0 });
    expect(await readTrip(tripId)).toMatchObject({ status: 'cancelled', bookings: [] });
  });

  /** Of a day and an hour on the way; nobody is at work when it arrives. */
  async function payUnseen(): Promise<Answer['body']> {
    const { checkout } = await makeCheckout(service, FLIGHT);
    await pay(checkout.trip_id, { authorise_delay_seconds: 25 * 3600 });
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 26 * 3600 });
    return checkout;
  }

  test('of a trip left idle for a day, whose page somebody has looked at: a page is a read, so the trip has lapsed; released', async () => {
    const { trip_id: tripId, session_id: sessionId } = await payUnseen();
    expect((await service.call('GET', `/checkout/${sessionId}`, undefined, { 'x-api-key': '' })).status).toBe(410);
    await service.advance(7200);
    expect(await readTrip(tripId)).toMatchObject({ status: 'expired', bookings: [] });
    expect(await readLedger(tripId)).toEqual({ steps: ['quote', 'authorise', 'release'], cash: 0 });
  });

  test('of the same trip, which nobody has read: it is still quoted, so its quote is judged now, and the flight is booked', async () => {
    const { trip_id: tripId, total_amount: total } = await payUnseen();
    await service.advance(7200);
    expect(await readTrip(tripId)).toMatchObject({ status: 'fulfilled', fulfillment: { status: 'completed' } });
    expect((await readLedger(tripId)).cash).toBe(total.amount);
  });
});

describe('scenarios from the cart to the end', () => {
  async function buy(tripId: string): Promise<Answer['body']> {
    const checkout = await checkOut(tripId);
    expect(checkout.status, checkout.text).toBe(200);
    await pay(tripId);
    await service.drain();
    return checkout.body;
  }

  test.each([
    ['QAF', 1.07],
    ['QAG', 0.93],
  ])('%s is sold at the price checkout has told, not at the one of the search', async (destination, factor) => {
    const { body } = await makeTrip(service, { origin: 'QAA', destination });
    const checkout = await buy(body.trip_id);
    expect([checkout.price_changed, checkout.items[0].previous_price.amount]).toEqual([true, body.totals.total]);
    expect(Math.abs(checkout.total_amount.amount - body.totals.total * factor)).toBeLessThanOrEqual(2);
    expect(await readTrip(body.trip_id)).toMatchObject({
      status: 'fulfilled',
      totals: { total: checkout.total_amount.amount },
    });
    expect((await readLedger(body.trip_id)).cash).toBe(checkout.total_amount.amount);
  });

  test.each([
    ['price_up', 1.07],
    ['price_down', 0.93],
  ])('Point Nemo %s is sold at the price checkout has told', async (scenario, factor) => {
    const tripId = await makeScenarioStay(service, scenario);
    const before = (await readTrip(tripId)).totals.total;
    const checkout = await buy(tripId);
    expect(Math.abs(checkout.total_amount.amount - before * factor)).toBeLessThanOrEqual(2);
    expect(await readTrip(tripId)).toMatchObject({
      status: 'fulfilled',
      totals: { total: checkout.total_amount.amount },
    });
  });

  test('QAH and sold_out are gone at checkout; without them the rest of the trip is sold', async () => {
    for (const make of [
      async () => (await makeTrip(service, { origin: 'QAA', destination: 'QAH' })).body.trip_id,
      () => makeScenarioStay(service, 'sold_out'),
    ]) {
      const tripId: string = await make();
      const { fares } = await searchFares(service, FLIGHT);
      await service.call('POST', '/v1/trip', {
        trip_id: tripId,
        add_item: { trip_item_token: fares[0]?.trip_item_token },
      });
      const gone = await checkOut(tripId);
      expect([gone.status, gone.body.error.code, gone.body.items.length]).toEqual([409, 'OFFER_UNAVAILABLE', 1]);
      await service.call('POST', '/v1/trip', { trip_id: tripId, remove_item: { item_id: gone.body.items[0].item_id } });
      await buy(tripId);
      expect((await readTrip(tripId)).status).toBe('fulfilled');
    }
  });
});
