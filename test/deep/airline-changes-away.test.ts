import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AirlineChangeTrips,
  flownOf,
  look,
  type SoldFlight,
  startAirlineChanges,
} from '../support/faults/airline-change-faults.ts';
import { problemsOf } from '../support/suppliers/duffel-trips.ts';

/** A supplier that goes away for an hour in the middle of a hundred changes of airlines that travelers accept. */
const CHANGES = 100;
const BEFORE_IT_LEAVES = 50;
const TEN_MINUTES = 600;
const HOUR = 3_600;

let at: AirlineChangeTrips;
beforeAll(async () => {
  at = await startAirlineChanges(false);
});
afterAll(() => at.close());

test('a supplier away for an hour with a hundred open changes: each is taken once, and every booking flies what its airline does', {
  timeout: 900_000,
}, async () => {
  const sold: SoldFlight[] = [];
  for (let count = 0; count < CHANGES; count += 1) sold.push(await at.buy());
  const { control } = at.stub;
  for (const { orderId } of sold) control.changeByAirline({ order_id: orderId, kind: 'other_flight' });
  // A run of the standing job looks at so many flights of one organization.
  for (let found = 0; found < CHANGES; found += 25) await look(at, found === 0 ? 24 * HOUR : 1);
  const changes = async () => Promise.all(sold.map(async (one) => (await one.flight()).schedule_change));
  expect((await changes()).filter((change) => change?.status !== 'open')).toEqual([]);
  control.forgetCalls();
  // Half of the acceptances are carried out, and no answer comes back; then nothing is reached at all.
  control.addFault({ operation: 'accept', fault: { kind: 'reset', effect: true }, times: BEFORE_IT_LEAVES });
  for (const [index, one] of sold.entries()) {
    if (index === BEFORE_IT_LEAVES) control.addFault({ operation: 'accept', fault: { kind: 'reset' } });
    expect((await one.post('/v1/schedule_change_accept')).status).toBe(200);
  }
  for (const operation of ['order_read', 'aic'] as const) control.addFault({ operation, fault: { kind: 'reset' } });
  for (let minutes = 0; minutes < HOUR; minutes += TEN_MINUTES) await at.pass(TEN_MINUTES);
  expect((await changes()).filter(({ status }) => status !== 'accepting')).toEqual([]);

  control.clearFaults();
  for (let minutes = 0; minutes < 2 * HOUR; minutes += TEN_MINUTES) await at.pass(TEN_MINUTES);
  const after = Object.groupBy(await changes(), ({ status }) => status);
  expect([after['accepted']?.length, after['open']?.length]).toEqual([BEFORE_IT_LEAVES, CHANGES - BEFORE_IT_LEAVES]);
  for (const one of sold) await one.post('/v1/schedule_change_accept');
  await at.pass(TEN_MINUTES);
  expect((await changes()).filter(({ status }) => status !== 'accepted')).toEqual([]);
  // Those that were carried out were sent once, the others a second time.
  expect(control.calls().accept).toBe(BEFORE_IT_LEAVES + 2 * (CHANGES - BEFORE_IT_LEAVES));
  for (const one of sold) expect(flownOf(await one.flight())).toEqual(await one.flown());
  expect(await problemsOf(at.service)).toEqual([]);
});
