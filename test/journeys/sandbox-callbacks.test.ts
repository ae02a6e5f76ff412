import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { SupplierFailure } from '../../src/suppliers/ports/supplier.ts';
import { createSandboxPaymentProcessor } from '../../simulator/payments/payments.ts';
import { type SignedCallback, signCallback, withSignedCallbacks } from '../support/service/signed-callbacks.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { CARD_3DS, CARD_DECLINED, CARD_OK, makeCheckout } from '../support/faults/trip-journeys.ts';

/** The built-in processor's own callback: late, twice, out of order, forged, or the only one who ever tells. */
const secret = 'a secret of the sandbox';
const now = () => new Date();
let db: TestDatabase;
let service: TestService;
let sent: SignedCallback[] = [];
/** The processor acts, and its answer is lost on the way. */
let isAnswerLost = false;
/** What happens while the processor answers a card. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  db = await openTestDatabase();
  const processor = withSignedCallbacks(createSandboxPaymentProcessor(db), {
    secret,
    now,
    deliver: (callback) => void sent.push(callback),
  });
  service = await startService({
    db,
    paymentProcessor: {
      ...processor,
      async submitCard(...args) {
        const answer = await processor.submitCard(...args);
        await meanwhile?.();
        if (isAnswerLost) throw new SupplierFailure('timeout', 'the answer was lost');
        return answer;
      },
    },
  });
});
beforeEach(() => {
  sent = [];
  isAnswerLost = false;
  meanwhile = undefined;
});
afterAll(async () => {
  expect((await reconcile(service.app)).problems).toEqual([]);
  await service.close();
  await db.close();
});

const deliver = async ({ body, headers }: SignedCallback) =>
  (await service.call('POST', '/v1/payments/sandbox/webhook', body, { ...headers, 'x-api-key': '' })).status;
const pay = async (tripId: string, card: string, more: object = {}) =>
  (await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card, ...more })).body;
const readTrip = async (tripId: string) => (await service.call('GET', `/v1/trip/${tripId}`)).body;
const stepsOf = async (tripId: string) =>
  (await service.call('GET', `/v1/trip/${tripId}/ledger`)).body.entries.map((entry: { step: string }) => entry.step);
const checkOut = () => makeCheckout(service, { origin: 'QAA', destination: 'QAC' });
const eventsOf = () => sent.map(({ body }) => String(JSON.parse(body).event));

describe('the callback of the built-in processor', () => {
  test('tells an authorisation whose answer was lost, before any job asks', async () => {
    const { tripId } = await checkOut();
    isAnswerLost = true;
    expect((await pay(tripId, CARD_OK)).status).toBe('processing');
    expect(await service.drain()).toBe(0);
    expect(eventsOf()).toEqual(['payment.authorised']);
    for (const callback of sent) expect(await deliver(callback)).toBe(200);
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('fulfilled');
  });

  test('twice, in the wrong order and after everything is over it changes nothing', async () => {
    const { tripId } = await checkOut();
    await pay(tripId, CARD_DECLINED);
    await pay(tripId, CARD_3DS, { challenge: 'approve' });
    await service.drain();
    expect(eventsOf()).toEqual([
      'payment.declined',
      'payment.requires_action',
      'payment.authorised',
      'payment.captured',
    ]);
    for (const callback of [...sent, ...sent].reverse()) expect(await deliver(callback)).toBe(200);
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('fulfilled');
    expect(await stepsOf(tripId)).toEqual(['quote', 'authorise', 'book', 'capture']);
  });

  test('at once with the job and with itself: one booking, one capture', async () => {
    const { tripId } = await checkOut();
    isAnswerLost = true;
    await pay(tripId, CARD_OK);
    const [callback] = sent;
    if (!callback) throw new Error('nothing was sent');
    await Promise.all([...Array.from({ length: 20 }, () => deliver(callback)), service.advance(60), service.drain()]);
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('fulfilled');
    expect(await stepsOf(tripId)).toEqual(['quote', 'authorise', 'book', 'capture']);
    expect(eventsOf().filter((event) => event === 'payment.captured')).toHaveLength(1);
  });

  test('so late that the trip was given up: the hold is entered and given back', async () => {
    const { tripId } = await checkOut();
    isAnswerLost = true;
    await pay(tripId, CARD_OK);
    const [callback] = sent;
    await service.call('POST', '/v1/sandbox/clock', { advance_seconds: 16 * 60 });
    expect((await service.call('POST', '/v1/cancel_trip', { trip_id: tripId })).status).toBe(200);
    if (callback) expect(await deliver(callback)).toBe(200);
    await service.drain();
    expect((await readTrip(tripId)).status).toBe('cancelled');
    expect(await stepsOf(tripId)).toEqual(['quote', 'authorise', 'release']);
  });

  test('forged, altered or old it is refused; of an unknown payment it is heard and changes nothing', async () => {
    const { tripId } = await checkOut();
    isAnswerLost = true;
    await pay(tripId, CARD_OK);
    const [callback] = sent;
    if (!callback) throw new Error('nothing was sent');
    const notice = JSON.parse(callback.body);
    expect(await deliver({ ...callback, body: `${callback.body} ` })).toBe(400);
    expect(await deliver({ ...callback, headers: {} })).toBe(400);
    expect(await deliver(signCallback({ secret: 'another', now }, notice))).toBe(400);
    expect(await deliver(signCallback({ secret, now: () => new Date(Date.now() - 302_000) }, notice))).toBe(400);
    expect(await deliver(signCallback({ secret, now }, { ...notice, payment_id: 'pay_nobody' }))).toBe(200);
    expect(await deliver(signCallback({ secret, now }, { ...notice, organization_id: 'org_nobody' }))).toBe(200);
    expect(await service.drain()).toBe(0);
    expect((await readTrip(tripId)).status).toBe('quoted');
    await service.advance(60);
    expect((await readTrip(tripId)).status).toBe('fulfilled');
  });
});

test('a reset while a payment is being made: the payer hears that it is gone, and nothing of it is left', async () => {
  const { tripId } = await checkOut();
  meanwhile = () => service.call('POST', '/v1/sandbox/reset', {});
  const paid = await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  expect([paid.status, paid.body.error.code]).toEqual([404, 'NOT_FOUND']);
  expect(paid.body.error.message).toMatch(
    /^The payment pay_\S+ exists no longer: a reset of the sandbox has taken it away\.$/,
  );
  await service.drain();
  expect((await service.call('GET', `/v1/trip/${tripId}`)).status).toBe(404);
  expect((await service.call('GET', '/v1/trips')).body.trips).toEqual([]);
});
