import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Clock } from '../../../../src/platform/clock.ts';
import { beginWarmingForAdmin, stepWarmingForAdmin } from '../../../../src/flights/warming/warm-for-admin.ts';
import type { WarmingProgress } from '../../../../src/flights/warming/warm-step.ts';
import { type DuffelStub, startDuffelStub } from '../../../../src/suppliers/stubs/duffel/start-duffel-stub.ts';
import { addDays } from '../../../../src/travel/dates.ts';
import { departureDate } from '../../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../../support/service/service.ts';

/** Fares the installation searches for by itself: for an administrator, and by night for what was asked for most. */
const SEARCHES_PER_DAY = 100;
/** The share of discovery in a day's searches, and a step's searches. */
const DISCOVERY = 20;
const STEP = 6;

let stub: DuffelStub;
let service: TestService;
/** Half past two at night, UTC, tomorrow: real time for whoever asks the service. */
let night = new Date(`${addDays(new Date().toISOString().slice(0, 10), 1)}T02:30:00Z`);
const clock: Clock = { now: () => night };
beforeAll(async () => {
  stub = await startDuffelStub();
  const duffel = {
    token: stub.token,
    isLive: false,
    baseUrl: stub.url,
    webhookSecret: undefined,
    searchesPerDayMax: SEARCHES_PER_DAY,
  };
  service = await startService({ clock, config: { suppliers: { enabled: ['duffel'], duffel }, warmFaresPerNight: 5 } });
});
afterAll(async () => {
  await service.close();
  await stub.close();
});
beforeEach(() => {
  stub.control.reset();
  stub.control.forgetCalls();
});

const begin = (routes: string, days: number, isAnew = false) =>
  beginWarmingForAdmin(service.app, { routes, days, isAnew });
const searched = () => stub.control.calls()['search'] ?? 0;
/** Takes steps until one does not simply go on. */
async function finish(name: string): Promise<WarmingProgress> {
  let progress = await stepWarmingForAdmin(service.app, { name });
  while (progress.state === 'going_on') progress = await stepWarmingForAdmin(service.app, { name });
  return progress;
}

test('every wrong line of a file is named, and nothing is searched', async () => {
  await expect(begin('LHR,JFK\nXXZ,LIS\nMAD\nLHR,LON\n', 3)).rejects.toThrow(
    'Nothing was searched.\nLine 2: no city or airport has the code XXZ.\nLine 3: "MAD" is not a pair of cities: write PAR,LIS.\nLine 4: both ends are in LON.',
  );
  await expect(begin('# nothing\n', 3)).rejects.toThrow('the file names no route');
  await expect(begin('LHR,JFK', 0)).rejects.toThrow('days');
  expect(searched()).toBe(0);
});

test('fares are searched once, and everybody sees them; the same command again searches nothing that is fresh', async () => {
  const { name, total } = await begin('MAD,FCO\n', 4);
  expect(total).toBe(4);
  expect(await finish(name)).toMatchObject({ state: 'ended', done: 4, answered: 4, failed: 0, unknown: 0, skipped: 0 });
  expect(searched()).toBe(4);
  const { key } = await service.makeKey();
  const from = addDays(night.toISOString().slice(0, 10), 1);
  const calendar = await service.call(
    'POST',
    '/v1/flight_calendar',
    {
      origins: ['MAD'],
      destinations: ['FCO'],
      trip_type: 'oneway',
      departure_date_ranges: [{ start: from, end: addDays(from, 5) }],
    },
    { 'x-api-key': key },
  );
  expect(calendar.body.coverage).toMatchObject({ observed: 4, missing: 2 });
  const again = await begin('MAD FCO', 4);
  expect(again).toMatchObject({ name, done: 0 });
  expect(await finish(name)).toMatchObject({ state: 'ended', done: 4, answered: 0, skipped: 4 });
  expect(searched()).toBe(4);
});

test('what a killed process had begun is not searched again; the same command goes on behind it', async () => {
  const { name } = await begin('LHR,OSL', 10);
  // The process is gone after its first step has begun: the searches were sent, and no word of them was written.
  const killed = {
    ...service.app,
    observedFares: { ...service.app.observedFares, settle: () => Promise.reject(new Error('killed')) },
  };
  const dying = Object.assign(Object.create(Object.getPrototypeOf(service.app)), killed);
  dying.observedFares.findKnown = () => Promise.resolve(new Set());
  dying.observedFares.record = () => undefined;
  await expect(stepWarmingForAdmin(dying, { name })).rejects.toThrow('killed');
  expect(searched()).toBe(STEP);
  expect(await stepWarmingForAdmin(service.app, { name })).toMatchObject({ state: 'busy', retryAfterSeconds: 60 });
  night = new Date(night.getTime() + 60_000);
  expect(await begin('LHR-OSL # the same route', 10)).toMatchObject({ name, done: STEP, unknown: STEP });
  expect(await finish(name)).toMatchObject({ state: 'ended', done: 10, answered: 4, unknown: STEP });
  expect(searched()).toBe(10);
});

test('a supplier that does not answer stops it; what failed is not asked again', async () => {
  stub.control.addFault({ operation: 'search', fault: { kind: 'error', status: 500 }, times: STEP });
  const { name } = await begin('LHR,WAW', 7);
  expect(await finish(name)).toMatchObject({ state: 'stopped', done: STEP, failed: STEP, answered: 0 });
  expect(searched()).toBe(STEP);
});

test('beyond the share of discovery nothing is sent, and what was not is searched when there is more', async () => {
  const { name } = await begin('LHR,HEL\nLHR,GVA', 30);
  const progress = await finish(name);
  expect(progress).toMatchObject({
    state: 'waiting',
    reason: expect.stringContaining('used up'),
    failed: 0,
    unknown: 0,
  });
  expect(progress.retryAfterSeconds).toBeGreaterThan(60);
  expect(searched()).toBe(progress.answered);
  // Earlier tests have searched today, too.
  expect(progress.answered).toBeLessThan(DISCOVERY);
  expect(progress.done).toBe(progress.answered);
  // Another organization has its part of the share, and travelers have theirs.
  const live = { origin: 'LHR', destination: 'HEL', departure_date: departureDate() };
  expect((await service.call('POST', '/v1/flight_search', live)).status).toBe(200);
});
