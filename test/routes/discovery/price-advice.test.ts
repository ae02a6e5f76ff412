import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSupplier } from '../../support/products/flights.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  // Eight offers of 500 to 640 dollars a head; what it has filed ranges from 300 to 900 for the party of one.
  service = await startService({
    flightSuppliers: [
      aSupplier({ publishedFares: async () => [30_000, 60_000, 90_000].map((value) => ({ value, currency: 'USD' })) }),
    ],
  });
});
afterAll(() => service.close());

/** Five days of one month, all 31 to 60 days ahead: one market. */
function fiveDays(): readonly string[] {
  const days = Array.from({ length: 26 }, (_, index) =>
    new Date(Date.now() + (33 + index) * 86_400_000).toISOString().slice(0, 10),
  );
  const start = days.findIndex((day, index) => day.slice(0, 7) === days[index + 4]?.slice(0, 7));
  return days.slice(start, start + 5);
}

async function range(departure_date: string, part: object = {}, headers = {}): Promise<readonly [number, number]> {
  const { body } = await service.call(
    'POST',
    '/v1/flight_search',
    { origin: 'PAR', destination: 'NYC', departure_date, limit: 1, ...part },
    headers,
  );
  const { min_fare, max_fare } = body.live_offers[0].jinko_advice.quantiles;
  return [min_fare.value, max_fare.value];
}

test('under 20 observed fares published ones are the measure, from then on observed ones, of every organization and for any party', async () => {
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = fiveDays();
  const other = { 'x-api-key': (await service.makeKey()).key };
  expect(await range(first)).toEqual([30_000, 90_000]);
  expect(await range(second, {}, other)).toEqual([30_000, 90_000]);
  expect(await range(third)).toEqual([30_000, 90_000]);
  // Five offers of each of three searches are seen by now: still too few.
  expect(await range(fourth)).toEqual([30_000, 90_000]);
  expect(await range(fifth)).toEqual([50_000, 62_000]);
  expect(await range(fifth, { adults: 2 }, other)).toEqual([100_000, 124_000]);
  // A return trip is another market.
  expect(
    await range(fifth, { return_date: new Date(Date.parse(fifth) + 7 * 86_400_000).toISOString().slice(0, 10) }),
  ).toEqual([30_000, 90_000]);
});

test("the sandbox's scenario routes teach nothing about prices", async () => {
  await service.app.priceObservations.settle();
  const before = await service.app.metrics.registry.getSingleMetricAsString('bly_price_observations_written_total');
  await service.call('POST', '/v1/flight_search', { origin: 'QAA', destination: 'QAC', departure_date: fiveDays()[0] });
  await service.app.priceObservations.settle();
  expect(await service.app.metrics.registry.getSingleMetricAsString('bly_price_observations_written_total')).toBe(
    before,
  );
});

test.each([
  ['NYC', 'MIA', 'USD', 'economy'],
  ['SIN', 'SYD', 'KWD', 'business'],
  ['BER', 'NYC', 'INR', 'economy'],
])(
  "%s to %s costs what it costs: narrowed, priced again or among a calendar's days, an offer is measured by the same",
  async (origin, destination, currency, cabin_class) => {
    const own = await startService();
    const post = async (path: string, body: object) => (await own.call('POST', path, body)).body;
    const [departure_date, return_date] = [70, 77].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    );
    const journey = { origin, destination, departure_date, return_date, currency, cabin_class };
    const all = await post('/v1/flight_search', { ...journey, limit: 100 });
    interface Advice {
      readonly title: string;
      readonly quantiles: Record<string, { readonly value: number }>;
    }
    const wanted: Advice = all.live_offers[0].jinko_advice;
    const told: Advice[] = [];
    for (const index of [0, 4, 9, 14]) {
      const { jinko_advice: advice } = (
        await post('/v1/flight_search', { offer_token: all.live_offers[index].offer_token })
      ).live_offers[0];
      expect(advice.title).toBe(all.live_offers[index].jinko_advice.title);
      told.push(advice);
    }
    for (const filter of [
      { include_carriers: [all.live_offers[5].validating_carrier] },
      { max_stops: 1 },
      { refundable_only: true },
    ])
      told.push((await post('/v1/flight_search', { ...journey, ...filter, limit: 1 })).live_offers[0].jinko_advice);
    told.push(
      (
        await post('/v1/lowest_fare', {
          origins: [origin],
          destinations: [destination],
          departure_date,
          return_date,
          currency,
          cabin_class,
          max_stops: 1,
        })
      ).itineraries[0].jinko_advice,
    );
    expect(told).toHaveLength(8);
    // What was rounded to cents of the dollar on its way may differ by as much.
    for (const { quantiles } of told)
      for (const [name, { value }] of Object.entries(wanted.quantiles))
        expect(Math.abs((quantiles[name]?.value ?? 0) - value)).toBeLessThanOrEqual(Math.max(2, value / 10_000));
    await own.close();
  },
);
