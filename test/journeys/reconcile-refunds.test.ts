import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/bookings/reconcile.ts';
import { startService, type TestService } from '../support/service.ts';

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
  const refunded = await service.app.db.q.withTables<{ booking_item: { status: string } }>().selectFrom('booking_item').select('status').execute();
  expect(refunded).toEqual([{ status: 'refunded' }, { status: 'refunded' }]);
  expect(await problems()).toEqual([]);
});

const flight = "booking_ref in (select booking_ref from booking_item where kind = 'flight')";
test.each([
  ['a refunded flight that its airline still holds', "update sandbox_order set status = 'booked', cancelled_at = null where kind = 'flight'", "update sandbox_order set status = 'cancelled', cancelled_at = now() where kind = 'flight'", /is refunded and sandbox still holds it/],
  ['a refunded car that its company still holds', "update sandbox_order set status = 'booked', cancelled_at = null where kind = 'rental'", "update sandbox_order set status = 'cancelled', cancelled_at = now() where kind = 'rental'", /is refunded and sandbox_cars still holds it/],
  ['a booking that says less was given back than was', `update booking set total_refunded = total_refunded - 1 where ${flight}`, `update booking set total_refunded = total_refunded + 1 where ${flight}`, /by the booking's word/],
  ['an item that gives back more than its booking', `update booking_item set refunded = refunded + 1 where ${flight}`, `update booking_item set refunded = refunded - 1 where ${flight}`, /captured \d+, booked/],
  ['an item of a cancelled booking that stands', `update booking_item set status = 'confirmed' where ${flight}`, `update booking_item set status = 'refunded' where ${flight}`, /of a cancelled booking is confirmed/],
])('%s is found', async (_what, breakIt, mendIt, expected) => {
  await run(breakIt);
  const found = await problems();
  await run(mendIt);
  expect(found.filter((problem) => expected.test(problem))).not.toEqual([]);
  expect(await problems()).toEqual([]);
});
