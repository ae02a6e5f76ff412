import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test.each([
  ['Zü', 'city-ZRH'], ['saint-denis', 'city-RUN'], ['Saint Denis', 'city-RUN'], ['St. Petersburg', 'city-LED'], ['st petersburg', 'city-LED'],
  ['saint louis', 'city-STL'], ['St. Louis', 'city-STL'], ['new yrok', 'city-NYC'], ['hong kogn', 'city-HKG'], ['São Paulo', 'city-SAO'], ['JFK', 'airport-JFK'],
])('GET /v1/places finds %j', async (query, placeId) => {
  const { status, body } = await service.call('GET', `/v1/places?query=${encodeURIComponent(query)}`);
  expect([status, body.places[0].place_id]).toEqual([200, placeId]);
});

test('asked for airports, it answers the busiest first', async () => {
  const { body } = await service.call('GET', '/v1/places?query=london&types=airport&limit=4');
  expect(body.places.map((place: { code: string }) => place.code)).toEqual(['LHR', 'LGW', 'STN', 'LTN']);
});
