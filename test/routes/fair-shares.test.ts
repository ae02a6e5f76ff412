import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCredits } from '../../src/metering/change-credits.ts';
import { LONG_WORK_MAX, yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { defineRoute, type RouteDeclaration } from '../../src/platform/http/route.ts';
import { addDays } from '../../src/travel/dates.ts';
import { startService, type TestService } from '../support/service/service.ts';

type Work = 'wait' | 'work' | 'answer';
const Body = z.object({ work: z.enum(['wait', 'work', 'answer']).default('answer'), size: z.int().default(1) });
let release = Promise.withResolvers<void>();
let entered = 0;

/** A long operation that waits until the test lets it go, works on until it is stopped, or answers at once. */
function longRoute(name: string, deadlineMs: number) {
  const route: RouteDeclaration<Record<never, never>, Record<never, never>, z.infer<typeof Body>, unknown> = {
    operationId: `probe_${name}`,
    method: 'POST',
    path: `/v1/probe/${name}`,
    summary: 'A probe.',
    tag: 'Probe',
    access: 'key',
    cost: 10,
    isWrite: false,
    refusals: [],
    body: Body,
    response: z.looseObject({}),
    longWork: {
      deadlineMs,
      size: {
        unit: 'stones',
        max: 40,
        included: 10,
        measure: ({ size }) => ({ size, factors: `1 × ${size}`, path: 'size' }),
      },
    },
    async handle({ body, request }) {
      entered += 1;
      if (body.work === 'wait') await release.promise;
      if (body.work === 'work') for (;;) await yieldIfBusy(request.signal);
      return {};
    },
  };
  return defineRoute(route);
}

let service: TestService;
beforeAll(async () => {
  service = await startService({ routes: [longRoute('long', 60_000), longRoute('hasty', 20)] });
});
afterAll(() => service.close());

const call = (key: string, body: { readonly work?: Work; readonly size?: number } = {}, name = 'long') =>
  service.call('POST', `/v1/probe/${name}`, body, { 'x-api-key': key });
const balanceOf = async (key: string): Promise<number> =>
  (await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).body.balance;

describe('long questions of one organization', () => {
  test('beyond four under way are 429 with when to come back, cost nothing, and are taken again once one has ended', async () => {
    const { key } = await service.makeKey();
    entered = 0;
    release = Promise.withResolvers();
    const underWay = Array.from({ length: LONG_WORK_MAX }, () => call(key, { work: 'wait' }));
    while (entered < LONG_WORK_MAX) await new Promise((resolve) => setImmediate(resolve));
    const refused = await call(key);
    expect([refused.status, refused.body.error.code, refused.body.limit]).toEqual([429, 'RATE_LIMITED', 'concurrency']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Date.parse(refused.body.resets_at)).toBeGreaterThan(Date.now());
    expect((await call((await service.makeKey()).key)).status).toBe(200);
    expect((await service.call('GET', '/v1/account', undefined, { 'x-api-key': key })).status).toBe(200);
    release.resolve();
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await call(key)).status).toBe(200);
    expect(await balanceOf(key)).toBe(100_000 - 5 * 10);
  });

  test('are not bounded in number where the organization has no limits', async () => {
    entered = 0;
    release = Promise.withResolvers();
    const underWay = Array.from({ length: 6 }, () => call(service.key, { work: 'wait' }));
    while (entered < 6) await new Promise((resolve) => setImmediate(resolve));
    release.resolve();
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(new Array(6).fill(200));
  });
});

test('looking for flights to exchange for is a long question: a fifth at once is 429', async () => {
  const { key, organizationId } = await service.makeKey();
  const { signal } = new AbortController();
  const shop = () =>
    service.call(
      'POST',
      '/v1/exchange_shop',
      {
        booking_ref: 'BLY-7K2QXM',
        last_name: 'Bly',
        segments_to_exchange: [1],
        preferred_departure_date: '2027-06-20',
      },
      { 'x-api-key': key },
    );
  const underWay = Array.from({ length: LONG_WORK_MAX }, () =>
    service.app.scheduler.begin({
      key: organizationId,
      deadlineMs: undefined,
      isUnbounded: false,
      signal: () => signal,
      abort: () => undefined,
    }),
  );
  const refused = await shop();
  expect([refused.status, refused.body.limit]).toEqual([429, 'concurrency']);
  underWay[0]?.end();
  expect((await shop()).status).toBe(404);
  for (const work of underWay) work?.end();
});

describe('a request', () => {
  test('larger than the bound is 422 and names its size and the bound', async () => {
    const { key } = await service.makeKey();
    const { status, body } = await call(key, { size: 41 });
    expect([status, body.error.code]).toEqual([422, 'BAD_REQUEST']);
    expect(body.fields).toEqual([
      {
        path: 'size',
        problem: 'stones is 1 × 41 = 41; one request may have at most 40. Name fewer, or send several requests.',
      },
    ]);
  });

  test('costs its price once for each part of its size, or is 402', async () => {
    const { key, organizationId } = await service.makeKey();
    expect((await call(key, { size: 10 })).status).toBe(200);
    expect(await balanceOf(key)).toBe(100_000 - 10);
    expect((await call(key, { size: 35 })).status).toBe(200);
    expect(await balanceOf(key)).toBe(100_000 - 10 - 40);
    await addCredits(service.app, organizationId, -99_930);
    expect([(await call(key, { size: 21 })).status, await balanceOf(key)]).toEqual([402, 20]);
    expect([(await call(key, { size: 20 })).status, await balanceOf(key)]).toEqual([200, 0]);
  });

  test('that works past its deadline is stopped and 504; one of ordinary size costs nothing, a larger one is paid for', async () => {
    const { key } = await service.makeKey();
    const late = await call(key, { work: 'work' }, 'hasty');
    expect([late.status, late.body.error.code]).toEqual([504, 'UPSTREAM_TIMEOUT']);
    expect(await balanceOf(key)).toBe(100_000);
    expect((await call(key, { work: 'work', size: 11 }, 'hasty')).status).toBe(504);
    expect(await balanceOf(key)).toBe(100_000 - 20);
  });
});

const today = new Date().toISOString().slice(0, 10);
const PLACES = ['PAR', 'LON', 'NYC', 'TYO', 'MIL', 'ROM', 'CHI', 'BUE', 'SAO', 'STO'];
const OTHERS = ['BER', 'MAD', 'LIS', 'BKK', 'SIN', 'HKG', 'LAX', 'SFO', 'MIA', 'DEL'];
const window = (days: number) => ({
  departure_date_ranges: [{ start: addDays(today, 10), end: addDays(today, 9 + days) }],
});
const inFilters = (days: number) => ({
  filters: { trip_type: 'oneway', locations: { origins: PLACES, destinations: OTHERS }, dates: window(days) },
});

describe('the size of a search', () => {
  const cases: readonly (readonly [string, object, string, string])[] = [
    [
      '/api/v1/flights/search',
      inFilters(31),
      'filters.dates.departure_date_ranges[0]',
      'origins × destinations × date pairs is 10 × 10 × 31 = 3100; one request may have at most 310.',
    ],
    [
      '/v1/flight_calendar',
      { origins: PLACES, destinations: OTHERS, ...window(11) },
      'departure_date_ranges[0]',
      'origins × destinations × date pairs is 10 × 10 × 11 = 1100; one request may have at most 1000.',
    ],
    [
      '/v1/find_dates',
      { origins: PLACES, destinations: OTHERS, ...window(300) },
      'departure_date_ranges[0]',
      '10 × 10 × 300 = 30000; one request may have at most 1000.',
    ],
    [
      '/v1/find_destination',
      { origins: PLACES, ...window(300), stay_days_range: { min: 1, max: 9 } },
      'departure_date_ranges[0]',
      '10 × 2700 = 27000; one request may have at most 10000.',
    ],
    [
      '/api/v1/flights/destination-search',
      { filters: { locations: { origins: PLACES }, dates: { ...window(300), stay_days_range: { min: 1, max: 9 } } } },
      'filters.dates.departure_date_ranges[0]',
      'at most 10000.',
    ],
  ];
  test.each(cases)('%s is bounded and told', async (path, body, field, problem) => {
    const answer = await service.call('POST', path, body);
    expect(answer.status).toBe(422);
    expect(answer.body.fields[0].path).toBe(field);
    expect(answer.body.fields[0].problem).toContain(problem);
  });

  test('is in the OpenAPI document, with its price', async () => {
    const { body } = await service.call('GET', '/v1/openapi.json');
    const { description, ...operation } = body.paths['/api/v1/flights/search'].post;
    expect(operation['x-size']).toEqual({
      unit: 'origins × destinations × date pairs',
      max: 310,
      included: 31,
      credits: 10,
    });
    expect(description).toContain('310');
  });

  test('adds to the credits of a calendar', async () => {
    const { key } = await service.makeKey();
    const ask = (days: number) =>
      service.call(
        'POST',
        '/v1/flight_calendar',
        { origins: ['PAR'], destinations: ['BER'], direct_only: true, ...window(days) },
        { 'x-api-key': key },
      );
    expect([(await ask(31)).status, await balanceOf(key)]).toEqual([200, 99_999]);
    expect([(await ask(120)).status, await balanceOf(key)]).toEqual([200, 99_997]);
  });
});
