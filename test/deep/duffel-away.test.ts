import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  duffelFare,
  payFor,
  problemsOf,
  readTrip,
  startTimedDuffelTrips,
  type TimedDuffelTrips,
} from '../support/suppliers/duffel-trips.ts';

/** A supplier that goes away for an hour in the middle of a hundred orders. */
const TRIPS = 100;
const BEFORE_IT_LEAVES = 50;
const TEN_MINUTES = 600;
const HOUR = 3_600;
/** Look-ups double to an hour: so many hours later every trip has had its turn. */
const HOURS_AFTER = 8;

let at: TimedDuffelTrips;
beforeAll(async () => {
  at = await startTimedDuffelTrips();
});
afterAll(() => at.close());

test('a supplier away for an hour with a hundred open items: at most one order each, captured = booked', {
  timeout: 300_000,
}, async () => {
  const trips: string[] = [];
  for (let count = 0; count < TRIPS; count += 1) trips.push(await payFor(at.service, [await duffelFare(at)]));
  // Half of the orders are made, and no answer comes back; then nothing is reached at all.
  const { control } = at.stub;
  control.addFault({ operation: 'order', fault: { kind: 'reset', effect: true }, times: BEFORE_IT_LEAVES });
  control.addFault({ operation: 'offer', fault: { kind: 'reset' }, skip: BEFORE_IT_LEAVES });
  for (const operation of ['order', 'orders', 'order_read'] as const)
    control.addFault({ operation, fault: { kind: 'reset' } });
  await at.service.drain();
  expect(control.orders()).toHaveLength(BEFORE_IT_LEAVES);
  for (let minutes = 0; minutes < HOUR; minutes += TEN_MINUTES) await at.pass(TEN_MINUTES);
  const during = await Promise.all(trips.map((trip) => readTrip(at.service, trip)));
  expect(during.filter(({ status }) => status === 'fulfilled')).toEqual([]);

  control.clearFaults();
  for (let hours = 0; hours < HOURS_AFTER; hours += 1) await at.pass(HOUR);
  const ends = await Promise.all(trips.map((trip) => readTrip(at.service, trip)));
  const counts = Object.groupBy(ends, ({ status }) => status);
  expect(Object.keys(counts).filter((status) => status !== 'fulfilled' && status !== 'failed')).toEqual([]);
  expect(counts['fulfilled']?.length).toBeGreaterThanOrEqual(BEFORE_IT_LEAVES);
  const references = control.orders().map(({ metadata }) => metadata?.['bly_reference']);
  expect(new Set(references).size).toBe(references.length);
  expect(references).toHaveLength(counts['fulfilled']?.length ?? 0);
  expect(await problemsOf(at.service)).toEqual([]);
});
