import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { missingFields, searchAnswerFields } from '../support/spec-fields.ts';

let service: TestService;
const departure = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
const back = new Date(Date.now() + 52 * 86_400_000).toISOString().slice(0, 10);
const searchFlat = (destination: string, part: object = {}) =>
  service.call('POST', '/v1/flight_search', { origin: 'QAA', destination, departure_date: departure, supplier_timeout_ms: 500, ...part });
const searchFilters = (destination: string, isLive: boolean) => service.call('POST', '/api/v1/flights/search', {
  allow_live_shop: isLive, filters: { locations: { origins: ['QAA'], destinations: [destination] }, dates: { departure_dates: [departure] } },
});

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
});

describe('the built-in world', () => {
  test('a return search answers every field of the spec', async () => {
    const { status, body } = await searchFlat('TYO', { origin: 'PAR', return_date: back, adults: 2, children: 1, infants: 1, currency: 'EUR', limit: 40 });
    expect(status).toBe(200);
    expect(missingFields(body, searchAnswerFields)).toEqual([]);
    expect(body.live_offers[0].passengers).toEqual({ adt: 2, chd: 1, inf: 1 });
  });

  test('filters hold on every offer answered', async () => {
    const { body } = await searchFlat('LON', { origin: 'PAR', direct_only: true, max_price: 900, departure_time_range: { earliest: '06:00', latest: '12:00' }, checked_bag_included: true });
    expect(body.live_offers.length).toBeGreaterThan(0);
    for (const offer of body.live_offers) {
      expect(offer.outbound_flight.stops).toBe(0);
      expect(offer.outbound_flight.departure_datetime_local.slice(11, 16) >= '06:00' && offer.outbound_flight.departure_datetime_local.slice(11, 16) <= '12:00').toBe(true);
      for (const fare of offer.fares) expect(fare.total_price.value <= 90_000 && fare.included_baggage.pieces > 0).toBe(true);
    }
  });

  test('advice is measured against at least 20 fares, and its quantiles rise', async () => {
    const { body } = await searchFlat('NYC', { origin: 'PAR' });
    const { min_fare, percentile_25, percentile_50, percentile_75, max_fare } = body.live_offers[0].jinko_advice.quantiles;
    const values = [min_fare, percentile_25, percentile_50, percentile_75, max_fare].map((amount: { value: number }) => amount.value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(min_fare.value).toBeLessThan(max_fare.value);
  });

  test('re-pricing answers the same fares while nothing has changed', async () => {
    const { body } = await searchFlat('NYC', { origin: 'PAR' });
    const [offer] = body.live_offers;
    const again = await service.call('POST', '/v1/flight_search', { offer_token: offer.offer_token });
    const prices = (of: { fares: { total_price: object }[] }) => of.fares.map((fare) => fare.total_price);
    expect(prices(again.body.live_offers[0])).toEqual(prices(offer));
  });
});

describe('sandbox scenarios at search', () => {
  test('QAB has no offers', async () => {
    expect((await searchFlat('QAB')).body).toMatchObject({ total: 0, live_offers: [], live_shop_status: 'ok' });
  });
  test('QAC is reached only with a connection', async () => {
    const { body } = await searchFlat('QAC');
    expect(body.total).toBeGreaterThan(0);
    expect((await searchFlat('QAC', { direct_only: true })).body.total).toBe(0);
  });
  test('QAE\'s tokens have already expired', async () => {
    const { body } = await searchFlat('QAE');
    const answer = await service.call('POST', '/v1/flight_search', { offer_token: body.live_offers[0].offer_token });
    expect([answer.status, answer.body.error.code]).toEqual([410, 'OFFER_EXPIRED']);
  });
  test.each([['QAD', 504, 'UPSTREAM_TIMEOUT'], ['QAN', 503, 'UPSTREAM_UNAVAILABLE'], ['QAP', 502, 'UPSTREAM_REJECTED']] as const)('%s is %i on /v1', async (destination, status, code) => {
    const answer = await searchFlat(destination);
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([status, code, destination === 'QAN' ? '7' : null]);
  });
  test.each(['QAN', 'QAP'])('%s on /api/v1 is 200 with cached itineraries', async (destination) => {
    const { status, body } = await searchFilters(destination, true);
    expect([status, body.live_shop_status, body.live_offers]).toEqual([200, 'failed', []]);
    expect(body.itineraries.length).toBeGreaterThan(0);
  });
  test('QAD\'s cached itineraries need no supplier', async () => {
    const { status, body } = await searchFilters('QAD', false);
    expect([status, body.live_shop_status]).toEqual([200, 'not_eligible']);
    expect(body.itineraries.length).toBeGreaterThan(0);
  });
  test('QAQ is filed in yen, QAR in dinars', async () => {
    for (const [destination, currency, places] of [['QAQ', 'JPY', 0], ['QAR', 'KWD', 3]] as const) {
      const { body } = await searchFlat(destination, { currency });
      expect(body.live_offers[0].fares[0]).toMatchObject({ conversion_rate: 1, total_price: { currency, decimal_places: places }, origin_total_price: { currency } });
    }
  });
});

describe('GET /v1/places', () => {
  test('finds a city by the beginning of its name, with its airports', async () => {
    const { status, body } = await service.call('GET', '/v1/places?query=new%20yo&types=city&limit=3');
    expect(status).toBe(200);
    expect(body.places[0]).toMatchObject({ type: 'city', code: 'NYC', country_code: 'US' });
    expect(body.places[0].airports.map((airport: { code: string }) => airport.code)).toContain('JFK');
  });
  test('an unknown type and an empty query are 422', async () => {
    expect((await service.call('GET', '/v1/places?query=x&types=planet')).status).toBe(422);
    expect((await service.call('GET', '/v1/places?query=')).status).toBe(422);
    expect((await service.call('GET', '/v1/places?query=x&limit=51')).status).toBe(422);
  });
});
