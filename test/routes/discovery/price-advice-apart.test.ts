import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStream } from '../../support/service/event-stream.ts';
import { aSupplier, fewOffers } from '../../support/products/flights.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const journey = {
  origin: 'PAR',
  destination: 'NYC',
  departure_date: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
};
/** Where each organization's filed fares end, cents. */
let ceilings = new Map<string, number>();
let service: TestService;

beforeEach(async () => {
  ceilings = new Map();
  service = await startService({
    flightSuppliers: [
      aSupplier({
        // Eight offers of 500 to 640 dollars; carriers are narrowed as suppliers may.
        search: async (query) =>
          fewOffers(query).filter(
            ({ slices }) =>
              !query.only?.includeCarriers.length ||
              query.only.includeCarriers.includes(slices[0]?.segments[0]?.marketingCarrier ?? ''),
          ),
        // One fare for each offer asked about: 300 dollars, 400, …
        publishedFares: async (offerKeys, { organizationId }) =>
          [
            ...offerKeys.map((_, index) => 30_000 + index * 10_000),
            ...(ceilings.has(organizationId) ? [ceilings.get(organizationId) ?? 0] : []),
          ].map((value) => ({ value, currency: 'USD' })),
      }),
    ],
  });
});
afterEach(() => service.close());

async function range(part: object = {}, headers = {}): Promise<readonly [number, number]> {
  const { body } = await service.call('POST', '/v1/flight_search', { ...journey, limit: 1, ...part }, headers);
  const { min_fare, max_fare } = body.live_offers[0].jinko_advice.quantiles;
  return [min_fare.value, max_fare.value];
}

test("what has been filed for one organization is not another's measure", async () => {
  const [one, two] = [await service.makeKey(), await service.makeKey()];
  ceilings = new Map([
    [one.organizationId, 100_000],
    [two.organizationId, 200_000],
  ]);
  expect(await range({}, { 'x-api-key': one.key })).toEqual([30_000, 100_000]);
  expect(await range({}, { 'x-api-key': two.key })).toEqual([30_000, 200_000]);
});

test.each([{ max_price: 500 }, { refundable_only: true }, { include_carriers: ['BA'] }])(
  'a search with %j is measured by what one without is, and does not decide what that is measured by',
  async (filter) => {
    expect(await range(filter)).toEqual([30_000, 70_000]);
    expect(await range()).toEqual([30_000, 70_000]);
  },
);

test("filters neither move nor make the market's record: it holds what the suppliers answered to a question they were not told to narrow", async () => {
  const record = vi.spyOn(service.app.priceObservations, 'record');
  for (const part of [
    { include_carriers: ['BA'] },
    { direct_only: true },
    { max_stops: 1 },
    { departure_time_range: { latest: '12:00' } },
  ])
    await range(part);
  await (await openStream(service, '/v1/flight_search', { ...journey, include_carriers: ['BA'] })).rest();
  await turn();
  expect(record.mock.calls.flatMap(([search]) => search.fares)).toEqual([]);
  await range({ max_price: 500 });
  await (await openStream(service, '/v1/flight_search', { ...journey, refundable_only: true })).rest();
  await turn();
  const cheapest = record.mock.calls.map(([search]) => search.fares.map((fare) => fare.adultPrice));
  expect(cheapest).toEqual([
    [50_000, 52_000, 56_000, 58_000, 62_000],
    [50_000, 52_000, 56_000, 58_000, 62_000],
  ]);
});
