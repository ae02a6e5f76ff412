import { afterAll, beforeAll, expect, test } from 'vitest';
import { payFor, problemsOf, readTrip } from '../support/suppliers/duffel-trips.ts';
import { startStayTrips, type StayTrips } from '../support/suppliers/stay-trips.ts';

/** LiteAPI goes away for an hour in the middle of a hundred bookings. */
const TRIPS = 100;
const BEFORE_IT_LEAVES = 50;
const TEN_MINUTES = 600;
const HOUR = 3_600;
/** Look-ups double to an hour, and what was never booked is proven after six. */
const HOURS_AFTER = 16;

let at: StayTrips;
beforeAll(async () => {
  at = await startStayTrips();
});
afterAll(() => at.close());

test('away for an hour with a hundred open bookings: all are settled by asking, at most one each, captured = booked', {
  timeout: 300_000,
}, async () => {
  const trips: string[] = [];
  for (let count = 0; count < TRIPS; count += 1) trips.push(await payFor(at.service, [(await at.rate()).offer_id]));
  // Half of the bookings are made, and no answer comes back; then nothing is reached at all.
  const { control } = at.stub;
  control.addFault({ operation: 'book', fault: { kind: 'reset', effect: true }, times: BEFORE_IT_LEAVES });
  for (const operation of ['book', 'bookings', 'booking_read'] as const)
    control.addFault({ operation, fault: { kind: 'reset' } });
  await at.service.drain();
  const made = control.bookings().length;
  expect(made).toBeGreaterThan(0);
  for (let seconds = 0; seconds < HOUR; seconds += TEN_MINUTES) await at.pass(TEN_MINUTES);
  const during = await Promise.all(trips.map((trip) => readTrip(at.service, trip)));
  expect(during.filter(({ status }) => status === 'fulfilled')).toEqual([]);

  control.clearFaults();
  for (let hours = 0; hours < HOURS_AFTER; hours += 1) await at.pass(HOUR);
  const ends = await Promise.all(trips.map((trip) => readTrip(at.service, trip)));
  const counts = Object.groupBy(ends, ({ status }) => status);
  expect(Object.keys(counts).filter((status) => status !== 'fulfilled' && status !== 'failed')).toEqual([]);
  expect(counts['fulfilled']?.length).toBeGreaterThanOrEqual(made);
  const references = control.bookings().map(({ client_reference }) => client_reference);
  expect(new Set(references).size).toBe(references.length);
  expect(references).toHaveLength(counts['fulfilled']?.length ?? 0);
  expect(await problemsOf(at.service)).toEqual([]);
});
