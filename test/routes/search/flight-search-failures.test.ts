import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { type ChangingService, startChanging } from '../../support/suppliers/failing-suppliers.ts';
import { aFare, anOffer, aSupplier, fewOffers } from '../../support/products/flights.ts';
import type { TestService } from '../../support/service/service.ts';

let changing: ChangingService;
let service: Pick<TestService, 'call'>;
beforeAll(async () => {
  changing = await startChanging();
});
afterAll(() => changing.close());

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const departure = dateIn(60);
const flat = { origin: 'PAR', destination: 'NYC', departure_date: departure, supplier_timeout_ms: 500 };
const live = {
  allow_live_shop: true,
  filters: { locations: { origins: ['PAR'], destinations: ['NYC'] }, dates: { departure_dates: [departure] } },
};

async function withSuppliers(...flights: readonly FlightSupplier[]): Promise<void> {
  service = await changing.put({ flights });
}
function failing(kind: SupplierFailure['kind'], retryAfterSeconds?: number): FlightSupplier {
  return aSupplier({
    id: kind,
    search: () =>
      Promise.reject(
        new SupplierFailure(kind, 'As told.', retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ),
    publishedOffers: async (query) => fewOffers(query),
  });
}
/** A search that does not keep to its type: code from elsewhere may do anything. */
function asSearch(search: () => unknown): FlightSupplier['search'] {
  return new Proxy(async () => [], { apply: () => search() });
}
const silent = aSupplier({ id: 'silent', search: () => new Promise(() => undefined) });

describe('when no supplier answers, /v1 fails as they did and /api/v1 answers published itineraries', () => {
  test.each([
    ['rejected', 502, 'UPSTREAM_REJECTED', undefined],
    ['error', 502, 'UPSTREAM_ERROR', undefined],
    ['unavailable', 503, 'UPSTREAM_UNAVAILABLE', 7],
    ['rate_limited', 503, 'UPSTREAM_UNAVAILABLE', 7],
    ['timeout', 504, 'UPSTREAM_TIMEOUT', undefined],
  ] as const)('%s is %i %s', async (kind, status, code, retryAfterSeconds) => {
    await withSuppliers(failing(kind, retryAfterSeconds));
    const answer = await service.call('POST', '/v1/flight_search', flat);
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      status,
      code,
      retryAfterSeconds === undefined ? null : String(retryAfterSeconds),
    ]);
    const other = await service.call('POST', '/api/v1/flights/search', live);
    expect([other.status, other.body.live_shop_status, other.body.live_offers, other.body.total]).toEqual([
      200,
      kind === 'timeout' || kind === 'rate_limited' ? kind : 'failed',
      [],
      8,
    ]);
  });
});

test('a late supplier is reported, never waited for', async () => {
  await withSuppliers(aSupplier(), silent);
  const startedAt = performance.now();
  const { status, body } = await service.call('POST', '/v1/flight_search', flat);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect([status, body.live_shop_status, body.total]).toEqual([200, 'partial', 8]);
  expect(body.supplier_statuses).toMatchObject([
    { provider: 'few', status: 'ok', offer_count: 8 },
    { provider: 'silent', status: 'timeout', offer_count: 0 },
  ]);
});

test('a supplier that breaks its contract does not take the others down', async () => {
  await withSuppliers(
    aSupplier(),
    aSupplier({ id: 'broken', search: () => Promise.reject(new TypeError('undefined is not a function')) }),
  );
  const { status, body } = await service.call('POST', '/v1/flight_search', flat);
  expect([status, body.live_shop_status, body.supplier_statuses[1].status]).toEqual([200, 'partial', 'error']);
  expect(JSON.stringify(body)).not.toContain('undefined is not');
});

test('two suppliers of the same flights: each brand once, the cheaper', async () => {
  const dearer = aSupplier({
    id: 'dear',
    search: async (query) =>
      fewOffers(query).map((offer) => ({
        ...offer,
        fares: offer.fares.map((fare) => ({ ...fare, total: { ...fare.total, value: fare.total.value + 1 } })),
      })),
  });
  await withSuppliers(dearer, aSupplier());
  const { body } = await service.call('POST', '/v1/flight_search', flat);
  expect(new Set(body.live_offers.map((offer: { provider: string }) => offer.provider))).toEqual(new Set(['few']));
  expect(body).toMatchObject({ total: 8, left_out: { duplicate_fares: 16 } });
});

test('of three suppliers each brand of each flight is shown once, from whoever sells it cheapest, the first of equals', async () => {
  const selling = (id: string, cents: number, brand: string | undefined) =>
    aSupplier({
      id,
      search: async (query) =>
        fewOffers(query).map((offer) => ({
          ...offer,
          offerKey: `${id}:${offer.offerKey}`,
          fares: offer.fares
            .filter((fare) => brand === undefined || fare.brandName === brand)
            .map((fare) => ({ ...fare, total: { ...fare.total, value: fare.total.value + cents } })),
        })),
    });
  await withSuppliers(selling('a', 500, undefined), selling('b', 500, undefined), selling('c', -500, 'Flex'));
  const { body } = await service.call('POST', '/v1/flight_search', { ...flat, limit: 100 });
  const sold = body.live_offers.map(
    (offer: { provider: string; fares: { brand_name: string }[] }) =>
      `${offer.provider} ${offer.fares.map((fare) => fare.brand_name)}`,
  );
  expect(sold.toSorted()).toEqual([...new Array(8).fill('a Light'), ...new Array(8).fill('c Flex')]);
  expect(body).toMatchObject({ total: 16, left_out: { duplicate_fares: 24 }, live_shop_status: 'ok' });
});

describe('a supplier that misbehaves takes nobody down', () => {
  const misbehaving: readonly (readonly [string, () => unknown])[] = [
    [
      'throws at once',
      () => {
        throw new TypeError('undefined is not a function');
      },
    ],
    ['answers nothing', () => Promise.resolve(undefined)],
    ['answers a text', () => Promise.resolve('sorry')],
    ['answers something else', () => Promise.resolve({ offers: 5 })],
    ['answers empty offers', () => Promise.resolve([{}, null, 7])],
    [
      'leaves the segments out',
      () => Promise.resolve([{ ...anOffer(), slices: [{ ...anOffer().slices[0], segments: undefined }] }]),
    ],
    ['has no price', () => Promise.resolve([{ ...anOffer(), fares: [{ ...aFare(), total: undefined }] }])],
    ['sells in a currency nobody knows', () => Promise.resolve([anOffer({ fares: [aFare({ currency: 'XTS' })] })])],
    [
      'adds currencies up',
      () => Promise.resolve([anOffer({ fares: [aFare({ bookingFees: { value: 5, currency: 'EUR' } })] })]),
    ],
  ];
  test('whatever it does, the others are shown and it is reported', async () => {
    const odd = { search: async (): Promise<unknown> => [] };
    await withSuppliers(aSupplier(), aSupplier({ id: 'odd', search: asSearch(() => odd.search()) }));
    for (const [name, search] of misbehaving) {
      Object.assign(odd, { search });
      const { status, body } = await service.call('POST', '/v1/flight_search', flat);
      expect([status, body.live_shop_status, body.total], name).toEqual([200, 'partial', 8]);
      expect(body.supplier_statuses, name).toMatchObject([
        { provider: 'few', status: 'ok', offer_count: 8 },
        { provider: 'odd', status: 'error', offer_count: 0 },
      ]);
    }
  });

  test('what can be read of an answer is shown, and the rest is not passed over in silence', async () => {
    await withSuppliers(
      aSupplier({ search: asSearch(async () => [anOffer(), { ...anOffer(), offerKey: undefined }]) }),
    );
    const { body } = await service.call('POST', '/v1/flight_search', flat);
    expect([body.total, body.live_shop_status, body.supplier_statuses]).toMatchObject([
      1,
      'partial',
      [{ status: 'partial', offer_count: 1 }],
    ]);
  });
});

test('a supplier that fails for one of several dates is partial, and its other dates are shown', async () => {
  const [first, second] = [dateIn(60), dateIn(61)];
  const halting = (kind: SupplierFailure['kind'], id: string, found: boolean) =>
    aSupplier({
      id,
      search: async (query) => {
        if (query.slices[0]?.date === second) throw new SupplierFailure(kind, 'Not that day.');
        return found ? fewOffers(query) : [];
      },
    });
  await withSuppliers(halting('error', 'halting', true), halting('rate_limited', 'empty', false));
  const { status, body } = await service.call('POST', '/api/v1/flights/search', {
    ...live,
    filters: { ...live.filters, dates: { departure_dates: [first, second] } },
  });
  expect([status, body.live_shop_status, body.total]).toEqual([200, 'partial', 8]);
  expect(body.supplier_statuses).toMatchObject([
    { provider: 'halting', status: 'partial', offer_count: 8 },
    { provider: 'empty', status: 'partial', offer_count: 0 },
  ]);
});

test('a supplier that breaks when an offer is priced again is a failure of theirs, and without its seats an offer is still one', async () => {
  const breaking = () => {
    throw new TypeError('undefined is not a function');
  };
  const script: Partial<FlightSupplier> = { getOffer: breaking };
  const steady = aSupplier();
  await withSuppliers(
    aSupplier({
      search: steady.search,
      getOffer: (...args) => (script.getOffer ?? steady.getOffer)(...args),
      seatMaps: breaking,
    }),
  );
  const { body } = await service.call('POST', '/v1/flight_search', flat);
  const reprice = () => service.call('POST', '/v1/flight_search', { offer_token: body.live_offers[0].offer_token });
  for (const getOffer of [breaking, () => Promise.reject(new TypeError('undefined is not a function'))]) {
    Object.assign(script, { getOffer });
    const answer = await reprice();
    expect([answer.status, answer.body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
  }
  Object.assign(script, { getOffer: undefined });
  const answer = await reprice();
  expect([answer.status, answer.body.live_offers[0].seat_maps]).toEqual([200, []]);
});

test('an offer the supplier ends early expires with it, at once where it already has', async () => {
  const expiresAt = new Date(Date.now() - 60_000);
  await withSuppliers(
    aSupplier({ search: async (query) => fewOffers(query).map((offer) => ({ ...offer, expiresAt })) }),
  );
  const { body } = await service.call('POST', '/v1/flight_search', flat);
  expect(body.live_offers[0].expires_at).toBe(expiresAt.toISOString());
  const answer = await service.call('POST', '/v1/flight_search', { offer_token: body.live_offers[0].offer_token });
  expect([answer.status, answer.body.error.code]).toEqual([410, 'OFFER_EXPIRED']);
});

test('an offer that is gone is OFFER_UNAVAILABLE', async () => {
  await withSuppliers(aSupplier({ getOffer: async () => undefined }));
  const { body } = await service.call('POST', '/v1/flight_search', flat);
  const answer = await service.call('POST', '/v1/flight_search', { offer_token: body.live_offers[0].offer_token });
  expect([answer.status, answer.body.error.code]).toEqual([409, 'OFFER_UNAVAILABLE']);
});

test('without any supplier a search is 503 on both surfaces, live or cached', async () => {
  await withSuppliers();
  const answer = await service.call('POST', '/v1/flight_search', flat);
  expect([answer.status, answer.body.error.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
  for (const allow_live_shop of [true, false]) {
    const other = await service.call('POST', '/api/v1/flights/search', { ...live, allow_live_shop });
    expect([other.status, other.body.error.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
  }
});

test('no flights is an empty answer, not a failure', async () => {
  await withSuppliers(aSupplier({ search: async () => [] }));
  const { status, body } = await service.call('POST', '/v1/flight_search', flat);
  expect([status, body.live_shop_status, body.total, body.live_offers, body.itineraries]).toEqual([
    200,
    'ok',
    0,
    [],
    [],
  ]);
});
