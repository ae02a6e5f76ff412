import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CarSupplier } from '../../../src/suppliers/ports/cars.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import type { RentalExchangeService } from '../../../src/suppliers/ports/servicing.ts';
import { createSandboxCars } from '../../../simulator/rentals/cars.ts';
import { type BookedCar, bookScenarioCar } from '../../support/products/booked-cars.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { callFor } from '../../support/faults/mixed-journeys.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';

type Body = Answer['body'];
/** What the rental company does otherwise than the sandbox's. */
let script: Partial<RentalExchangeService> = {};
let real: RentalExchangeService;
let db: TestDatabase;
let service: TestService;
let car: BookedCar;

beforeAll(async () => {
  db = await openTestDatabase();
  service = await startService({ db, carSuppliers: [scriptedCars()] });
  car = await bookScenarioCar(service, 'even');
});
beforeEach(() => {
  script = {};
});
afterAll(async () => {
  await service.close();
  await db.close();
});

function scriptedCars(): CarSupplier {
  const cars = createSandboxCars({ world: testWorld(), db, clock: { now: () => new Date() } });
  if (!cars.exchanges) throw new Error('no exchanges');
  real = cars.exchanges;
  return {
    ...cars,
    exchanges: {
      search: (query, context) => (script.search ?? real.search)(query, context),
      price: (names, context) => (script.price ?? real.price)(names, context),
      exchange: (request, context) => (script.exchange ?? real.exchange)(request, context),
      lookUp: (names, context) => (script.lookUp ?? real.lookUp)(names, context),
    },
  };
}

const previewed = () => callFor(service, '/v1/car_exchange_preview', car.pair);
const commit = (found: Body, name: string, more: object = {}) =>
  service.call('POST', '/v1/car_exchange_commit', {
    ...car.pair,
    exchange_id: found.exchange_id,
    exchange_offer_token: found.offers.find(({ rental }: Body) => rental.vehicle.name === name).exchange_offer_token,
    ...more,
  });
const statusOf = () => callFor(service, '/v1/car_exchange_status', car.pair);

test.each([
  [new SupplierFailure('rejected', 'no'), 502, 'UPSTREAM_REJECTED', null],
  [new SupplierFailure('error', 'no'), 502, 'UPSTREAM_ERROR', null],
  [new SupplierFailure('unavailable', 'no', { retryAfterSeconds: 7 }), 503, 'UPSTREAM_UNAVAILABLE', '7'],
  [new SupplierFailure('unavailable', 'no'), 503, 'UPSTREAM_UNAVAILABLE', null],
  [new SupplierFailure('timeout', 'no'), 504, 'UPSTREAM_TIMEOUT', null],
  [new TypeError('broken'), 502, 'UPSTREAM_ERROR', null],
])(
  '%o at the preview and at the commit is %i %s with Retry-After %s, and nothing is committed',
  async (failure, status, code, retryAfter) => {
    const found = await previewed();
    script = { search: () => Promise.reject(failure), price: () => Promise.reject(failure) };
    for (const answer of [
      await service.call('POST', '/v1/car_exchange_preview', car.pair),
      await commit(found, 'even'),
    ]) {
      expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
        status,
        code,
        retryAfter,
      ]);
      expect(answer.text).not.toContain('broken');
    }
    expect((await service.call('POST', '/v1/car_exchange_status', car.pair)).status).toBe(404);
  },
);

test('a car that is gone, or dearer, by the commit is 409 OFFER_UNAVAILABLE', async () => {
  const found = await previewed();
  script = { price: async () => ({ kind: 'gone', reason: 'The last one was rented out.' }) };
  expect(await commit(found, 'even')).toMatchObject({
    status: 409,
    body: { error: { code: 'OFFER_UNAVAILABLE', message: 'The last one was rented out. Preview again.' } },
  });
  script = {
    async price(names, context) {
      const answer = await real.price(names, context);
      return answer.kind === 'priced'
        ? {
            kind: 'priced',
            offer: { ...answer.offer, total: { ...answer.offer.total, value: answer.offer.total.value + 1 } },
          }
        : answer;
    },
  };
  expect(await commit(found, 'even')).toMatchObject({ status: 409, body: { error: { code: 'OFFER_UNAVAILABLE' } } });
});

test('a company that refuses once the difference is held: failed, the hold goes back, and a fresh preview goes on', async () => {
  const found = await previewed();
  script = { exchange: async () => ({ kind: 'refused', reason: 'No.' }) };
  const answer = await commit(found, 'add_collect', { shared_payment_token: 'spt_test_ok' });
  expect(answer.body).toMatchObject({
    status: 'failed',
    rental: { vehicle: { name: 'even' } },
    delta: { direction: 'add_collect', amount: { value: 1_000 } },
  });
  await service.drain();
  script = {};
  expect(await previewed()).toMatchObject({ exchangeable: true, paid: { value: 20_000 } });
  expect((await service.call('GET', `/v1/trip/${car.tripId}/ledger`)).body.balanced).toBe(true);
});

test('a first call that goes through while the second is refused: the exchange is found made, not failed', async () => {
  const found = await previewed();
  let [calls, asked] = [0, 0];
  script = {
    async exchange(request, context) {
      calls += 1;
      if (calls > 1) return { kind: 'refused', reason: 'The rental has been changed by somebody else.' };
      await real.exchange(request, context);
      throw new Error('The line went dead.');
    },
    // The company's own view is behind for a moment.
    lookUp: async (names, context) => (++asked === 1 ? { kind: 'none' } : real.lookUp(names, context)),
  };
  expect((await commit(found, 'add_collect', { shared_payment_token: 'spt_test_ok' })).body.status).toBe('pending');
  expect(await statusOf()).toMatchObject({ status: 'confirmed', rental: { vehicle: { name: 'add_collect' } } });
  expect([calls, asked]).toEqual([2, 2]);
  expect((await service.call('GET', `/v1/trip/${car.tripId}/ledger`)).body.balanced).toBe(true);
  script = {};
  expect((await commit(await previewed(), 'even')).body).toMatchObject({
    status: 'confirmed',
    refund: { value: 1_000 },
  });
});

test('an answer that never came is looked up, never repeated: the status call finds the exchange made', async () => {
  const found = await previewed();
  let calls = 0;
  script = {
    async exchange(request, context) {
      calls += 1;
      await real.exchange(request, context);
      throw new Error('The line went dead.');
    },
    lookUp: async () => {
      throw new Error('Still dead.');
    },
  };
  expect((await commit(found, 'busy')).body.status).toBe('pending');
  expect((await statusOf()).status).toBe('pending');
  script = {};
  expect(await statusOf()).toMatchObject({ status: 'confirmed', refund: { value: 2_000 } });
  expect(calls).toBe(1);
  expect(await service.call('POST', '/v1/car_exchange_preview', car.pair)).toMatchObject({
    body: { current: { vehicle: { name: 'busy' } } },
  });
});
