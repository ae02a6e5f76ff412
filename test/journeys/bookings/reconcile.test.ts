import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeReport, reconcile } from '../../../src/bookings/reconcile/reconcile.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, makeCheckout } from '../../support/faults/trip-journeys.ts';

/** Reconcile has to find what nobody may ever do: each case breaks one row by hand, and only that is named. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
  for (const route of ['QAG', 'QAI', 'QAJ']) {
    const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: route });
    await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  }
  await service.drain();
});
afterAll(() => service.close());

const run = (statement: string) => sql.raw(statement).execute(service.app.db.q);
const problems = async () => (await reconcile(service.app)).problems.map(({ problem }) => problem);

test('an untouched database is proven: booked, refused and still confirming trips alike', async () => {
  const report = await reconcile(service.app);
  expect(report).toMatchObject({ bookings: 3, payments: 3, trips: 3, problems: [] });
  expect(describeReport(report)).toContain('nothing stands against it');
});

test.each([
  [
    'a booking that says more was paid than was captured',
    "update booking set total_paid = total_paid - 1 where status = 'confirmed'",
    "update booking set total_paid = total_paid + 1 where status = 'confirmed'",
    /^captured \d+, paid \d+$/,
  ],
  [
    'an item cheaper than what was captured for it',
    "update booking_item set total = total - 1 where status = 'confirmed'",
    "update booking_item set total = total + 1 where status = 'confirmed'",
    /booked|cost/,
  ],
  [
    'a trip that says it failed while its booking stands',
    "update trip set status = 'failed' where status = 'fulfilled'",
    "update trip set status = 'fulfilled' where status = 'failed' and booking_ref in (select booking_ref from booking where status = 'confirmed')",
    /the booking is confirmed, its trip failed/,
  ],
  [
    'a trip that tells another end than its booking',
    "update trip set outcome = jsonb_set(outcome, '{items,0,status}', '\"failed\"') where status = 'fulfilled'",
    "update trip set outcome = jsonb_set(outcome, '{items,0,status}', '\"confirmed\"') where status = 'fulfilled'",
    /its trip says otherwise/,
  ],
  [
    'an event that was never published',
    "update webhook_event set type = 'booking.cancelled' where type = 'booking.completed'",
    "update webhook_event set type = 'booking.completed' where type = 'booking.cancelled'",
    /not one booking.completed/,
  ],
  [
    'a second, contradicting event',
    "insert into webhook_event (organization_id, event_id, type, booking_ref, occurred_at, payload) select organization_id, 'evt_x', 'booking.failed', booking_ref, occurred_at, '{}' from webhook_event where type = 'booking.completed'",
    "delete from webhook_event where event_id = 'evt_x'",
    /published \[booking/,
  ],
  [
    'money the processor took and we do not know of',
    "update sandbox_payment set status = 'captured', captured = amount where status = 'authorised'",
    "update sandbox_payment set status = 'authorised', captured = 0 where processor_ref in (select processor_ref from payment where status = 'authorised')",
    /the processor has captured/,
  ],
  [
    'a hold that no booking knows',
    "update booking set payment_id = payment_id || 'x' where status = 'pending'",
    "update booking set payment_id = left(payment_id, -1) where status = 'pending'",
    /no booking knows it|its payment does not exist/,
  ],
  [
    'a paid trip without a booking',
    "update booking set trip_id = trip_id || 'x' where status = 'pending'",
    "update booking set trip_id = left(trip_id, -1) where status = 'pending'",
    /has no booking/,
  ],
  [
    'a ledger entry that nothing stands behind',
    "insert into ledger_transfer (organization_id, trip_id, step, reference, line, entry_id, at, debit, credit, amount, currency) select organization_id, trip_id, 'capture', 'forged', 0, 'led_x', now(), 'processor_cash', 'trip_clearing', 1, currency from booking where status = 'confirmed'",
    'select 1',
    /the ledger has \d+ in cash/,
  ],
])('%s is found', async (_what, breakIt, mendIt, expected) => {
  await run(breakIt);
  const found = await problems();
  await run(mendIt);
  expect(found.filter((problem) => expected.test(problem))).not.toEqual([]);
});

test('what was mended is proven again, but for the forged ledger entry, which stays for ever', async () => {
  expect(await problems()).toEqual([
    expect.stringContaining('in cash'),
    expect.stringContaining('sold and not bought'),
  ]);
});
