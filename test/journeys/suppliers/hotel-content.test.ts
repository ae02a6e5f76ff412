import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../src/travel/dates.ts';
import { type LiteapiStub, startLiteapiStub } from '../../../src/suppliers/stubs/liteapi/start-liteapi-stub.ts';
import { type Answer, startService, type TestService } from '../../support/service/service.ts';

type Json = Answer['body'];
const HOUR = 3_600;
const DAY = 24 * HOUR;

let stub: LiteapiStub;
let service: TestService;
let now = Date.parse('2027-01-10T10:00:00Z');
beforeAll(async () => {
  const clock = { now: () => new Date(now) };
  stub = await startLiteapiStub({ clock });
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
/** A search of nights that no test before has asked for. */
async function search(where: object, key?: string): Promise<Json> {
  weeks += 1;
  const day = (days: number) => addDays('2027-02-01', days);
  const nights = { checkin: day(3 * weeks), checkout: day(2 + 3 * weeks) };
  const answer = await service.call(
    'POST',
    '/v1/hotel_search',
    { ...nights, max_results: 200, ...where },
    headers(key),
  );
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 500));
  return answer.body;
}
const headers = (key?: string) => (key === undefined ? {} : { 'x-api-key': key });
const LISBON = { city_name: 'Lisbon', country_code: 'PT' };
const contentOf = async (where: object) => (await search(where)).hotel_content;
const suggest = async (text: string, key?: string): Promise<readonly string[]> =>
  (
    await service.call('GET', `/v1/places?types=hotel&query=${encodeURIComponent(text)}`, undefined, headers(key))
  ).body.places.map(({ name }: Json) => name);

test('the first search of a city has it read behind the answer; later ones state what was read, and nothing else', async () => {
  const first = await search(LISBON);
  expect(first.hotel_content).toEqual([
    { provider: 'liteapi', country: 'PT', city: 'Lisbon', status: 'waiting', hotels: 0, as_of: null },
  ]);
  expect(first.hotels.every(({ facility_ids: ids, hotel_type_id: type }: Json) => ids === null && type === null)).toBe(
    true,
  );
  await service.drain();
  expect(stub.control.calls()).toMatchObject({ hotels: 1, lists: 2 });
  now += 10_000;
  const later = await search(LISBON);
  // 101 hotels; eight have no position, or that of 0,0.
  expect(later.hotel_content).toEqual([
    {
      provider: 'liteapi',
      country: 'PT',
      city: 'Lisbon',
      status: 'filled',
      hotels: 93,
      as_of: '2027-01-10T10:00:00.000Z',
    },
  ]);
  for (const { facility_ids: ids, hotel_id: id } of later.hotels) expect(ids, id).toBeInstanceOf(Array);
  const pools = await search({ ...LISBON, facility_ids: [6] });
  expect(pools.hotels.length).toBeGreaterThan(3);
  expect(pools.hotels.length).toBeLessThan(later.hotels.length);
  // "WiFi available" may cost money: no hotel is said to have free Wi-Fi.
  expect((await search({ ...LISBON, facility_ids: [1] })).empty_reason).toBe('filtered_out');
});
