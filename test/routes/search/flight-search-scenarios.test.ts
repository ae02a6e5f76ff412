import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStream } from '../../support/service/event-stream.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { missingFields, searchAnswerFields } from '../../support/hostile/spec-fields.ts';

let service: TestService;
const departure = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
const back = new Date(Date.now() + 52 * 86_400_000).toISOString().slice(0, 10);
const searchFlat = (destination: string, part: object = {}) =>
  service.call('POST', '/v1/flight_search', {
    origin: 'QAA',
    destination,
    departure_date: departure,
    supplier_timeout_ms: 500,
    ...part,
  });
const filtersBody = (destination: string, isLive: boolean) => ({
  allow_live_shop: isLive,
  supplier_timeout_ms: 500,
  filters: { locations: { origins: ['QAA'], destinations: [destination] }, dates: { departure_dates: [departure] } },
});
const searchFilters = (destination: string, isLive: boolean) =>
  service.call('POST', '/api/v1/flights/search', filtersBody(destination, isLive));

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
});

describe('the built-in world', () => {
  test('a return search answers every field of the spec', async () => {
    const { status, body } = await searchFlat('TYO', {
      origin: 'PAR',
      supplier_timeout_ms: 30_000,
      return_date: back,
      adults: 2,
      children: 1,
      infants: 1,
      currency: 'EUR',
      limit: 40,
    });
    expect(status).toBe(200);
    expect(missingFields(body, searchAnswerFields)).toEqual([]);
    expect(body.live_offers[0].passengers).toEqual({ adt: 2, chd: 1, inf: 1 });
  });

  test('filters hold on every offer answered', async () => {
    const { body } = await searchFlat('LON', {
      origin: 'PAR',
      supplier_timeout_ms: 30_000,
      direct_only: true,
      max_price: 900,
      departure_time_range: { earliest: '06:00', latest: '12:00' },
      checked_bag_included: true,
    });
    expect(body.live_offers.length).toBeGreaterThan(0);
    for (const offer of body.live_offers) {
      expect(offer.outbound_flight.stops).toBe(0);
      expect(
        offer.outbound_flight.departure_datetime_local.slice(11, 16) >= '06:00' &&
          offer.outbound_flight.departure_datetime_local.slice(11, 16) <= '12:00',
      ).toBe(true);
      for (const fare of offer.fares)
        expect(fare.total_price.value <= 90_000 && fare.included_baggage.pieces > 0).toBe(true);
    }
  });

  test('advice is measured against at least 20 fares, and its quantiles rise', async () => {
    const { body } = await searchFlat('NYC', { origin: 'PAR' });
    const { min_fare, percentile_25, percentile_50, percentile_75, max_fare } =
      body.live_offers[0].jinko_advice.quantiles;
    const values = [min_fare, percentile_25, percentile_50, percentile_75, max_fare].map(
      (amount: { value: number }) => amount.value,
    );
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
  test('QAB has no offers on either surface, cached or live', async () => {
    expect((await searchFlat('QAB')).body).toMatchObject({
      total: 0,
      live_offers: [],
      itineraries: [],
      live_shop_status: 'ok',
    });
    expect((await searchFilters('QAB', true)).body).toMatchObject({
      total: 0,
      live_offers: [],
      itineraries: [],
      live_shop_status: 'ok',
    });
    expect((await searchFilters('QAB', false)).body).toMatchObject({
      total: 0,
      itineraries: [],
      live_shop_status: 'not_eligible',
    });
  });
  test('QAC is reached only with a connection', async () => {
    for (const { body } of [await searchFlat('QAC'), await searchFilters('QAC', true)]) {
      expect(body.total).toBeGreaterThan(0);
      expect(body.facets.stops[0]).toBeUndefined();
      expect(
        body.live_offers.every((offer: { outbound_flight: { stops: number } }) => offer.outbound_flight.stops > 0),
      ).toBe(true);
    }
    expect((await searchFlat('QAC', { direct_only: true })).body.total).toBe(0);
  });
  test("QAE's tokens have already expired, from either surface", async () => {
    for (const { body } of [await searchFlat('QAE'), await searchFilters('QAE', true)]) {
      const answer = await service.call('POST', '/v1/flight_search', { offer_token: body.live_offers[0].offer_token });
      expect([answer.status, answer.body.error.code]).toEqual([410, 'OFFER_EXPIRED']);
      const trip = await service.call('POST', '/v1/trip', {
        add_item: { trip_item_token: body.live_offers[0].fares[0].trip_item_token },
      });
      expect([trip.status, trip.body.error.code]).toEqual([410, 'OFFER_EXPIRED']);
    }
  });
  test.each([
    ['QAD', 504, 'UPSTREAM_TIMEOUT', 'timeout'],
    ['QAN', 503, 'UPSTREAM_UNAVAILABLE', 'unavailable'],
    ['QAP', 502, 'UPSTREAM_REJECTED', 'rejected'],
  ] as const)('%s is %i on /v1, plain and streamed', async (destination, status, code, kind) => {
    const answer = await searchFlat(destination);
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      status,
      code,
      destination === 'QAN' ? '7' : null,
    ]);
    const events = await (
      await openStream(service, '/v1/flight_search', {
        origin: 'QAA',
        destination,
        departure_date: departure,
        supplier_timeout_ms: 500,
      })
    ).rest();
    expect(events.map(({ event, data }) => [event, data.status ?? data.error.code])).toEqual([
      ['offers', kind],
      ['error', code],
    ]);
    expect([events[1]?.data.http_status, events[1]?.data.retry_after_seconds]).toEqual([
      status,
      destination === 'QAN' ? 7 : undefined,
    ]);
  });
  test.each([
    ['QAD', 'timeout'],
    ['QAN', 'failed'],
    ['QAP', 'failed'],
  ])('%s on /api/v1 is 200 with cached itineraries, plain and streamed', async (destination, liveStatus) => {
    const { status, body } = await searchFilters(destination, true);
    expect([status, body.live_shop_status, body.live_offers]).toEqual([200, liveStatus, []]);
    expect(body.itineraries.length).toBeGreaterThan(0);
    const events = await (await openStream(service, '/api/v1/flights/search', filtersBody(destination, true))).rest();
    expect(events.map(({ event, data }) => [event, data.live_shop_status])).toEqual([
      ['offers', undefined],
      ['done', liveStatus],
    ]);
    expect(events[1]?.data.itineraries).toHaveLength(body.itineraries.length);
  });
  test("QAD's cached itineraries need no supplier", async () => {
    const { status, body } = await searchFilters('QAD', false);
    expect([status, body.live_shop_status]).toEqual([200, 'not_eligible']);
    expect(body.itineraries.length).toBeGreaterThan(0);
  });
  test.each([
    ['QAQ', 'JPY', 0],
    ['QAR', 'KWD', 3],
  ] as const)(
    '%s is filed in %s, and shown in it unless another is asked for',
    async (destination, currency, places) => {
      for (const { body } of [
        await searchFlat(destination),
        await searchFilters(destination, true),
        await searchFlat(destination, { currency }),
      ]) {
        expect(body.live_offers[0].fares[0]).toMatchObject({
          conversion_rate: 1,
          total_price: { currency, decimal_places: places },
          origin_total_price: { currency },
        });
        expect(body.facets.prices[0].from).toMatchObject({ currency, decimal_places: places });
      }
      const { body } = await searchFlat(destination, { currency: 'EUR' });
      expect(body.live_offers[0].fares[0]).toMatchObject({
        total_price: { currency: 'EUR', decimal_places: 2 },
        origin_total_price: { currency, decimal_places: places },
      });
      const [first] = await (
        await openStream(service, '/v1/flight_search', { origin: 'QAA', destination, departure_date: departure })
      ).rest();
      expect(first?.data.live_offers[0].fares[0].total_price).toMatchObject({ currency, decimal_places: places });
    },
  );
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
