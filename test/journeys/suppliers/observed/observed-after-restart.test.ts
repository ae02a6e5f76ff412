import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DuffelStub, startDuffelStub } from '../../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { addDays } from '../../../../src/travel/dates.ts';
import { departureDate } from '../../../support/faults/trip-journeys.ts';
import { type LastingDatabase, openLastingDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { type Answer, startService, type TestService } from '../../../support/service/service.ts';

/** What searches have seen is everybody's who shares the database: the process that comes after, and the one beside. */
let stub: DuffelStub;
let database: LastingDatabase;
beforeAll(async () => {
  stub = await startDuffelStub();
  database = await openLastingDatabase();
});
afterAll(async () => {
  await database.remove();
  await stub.close();
});

const day = departureDate();
const on = (offset: number) => addDays(day, offset);
const start = async (db?: TestDatabase) =>
  await startService({
    db: db ?? (await database.connect()),
    config: {
      // Answers name the address of pictures.
      publicUrl: 'http://localhost:8080',
      suppliers: {
        enabled: ['duffel'],
        duffel: { token: stub.token, isLive: false, baseUrl: stub.url, webhookSecret: undefined },
      },
    },
  });

const cities = { origins: ['LHR'], origin_type: 'airport', currency: 'EUR', trip_type: 'oneway' };
const window = { departure_date_ranges: [{ start: day, end: on(6) }] };
const QUESTIONS = [
  ['/v1/flight_calendar', { ...cities, destinations: ['MAD'], ...window }],
  ['/v1/find_dates', { ...cities, destinations: ['MAD'], ...window }],
  ['/v1/lowest_fare', { ...cities, destinations: ['MAD'], departure_date: on(2) }],
  ['/v1/find_destination', { ...cities, ...window }],
  [
    '/api/v1/flights/destination-search',
    {
      currency: 'EUR',
      filters: {
        trip_type: 'oneway',
        locations: { origins: ['LHR'], origin_type: 'airport' },
        dates: { departure_date_ranges: [{ start: day, end: on(6) }] },
      },
    },
  ],
] as const;

/** The cheapest that the cached surface shows of a day: a process's own last searches, then what is stored of them. */
async function cachedLowest(service: TestService): Promise<Answer['body']> {
  const { body } = await service.call('POST', '/api/v1/flights/search', {
    currency: 'EUR',
    filters: {
      trip_type: 'oneway',
      locations: { origins: ['LHR'], destinations: ['MAD'] },
      dates: { departure_dates: [on(2)] },
    },
  });
  return body.itineraries[0].total_amount;
}

/** The answers to all questions, as far as they are about fares. */
async function askAll(service: TestService): Promise<readonly Answer['body'][]> {
  const answers: Answer['body'][] = [];
  for (const [path, body] of QUESTIONS) {
    const answer = await service.call('POST', path, body);
    expect(answer.status, answer.text).toBe(200);
    answers.push(answer.body);
  }
  return answers;
}

test('the same questions have the same answers after a restart, and beside it in a second process', async () => {
  const first = await start();
  for (const [destination, offset] of [
    ['MAD', 1],
    ['MAD', 2],
    ['MAD', 5],
    ['ROM', 2],
  ] as const)
    await first.call('POST', '/v1/flight_search', {
      ...{ origin: 'LHR', destination, departure_date: on(offset), currency: 'EUR' },
    });
  await first.app.observedFares.settle();
  stub.control.forgetCalls();
  const before = await askAll(first);
  const [calendar, , , anywhere] = before;
  expect(calendar.coverage).toMatchObject({ observed: 3, missing: 4 });
  expect(anywhere.destinations.map((city: Answer['body']) => city.iata_code).sort()).toEqual(['MAD', 'ROM']);
  const lowest = await cachedLowest(first);
  await first.close();

  const shared = await database.connect();
  // The connection is the second process's to end.
  const beside: TestDatabase = Object.assign(Object.create(shared), { close: () => Promise.resolve() });
  const [second, third] = [await start(shared), await start(beside)];
  expect(await askAll(second)).toEqual(before);
  expect(await askAll(third)).toEqual(before);
  expect(await cachedLowest(third)).toEqual(lowest);
  expect(stub.control.calls()).toEqual({});

  // What one process sees the other shows, without a restart.
  await second.call('POST', '/v1/flight_search', {
    ...{ origin: 'LHR', destination: 'MAD', departure_date: on(4), currency: 'EUR' },
  });
  await second.app.observedFares.settle();
  const [now] = await askAll(third);
  expect(now.coverage).toMatchObject({ observed: 4, missing: 3 });
  await third.close();
  await second.close();
}, 120_000);

test('a process that is told to stop writes what its last searches have seen', async () => {
  const stopping = await start();
  await stopping.call('POST', '/v1/flight_search', {
    ...{ origin: 'LHR', destination: 'OSL', departure_date: on(3), currency: 'EUR' },
  });
  await stopping.close();
  const next = await start();
  const { body } = await next.call('POST', '/v1/flight_calendar', { ...cities, destinations: ['OSL'], ...window });
  expect(body.coverage).toMatchObject({ observed: 1, missing: 6 });
  await next.close();
}, 120_000);
