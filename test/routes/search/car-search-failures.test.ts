import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CarSupplier } from '../../../src/suppliers/ports/cars.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { aCarSupplier, aRental, fewRentals } from '../../support/products/cars.ts';
import { type ChangingService, startChanging } from '../../support/suppliers/failing-suppliers.ts';
import type { TestService } from '../../support/service/service.ts';

const clock = { now: () => new Date('2027-01-10T12:00:00Z') };
let changing: ChangingService;
let service: Pick<TestService, 'call'>;
beforeAll(async () => {
  changing = await startChanging({ clock });
});
afterAll(() => changing.close());

const search = (part: object = {}) =>
  service.call('POST', '/v1/car_search', {
    pick_up: { location: 'LIS', date_time: '2027-03-05T10:00:00' },
    drop_off: { date_time: '2027-03-10T10:00:00' },
    supplier_timeout_ms: 500,
    ...part,
  });
async function withSuppliers(...cars: readonly CarSupplier[]): Promise<void> {
  service = await changing.put({ cars });
}
function failing(kind: SupplierFailure['kind'], retryAfterSeconds?: number): CarSupplier {
  return aCarSupplier({
    id: kind,
    search: () =>
      Promise.reject(
        new SupplierFailure(kind, 'As told.', retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ),
  });
}

describe('when no supplier answers the search fails as they did', () => {
  test.each([
    ['rejected', 502, 'UPSTREAM_REJECTED', undefined],
    ['error', 502, 'UPSTREAM_ERROR', undefined],
    ['unavailable', 503, 'UPSTREAM_UNAVAILABLE', 7],
    ['rate_limited', 503, 'UPSTREAM_UNAVAILABLE', 7],
    ['timeout', 504, 'UPSTREAM_TIMEOUT', undefined],
  ] as const)('%s is %i %s', async (kind, status, code, retryAfterSeconds) => {
    await withSuppliers(failing(kind, retryAfterSeconds));
    const answer = await search();
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      status,
      code,
      retryAfterSeconds === undefined ? null : String(retryAfterSeconds),
    ]);
  });
  test('none configured is 503', async () => {
    await withSuppliers();
    const { status, body } = await search();
    expect([status, body.error.message]).toEqual([503, 'No car supplier is configured.']);
  });
});

test('a late supplier is reported, never waited for, and the answer is not kept', async () => {
  let calls = 0;
  const counting = aCarSupplier({
    search: async (query) => {
      calls += 1;
      return { offers: fewRentals(query), omitted: 0 };
    },
  });
  await withSuppliers(aCarSupplier({ id: 'silent', search: () => new Promise(() => undefined) }), counting);
  const startedAt = performance.now();
  const { status, body } = await search();
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect([status, body.total]).toEqual([200, 4]);
  expect(body.supplier_statuses).toMatchObject([
    { provider: 'silent', status: 'timeout', offer_count: 0 },
    { provider: 'few_cars', status: 'ok', offer_count: 4 },
  ]);
  await search();
  expect(calls).toBe(2);
});

test('a supplier that breaks its contract does not take the others down, and its words stay inside', async () => {
  await withSuppliers(
    aCarSupplier(),
    aCarSupplier({ id: 'broken', search: () => Promise.reject(new TypeError('undefined is not a function')) }),
  );
  const { status, text, body } = await search();
  expect([status, body.supplier_statuses[1].status, body.total]).toEqual([200, 'error', 4]);
  expect(text).not.toContain('undefined is not');
});

/** Offers as code from elsewhere may make them: whatever a test says about their fields. */
function misshapen(...parts: readonly object[]): CarSupplier['search'] {
  const offers = parts.map((part) => Object.assign(aRental(), part));
  return async () => ({ offers, omitted: 0 });
}

test.each<readonly [string, object]>([
  ['no vehicle', { vehicle: undefined }],
  ['a key that is no text', { offerKey: 5 }],
  ['no charges', { charges: [] }],
  ['a negative charge', { charges: [{ description: '', amount: { value: -1, currency: 'EUR' }, paidAt: 'now' }] }],
  ['half a cent', { deposit: { value: 0.5, currency: 'EUR' } }],
  ['two currencies', { deposit: { value: 1, currency: 'USD' } }],
  [
    'a currency without a rate',
    {
      charges: [{ description: '', amount: { value: 1, currency: 'XTS' }, paidAt: 'now' }],
      deposit: { value: 1, currency: 'XTS' },
      cancellation: [],
      extras: [],
      mileage: { isUnlimited: true },
    },
  ],
  ['a stop without an instant', { pickUp: { branchId: 'A' } }],
  [
    'an instant that is none',
    { cancellation: [{ from: new Date(Number.NaN), penalty: { value: 1, currency: 'EUR' }, basis: 'amount' }] },
  ],
  [
    'an unknown place of payment',
    { charges: [{ description: '', amount: { value: 1, currency: 'EUR' }, paidAt: 'later' }] },
  ],
])('an offer with %s is left out, the others are shown', async (_name, part) => {
  await withSuppliers(aCarSupplier({ search: misshapen(part, {}) }));
  const { status, body } = await search();
  expect([status, body.total, body.supplier_statuses[0].status]).toEqual([200, 1, 'partial']);
});

test('a supplier of whose offers none can be read has failed', async () => {
  await withSuppliers(aCarSupplier({ search: misshapen({ vehicle: undefined }) }));
  expect((await search()).status).toBe(502);
});

test('no cars is an answer, and why; it is not kept', async () => {
  let calls = 0;
  await withSuppliers(
    aCarSupplier({
      search: async () => {
        calls += 1;
        return { offers: [], omitted: 0 };
      },
    }),
  );
  const { status, body } = await search();
  expect([status, body.offers, body.total, body.empty_reason, body.supplier_statuses[0].status]).toEqual([
    200,
    [],
    0,
    'no_cars',
    'ok',
  ]);
  await search();
  expect(calls).toBe(2);
});

test('two suppliers: cheapest total first, whosever it is', async () => {
  const cheap = aRental({
    offerKey: 'cheap',
    charges: [{ description: '5 days', amount: { value: 100, currency: 'EUR' }, paidAt: 'now' }],
    cancellation: [],
  });
  await withSuppliers(
    aCarSupplier(),
    aCarSupplier({ id: 'cheap_cars', search: async () => ({ offers: [cheap], omitted: 0 }) }),
  );
  const { body } = await search();
  expect([body.total, body.offers[0].provider, body.offers[1].provider]).toEqual([5, 'cheap_cars', 'few_cars']);
});
