import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../support/service/service.ts';
import { startService } from '../../support/service/service.ts';
import type { WrittenEvent } from '../../support/products/demand-events.ts';
import { callOver, countOnly, evenBaseline } from '../../support/products/demand-service.ts';

let service: TestService;
let observed: ReturnType<typeof callOver>;
let mixed: ReturnType<typeof callOver>;

/** Ten days of March, and the ten before them. */
const PERIOD = { start: '2026-03-01', end: '2026-03-10' };
const event: WrittenEvent = {
  day: '2026-03-02',
  kind: 'search',
  product: 'flight',
  destination: 'LIS',
  market: ['FR', 'PAR'],
  audience: 'family',
  leadDays: 10,
  stayDays: 4,
  priceUsd: 4_000,
  caller: 'a',
};
const times = (count: number, changes: Partial<WrittenEvent>): readonly WrittenEvent[] =>
  Array.from({ length: count }, () => ({ ...event, ...changes }));
const EVENTS: readonly WrittenEvent[] = [
  ...times(20, {}),
  ...times(6, { market: ['DE', 'BER'], audience: 'solo', day: '2026-03-10' }),
  ...times(4, { market: ['??', '??'], audience: 'couple', product: 'hotel', priceUsd: null }),
  ...times(10, {
    destination: 'OPO',
    market: ['ES', 'MAD'],
    audience: 'couple',
    leadDays: 200,
    stayDays: null,
    priceUsd: 9_900,
  }),
  // Of the ten days before: the first and the last of them.
  ...times(12, { day: '2026-02-19' }),
  ...times(8, { day: '2026-02-28' }),
  ...times(40, { day: '2026-02-20', destination: 'OPO', market: ['ES', 'MAD'], audience: 'couple' }),
  // Just outside, and of another metric.
  ...times(100, { day: '2026-03-11' }),
  ...times(100, { day: '2026-02-18' }),
  ...times(7, { kind: 'booking', destination: 'MAD' }),
];

beforeAll(async () => {
  service = await startService();
  await countOnly(service.app, EVENTS);
  observed = callOver(service.app, { demandBaseline: undefined });
  mixed = callOver(service.app, { demandBaseline: evenBaseline({ LIS: 10, OPO: 30, ROM: 5 }, '2026-01-01') });
});
afterAll(() => service.close());

describe('what was counted, without a baseline', () => {
  test('destinations have their share, index and growth, lead time, stay and fare', async () => {
    const { status, body } = await observed('POST', '/v1/demand_destinations', { period: PERIOD });
    expect(status).toBe(200);
    expect(body).toEqual({
      destinations: [
        {
          city_code: 'LIS',
          city_name: 'Lisbon',
          country_code: 'PT',
          country_name: 'Portugal',
          location: { latitude: expect.closeTo(38.7, 0), longitude: expect.closeTo(-9.1, 0) },
          index: 100,
          share: 0.75,
          volume: 30,
          growth: 0.5,
          median_lead_time_days: 11,
          median_stay_days: 4,
          lowest_fare: { value: 4_000, currency: 'USD', decimal_places: 2 },
        },
        {
          city_code: 'OPO',
          city_name: 'Porto',
          country_code: 'PT',
          country_name: 'Portugal',
          location: { latitude: expect.closeTo(41.2, 0), longitude: expect.closeTo(-8.7, 0) },
          index: 33.3,
          share: 0.25,
          volume: 10,
          growth: -0.75,
          median_lead_time_days: 271,
          median_stay_days: null,
          lowest_fare: { value: 9_900, currency: 'USD', decimal_places: 2 },
        },
      ],
      row_count: 2,
      total: 40,
      growth: -0.3333,
      metric: 'searches',
      period: PERIOD,
      compared_period: { start: '2026-02-19', end: '2026-02-28' },
      basis: 'observed',
      sample_size: 40,
      notes: [],
      pagination: {},
    });
  });

  test('markets are countries or cities; what does not tell where it comes from is in the total and in no row', async () => {
    const countries = await observed('POST', '/v1/demand_markets', { period: PERIOD, destination: 'LIS' });
    expect(
      countries.body.markets.map(({ country_code, country_name, volume, share, growth }: Row) => [
        country_code,
        country_name,
        volume,
        share,
        growth,
      ]),
    ).toEqual([
      ['FR', 'France', 20, 0.6667, 0],
      ['DE', 'Germany', 6, 0.2, null],
    ]);
    expect(countries.body.markets[0]).not.toHaveProperty('city_code');
    expect(countries.body.markets[0].location).toEqual({
      latitude: expect.closeTo(48.9, 0),
      longitude: expect.closeTo(2.4, 0),
    });
    expect(countries.body).toMatchObject({
      total: 30,
      sample_size: 30,
      row_count: 2,
      notes: ['4 of total are in no row: their origin is unknown.'],
    });
    const cities = await observed('POST', '/v1/demand_markets', { period: PERIOD, group_by: 'city' });
    expect(
      cities.body.markets.map(({ city_code, country_code, volume }: Row) => [city_code, country_code, volume]),
    ).toEqual([
      ['PAR', 'FR', 20],
      ['MAD', 'ES', 10],
      ['BER', 'DE', 6],
    ]);
  });

  test('audiences share what is asked for', async () => {
    const { body } = await observed('POST', '/v1/demand_audiences', { period: PERIOD });
    expect(body.audiences.map(({ audience, volume, share }: Row) => [audience, volume, share])).toEqual([
      ['family', 20, 0.5],
      ['couple', 14, 0.35],
      ['solo', 6, 0.15],
    ]);
    const ofPorto = await observed('POST', '/v1/demand_audiences', {
      period: PERIOD,
      destination: 'OPO',
      market: 'ES',
    });
    expect(ofPorto.body).toMatchObject({ total: 10, audiences: [{ audience: 'couple', share: 1, growth: -0.75 }] });
  });

  test('filters leave the rest out of the total; an airport stands for its city; case does not matter', async () => {
    for (const market of ['FR', 'PAR', 'cdg', ' fr ']) {
      const { body } = await observed('POST', '/v1/demand_destinations', { period: PERIOD, market });
      expect(body).toMatchObject({ total: 20, destinations: [{ city_code: 'LIS', volume: 20, share: 1 }] });
    }
    expect(
      (await observed('POST', '/v1/demand_destinations', { period: PERIOD, audience: 'solo' })).body,
    ).toMatchObject({ total: 6, row_count: 1 });
    expect(
      (await observed('POST', '/v1/demand_destinations', { period: PERIOD, metric: 'bookings' })).body,
    ).toMatchObject({ metric: 'bookings', total: 7, destinations: [{ city_code: 'MAD', growth: null }] });
    expect((await observed('POST', '/v1/demand_destinations', { period: PERIOD, metric: 'trips' })).body).toMatchObject(
      { total: 0, growth: null, destinations: [], row_count: 0 },
    );
  });

  test('growth is null, and a note says why, where the compared period is before anything was counted', async () => {
    const { body } = await observed('POST', '/v1/demand_destinations', { period: PERIOD, compare: 'previous_year' });
    expect(body).toMatchObject({
      growth: null,
      compared_period: { start: '2025-03-01', end: '2025-03-10' },
      notes: ['Growth is null: nothing is known of some or all of compared_period.'],
    });
    expect(body.destinations.map(({ growth }: Row) => growth)).toEqual([null, null]);
  });

  test('by growth only rows of 30 and more are listed, and the answer says how many are not', async () => {
    const { body } = await observed('POST', '/v1/demand_destinations', { period: PERIOD, sort: 'growth' });
    expect(body.destinations.map(({ city_code, index }: Row) => [city_code, index])).toEqual([['LIS', 100]]);
    expect(body.notes).toEqual([
      'Rows with a volume under 30 are left out (1): their growth would be chance. Sort by volume to see them.',
    ]);
  });
});

describe('what was counted, over a baseline', () => {
  test('both are added up, in the period and in the one it is compared with', async () => {
    const { body } = await mixed('POST', '/v1/demand_destinations', {
      period: PERIOD,
      currency: 'JPY',
      locale: 'fr-CA',
    });
    expect(
      body.destinations.map(({ city_code, volume, share, index, growth }: Row) => [
        city_code,
        volume,
        share,
        index,
        growth,
      ]),
    ).toEqual([
      ['OPO', 310, 0.6327, 100, -0.0882],
      ['LIS', 130, 0.2653, 41.9, 0.0833],
      ['ROM', 50, 0.102, 16.1, 0],
    ]);
    expect(body).toMatchObject({ total: 490, growth: -0.0392, basis: 'mixed', sample_size: 40 });
    const [porto, lisbon] = body.destinations;
    expect(lisbon).toMatchObject({ city_name: 'Lisbonne', lowest_fare: { currency: 'JPY', decimal_places: 0 } });
    // 40 dollars were seen to Lisbon, 50 are the baseline's lowest to Porto.
    expect(porto.lowest_fare.value / lisbon.lowest_fare.value).toBeCloseTo(50 / 40, 2);
  });

  test('where nothing was counted the basis is synthetic', async () => {
    const { body } = await mixed('POST', '/v1/demand_destinations', {
      period: { start: '2026-02-01', end: '2026-02-10' },
    });
    expect(body).toMatchObject({ basis: 'synthetic', sample_size: 0, total: 450 });
  });

  test('countries of the baseline and of what was counted are the same rows', async () => {
    const { body } = await mixed('POST', '/v1/demand_markets', { period: PERIOD });
    expect(body.markets.map(({ country_code, volume }: Row) => [country_code, volume])).toEqual([
      ['FR', 470],
      ['ES', 10],
      ['DE', 6],
    ]);
    expect(body.total).toBe(490);
  });
});

describe('the sandbox as it comes', () => {
  test.each(['volume', 'growth'])('the pages of a list by %s, one after another, hold every row once', async (sort) => {
    const question = { sort, metric: 'bookings', market: 'FR', compare: 'previous_year' };
    const codes: string[] = [];
    let pageToken: string | undefined;
    let rows = 0;
    do {
      const { body } = await service.call('POST', '/v1/demand_destinations', {
        ...question,
        limit: 90,
        ...(pageToken === undefined ? {} : { page_token: pageToken }),
      });
      codes.push(...body.destinations.map((row: Row) => row.city_code));
      ({ next_page_token: pageToken } = body.pagination);
      rows = body.row_count;
    } while (pageToken !== undefined);
    expect(codes).toHaveLength(rows);
    expect(new Set(codes).size).toBe(rows);
    expect(rows).toBeGreaterThan(20);
  });

  test('what nobody asks for otherwise is the last 30 complete days, twenty rows, most wanted first', async () => {
    const today = service.app.clock.now().toISOString().slice(0, 10);
    const { status, body } = await service.call('POST', '/v1/demand_destinations', {});
    expect(status).toBe(200);
    expect(body.destinations).toHaveLength(20);
    expect(body.destinations[0]).toMatchObject({ index: 100 });
    expect([body.basis, body.sample_size]).toEqual(['synthetic', 0]);
    expect(Date.parse(today) - Date.parse(body.period.start)).toBe(30 * 86_400_000);
    expect(Date.parse(today) - Date.parse(body.period.end)).toBe(86_400_000);
    expect(body.destinations.reduce((sum: number, { share }: Row) => sum + share, 0)).toBeLessThanOrEqual(1.001);
  });

  test('rows do not depend on the page they are on', async () => {
    const all = await service.call('POST', '/v1/demand_markets', { destination: 'LIS', period: PERIOD, limit: 10 });
    const third = await service.call('POST', '/v1/demand_markets', {
      destination: 'LIS',
      period: PERIOD,
      limit: 1,
      offset: 2,
    });
    expect(third.body.markets).toEqual([all.body.markets[2]]);
    expect(
      (await service.call('POST', '/v1/demand_markets', { destination: 'LIS', period: PERIOD, offset: 9_000 })).body,
    ).toMatchObject({ markets: [], pagination: {} });
  });
});

describe('production', () => {
  test('says what is withheld, and that a day that is not over is not counted', async () => {
    const production = callOver(service.app, {
      demandBaseline: undefined,
      config: { ...service.app.config, environment: 'production' },
    });
    const today = service.app.clock.now().toISOString().slice(0, 10);
    const { body } = await production('POST', '/v1/demand_destinations', {
      period: { start: '2026-03-01', end: today },
    });
    expect(body.notes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/fewer than five callers/),
        'The period ends with a day that is not counted yet.',
      ]),
    );
  });
});

describe('bad questions', () => {
  const problemsOf = async (path: string, body: object) => {
    const answer = await observed('POST', `/v1/${path}`, body);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'BAD_REQUEST']);
    return answer.body.fields;
  };

  test('everything that is wrong is named at once, with the right form', async () => {
    expect(
      await problemsOf('demand_audiences', {
        destination: 'XQX',
        market: 'XX',
        period: { start: '2026-03-10', end: '2026-03-01' },
      }),
    ).toEqual([
      { path: 'destination', problem: 'No city or airport has the code XQX. Look it up with GET /v1/places' },
      { path: 'market', problem: 'No country has the code XX. Send a country code like FR, or a city code like PAR' },
      { path: 'period.end', problem: 'is before start' },
    ]);
  });

  test.each([
    [
      'a name of a city',
      { destination: 'Lisbon' },
      'destination',
      /^Is a name, not a code\. Lisbon \(city, PT\) is LIS: send LIS$/,
    ],
    ['a name in another language', { destination: 'Lissabon' }, 'destination', /send LIS$/],
    ['a name nobody has', { destination: 'Xyzzyville' }, 'destination', /^Is not a code\. Send a city code like PAR/],
    ['a country as a destination', { destination: 'PT' }, 'destination', /not a city\. Send a city code like PAR/],
    ['a fictional place', { destination: 'QAQ' }, 'destination', /fictional/],
    ['a fictional country', { market: 'ZZ' }, 'market', /fictional/],
    ['a name of a country', { market: 'Germany' }, 'market', /send DE$/],
    ['the unknown market', { market: '??' }, 'market', /in the total when market is left out/],
    [
      'a day that is none',
      { period: { start: '2026-02-30', end: '2026-03-01' } },
      'period.start',
      /not on the calendar/,
    ],
    ['tomorrow', { period: { start: '2026-02-01', end: '2999-01-01' } }, 'period.end', /must not be after today/],
    ['another century', { period: { start: '1926-02-01', end: '2026-03-01' } }, 'period.start', /2015-01-01 or later/],
    [
      'more than five years',
      { period: { start: '2020-01-01', end: '2026-01-01' } },
      'period.end',
      /more than 1827 days/,
    ],
    ['no end', { period: { start: '2020-01-01' } }, 'period.end', /is required/],
    [
      'an audience nobody knows',
      { audience: 'pensioners' },
      'audience',
      /must be one of solo, couple, family, group, business/,
    ],
    ['a metric nobody knows', { metric: 'revenue' }, 'metric', /one of searches, trips, bookings/],
    ['a grouping nobody knows', { group_by: 'region' }, 'group_by', /one of country, city/],
    ['too much at once', { limit: 101 }, 'limit', /at most 100/],
    ['a long text', { destination: 'A'.repeat(101) }, 'destination', /at most 100/],
    ['a number for a place', { market: 33 }, 'market', /must be a string/],
  ])('%s is refused', async (_name, change, path, problem) => {
    const isAudience = 'audience' in change;
    const fields = await problemsOf(
      isAudience
        ? 'demand_destinations'
        : 'group_by' in change || 'destination' in change
          ? 'demand_markets'
          : 'demand_audiences',
      change,
    );
    expect(fields).toEqual(
      expect.arrayContaining([expect.objectContaining({ path, problem: expect.stringMatching(problem) })]),
    );
  });

  test('a currency no price can be given in is CURRENCY_UNSUPPORTED', async () => {
    const { status, body } = await observed('POST', '/v1/demand_destinations', { currency: 'QQQ' });
    expect([status, body.error.code]).toEqual([422, 'CURRENCY_UNSUPPORTED']);
    expect(body.supported).toContain('EUR');
  });

  test('a page token of another question, another operation or another organization is refused', async () => {
    const first = await mixed('POST', '/v1/demand_destinations', { period: PERIOD, limit: 1 });
    const { next_page_token: token } = first.body.pagination;
    const stranger = await service.makeKey();
    for (const [path, body, key] of [
      ['demand_destinations', { period: PERIOD, market: 'FR' }, service.key],
      ['demand_destinations', { period: { ...PERIOD, end: '2026-03-09' } }, service.key],
      ['demand_markets', { period: PERIOD }, service.key],
      ['demand_destinations', { period: PERIOD }, stranger.key],
    ] as const) {
      const answer = await mixed('POST', `/v1/${path}`, { ...body, page_token: token }, key);
      expect([answer.status, answer.body.fields[0].path]).toEqual([422, 'page_token']);
    }
    const second = await mixed('POST', '/v1/demand_destinations', { period: PERIOD, limit: 1, page_token: token });
    expect(second.body.destinations).toMatchObject([{ city_code: 'LIS' }]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely; the service itself checks their shape.
type Row = any;
