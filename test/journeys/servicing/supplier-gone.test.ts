import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxCars } from '../../../simulator/rentals/cars.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { CarSupplier } from '../../../src/suppliers/ports/cars.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { startService, type TestService, testWorld } from '../../support/service/service.ts';

/** What is said of something that was sold when nobody can be asked about it any more. */
let db: TestDatabase;
let pair: object;
const services: TestService[] = [];
async function start(more: { readonly carSuppliers?: readonly CarSupplier[] }): Promise<TestService> {
  const service = await startService({ db: { ...db, close: async () => undefined }, ...more });
  services.push(service);
  return service;
}
beforeAll(async () => {
  db = await openTestDatabase();
  const service = await start({});
  const sold = (await service.call('POST', '/v1/sandbox/bookings', { kind: 'car', scenario: 'even' })).body;
  pair = { booking_ref: sold.booking_ref, last_name: sold.last_name };
  const before = (await service.call('POST', '/v1/car_cancel', { ...pair, action: 'preview' })).body;
  expect(before.refund_amount.value).toBeGreaterThan(0);
});
afterAll(async () => {
  for (const service of services) await service.close();
  await db.close();
});

const withoutCancellations = (): readonly CarSupplier[] => {
  const {
    cancellations: _,
    exchanges: __,
    ...cars
  } = createSandboxCars({ world: testWorld(), db, clock: systemClock });
  return [cars];
};

test.each([
  ['is not connected any more', () => [], 'not connected here any more'],
  ['takes no cancellations', withoutCancellations, 'takes no cancellations through us'],
])('a car whose supplier %s: what comes back is unknown, never nothing', async (_name, suppliers, why) => {
  const service = await start({ carSuppliers: suppliers() });
  const preview = (await service.call('POST', '/v1/car_cancel', { ...pair, action: 'preview' })).body;
  expect(preview).toMatchObject({
    quote_id: null,
    support_level: 'none',
    refund_amount: null,
    refund_amount_known: false,
    penalty_amount: null,
    penalty_amount_known: false,
    warnings: [expect.stringContaining(why)],
  });
  const { booking } = (await service.call('POST', '/v1/get_booking', pair)).body;
  expect(booking.items[0]).toMatchObject({
    status: 'confirmed',
    refund_support_level: 'none',
    exchange_support_level: 'none',
    available_actions: [],
  });
});
