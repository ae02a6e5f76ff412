import { afterAll, beforeAll, expect, test } from 'vitest';
import { warmNightly } from '../../../../src/flights/warming/warm-nightly.ts';
import type { App } from '../../../../src/context.ts';
import { type DuffelStub, startDuffelStub } from '../../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { addDays } from '../../../../src/travel/dates.ts';
import { departureDate } from '../../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../../support/service/service.ts';

/** What an installation searches for by night. */
let stub: DuffelStub;
let service: TestService;
const NIGHT = new Date(`${addDays(new Date().toISOString().slice(0, 10), 1)}T02:30:00Z`);
let now = NIGHT;
beforeAll(async () => {
  stub = await startDuffelStub();
  const duffel = { token: stub.token, isLive: false, baseUrl: stub.url, webhookSecret: undefined };
  service = await startService({
    clock: { now: () => now },
    config: { suppliers: { enabled: ['duffel'], duffel }, warmFaresPerNight: 8 },
  });
});
afterAll(async () => {
  await service.close();
  await stub.close();
});

/** The same installation in production: the sandbox searches for nothing by itself. */
const inProduction = (more: Partial<App['config']> = {}): App =>
  Object.assign(Object.create(service.app), { config: { ...service.app.config, environment: 'production', ...more } });
const run = (app: App) => warmNightly(app, new AbortController().signal);
const searched = () => stub.control.calls()['search'] ?? 0;
async function search(key: string, origin: string, destination: string) {
  const body = { origin, destination, departure_date: departureDate() };
  expect((await service.call('POST', '/v1/flight_search', body, { 'x-api-key': key })).status).toBe(200);
}
const seen = async (destination: string) => {
  const from = addDays(NIGHT.toISOString().slice(0, 10), 1);
  const { body } = await service.call('POST', '/v1/flight_calendar', {
    origins: ['MAD'],
    destinations: [destination],
    trip_type: 'oneway',
    departure_date_ranges: [{ start: from, end: addDays(from, 59) }],
  });
  return body.coverage.observed;
};

test('by night it searches for what five organizations asked for most, as often as it may, and once', async () => {
  for (let organization = 0; organization < 5; organization += 1) {
    const { key } = await service.makeKey();
    await search(key, 'MAD', 'FCO');
    if (organization > 0) await search(key, 'MAD', 'OSL');
  }
  await service.app.demand.settle();
  stub.control.forgetCalls();
  expect(await run(service.app)).toEqual({ runAgainInSeconds: 84_600 });
  expect(await run(inProduction({ warmFaresPerNight: 0 }))).toEqual({ runAgainInSeconds: 84_600 });
  expect(searched()).toBe(0);
  expect(await run(inProduction())).toEqual({ runAgainInSeconds: 84_600 });
  expect(searched()).toBe(8);
  // Eight days of all of Rome; of the other route, which four organizations asked for, only what they have seen.
  expect([await seen('ROM'), await seen('OSL')]).toEqual([8, 1]);
  expect(await run(inProduction())).toEqual({ runAgainInSeconds: 84_600 });
  expect(searched()).toBe(8);
  now = new Date(`${NIGHT.toISOString().slice(0, 10)}T12:00:00Z`);
  expect(await run(inProduction())).toEqual({ runAgainInSeconds: 50_400 });
  now = new Date(NIGHT.getTime() + 86_400_000);
  // Our share of the supplier may be used up for a moment: the job then asks to be run again.
  await expect.poll(() => run(inProduction())).toEqual({ runAgainInSeconds: 84_600 });
  expect(searched()).toBe(16);
});
