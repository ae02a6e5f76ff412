import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WrittenEvent } from '../../support/products/demand-events.ts';
import { callOver, countOnly } from '../../support/products/demand-service.ts';
import { startService, type TestService } from '../../support/service/service.ts';

const ROOT = '/v1/travel/analytics/air-traffic';
let service: TestService;
let observed: ReturnType<typeof callOver>;

const booking: WrittenEvent = {
  day: '2026-02-10',
  kind: 'booking',
  product: 'flight',
  destination: 'LIS',
  market: ['FR', 'PAR'],
  audience: 'family',
  leadDays: 75,
  stayDays: 4,
  priceUsd: 4_000,
  caller: 'a',
};
const times = (count: number, changes: Partial<WrittenEvent>): readonly WrittenEvent[] =>
  Array.from({ length: count }, () => ({ ...booking, ...changes }));

beforeAll(async () => {
  service = await startService();
  await countOnly(service.app, [
    // 61 to 90 days ahead: for travel in April and May.
    ...times(30, {}),
    // On the day itself.
    ...times(10, { day: '2026-04-20', destination: 'OPO', leadDays: 0 }),
    ...times(5, { day: '2026-04-21', destination: 'ROM', leadDays: 0 }),
    // Searches, and what is booked elsewhere.
    ...times(50, { kind: 'search', day: '2026-04-20', destination: 'NYC' }),
    ...times(50, { day: '2026-04-20', destination: 'NYC', market: ['DE', 'BER'], leadDays: 0 }),
  ]);
  observed = callOver(service.app, { demandBaseline: undefined });
});
afterAll(() => service.close());

const get = async (path: string) => {
  const { status, body } = await observed('GET', `${ROOT}/${path}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely; the service itself checks their shape.
const scoresOf = (body: any) =>
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  body.data.map((row: any) => [row.destination ?? row.period, row.analytics.travelers.score]);

describe('the shape and the figures', () => {
  test('booked: what was booked in the month, relative to the greatest', async () => {
    const body = await get('booked?originCityCode=PAR&period=2026-04');
    expect(body).toEqual({
      meta: {
        count: 2,
        basis: 'observed',
        sample_size: 15,
        links: {
          self: `${service.app.config.publicUrl}${ROOT}/booked?originCityCode=PAR&period=2026-04&max=10&page%5Blimit%5D=10&page%5Boffset%5D=0&sort=analytics.travelers.score`,
        },
      },
      data: [
        {
          type: 'air-traffic',
          subType: 'BOOKED',
          destination: 'OPO',
          analytics: { flights: { score: 100 }, travelers: { score: 100 } },
        },
        {
          type: 'air-traffic',
          subType: 'BOOKED',
          destination: 'ROM',
          analytics: { flights: { score: 50 }, travelers: { score: 50 } },
        },
      ],
    });
  });

  test('traveled: what was booked for the month, also months before; lead times of 61 to 90 days reach April for 406 of 840 pairs of days', async () => {
    const body = await get('traveled?originCityCode=PAR&period=2026-04');
    // 30 × 406 ÷ 840 = 14.5 to Lisbon, 10 to Porto, 5 to Rome.
    expect(scoresOf(body)).toEqual([
      ['LIS', 100],
      ['OPO', 69],
      ['ROM', 34],
    ]);
    expect(body.data[0]).toMatchObject({ type: 'air-traffic', subType: 'TRAVELED' });
    expect(body.meta.sample_size).toBe(30);
    expect(scoresOf(await get('traveled?originCityCode=PAR&period=2026-05'))).toEqual([['LIS', 100]]);
    expect(scoresOf(await get('traveled?originCityCode=PAR&period=2026-03'))).toEqual([]);
  });

  test('pages lead to each other, max is the end of all of them', async () => {
    const first = await get('traveled?originCityCode=par&period=2026-04&page[limit]=1&max=2');
    expect([scoresOf(first), first.meta.count, first.meta.links.previous]).toEqual([[['LIS', 100]], 2, undefined]);
    const second = await observed('GET', first.meta.links.next.slice(service.app.config.publicUrl.length));
    expect([scoresOf(second.body), second.body.meta.links.next]).toEqual([[['OPO', 69]], undefined]);
    const back = await observed('GET', second.body.meta.links.previous.slice(service.app.config.publicUrl.length));
    expect(back.body).toEqual(first);
  });

  test('busiest period: the months people travel in, busiest first, to a city or from it', async () => {
    // Booked on 10 February for 12 April to 11 May: 19 days of one month, 11 of the other.
    expect(scoresOf(await get('busiest-period?cityCode=LIS&period=2026'))).toEqual([
      ['2026-04', 100],
      ['2026-05', 58],
    ]);
    expect(scoresOf(await get('busiest-period?cityCode=BER&period=2026&direction=DEPARTING'))).toEqual([
      ['2026-04', 100],
    ]);
    expect(await get('busiest-period?cityCode=BER&period=2026')).toMatchObject({
      data: [],
      meta: { count: 0, sample_size: 0 },
    });
  });

  test('in the sandbox every city of its baseline has an answer, and says what it is', async () => {
    for (const path of [
      'traveled?originCityCode=MAD&period=2025-08',
      'booked?originCityCode=MAD&period=2025-08',
      'busiest-period?cityCode=MAD&period=2025',
    ]) {
      const { status, body } = await service.call('GET', `${ROOT}/${path}`);
      expect([status, body.meta.basis, body.meta.sample_size, body.data[0].analytics.travelers.score]).toEqual([
        200,
        'synthetic',
        0,
        100,
      ]);
      expect(body.data.length).toBe(path.startsWith('busiest') ? 12 : 10);
    }
    const most = await service.call(
      'GET',
      `${ROOT}/traveled?originCityCode=MAD&period=2025-08&max=50&page[limit]=50&sort=analytics.flights.score`,
    );
    const scores: readonly number[] = most.body.data.map(
      ({ analytics }: { analytics: { flights: { score: number } } }) => analytics.flights.score,
    );
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(most.body.data.map(({ destination }: { destination: string }) => destination)).size).toBe(50);
  });
});

describe('bad questions', () => {
  test.each([
    ['nothing at all', 'traveled', ['originCityCode', 'period'], /is required/],
    ['a day for a month', 'booked?originCityCode=PAR&period=2026-04-01', ['period'], /must be a month YYYY-MM/],
    ['a month there is none of', 'booked?originCityCode=PAR&period=2026-13', ['period'], /must be a month YYYY-MM/],
    [
      'a month to come',
      'traveled?originCityCode=PAR&period=2999-01',
      ['period'],
      /must be a month from 2026-02 to \d{4}-\d{2}: only these are known and over/,
    ],
    [
      'a month before anything was counted',
      'booked?originCityCode=PAR&period=2026-01',
      ['period'],
      /must be a month from 2026-02 to/,
    ],
    [
      'a city nobody knows and a month to come',
      'traveled?originCityCode=XQX&period=2999-01',
      ['originCityCode', 'period'],
      /No city or airport|must be a month/,
    ],
    ['a name', 'traveled?originCityCode=Madrid&period=2026-04', ['originCityCode'], /send MAD/],
    ['a fictional city', 'traveled?originCityCode=QAA&period=2026-04', ['originCityCode'], /fictional/],
    [
      'more than there may be',
      'traveled?originCityCode=PAR&period=2026-04&max=51&page[limit]=0',
      ['max', 'page[limit]'],
      /at (most 50|least 1)/,
    ],
    [
      'two of one',
      'traveled?originCityCode=PAR&originCityCode=MAD&period=2026-04',
      ['originCityCode'],
      /must be a string/,
    ],
    ['an order nobody knows', 'booked?originCityCode=PAR&period=2026-04&sort=price', ['sort'], /must be one of/],
    ['a month for a year', 'busiest-period?cityCode=PAR&period=2026-04', ['period'], /must be a year YYYY/],
    [
      'a year to come',
      'busiest-period?cityCode=PAR&period=2999',
      ['period'],
      /must be a year with months from 2026-02 to/,
    ],
    [
      'a direction nobody knows',
      'busiest-period?cityCode=PAR&period=2026&direction=UP',
      ['direction'],
      /must be one of ARRIVING, DEPARTING/,
    ],
  ])('%s is refused in our own envelope', async (_name, path, paths, problem) => {
    const { status, body } = await observed('GET', `${ROOT}/${path}`);
    expect([status, body.error.code]).toEqual([422, 'BAD_REQUEST']);
    expect(body.fields.map((field: { path: string }) => field.path)).toEqual(paths);
    for (const field of body.fields) expect(field.problem).toMatch(problem);
  });

  test('while nothing was counted there is no month to ask for', async () => {
    await countOnly(service.app, []);
    const { status, body } = await observed('GET', `${ROOT}/booked?originCityCode=PAR&period=2026-04`);
    expect([status, body.fields]).toEqual([
      422,
      [{ path: 'period', problem: 'no month that is over is known here yet' }],
    ]);
  });

  test('without a key nothing is answered', async () => {
    expect(
      (await observed('GET', `${ROOT}/booked?originCityCode=PAR&period=2026-04`, undefined, 'bly_sWrong')).status,
    ).toBe(401);
  });
});
