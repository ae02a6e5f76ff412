import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsOf, startTimedDuffelTrips, type TimedDuffelTrips } from '../support/suppliers/duffel-trips.ts';
import {
  buyServiceable,
  commitServices,
  quoteBag,
  type ServiceableTrip,
} from '../support/suppliers/services/duffel-services-trips.ts';

/** A supplier that goes away for an hour in the middle of a hundred orders of bags, whose answers are all lost. */
const ORDERS = 100;
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

test('a supplier away for an hour with a hundred open orders of bags: each made once, captured = made', {
  timeout: 900_000,
}, async () => {
  const trips: { readonly trip: ServiceableTrip; readonly quoteId: string }[] = [];
  const { control } = at.stub;
  for (let count = 0; count < ORDERS; count += 1) {
    const trip = await buyServiceable(at);
    trips.push({ trip, quoteId: (await quoteBag(at, trip)).quote_id });
  }
  // Half of the orders are made; of none an answer comes back.
  control.addFault({ operation: 'services_add', fault: { kind: 'reset', effect: true }, times: MADE });
  control.addFault({ operation: 'services_add', fault: { kind: 'reset' }, times: ORDERS - MADE });
  for (const { trip, quoteId } of trips) expect((await commitServices(at, trip, quoteId)).body.status).toBe('unknown');
  for (const operation of ['order_read', 'order_services', 'seat_maps', 'services_add'] as const)
    control.addFault({ operation, fault: { kind: 'reset' } });
  for (let seconds = 0; seconds < HOUR; seconds += TEN_MINUTES) await at.pass(TEN_MINUTES);
  const bagsOf = ({ orderId }: ServiceableTrip) => control.orders().find(({ id }) => id === orderId)?.services.length;
  expect(trips.map(({ trip }) => bagsOf(trip))).toEqual(trips.map((_, index) => (index < MADE ? 1 : 0)));

  control.clearFaults();
  for (let hours = 0; hours < HOURS_AFTER; hours += 1) await at.pass(HOUR);
  const ends = await Promise.all(
    trips.map(async ({ trip, quoteId }) => (await commitServices(at, trip, quoteId)).body.status),
  );
  // What is proven never to have been ordered is ordered then, at the price that was agreed.
  expect(ends).toEqual(trips.map(() => 'confirmed'));
  expect(trips.map(({ trip }) => bagsOf(trip))).toEqual(trips.map(() => 1));
  expect(await problemsOf(at.service)).toEqual([]);
});
