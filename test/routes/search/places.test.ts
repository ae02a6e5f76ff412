import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test.each([
  ['Zü', 'city-ZRH'],
  ['saint-denis', 'city-RUN'],
  ['Saint Denis', 'city-RUN'],
  ['St. Petersburg', 'city-LED'],
  ['st petersburg', 'city-LED'],
  ['saint louis', 'city-STL'],
  ['St. Louis', 'city-STL'],
  ['new yrok', 'city-NYC'],
  ['hong kogn', 'city-HKG'],
  ['São Paulo', 'city-SAO'],
  ['JFK', 'airport-JFK'],
])('GET /v1/places finds %j', async (query, placeId) => {
  const { status, body } = await service.call('GET', `/v1/places?query=${encodeURIComponent(query)}`);
  expect([status, body.places[0].place_id]).toEqual([200, placeId]);
});

test('asked for airports, it answers the busiest first', async () => {
  const { body } = await service.call('GET', '/v1/places?query=london&types=airport&limit=4');
  expect(body.places.map((place: { code: string }) => place.code)).toEqual(['LHR', 'LGW', 'STN', 'LTN']);
});

test.each([
  ['münchen', 'city-MUC'],
  ['muenchen', 'city-MUC'],
  ['Köln', 'city-CGN'],
  ['東京', 'city-TYO'],
  ['东京', 'city-TYO'],
  ['ロンドン', 'city-LON'],
  ['서울', 'city-SEL'],
  ['Nueva York', 'city-NYC'],
  ['nueva yrok', 'city-NYC'],
  ['Genf', 'city-GVA'],
  ['Mailand', 'city-MIL'],
  ['Le Caire', 'city-CAI'],
  ['deutschland', 'country-DE'],
  ['アメリカ', 'country-US'],
  ['LON', 'city-LON'],
  ['tyo', 'city-TYO'],
])('a name in another language or a metropolitan code, %j, finds its place', async (query, placeId) => {
  const { body } = await service.call('GET', `/v1/places?query=${encodeURIComponent(query)}`);
  expect(body.places[0].place_id).toBe(placeId);
});

test.each([
  ['Firenze', 'city-FLR'],
  ['Praha', 'city-PRG'],
  ['Wien', 'city-VIE'],
  ['Roma', 'city-ROM'],
  ['Lisboa', 'city-LIS'],
  ['København', 'city-CPH'],
  ['Goteborg', 'city-GOT'],
  ['Warszawa', 'city-WAW'],
  ['București', 'city-BUH'],
  ['Moskva', 'city-MOW'],
  ['Saigon', 'city-SGN'],
  ['Bombay', 'city-BOM'],
  ['Calcutta', 'city-CCU'],
  ['Madras', 'city-MAA'],
  ['Peking', 'city-BJS'],
  ['Canton', 'city-CAN'],
  ['羽田', 'airport-HND'],
  ['戴高乐', 'airport-CDG'],
])('a name of its own or of before, %j, finds its place', async (query, placeId) => {
  const { body } = await service.call('GET', `/v1/places?query=${encodeURIComponent(query)}`);
  expect(body.places[0].place_id).toBe(placeId);
});

test('names are answered in the language asked for, under the same ids', async () => {
  const find = async (locale: string) =>
    (await service.call('GET', `/v1/places?query=londres&types=city&limit=1&locale=${locale}`)).body.places[0];
  expect([
    (await find('de-AT')).name,
    (await find('es')).name,
    (await find('ja')).name,
    (await find('xx')).name,
  ]).toEqual(['London', 'Londres', 'ロンドン', 'London']);
  expect((await find('fr')).airports[0]).toEqual({ code: 'LHR', name: 'Aéroport de Londres Heathrow' });
  expect((await find('ko')).place_id).toBe('city-LON');
  const { body } = await service.call('GET', '/v1/places?query=japan&types=country&locale=fr');
  expect(body.places).toMatchObject([{ name: 'Japon', code: 'JP' }]);
  expect(body.places[0].airports).toHaveLength(10);
  expect(body.places[0].airports[0]).toEqual({ code: 'HND', name: 'Aéroport de Tokyo Haneda' });
});

test('hotels are found by the beginning of their names, typing errors forgiven, and lead to a search', async () => {
  const { body } = await service.call('GET', '/v1/places?query=lisbon&types=hotel&limit=1');
  const [hotel] = body.places;
  expect(hotel).toMatchObject({ type: 'hotel', city_code: 'LIS', country_code: 'PT' });
  const typed = encodeURIComponent(hotel.name);
  expect(
    (await service.call('GET', `/v1/places?query=${typed}&types=hotel&limit=3`)).body.places.map(
      ({ name }: { name: string }) => name,
    ),
  ).toContain(hotel.name);
  const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const search = await service.call('POST', '/v1/hotel_search', {
    place_id: hotel.place_id,
    checkin: dateIn(90),
    checkout: dateIn(91),
  });
  expect(search.body.destination_resolution).toMatchObject({ form: 'place_id', kind: 'hotels', name: hotel.name });
});

test('a city comes before the hotels that are called after it', async () => {
  expect((await service.call('GET', '/v1/places?query=paris&types=hotel,city&limit=1')).body.places[0].place_id).toBe(
    'city-PAR',
  );
  const kinds: string[] = (await service.call('GET', '/v1/places?query=paris&limit=50')).body.places.map(
    ({ type }: { type: string }) => type,
  );
  expect(kinds.indexOf('hotel')).toBeGreaterThan(kinds.lastIndexOf('airport'));
});

test.each([
  ['Grand Hotel Lisb', 'Lisbon'],
  ['Hotel Grana', 'Granada'],
])('%j finds hotels of the town whose name its last word begins', async (query, town) => {
  const { body } = await service.call('GET', `/v1/places?types=hotel&limit=5&query=${encodeURIComponent(query)}`);
  expect(body.places.map(({ city_name }: { city_name: string }) => city_name)).toEqual([town, town, town, town, town]);
});
