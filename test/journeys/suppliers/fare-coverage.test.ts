import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandboxFlights } from '../../../simulator/flights/flights.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { departureDate } from '../../support/faults/trip-journeys.ts';
import { openTestDatabase, type TestDatabase } from '../../support/service/database.ts';
import { type Answer, startService, type TestService, testWorld } from '../../support/service/service.ts';
import { sparseFlights } from '../../support/suppliers/sparse-flights.ts';

/** Where a supplier publishes no fares, answers made of published fares say what they do not know. */
let db: TestDatabase;
let service: TestService;
let searches = 0;
beforeAll(async () => {
  db = await openTestDatabase();
  const flights = sparseFlights(createSandboxFlights({ world: testWorld(), db, clock: systemClock }));
  service = await startService({
    db,
    flightSuppliers: [
      {
        ...flights,
        search: async (query, context) => {
          searches += 1;
          return await flights.search(query, context);
        },
      },
    ],
  });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

const ask = async (path: string, body: object): Promise<Answer['body']> => {
  const answer = await service.call('POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const departure = departureDate();
const WINDOW = { departure_date_ranges: [{ start: departure, end: addDays(departure, 4) }] };
const ROUTE = { origins: ['PAR'], destinations: ['LIS'], trip_type: 'oneway', ...WINDOW };
const missing = (count: number | null) => ({
  observed: 0,
  sampled: 0,
  missing: count,
  suppliers_without_fares: ['sandbox'],
  message: expect.stringContaining('flight_search'),
});

test('calendars, dates, lowest fares and destinations count the date pairs nobody knows, and search nobody', async () => {
  expect(await ask('/v1/flight_calendar', ROUTE)).toMatchObject({ itineraries: [], coverage: missing(5) });
  expect(await ask('/v1/find_dates', ROUTE)).toMatchObject({ itineraries: [], coverage: missing(5) });
  const one = { origins: ['PAR'], destinations: ['LIS'], departure_date: departure };
  expect(await ask('/v1/lowest_fare', one)).toMatchObject({ itineraries: [], coverage: missing(1) });
  expect(await ask('/v1/find_destination', { ...ROUTE, destinations: ['LIS', 'ROM'] })).toMatchObject({
    destinations: [],
    coverage: missing(10),
  });
  const anywhere = { origins: ['PAR'], trip_type: 'oneway', ...WINDOW };
  expect(await ask('/v1/find_destination', anywhere)).toMatchObject({ destinations: [], coverage: missing(null) });
  expect(searches).toBe(0);
});

test('who asks for cached prices never makes a live search; what a live search has seen is known from then on', async () => {
  const body = {
    filters: {
      trip_type: 'oneway',
      locations: { origins: ['PAR'], destinations: ['LIS'] },
      dates: { departure_dates: [departure] },
    },
  };
  const before = await ask('/api/v1/flights/search', body);
  expect(before).toMatchObject({ itineraries: [], live_offers: [], total: 0, coverage: missing(1) });
  expect(searches).toBe(0);
  const live = await ask('/api/v1/flights/search', { ...body, allow_live_shop: true });
  expect(live.live_offers.length).toBeGreaterThan(0);
  expect(searches).toBe(1);
  const after = await ask('/api/v1/flights/search', { ...body, limit: 21 });
  expect(after.itineraries.length).toBeGreaterThan(0);
  expect(after.coverage.missing).toBe(0);
  expect(searches).toBe(1);
});

test('advice with too few fares is absent, not typical; the answer says how many are missing', async () => {
  const answer = await ask('/v1/flight_search', { origin: 'PAR', destination: 'ATH', departure_date: departure });
  expect(answer.live_offers[0].jinko_advice).toBeNull();
  expect(answer.itineraries[0].jinko_advice).toBeNull();
  // Its own fares count as observed once they have been written down, which may be before or after the answer.
  const { observed } = answer.coverage;
  expect(answer.coverage).toEqual({ ...missing(20 - observed), observed });
  expect(observed).toBeLessThanOrEqual(5);
  const repriced = await ask('/v1/flight_search', { offer_token: answer.live_offers[0].offer_token });
  expect(repriced.live_offers[0].jinko_advice).toBeNull();
  expect(repriced.coverage.missing).toBeGreaterThan(0);
  const watched = await ask('/v1/price_monitoring', { origin: 'PAR', destination: 'ATH', departure_date: departure });
  expect(watched).toMatchObject({ flight: { jinko_advice: null }, jinko_advice: null });
  expect(watched.coverage.missing).toBeGreaterThan(0);
});

test('a price history says how many fares it lacks', async () => {
  const history = await ask('/v1/price_history', { origin: 'PAR', destination: 'TYO' });
  expect(history).toMatchObject({ quantiles: null, history: [], coverage: missing(20) });
});
