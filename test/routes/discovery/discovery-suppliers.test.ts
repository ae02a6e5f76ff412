import { afterEach, expect, test, vi } from 'vitest';
import type { CalendarQuery, DatedOffer, FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { aFare, aSupplier, fewOffers } from '../../support/products/flights.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const NOW = new Date('2027-01-10T12:00:00Z');
let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const start = async (...flightSuppliers: readonly FlightSupplier[]) => {
  service = await startService({ clock: { now: () => NOW }, flightSuppliers });
  return service;
};
const ASK = { origins: ['PAR'], destinations: ['NYC'], departure_dates: ['2027-02-01', '2027-02-02'] };
const failing = () =>
  Promise.reject(new SupplierFailure('unavailable', 'Down for the night.', { retryAfterSeconds: 60 }));

/** Every date costs what `priceOf` says for the first destination. */
function publishing(
  id: string,
  priceOf: (destination: string, departure: string) => number,
  part: Partial<FlightSupplier> = {},
): FlightSupplier {
  const calendarOf = async (query: CalendarQuery): Promise<readonly DatedOffer[]> =>
    query.dates.flatMap((dates) => {
      const slices = [{ origins: query.origins, destinations: query.destinations, date: dates.departure }];
      const [offer] = fewOffers({
        slices,
        passengers: query.passengers,
        cabinClass: 'economy',
        connectionsMax: 2,
        offersMax: 1,
      });
      if (offer === undefined) return [];
      const price = priceOf(query.destinations[0] ?? '', dates.departure);
      return [{ dates, offer: { ...offer, offerKey: `${id}-${offer.offerKey}`, fares: [aFare({ price })] } }];
    });
  return aSupplier({ id, name: id, publishedCalendar: calendarOf, ...part });
}
const lowest = (body: { days: readonly { lowest: { value: number } }[] }) => body.days.map((day) => day.lowest.value);

test('the cheaper of two suppliers makes the day; one that publishes no calendar has no part in it', async () => {
  const { call } = await start(
    publishing('a', (_, day) => (day === '2027-02-01' ? 40_000 : 60_000)),
    publishing('b', () => 50_000),
    aSupplier({ id: 'c' }),
  );
  const { status, body } = await call('POST', '/v1/flight_calendar', ASK);
  expect([status, lowest(body)]).toEqual([200, [40_000, 50_000]]);
});

test('suppliers without a calendar have no fares until somebody searches, and the days say so', async () => {
  const { call } = await start(aSupplier());
  expect((await call('POST', '/v1/flight_calendar', ASK)).body).toMatchObject({
    itineraries: [],
    days: [{ known: false }, { known: false }],
    total: 0,
  });
  expect((await call('POST', '/v1/find_destination', { origins: ['PAR'] })).body).toMatchObject({
    destinations: [],
    total: 0,
  });
});

test('one supplier that fails costs its offers, not the answer; the answer is not kept', async () => {
  let isDown = true;
  const flaky = publishing('a', () => 30_000);
  const { call } = await start(
    {
      ...flaky,
      publishedCalendar: (query, context) =>
        isDown ? failing() : (flaky.publishedCalendar?.(query, context) ?? failing()),
    },
    publishing('b', () => 50_000),
  );
  expect(lowest((await call('POST', '/v1/flight_calendar', ASK)).body)).toEqual([50_000, 50_000]);
  isDown = false;
  expect(lowest((await call('POST', '/v1/flight_calendar', ASK)).body)).toEqual([30_000, 30_000]);
});

test('where every supplier fails the answer is their failure, with its Retry-After', async () => {
  const { call } = await start(aSupplier({ publishedCalendar: failing, publishedDestinations: failing }));
  const calendar = await call('POST', '/v1/lowest_fare', {
    origins: ['PAR'],
    destinations: ['NYC'],
    departure_date: '2027-02-01',
  });
  expect([calendar.status, calendar.body.error.code, calendar.headers.get('retry-after')]).toEqual([
    503,
    'UPSTREAM_UNAVAILABLE',
    '60',
  ]);
  expect((await call('POST', '/v1/find_destination', { origins: ['PAR'] })).status).toBe(503);
});

test('an offer that cannot be read is left out', async () => {
  const broken = publishing('a', () => 10_000);
  const { call } = await start(
    {
      ...broken,
      publishedCalendar: async (query, context) =>
        ((await broken.publishedCalendar?.(query, context)) ?? []).map(({ dates, offer }) => ({
          dates,
          offer: { ...offer, fares: [] },
        })),
    },
    publishing('b', () => 50_000),
  );
  expect(lowest((await call('POST', '/v1/flight_calendar', ASK)).body)).toEqual([50_000, 50_000]);
});

test('estimates order the search for destinations, exact prices the answer', async () => {
  const dates = { departure: '2027-02-01', return: undefined };
  const reached = (cityCode: string, airport: string, value: number) => ({
    cityCode,
    airports: [airport],
    estimates: [{ dates, total: { value, currency: 'EUR' } }],
  });
  const exact: Readonly<Record<string, number>> = { JFK: 30_000, LHR: 20_000, AKL: 90_000 };
  const { call } = await start(
    publishing('a', (destination) => exact[destination] ?? 0, {
      publishedDestinations: async () => [
        reached('AKL', 'AKL', 70_000),
        reached('NYC', 'JFK', 10_000),
        reached('LON', 'LHR', 15_000),
        reached('PAR', 'CDG', 100),
      ],
    }),
  );
  const { body } = await call('POST', '/v1/find_destination', { origins: ['PAR'], departure_dates: ['2027-02-01'] });
  expect(
    body.destinations.map((city: { iata_code: string; lowest_fare_flight: { total_amount: { value: number } } }) => [
      city.iata_code,
      city.lowest_fare_flight.total_amount.value,
    ]),
  ).toEqual([
    ['LON', 20_000],
    ['NYC', 30_000],
    ['AKL', 90_000],
  ]);
  const cheap = await call('POST', '/v1/find_destination', {
    origins: ['PAR'],
    departure_dates: ['2027-02-01'],
    max_total: 250,
  });
  expect(cheap.body.destinations.map((city: { iata_code: string }) => city.iata_code)).toEqual(['LON']);
});

test('a dozen places asked about one after another are answered out of the cache when they come again', async () => {
  service = await startService({ clock: { now: () => NOW } });
  const { app, call } = service;
  const calendars = app.flightSuppliers.map((supplier) => vi.spyOn(supplier, 'publishedCalendar'));
  const askAll = async (maxTotal: number) => {
    for (const place of ['PAR', 'LON', 'NYC', 'TYO', 'SIN', 'MAD', 'IST', 'SAO', 'SYD', 'CHI', 'OSL', 'DEL']) {
      const { status, body } = await call('POST', '/v1/find_destination', { origins: [place], max_total: maxTotal });
      expect([status, body.destinations.length]).toEqual([200, expect.toSatisfy((count: number) => count > 0)]);
    }
    return calendars.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  };
  const first = await askAll(100_000);
  expect(first).toBeGreaterThan(100);
  expect(await askAll(100_001)).toBe(first);
});
