import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { type ChangingService, startChanging } from '../../support/suppliers/failing-suppliers.ts';
import { aHotelSupplier, HOUSES } from '../../support/products/hotels.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const lisbon = { checkin: dateIn(60), checkout: dateIn(62), city_name: 'Lisbon' };
const dates = { checkin: lisbon.checkin, checkout: lisbon.checkout };

let changing: ChangingService;
beforeAll(async () => {
  changing = await startChanging();
});
afterAll(() => changing.close());

describe('what is wrong with a search is 422 with its fields', () => {
  let service: Pick<TestService, 'call'>;
  beforeAll(async () => {
    service = await changing.put({ hotels: [aHotelSupplier()] });
  });

  test.each<[object, readonly string[]]>([
    [{ ...lisbon, checkout: undefined }, ['checkout']],
    [{ ...lisbon, checkin: '5 March' }, ['checkin']],
    [{ ...lisbon, checkin: '2027-02-30' }, ['checkin']],
    [{ ...lisbon, checkout: dateIn(59) }, ['checkout']],
    [{ ...lisbon, checkout: lisbon.checkin }, ['checkout']],
    [{ ...lisbon, checkout: dateIn(91) }, ['checkout']],
    [{ ...lisbon, checkin: dateIn(-3), checkout: dateIn(2) }, ['checkin']],
    [{ ...lisbon, checkin: dateIn(502), checkout: dateIn(503) }, ['checkin']],
    [{ ...lisbon, adults: 10 }, ['adults']],
    [{ ...lisbon, adults: 0 }, ['adults']],
    [{ ...lisbon, rooms: 9, adults: 9 }, ['rooms']],
    [{ ...lisbon, rooms: 3, adults: 2 }, ['rooms']],
    [{ ...lisbon, children: [18] }, ['children[0]']],
    [{ ...lisbon, children: [3, -1] }, ['children[1]']],
    [{ ...lisbon, children: 2 }, ['children']],
    [{ ...lisbon, occupancies: [{ adults: 2 }], adults: 3 }, ['occupancies']],
    [{ ...lisbon, occupancies: [{ adults: 2, children_ages: [18] }] }, ['occupancies[0].children_ages[0]']],
    [{ ...lisbon, occupancies: Array.from({ length: 9 }, () => ({ adults: 1 })) }, ['occupancies']],
    [{ ...lisbon, occupancies: [] }, ['occupancies']],
    [{ ...lisbon, occupancies: [{ adults: 0 }] }, ['occupancies[0].adults']],
    [dates, ['city_name']],
    [{ ...dates, query: 'breakfast under 100 euros' }, ['query']],
    [{ ...dates, query: 'xqzzv wvvk' }, ['query']],
    [{ ...dates, city_name: 'Xqzzvk' }, ['city_name']],
    [{ ...lisbon, country_code: 'FR' }, ['city_name']],
    [{ ...dates, country_code: 'XX' }, ['country_code']],
    [{ ...dates, country_code: 'FRA' }, ['country_code']],
    [{ ...dates, place_id: 'city-QQQ' }, ['place_id']],
    [{ ...dates, place_id: 'hotel-none' }, ['place_id']],
    [{ ...dates, hotel_ids: ['few-1', 'none', 'few-2', 'gone'] }, ['hotel_ids[1]', 'hotel_ids[3]']],
    [{ ...dates, hotel_ids: [] }, ['hotel_ids']],
    [{ ...dates, hotel_ids: Array.from({ length: 201 }, () => 'few-1') }, ['hotel_ids']],
    [{ ...dates, latitude: 38 }, ['longitude']],
    [{ ...dates, latitude: 91, longitude: 0 }, ['latitude']],
    [{ ...dates, latitude: 38, longitude: 181 }, ['longitude']],
    [{ ...dates, latitude: 38, longitude: -9, radius_km: 51 }, ['radius_km']],
    [{ ...dates, latitude: 38, longitude: -9, radius_km: 0 }, ['radius_km']],
    [{ ...lisbon, radius_km: 5 }, ['radius_km']],
    [{ ...lisbon, star_rating: 6 }, ['star_rating']],
    [{ ...lisbon, min_rating: 11 }, ['min_rating']],
    [{ ...lisbon, max_results: 201 }, ['max_results']],
    [{ ...lisbon, max_results: 0 }, ['max_results']],
    [{ ...lisbon, offset: -1 }, ['offset']],
    [{ ...lisbon, supplier_timeout_ms: 499 }, ['supplier_timeout_ms']],
    [{ ...lisbon, supplier_timeout_ms: 30_001 }, ['supplier_timeout_ms']],
    [{ ...lisbon, max_budget_per_night: 0 }, ['max_budget_per_night']],
    [{ ...lisbon, guest_nationality: 'Portuguese' }, ['guest_nationality']],
    [{ ...lisbon, page_token: 'nonsense' }, ['page_token']],
    [{ ...lisbon, checkout: dateIn(95), rooms: 2, adults: 1 }, ['rooms', 'checkout']],
  ])('%j', async (body, paths) => {
    const answer = await service.call('POST', '/v1/hotel_search', body);
    expect([
      answer.status,
      answer.body.error.code,
      answer.body.fields.map(({ path }: { path: string }) => path),
    ]).toEqual([422, 'BAD_REQUEST', paths]);
  });

  test('a field that stands in two places is taken where both say the same, in any form', async () => {
    const shop = async (body: object) =>
      (await service.call('POST', '/api/v1/hotels/shop', { ...dates, ...body })).status;
    expect(
      await shop({
        destination: { city_name: 'Lisbon' },
        city_name: 'Lisbon',
        filters: { star_rating: [4] },
        star_rating: [4],
      }),
    ).toBe(200);
    expect(
      await shop({
        city_name: 'Lisbon',
        occupancies: [{ adults: 2, children_ages: [3] }, { adults: 1 }],
        adults: 3,
        rooms: 2,
        children: [3],
      }),
    ).toBe(200);
    expect(await shop({ city_name: 'Lisbon', occupancies: [{ adults: 2 }], rooms: 2 })).toBe(422);
  });

  test('the shop names its own fields, and takes each field once', async () => {
    const shop = (body: object) => service.call('POST', '/api/v1/hotels/shop', { ...dates, ...body });
    expect((await shop({ destination: { city_name: 'Xqzzvk' } })).body.fields[0].path).toBe('destination.city_name');
    expect((await shop({ destination: {} })).body.fields[0].path).toBe('destination.city_name');
    expect((await shop({ destination: { city_name: 'Lisbon' }, city_name: 'Porto' })).body.fields[0].path).toBe(
      'city_name',
    );
    expect((await shop({ city_name: 'Lisbon', filters: { star_rating: 9 } })).body.fields[0].path).toBe(
      'filters.star_rating',
    );
  });

  test('an unknown city is answered with the nearest known one', async () => {
    const { body } = await service.call('POST', '/v1/hotel_search', { ...dates, city_name: 'Lisb' });
    expect(body.fields).toEqual([
      { path: 'city_name', problem: 'No city is called so. Did you mean Lisbon (PT, place_id city-LIS)?' },
    ]);
  });

  test('today is judged at the property: a night that has begun in Auckland may still be had in Honolulu', async () => {
    const at = new Date('2027-01-10T11:30:00Z');
    const other = await startService({ hotelSuppliers: [aHotelSupplier()], clock: { now: () => at } });
    const status = async (city_name: string) =>
      (await other.call('POST', '/v1/hotel_search', { city_name, checkin: '2027-01-10', checkout: '2027-01-12' }))
        .status;
    expect([await status('Auckland'), await status('Honolulu'), await status('Lisbon')]).toEqual([422, 200, 200]);
    await other.close();
  });

  test('unknown fields are ignored', async () => {
    expect((await service.call('POST', '/v1/hotel_search', { ...lisbon, breakfast: true })).status).toBe(200);
  });
});

describe('suppliers that fail', () => {
  const startWith = (search: () => Promise<never>) => changing.put({ hotels: [aHotelSupplier(HOUSES, { search })] });
  test.each([
    ['rejected', 502, 'UPSTREAM_REJECTED', 'failed'],
    ['error', 502, 'UPSTREAM_ERROR', 'failed'],
    ['unavailable', 503, 'UPSTREAM_UNAVAILABLE', 'failed'],
    ['rate_limited', 503, 'UPSTREAM_UNAVAILABLE', 'rate_limited'],
    ['timeout', 504, 'UPSTREAM_TIMEOUT', 'timeout'],
  ] as const)('%s: /v1 fails as it did, /api/v1 says so', async (kind, status, code, live) => {
    const service = await startWith(
      async () => await Promise.reject(new SupplierFailure(kind, 'no', { retryAfterSeconds: 7 })),
    );
    const flat = await service.call('POST', '/v1/hotel_search', lisbon);
    expect([flat.status, flat.body.error.code, flat.headers.get('retry-after')]).toEqual([status, code, '7']);
    const shop = await service.call('POST', '/api/v1/hotels/shop', lisbon);
    expect([shop.status, shop.body]).toMatchObject([
      200,
      {
        total: 0,
        hotels: [],
        live_shop_status: live,
        empty_reason: 'suppliers_failed',
        supplier_statuses: [{ provider: 'few', status: kind, offer_count: 0 }],
      },
    ]);
  });

  test('one that misses the deadline is reported, not waited for; the others answer', async () => {
    const silent = aHotelSupplier([], {
      id: 'silent',
      search: () => new Promise(() => undefined),
      hotel: () => new Promise(() => undefined),
    });
    const service = await changing.put({ hotels: [aHotelSupplier(), silent] });
    const { status, body } = await service.call('POST', '/v1/hotel_search', { ...lisbon, supplier_timeout_ms: 500 });
    expect([status, body]).toMatchObject([
      200,
      {
        total: 3,
        live_shop_status: 'partial',
        supplier_statuses: [
          { provider: 'few', status: 'ok' },
          { provider: 'silent', status: 'timeout', offer_count: 0 },
        ],
      },
    ]);
    // Whether it has the hotel is not known: that refuses nobody.
    const named = await service.call('POST', '/v1/hotel_search', {
      ...dates,
      hotel_ids: ['few-1', 'other'],
      supplier_timeout_ms: 500,
    });
    expect([named.status, named.body.total]).toEqual([200, 1]);
  });

  test('one that throws what it should not counts as failed; hotels that cannot be read are left out', async () => {
    const wild = aHotelSupplier([], { id: 'wild', search: async () => await Promise.reject(new TypeError('oops')) });
    const broken = aHotelSupplier(HOUSES, {
      id: 'broken',
      search: async (query, context) => {
        const { hotels, omitted } = await aHotelSupplier().search(query, context);
        return {
          hotels: hotels.map((offer, index) =>
            index === 0 ? { ...offer, hotel: { ...offer.hotel, latitude: Number.NaN } } : offer,
          ),
          omitted,
        };
      },
    });
    const service = await changing.put({ hotels: [wild, broken] });
    const { body } = await service.call('POST', '/v1/hotel_search', lisbon);
    expect(body).toMatchObject({
      total: 2,
      live_shop_status: 'partial',
      supplier_statuses: [
        { provider: 'wild', status: 'error' },
        { provider: 'broken', status: 'partial', offer_count: 2 },
      ],
    });
  });

  test('without any supplier every hotel operation is 503', async () => {
    const service = await changing.put({ hotels: [] });
    const answers = await Promise.all([
      service.call('POST', '/v1/hotel_search', lisbon),
      service.call('POST', '/api/v1/hotels/shop', lisbon),
      service.call('GET', '/v1/hotel_details/few-1'),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 3 }, () => [503, 'UPSTREAM_UNAVAILABLE']),
    );
  });
});

test('a rate that ends early says so, and its answer is not kept', async () => {
  const expiresAt = new Date(Date.now() - 1_000);
  const service = await changing.put({ hotels: [aHotelSupplier(HOUSES.map((house) => ({ ...house, expiresAt })))] });
  const first = await service.call('POST', '/v1/hotel_search', lisbon);
  expect(first.body.hotels[0].rooms[0].rates[0].expires_at).toBe(expiresAt.toISOString());
  expect((await service.call('POST', '/v1/hotel_search', lisbon)).text).not.toBe(first.text);
});
