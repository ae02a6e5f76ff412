import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  duffelFare,
  payFor,
  problemsOf,
  readTrip,
  startTimedDuffelTrips,
  type TimedDuffelTrips,
} from '../support/suppliers/duffel-trips.ts';

/** A supplier that goes away for an hour in the middle of a hundred refunds. */
const REFUNDS = 100;
const BEFORE_IT_LEAVES = 50;
const TEN_MINUTES = 600;
const HOUR = 3_600;
/** Look-ups double to an hour: so many hours later every refund has had its turn. */
const HOURS_AFTER = 8;

let at: TimedDuffelTrips;
beforeAll(async () => {
  at = await startTimedDuffelTrips();
});
afterAll(() => at.close());

interface Pair {
  readonly booking_ref: string;
  readonly last_name: string;
}
const ask = async (path: string, pair: Pair) => (await at.service.call('POST', path, pair)).body;

test('a supplier away for an hour with a hundred open refunds: each order is cancelled once, each payer refunded once', {
  timeout: 600_000,
}, async () => {
  const pairs: Pair[] = [];
  for (let count = 0; count < REFUNDS; count += 1) {
    const tripId = await payFor(at.service, [await duffelFare(at)]);
    await at.service.drain();
    const trip = await readTrip(at.service, tripId);
    pairs.push({ booking_ref: trip.bookings[0].booking_ref, last_name: 'Bly' });
  }
  const { control } = at.stub;
  control.forgetCalls();
  // Half of the confirmations are carried out, and no answer comes back; then nothing is reached at all.
  control.addFault({
    operation: 'cancellation_confirm',
    fault: { kind: 'reset', effect: true },
    times: BEFORE_IT_LEAVES,
  });
  control.addFault({ operation: 'cancellation_read', fault: { kind: 'reset' } });
  for (const [index, pair] of pairs.entries()) {
    expect((await ask('/v1/refund_check', pair)).support_level).toBe('full');
    if (index === BEFORE_IT_LEAVES) control.addFault({ operation: 'cancellation_confirm', fault: { kind: 'reset' } });
    expect((await ask('/v1/refund_commit', pair)).refund_status).toBe('pending');
  }
  for (const operation of ['order_read', 'cancellation'] as const)
    control.addFault({ operation, fault: { kind: 'reset' } });
  expect(control.orders().filter(({ cancelled_at }) => cancelled_at !== null)).toHaveLength(BEFORE_IT_LEAVES);
  for (let minutes = 0; minutes < HOUR; minutes += TEN_MINUTES) await at.pass(TEN_MINUTES);
  const items = async () =>
    Promise.all(pairs.map(async (pair) => (await ask('/v1/get_booking', pair)).booking.items[0]));
  const during = await items();
  expect(Object.keys(Object.groupBy(during, ({ status }) => status))).toEqual(['confirmed']);
  expect(during.every(({ refund }) => refund.refund_status === 'pending')).toBe(true);

  control.clearFaults();
  for (let hours = 0; hours < HOURS_AFTER; hours += 1) await at.pass(HOUR);
  const after = await items();
  expect(after.filter(({ status, refund }) => status !== 'refunded' || refund.pending.amount !== 0)).toEqual([]);
  expect(control.orders().filter(({ cancelled_at }) => cancelled_at === null)).toEqual([]);
  // Those that were carried out were confirmed once, the others a second time.
  expect(control.calls().cancellation_confirm).toBe(BEFORE_IT_LEAVES + 2 * (REFUNDS - BEFORE_IT_LEAVES));
  expect(await problemsOf(at.service)).toEqual([]);
});
