import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../support/service/event-stream.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
const departure = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const search = (locale: string, part: object = {}) =>
  service.call('POST', '/v1/flight_search', {
    origin: 'LHR',
    destination: 'NYC',
    departure_date: departure,
    currency: 'EUR',
    direct_only: true,
    limit: 3,
    locale,
    ...part,
  });

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test.each([
  ['en', 'London', 'New York', 'London Heathrow Airport'],
  ['fr-CA', 'Londres', 'New York', 'Aéroport de Londres Heathrow'],
  ['de', 'London', 'New York', 'Flughafen London Heathrow'],
  ['es', 'Londres', 'Nueva York', 'Aeropuerto de Londres Heathrow'],
  ['zh-Hant-TW', '伦敦', '纽约', '伦敦希思罗机场'],
  ['ja', 'ロンドン', 'ニューヨーク', 'ロンドン・ヒースロー空港'],
  ['ko', '런던', '뉴욕', '런던 히스로 공항'],
  ['xx', 'London', 'New York', 'London Heathrow Airport'],
  ['', 'London', 'New York', 'London Heathrow Airport'],
])('in %j places are called so everywhere in an answer', async (locale, london, newYork, heathrow) => {
  const { status, body } = await search(locale);
  const [offer] = body.live_offers;
  const [itinerary] = body.itineraries;
  expect([
    status,
    body.destination.city_name,
    offer.outbound_flight.origin_city_name,
    offer.outbound_flight.origin_airport_name,
  ]).toEqual([200, newYork, london, heathrow]);
  expect([
    offer.outbound_flight.segments[0].departure_city_name,
    itinerary.origin_city_name,
    itinerary.slices[0].origin_airport_name,
  ]).toEqual([london, london, heathrow]);
  expect(itinerary.slices[0].segments[0].depart.city_name).toBe(london);
});

test('advice, price bands and fare conditions speak the language too; labels are values and stay', async () => {
  const { body } = await search('de');
  const advice = body.live_offers[0].jinko_advice;
  expect(['Lowest', 'Low', 'Medium', 'High']).toContain(advice.label);
  expect(['Niedrigster beobachteter Preis', 'Guter Preis', 'Üblicher Preis', 'Hoher Preis']).toContain(advice.title);
  expect(body.facets.prices[0].label).toMatch(/^[\d.]+,\d\d\sEUR - [\d.]+,\d\d\sEUR$/);
  expect(body.live_offers[0].fares[0].fare_descriptions[0]).toMatch(/Handgepäck/);
  expect(
    body.live_offers.flatMap(
      (offer: { extra_baggage_options: { description: string }[] }) => offer.extra_baggage_options,
    )[0].description,
  ).toMatch(/^Zusätzliches Aufgabegepäck, \d+ kg$/);
  expect(body.live_offers[0].fares[0].change_policy).toMatch(/^Umbuchung /);
  expect((await search('en')).body.facets.prices[0].label).toMatch(/^EUR \d+\.\d\d - EUR \d+\.\d\d$/);
});

test('a stream and the other surface speak it as well', async () => {
  const filters = { locations: { origins: ['LON'], destinations: ['JFK'] }, dates: { departure_dates: [departure] } };
  const [first, done] = await (
    await openStream(service, '/api/v1/flights/search', { filters, allow_live_shop: true, limit: 1, locale: 'ja' })
  ).rest();
  expect([first?.data.live_offers[0].outbound_flight.destination_city_name, done?.data.destination.city_name]).toEqual([
    'ニューヨーク',
    'ニューヨーク',
  ]);
});
