import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { startService, type TestService } from '../../support/service/service.ts';

/** Reconcile after refunds: each case breaks one row by hand, and only that is named. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
  for (const [body, quote, commit] of [
    [{ kind: 'flight', scenario: 'QAL' }, ['/v1/refund_check', {}], ['/v1/refund_commit', {}]],
    [{ kind: 'car' }, ['/v1/car_cancel', { action: 'preview' }], ['/v1/car_cancel', { action: 'commit' }]],
  ] as const) {
    const { booking_ref, last_name } = (await service.call('POST', '/v1/sandbox/bookings', body)).body;
    for (const [path, more] of [quote, commit]) await service.call('POST', path, { booking_ref, last_name, ...more });
  }
  await service.drain();
});
afterAll(() => service.close());

const run = (statement: string) => sql.raw(statement).execute(service.app.db.q);
const problems = async () => (await reconcile(service.app)).problems.map(({ problem }) => problem);

test('refunds are proven like sales', async () => {
  const refunded = await service.app.db.q
    .withTables<{ booking_item: { status: string } }>()
    .selectFrom('booking_item')
    .select('status')
    .execute();
  expect(refunded).toEqual([{ status: 'refunded' }, { status: 'refunded' }]);
  expect(await problems()).toEqual([]);
});

test('a refund that comes out of two payments is entered as both', async () => {
  const { booking_ref, last_name } = (
    await service.call('POST', '/v1/sandbox/bookings', { kind: 'car', scenario: 'add_collect' })
  ).body;
  const post = async (path: string, more: object = {}) =>
    (await service.call('POST', path, { booking_ref, last_name, ...more })).body;
  const { exchange_id, offers } = await post('/v1/car_exchange_preview');
  const dearer = offers.find((offer: { delta: { direction: string } }) => offer.delta.direction === 'add_collect');
  const commit = {
    exchange_id,
    exchange_offer_token: dearer.exchange_offer_token,
    shared_payment_token: 'spt_test_ok',
  };
  expect(await post('/v1/car_exchange_commit', commit)).toMatchObject({ status: 'confirmed' });
  const { quote_id, refund_amount } = await post('/v1/car_cancel', { action: 'preview' });
  expect(await post('/v1/car_cancel', { action: 'commit', quote_id })).toMatchObject({
    refund_status: 'refunded',
    confirmed_refund_amount: refund_amount,
  });
  const {
    booking: { trip_id, total_paid },
  } = await post('/v1/get_booking');
  expect(refund_amount.value).toBe(total_paid.amount);
  const ledger = (await service.call('GET', `/v1/trip/${trip_id}/ledger`)).body;
  expect(ledger.entries.filter((entry: { step: string }) => entry.step === 'refund')).toHaveLength(2);
  expect(await problems()).toEqual([]);
});

const flight = "booking_ref in (select booking_ref from booking_item where kind = 'flight')";
test.each([
  [
    'a refunded flight that its airline still holds',
    "update sandbox_order set status = 'booked', cancelled_at = null where kind = 'flight'",
    "update sandbox_order set status = 'cancelled', cancelled_at = now() where kind = 'flight'",
    /is refunded and sandbox still holds it/,
  ],
  [
    'a refunded car that its company still holds',
    "update sandbox_order set status = 'booked', cancelled_at = null where kind = 'rental'",
    "update sandbox_order set status = 'cancelled', cancelled_at = now() where kind = 'rental'",
    /is refunded and sandbox_cars still holds it/,
  ],
  [
    'a booking that says less was given back than was',
    `update booking set total_refunded = total_refunded - 1 where ${flight}`,
    `update booking set total_refunded = total_refunded + 1 where ${flight}`,
    /by the booking's word/,
  ],
  [
    'an item that gives back more than its booking',
    `update booking_item set refunded = refunded + 1 where ${flight}`,
    `update booking_item set refunded = refunded - 1 where ${flight}`,
    /captured \d+, booked/,
  ],
  [
    'an item of a cancelled booking that stands',
    `update booking_item set status = 'confirmed' where ${flight}`,
    `update booking_item set status = 'refunded' where ${flight}`,
    /of a cancelled booking is confirmed/,
  ],
])('%s is found', async (_what, breakIt, mendIt, expected) => {
  await run(breakIt);
  const found = await problems();
  await run(mendIt);
  expect(found.filter((problem) => expected.test(problem))).not.toEqual([]);
  expect(await problems()).toEqual([]);
});
