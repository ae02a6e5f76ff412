import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buyChangeable,
  type ChangeableTrip,
  commitTo,
  exchangeStatus,
  quoteCheapest,
} from '../support/suppliers/exchanges/duffel-exchange-trips.ts';
import { problemsOf, startTimedDuffelTrips, type TimedDuffelTrips } from '../support/suppliers/duffel-trips.ts';

/** A supplier that goes away for an hour in the middle of a hundred changes, whose answers are all lost. */
const CHANGES = 100;
const MADE = 50;
const TEN_MINUTES = 600;
const HOUR = 3_600;
/** What is not found is proven not to be after six hours, and look-ups double to an hour. */
const HOURS_AFTER = 10;

let at: TimedDuffelTrips;
beforeAll(async () => {
  at = await startTimedDuffelTrips();
});
afterAll(() => at.close());

test('a supplier away for an hour with a hundred open changes: each made once or not at all, captured = changed', {
  timeout: 900_000,
}, async () => {
  const trips: { readonly trip: ChangeableTrip; readonly session: string }[] = [];
  const { control } = at.stub;
  for (let count = 0; count < CHANGES; count += 1) {
    const trip = await buyChangeable(at);
    trips.push({ trip, session: (await quoteCheapest(at, trip)).body.session_reference });
  }
  // Half of the confirmations are made; of none an answer comes back.
  control.addFault({ operation: 'change_confirm', fault: { kind: 'reset', effect: true }, times: MADE });
  control.addFault({ operation: 'change_confirm', fault: { kind: 'reset' } });
  for (const { trip, session } of trips)
    expect((await commitTo(at, trip, session, 'spt_test_ok')).body.status).toBe('PENDING');
  for (const operation of ['order_read', 'change_read', 'change', 'change_confirm', 'change_request'] as const)
    control.addFault({ operation, fault: { kind: 'reset' } });
  for (let seconds = 0; seconds < HOUR; seconds += TEN_MINUTES) await at.pass(TEN_MINUTES);
  const statuses = () =>
    Promise.all(trips.map(async ({ trip, session }) => String((await exchangeStatus(at, trip, session)).status)));
  expect(new Set(await statuses())).toEqual(new Set(['PENDING']));

  control.clearFaults();
  for (let hours = 0; hours < HOURS_AFTER; hours += 1) await at.pass(HOUR);
  const ends = await statuses();
  expect(ends.map((status) => status === 'CONFIRMED')).toEqual(trips.map((_, index) => index < MADE));
  expect(ends.filter((status) => status === 'FAILED')).toHaveLength(CHANGES - MADE);
  const changes = trips.map(({ trip }) => control.orders().find(({ id }) => id === trip.orderId)?.changes.length);
  expect(changes).toEqual(trips.map((_, index) => (index < MADE ? 1 : 0)));
  expect(await problemsOf(at.service)).toEqual([]);
});
