import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LiteapiStub, startLiteapiStub } from '../../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import { listMoreCities } from '../../../src/suppliers/stubs/liteapi/content/more-cities.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { type Answer, startService, type TestService, testWorldDir } from '../../support/service/service.ts';

type Json = Answer['body'];

/** Where LiteAPI (the stub) is searched: a city with more hotels than one search looks at, towns and countries. */
let stub: LiteapiStub;
let service: TestService;
let big: { readonly city_name: string; readonly country_code: string };
let other: typeof big;
let now = Date.parse('2027-01-10T10:00:00Z');
beforeAll(async () => {
  const clock = { now: () => new Date(now) };
  const more = { cities: 2, hotels: 999 };
  stub = await startLiteapiStub({ clock, more, worldDir: testWorldDir() });
  stub.control.set({ rate_limit: { limit: 100_000, seconds: 60 } });
  service = await startService({
    clock,
    config: {
      supplierCalls: { perMinute: 10_000, concurrency: 100 },
      suppliers: {
        enabled: ['liteapi'],
        duffel: undefined,
        liteapi: { token: stub.key, isLive: false, baseUrl: stub.url, webhookSecret: undefined },
      },
    },
  });
  const [first, second] = listMoreCities(service.app.places, more);
  big = { city_name: first?.name ?? '', country_code: first?.country ?? '' };
  other = { city_name: second?.name ?? '', country_code: second?.country ?? '' };
});
afterAll(async () => {
  await service.close();
  await stub.close();
});
afterEach(() => {
  stub.control.clearFaults();
  stub.control.forgetCalls();
});

let weeks = 0;
/** Two nights that no search before has asked for. */
function nights(): { readonly checkin: string; readonly checkout: string } {
  weeks += 1;
  const day = (days: number) => addDays(new Date(now).toISOString().slice(0, 10), 20 + days);
  return { checkin: day(3 * weeks), checkout: day(2 + 3 * weeks) };
}

function search(where: object): Promise<Answer> {
  return service.call('POST', '/v1/hotel_search', { ...nights(), max_results: 200, ...where });
}

/** A search and all its pages. */
async function searchAll(where: object): Promise<readonly Json[]> {
  const asked = { ...nights(), max_results: 100, ...where };
  const pages = [(await service.call('POST', '/v1/hotel_search', asked)).body];
  for (let last = pages[0]; last.pagination.next_page_token !== undefined && pages.length < 20; last = pages.at(-1))
    pages.push(
      (await service.call('POST', '/v1/hotel_search', { ...asked, page_token: last.pagination.next_page_token })).body,
    );
  return pages;
}

/** Has the hotels of a place read to the end. */
async function fill(where: object): Promise<void> {
  await search(where);
  await service.drain();
  now += 10_000;
  stub.control.forgetCalls();
}

describe('a city with more hotels than one search looks at', () => {
  test('before it is read, filters see the hotels of the live answer; what was read says how many were not looked at', async () => {
    const first = (await search({ ...big, star_rating: 5 })).body;
    expect(first.hotel_content).toMatchObject([{ status: 'waiting' }]);
    expect(first.total).toBeGreaterThan(0);
    expect(first.left_out.beyond_supplier_bound).toBe(0);
    await service.drain();
    now += 10_000;
    const later = (await search(big)).body;
    const [{ hotels: stored }] = later.hotel_content;
    expect(stored).toBeGreaterThan(800);
    expect(later.total).toBeLessThanOrEqual(300);
    expect(later.left_out.beyond_supplier_bound).toBe(stored - 300);
    expect(first.total).toBeLessThan((await search({ ...big, star_rating: 5 })).body.total);
  });

  test('a filter finds all matches, by one call for the search and all its pages', async () => {
    const pages = await searchAll({ ...big, facility_ids: [6], star_rating: [4, 5], min_rating: 8 });
    expect(stub.control.calls()).toEqual({ rates: 1 });
    const hotels = pages.flatMap((page) => page.hotels);
    expect(hotels.length).toBe(pages[0].total);
    for (const hotel of hotels) {
      expect(hotel.facility_ids).toContain(6);
      expect([4, 5]).toContain(hotel.star_rating);
      expect(hotel.rating).toBeGreaterThanOrEqual(8);
    }
    expect(pages[0].left_out.beyond_supplier_bound).toBe(0);
    const [{ hotels: stored }] = pages[0].hotel_content;
    const asked = stub.control.recentCalls().find(({ operation }) => operation === 'rates');
    expect(asked).toBeDefined();
    // More than the 300 of which a search without the filter would have seen a third.
    expect(stored).toBeGreaterThan(hotels.length);
    expect(new Set(hotels.map(({ hotel_id: id }: Json) => id)).size).toBe(hotels.length);
  });

  test('more matches than the bound: those with most reviews are looked at, and the others are counted', async () => {
    const { body } = await search({ ...big, min_rating: 1 });
    expect(body.left_out.beyond_supplier_bound).toBeGreaterThan(300);
    const least = Math.min(...body.hotels.map(({ review_count: count }: Json) => count));
    expect(least).toBeGreaterThan(500);
  });

  test('a chain is found by our number of it, which details and cards state', async () => {
    const [{ chain_id: chainId, hotel_id: hotelId }] = (await search(big)).body.hotels.filter(
      ({ chain_id: id }: Json) => id !== null,
    );
    const { hotel } = (await service.call('GET', `/v1/hotel_details/${hotelId}`)).body;
    expect(hotel.chain).toEqual({ chain_id: chainId, name: expect.any(String) });
    stub.control.forgetCalls();
    const { body } = await search({ ...big, chain_ids: [chainId] });
    expect(stub.control.calls()).toEqual({ rates: 1 });
    expect(body.hotels.length).toBeGreaterThan(20);
    expect(body.hotels.every(({ chain_id: id }: Json) => id === chainId)).toBe(true);
  });

  test('nothing that is stored passes: it says so without a call', async () => {
    const { body } = await search({ ...big, chain_ids: [999_999] });
    expect([body.total, body.empty_reason]).toEqual([0, 'filtered_out']);
    expect(stub.control.calls()).toEqual({});
  });

  test('read between two pages of a search: the second page goes on with the first, without a call', async () => {
    const asked = { ...nights(), ...other, max_results: 10, star_rating: [3, 4] };
    const first = (await service.call('POST', '/v1/hotel_search', asked)).body;
    expect(first.hotel_content).toMatchObject([{ status: 'waiting' }]);
    await service.drain();
    now += 10_000;
    const page = { ...asked, page_token: first.pagination.next_page_token };
    const second = (await service.call('POST', '/v1/hotel_search', page)).body;
    expect(second.hotel_content).toMatchObject([{ status: 'filled' }]);
    expect(stub.control.calls().rates).toBe(1);
    expect([second.total, second.hotels.length]).toEqual([first.total, 10]);
    const shown = new Set(first.hotels.map(({ hotel_id: id }: Json) => id));
    expect(second.hotels.every(({ hotel_id: id }: Json) => !shown.has(id))).toBe(true);
  });

  test('a circle around a point is searched as a city is', async () => {
    const { hotels } = (await search(big)).body;
    stub.control.forgetCalls();
    const { latitude, longitude } = hotels[0];
    const body = (await search({ latitude, longitude, radius_km: 12, facility_ids: [6], star_rating: 5 })).body;
    expect(stub.control.calls()).toEqual({ rates: 1 });
    expect(body.hotels.length).toBeGreaterThan(20);
    expect(body.hotels.every(({ star_rating: stars }: Json) => stars === 5)).toBe(true);
  });
});

describe('a town that nobody has searched', () => {
  test('is found by the supplier’s own search of places, and its hotels are answered at once', async () => {
    const { status, body } = await search({ city_name: 'Vila Nelia', country_code: 'PT' });
    expect(status).toBe(200);
    expect(stub.control.calls()).toEqual({ places: 1, rates: 1 });
    expect(body.destination_resolution).toMatchObject({ kind: 'city', name: 'Vila Nélia', country_code: 'PT' });
    expect(body.hotels.length).toBeGreaterThan(3);
    expect(body.hotel_content).toMatchObject([{ city: 'Vila Nélia', status: 'waiting' }]);
  });

  test('its pages and its next searches look it up no more; a text finds it, too', async () => {
    await searchAll({ city_name: 'Vila Nelia', country_code: 'PT', max_results: 2 });
    expect(stub.control.calls()).toEqual({ rates: 1 });
    const { body } = await search({ query: 'cheap hotel in Vila Nélia' });
    expect(body.destination_resolution).toMatchObject({ name: 'Vila Nélia', matched: 'Vila Nelia' });
  });

  test('a name that nobody knows is 422; what is wrong besides asks nobody', async () => {
    expect((await search({ city_name: 'Xyzzyville' })).status).toBe(422);
    expect(stub.control.calls()).toEqual({ places: 1 });
    stub.control.forgetCalls();
    const wrong = await service.call('POST', '/v1/hotel_search', {
      checkin: '2027-03-05',
      checkout: '2027-03-01',
      city_name: 'Plughtown',
    });
    expect(wrong.status).toBe(422);
    expect(stub.control.calls()).toEqual({});
  });

  test('while the supplier cannot be asked nobody says that there is no such town', async () => {
    stub.control.addFault({ operation: 'places', fault: { kind: 'error', code: 5_000, status: 500 } });
    expect((await search({ city_name: 'Quuxbury' })).status).toBe(502);
    // What the directory has needs no look-up.
    expect((await search({ city_name: 'Lisbon', country_code: 'PT' })).status).toBe(200);
  });

  test('a town of another country than the one that was named is none', async () => {
    expect((await search({ city_name: 'Vila Nelia', country_code: 'FR' })).status).toBe(422);
  });
});

describe('a whole country', () => {
  test('is 422 and says what to send, while no town of it is stored', async () => {
    const { status, body } = await search({ country_code: 'NO' });
    expect(status).toBe(422);
    expect(body.fields).toEqual([
      { path: 'country_code', problem: expect.stringContaining('Send city_name with country_code, a point') },
    ]);
    expect(stub.control.calls()).toEqual({});
  });

  test('is answered from the towns that are stored, by one call', async () => {
    await fill({ city_name: 'Lisbon', country_code: 'PT' });
    const pages = await searchAll({ country_code: 'PT' });
    expect(stub.control.calls()).toEqual({ rates: 1 });
    expect(pages[0].total).toBeGreaterThan(60);
    expect(pages.flatMap((page) => page.hotels).every(({ country }: Json) => country === 'PT')).toBe(true);
    expect(pages[0].hotel_content).toMatchObject([{ city: 'Lisbon' }, { city: 'Vila Nélia' }]);
  });
});
