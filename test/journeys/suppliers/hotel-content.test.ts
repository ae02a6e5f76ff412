import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { purgeContentJob } from '../../../src/hotels/content/jobs.ts';
import { noteCities } from '../../../src/hotels/content/note-cities.ts';
import { installationId } from '../../../src/platform/ids.ts';
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
  stub.control.set({ hotel_changes: {} });
  stub.control.forgetCalls();
});

let weeks = 0;
/** A search of nights that no test before has asked for. */
async function search(where: object, key?: string): Promise<Json> {
  weeks += 1;
  const day = (days: number) => addDays(new Date(now).toISOString().slice(0, 10), 20 + days);
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

test('stored hotels are found by the beginnings of their words, accents and typing errors aside, and by texts', async () => {
  expect(await suggest('oficio')).toContain('Hotel Ofício');
  expect(await suggest('andor lisb')).toContain('Casa Andorinha');
  expect(await suggest('androinha')).toContain('Casa Andorinha');
  // What a query of words would read as its own signs is no part of a word.
  expect(await suggest("'of:*|&!(")).toContain('Hotel Ofício');
  const [place] = (await service.call('GET', '/v1/places?types=hotel&query=palacete%20calcada')).body.places;
  expect(place).toMatchObject({ place_id: expect.stringMatching(/^hotel-lta_lp1a/), city_name: 'Lisbon' });
  stub.control.forgetCalls();
  const byText = await search({ query: 'Palacete Calçada with breakfast' });
  expect(byText.destination_resolution).toMatchObject({ kind: 'hotels', matched: 'Palacete Calcada' });
  const byId = await search({ place_id: place.place_id });
  expect(byId.destination_resolution.name).toBe(place.name);
  // What is stored needs no call to say which hotel is meant.
  expect(Object.keys(stub.control.calls())).toEqual(['rates']);
});

test('a town that no directory has is known once a search around it has had its hotels read', async () => {
  const town = { city_name: 'Vila Nelia' };
  const around = await search({ latitude: 39.33, longitude: -8.935, radius_km: 10 });
  expect(around.hotel_content).toMatchObject([{ city: 'Vila Nélia', status: 'waiting' }]);
  await service.drain();
  now += 10_000;
  stub.control.forgetCalls();
  const named = await search(town);
  // Nobody has to be asked where it is.
  expect(stub.control.calls()).toEqual({ rates: 1 });
  expect(named.destination_resolution).toMatchObject({ kind: 'city', name: 'Vila Nélia', country_code: 'PT' });
  expect(named.hotels.length).toBeGreaterThan(3);
  expect((await search({ query: 'cheap hotel in Vila Nélia' })).destination_resolution.name).toBe('Vila Nélia');
});

test('details are read once and stored; what the supplier does not state is null, and markup is text', async () => {
  const details = async (id: string) => (await service.call('GET', `/v1/hotel_details/${id}`)).body;
  const { hotel, rooms } = await details('lta_lp1a000');
  expect(hotel).toMatchObject({
    name: 'Hotel Cais do Rio',
    time_zone: 'Europe/Lisbon',
    checkin_time: '15:00',
    checkout_time: '11:00',
    chain: { chain_id: 726_747_545_956, name: 'Atelier Collection' },
    hotel_type: { hotel_type_id: 1, name: 'Hotels' },
  });
  expect(hotel.description).toMatch(/^Hotel Cais do Rio\nStands at .+ in Lisbon & is ten minutes/);
  expect(hotel.description).not.toContain('alert');
  expect(hotel.facilities).toContainEqual({ facility_id: 18, name: 'Non-smoking rooms' });
  expect(hotel.policies).toContainEqual({
    title: 'Important information',
    text: 'Guests are required to show a photo identification and credit card upon check-in.',
  });
  expect(rooms[0]).toMatchObject({ room_name: expect.any(String), max_adults: expect.any(Number) });
  await details('lta_lp1a000');
  expect(stub.control.calls()).toEqual({ hotel: 1 });
  now += 25 * HOUR * 1_000;
  stub.control.addFault({ operation: 'hotel', fault: { kind: 'error', code: 5_000, status: 500 } });
  expect((await details('lta_lp1a000')).hotel.name).toBe('Hotel Cais do Rio');
  expect((await service.call('GET', '/v1/hotel_details/lta_lp1a001')).status).toBe(502);
  expect((await service.call('GET', '/v1/hotel_details/bhlis-1')).status).toBe(404);
});

test('photos are the supplier’s own, through addresses that only we can write; a hotel without one has none', async () => {
  const { hotel, rooms } = (await service.call('GET', '/v1/hotel_details/lta_lp1a000')).body;
  expect(hotel.photos[0]).toMatchObject({ description: 'Façade', width: null, height: null });
  expect(hotel.main_photo).toBe(hotel.photos[0].url);
  const path = new URL(hotel.main_photo).pathname;
  const photo = await fetch(`${service.url}${path}`);
  expect([photo.status, photo.headers.get('content-type'), photo.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/png',
    'nosniff',
  ]);
  expect(photo.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(
    Buffer.from(await photo.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  const again = await fetch(`${service.url}${path}`, {
    headers: { 'if-none-match': photo.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect(rooms[0].photo).toContain('/images/');
  // Another address under the signature of this one, and one without a signature.
  const other = Buffer.from('https://photos.example.com/a.png').toString('base64url');
  for (const file of [
    path.replace(/images\/.{8}/, 'images/aaaaaaaa'),
    `/images/${other}`,
    `/images/${other}.${path.split('.').at(-1)}`,
  ])
    expect((await fetch(`${service.url}${file}`)).status, file).toBe(404);
  const { hotels } = await search(LISBON);
  const without = hotels.filter(({ main_photo: main }: Json) => main === null);
  expect(without.length).toBeGreaterThan(0);
  expect(without.every(({ thumbnail }: Json) => thumbnail === null)).toBe(true);
  expect(hotels.some(({ main_photo: main }: Json) => main?.includes('/images/'))).toBe(true);
});

test('a day later changes alone are asked for: new names are found, hotels taken out are not', async () => {
  now += 2 * DAY * 1_000;
  const at = new Date(now - HOUR * 1_000).toISOString();
  stub.control.set({
    hotel_changes: { lp1a000: { at, name: 'Hotel Zimbro', removed: false }, lp1a001: { at, removed: true } },
  });
  const [{ status, hotels }] = (await search(LISBON)).hotel_content;
  expect([status, hotels]).toEqual(['waiting', 93]);
  await service.drain();
  const [{ path } = { path: '' }] = stub.control.recentCalls().filter(({ operation }) => operation === 'hotels');
  expect(path).toContain('lastUpdatedAt=2027-01-1');
  expect(await suggest('zimbro')).toEqual(['Hotel Zimbro']);
  expect(await suggest('cais do rio')).not.toContain('Hotel Cais do Rio');
  expect(await suggest('oficio')).not.toContain('Hotel Ofício');
  now += 10_000;
  expect((await search(LISBON)).hotel_content[0]).toMatchObject({ status: 'filled', hotels: 92 });
  // What was read of it by itself is read anew.
  expect((await service.call('GET', '/v1/hotel_details/lta_lp1a000')).body.hotel.name).toBe('Hotel Zimbro');
  // What is taken out before the next list is read is found out by the next who reads it.
  stub.control.set({ hotel_changes: { lp1a000: { at, removed: true } } });
  now += 25 * HOUR * 1_000;
  expect((await service.call('GET', '/v1/hotel_details/lta_lp1a000')).status).toBe(404);
  expect(await suggest('zimbro')).toEqual([]);
});

test('what is stored says why nothing is free, without a call', async () => {
  const sold = { operation: 'rates', fault: { kind: 'nothing', form: '200' }, times: 1 } as const;
  stub.control.addFault(sold);
  expect((await search(LISBON)).empty_reason).toBe('sold_out');
  stub.control.addFault(sold);
  expect((await search({ latitude: 38.72, longitude: -9.14, radius_km: 5 })).empty_reason).toBe('sold_out');
  stub.control.addFault(sold);
  expect((await search({ latitude: 10.2, longitude: -9.14, radius_km: 5 })).empty_reason).toBeNull();
});

test('an organization that does not sell through the supplier finds none of its hotels', async () => {
  const [open, closed] = [await service.makeKey(), await service.makeKey()];
  await service.app.db.q
    .withTables<{ organization_supply: { organization_id: string; use_installation_account: boolean } }>()
    .insertInto('organization_supply')
    .values({ organization_id: closed.organizationId, use_installation_account: false })
    .execute();
  expect(await suggest('andorinha', open.key)).toContain('Casa Andorinha');
  expect(await suggest('andorinha', closed.key)).toEqual([]);
  const details = await service.call('GET', '/v1/hotel_details/lta_lp1a000', undefined, headers(closed.key));
  expect(details.status).toBe(503);
});

test('an organization has so many cities waiting at most; others are not kept out', async () => {
  const cities = Array.from({ length: 25 }, (_, index) => ({
    supplier: 'liteapi',
    country: 'SE',
    name: `Town ${index}`,
  }));
  const [one, other] = [await service.makeKey(), await service.makeKey()];
  expect(await noteCities(service.app, one, cities)).toHaveLength(20);
  expect(await noteCities(service.app, other, cities.slice(20))).toHaveLength(5);
  // LiteAPI has none of these towns: each is read once, and has no hotels.
  await service.drain();
  now += 10_000;
  const read = await noteCities(service.app, one, cities.slice(0, 20));
  expect(read.map(({ status, hotels }) => `${status} ${hotels}`)).toEqual(Array.from({ length: 20 }, () => 'filled 0'));
});

test('content of cities that no search has used for half a year is deleted', async () => {
  now += 181 * DAY * 1_000;
  const found = await search(LISBON);
  expect(found.hotel_content).toMatchObject([{ status: 'waiting' }]);
  expect(await suggest('vila moinho')).not.toEqual([]);
  await service.app.db.transaction((tx) =>
    service.app.jobs.enqueue(tx, purgeContentJob, { organizationId: installationId, payload: {} }),
  );
  await service.drain();
  expect(await suggest('vila moinho')).toEqual([]);
  expect(await suggest('andorinha')).toContain('Casa Andorinha');
});
