import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DuffelStub, startDuffelStub } from '../../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { addDays } from '../../../../src/travel/dates.ts';
import { routes } from '../../../../src/routes.ts';
import { connectAgent } from '../../../support/mcp.ts';
import { openCliFixture } from '../../../support/process/cli.ts';
import { departureDate } from '../../../support/faults/trip-journeys.ts';
import { openStream } from '../../../support/service/event-stream.ts';
import { type Answer, startService, type TestService } from '../../../support/service/service.ts';

/**
 * Discovery where no supplier publishes fares: what searches have seen answers it, and only `sample` asks a supplier.
 */
let stub: DuffelStub;
let service: TestService;
beforeAll(async () => {
  stub = await startDuffelStub();
  const duffel = { token: stub.token, isLive: false, baseUrl: stub.url, webhookSecret: undefined };
  const supplierCalls = { perMinute: 10_000, concurrency: 20 };
  service = await startService({ config: { suppliers: { enabled: ['duffel'], duffel }, supplierCalls } });
});
afterAll(async () => {
  await service.close();
  await stub.close();
});
beforeEach(() => stub.control.forgetCalls());

const day = departureDate();
const on = (offset: number) => addDays(day, offset);
async function ask(path: string, body: object): Promise<Answer['body']> {
  const answer = await service.call('POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
async function search(origin: string, destination: string, offset: number, more: object = {}) {
  const found = await ask('/v1/flight_search', {
    origin,
    destination,
    departure_date: on(offset),
    currency: 'EUR',
    ...more,
  });
  await service.app.observedFares.settle();
  return found;
}
const calendar = (origin: string, destination: string, more: object = {}) =>
  ask('/v1/flight_calendar', {
    origins: [origin],
    destinations: [destination],
    trip_type: 'oneway',
    departure_date_ranges: [{ start: day, end: on(4) }],
    currency: 'EUR',
    ...more,
  });

test('a searched day has the fare that was seen; the others are there and say that nobody has looked', async () => {
  const found = await search('LHR', 'JFK', 1);
  stub.control.forgetCalls();
  const answer = await calendar('LHR', 'JFK');
  expect(stub.control.calls()).toEqual({});
  expect(answer.coverage).toMatchObject({ observed: 1, sampled: 0, missing: 4 });
  expect(answer.days.map((one: Answer['body']) => [one.departure_date, one.known])).toEqual([
    [on(0), false],
    [on(1), true],
    [on(2), false],
    [on(3), false],
    [on(4), false],
  ]);
  const [unknown, known] = answer.days;
  expect(unknown).toEqual({
    departure_date: on(0),
    known: false,
    coverage: { observed: 0, sampled: 0, missing: 1 },
  });
  expect(known.lowest).toEqual(found.live_offers[0].fares[0].total_price);
  expect(known.as_of).toBe(answer.coverage.as_of);
  expect(answer.itineraries).toHaveLength(1);
  expect(answer.itineraries[0].search_timestamp).toBe(known.as_of);
  expect(answer.total).toBe(1);
});

test('every discovery operation answers what was seen and asks no supplier', async () => {
  await search('LHR', 'MAD', 0);
  await search('LHR', 'MAD', 2);
  await search('LHR', 'FCO', 1);
  stub.control.forgetCalls();
  const window = { departure_date_ranges: [{ start: day, end: on(4) }], trip_type: 'oneway', currency: 'EUR' };
  const dates = await ask('/v1/find_dates', { origins: ['LHR'], destinations: ['MAD'], ...window });
  expect([dates.total, dates.coverage.observed, dates.coverage.missing]).toEqual([2, 2, 3]);
  const one = { origins: ['LHR'], destinations: ['MAD'], currency: 'EUR' };
  const lowest = await ask('/v1/lowest_fare', { ...one, departure_date: on(2) });
  expect(lowest.itineraries.length).toBeGreaterThan(0);
  expect(lowest.coverage).toMatchObject({ observed: 1, missing: 0 });
  expect((await ask('/v1/lowest_fare', { ...one, departure_date: on(3) })).coverage).toMatchObject({ missing: 1 });
  const cities = (answer: Answer['body']) => answer.destinations.map((city: Answer['body']) => city.iata_code).sort();
  // Heathrow is not all of London: what was seen from one airport says nothing about the cheapest of its city.
  const fromHeathrow = { origins: ['LHR'], origin_type: 'airport', ...window };
  const named = await ask('/v1/find_destination', { ...fromHeathrow, destinations: ['MAD', 'FCO', 'VIE'] });
  expect(cities(named)).toEqual(['MAD', 'ROM']);
  expect(named.coverage).toMatchObject({ observed: 3, missing: 12 });
  const anywhere = await ask('/v1/find_destination', fromHeathrow);
  expect(cities(anywhere)).toContain('MAD');
  expect(anywhere.coverage.missing).toBeNull();
  const bff = await ask('/api/v1/flights/destination-search', {
    currency: 'EUR',
    filters: {
      trip_type: 'oneway',
      locations: { origins: ['LHR'], origin_type: 'airport' },
      dates: { departure_date_ranges: [{ start: day, end: on(4) }] },
    },
  });
  expect(cities(bff)).toContain('MAD');
  expect(stub.control.calls()).toEqual({});
});

test('what was seen for one party, cabin or stay is not shown for another', async () => {
  await search('LHR', 'OSL', 0, { adults: 2 });
  const daysKnown = async (more: object) =>
    (await calendar('LHR', 'OSL', more)).days.filter(({ known }: { known: boolean }) => known).length;
  expect(await daysKnown({ adults: 2 })).toBe(1);
  expect(await daysKnown({})).toBe(0);
  expect(await daysKnown({ adults: 2, cabin_class: 'business' })).toBe(0);
  expect(await daysKnown({ adults: 2, trip_type: 'roundtrip', stay_days: 7 })).toBe(0);
});

test('filters that what is stored cannot decide leave a day unknown; a price limit does not', async () => {
  await search('LHR', 'GVA', 0);
  const [tooDear] = (await calendar('LHR', 'GVA', { max_total: 1 })).days;
  expect(tooDear).toMatchObject({ known: true, coverage: { observed: 1, missing: 0 } });
  expect(tooDear.lowest).toBeUndefined();
  const [noSuchAirline] = (await calendar('LHR', 'GVA', { include_carriers: ['QX'] })).days;
  expect(noSuchAirline).toMatchObject({ known: false, coverage: { observed: 0, missing: 1 } });
});

test('sample asks so many unknown days live, spread over the window, and answers with them', async () => {
  await search('LHR', 'ARN', 4);
  stub.control.forgetCalls();
  const answer = await calendar('LHR', 'ARN', { sample: 2 });
  expect(stub.control.calls()).toEqual({ search: 2 });
  expect(answer.coverage).toMatchObject({ observed: 1, sampled: 2, missing: 2 });
  expect(answer.days.map(({ known }: { known: boolean }) => known)).toEqual([true, false, true, false, true]);
  // From now on they are known without asking anybody.
  expect((await calendar('LHR', 'ARN')).coverage).toMatchObject({ observed: 3, sampled: 0, missing: 2 });
  expect(stub.control.calls()).toEqual({ search: 2 });
});

test('a streamed sample tells what is known, each search as it ends, then the plain answer', async () => {
  const stream = await openStream(service, '/v1/flight_calendar', {
    origins: ['LHR'],
    destinations: ['HEL'],
    trip_type: 'oneway',
    departure_date_ranges: [{ start: day, end: on(4) }],
    sample: 3,
  });
  const events = await stream.rest();
  expect(events.map(({ event }) => event)).toEqual(['known', 'sampled', 'sampled', 'sampled', 'done']);
  expect(events[0]?.data.coverage).toMatchObject({ observed: 0, missing: 5 });
  expect(events[1]?.data).toMatchObject({ origin: 'LON', destination: 'HEL', status: 'ok' });
  expect(events.at(-1)?.data.coverage).toMatchObject({ sampled: 3, missing: 2 });
});

test('a supplier that fails leaves the day unknown', async () => {
  stub.control.addFault({ operation: 'search', fault: { kind: 'error', status: 500 }, times: 1 });
  const answer = await calendar('LHR', 'WAW', { sample: 1 });
  expect(answer.coverage).toMatchObject({ observed: 0, sampled: 0, missing: 5 });
});

test('who asks for cached prices is shown what others have seen, or told that nobody has looked; nobody is asked', async () => {
  const { key } = await service.makeKey();
  const cached = async (destination: string, offset: number, more: object = {}) => {
    const { status, body } = await service.call(
      'POST',
      '/api/v1/flights/search',
      {
        currency: 'EUR',
        filters: {
          trip_type: 'oneway',
          locations: { origins: ['LHR'], destinations: [destination] },
          dates: { departure_dates: [on(offset)] },
          ...more,
        },
      },
      { 'x-api-key': key },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const found = await search('LHR', 'BRU', 1);
  stub.control.forgetCalls();
  const seen = await cached('BRU', 1);
  expect(seen.live_offers).toEqual([]);
  expect(seen.itineraries[0].total_amount).toEqual(found.live_offers[0].fares[0].total_price);
  expect(seen.coverage).toMatchObject({ observed: 1, missing: 0, as_of: seen.itineraries[0].search_timestamp });
  expect(await cached('BRU', 2)).toMatchObject({ itineraries: [], total: 0, coverage: { observed: 0, missing: 1 } });
  expect(stub.control.calls()).toEqual({});
});

test('advice is measured by the lowest fares of a season, with their number and span; fewer than twenty are too few', async () => {
  // All days of one month.
  const month = addDays(day, 62).slice(0, 'yyyy-mm'.length);
  const window = { departure_date_ranges: [{ start: `${month}-01`, end: `${month}-20` }] };
  const known = await calendar('LHR', 'ZRH', { ...window, sample: 19 });
  expect(known.coverage).toMatchObject({ sampled: 19, missing: 1 });
  const searchOn = async (date: string) => await search('LHR', 'ZRH', 0, { departure_date: date });
  const few = await searchOn(`${month}-25`);
  expect(few.live_offers[0].jinko_advice).toBeNull();
  expect(few.coverage).toMatchObject({ observed: 19, missing: 1 });
  const enough = await searchOn(`${month}-26`);
  const { label, quantiles } = enough.live_offers[0].jinko_advice;
  expect(['Lowest', 'Low', 'Medium', 'High']).toContain(label);
  expect(quantiles).toMatchObject({ count: 20, span: { start: `${month}-01`, end: `${month}-25` } });
  expect(Date.parse(quantiles.as_of)).toBeLessThanOrEqual(Date.now());
  expect(quantiles.min_fare.value).toBeLessThanOrEqual(quantiles.percentile_50.value);
  expect(quantiles.percentile_50.value).toBeLessThanOrEqual(quantiles.max_fare.value);
});

test('no discovery reaches a supplier without sample, on any surface', async () => {
  const one = { origins: ['LHR'], destinations: ['DUB'], departure_date: on(1), trip_type: 'oneway' };
  const bff = {
    filters: {
      trip_type: 'oneway',
      locations: { origins: ['LHR'] },
      dates: { departure_dates: [on(1)] },
    },
  };
  const bodies: Readonly<Record<string, object>> = {
    flight_calendar: one,
    find_dates: one,
    lowest_fare: one,
    find_destination: one,
    'flights/destination-search': bff,
    price_history: { origin: 'LHR', destination: 'DUB' },
  };
  // Whatever takes `sample` is a discovery: one that is added has to be named here.
  const sampling = routes.filter(
    ({ body }) =>
      body !== undefined &&
      JSON.stringify(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' })).includes('"sample"'),
  );
  expect(sampling.map(({ path }) => path.replace(/^\/(?:api\/)?v1\//, '')).toSorted()).toEqual(
    Object.keys(bodies)
      .filter((name) => name !== 'price_history')
      .toSorted(),
  );
  // What fares have cost is told by what searches have seen, too, and takes no sample.
  const history = routes.filter(({ path }) => path === '/v1/price_history');
  expect(history).toHaveLength(1);
  const discovery = [...sampling, ...history];
  for (const { path } of discovery) {
    const body = bodies[path.replace(/^\/(?:api\/)?v1\//, '')] ?? {};
    await ask(path, body);
    // In words, too, that nobody is to be asked.
    if (sampling.some((one) => one.path === path)) await ask(path, { ...body, sample: 0 });
  }
  const agent = await connectAgent(service.url);
  const cli = openCliFixture({ BLY_URL: service.url, BLY_API_KEY: service.key });
  try {
    for (const { path, operationId } of discovery) {
      const name = operationId ?? path.replace('/v1/', '');
      const body = bodies[path.replace(/^\/(?:api\/)?v1\//, '')] ?? {};
      // The older surface is HTTP alone.
      if (path.startsWith('/api/')) continue;
      const called = await agent.call(name, { ...body });
      expect(called.isError, called.notes).toBe(false);
      const command = await cli.run([name.replaceAll('_', '-'), '--json-body', '-', '--json'], {
        input: JSON.stringify(body),
      });
      expect([command.code, command.errors]).toEqual([0, expect.any(String)]);
    }
  } finally {
    await agent.close();
    await cli.remove();
  }
  expect(stub.control.calls()).toEqual({});
}, 120_000);
