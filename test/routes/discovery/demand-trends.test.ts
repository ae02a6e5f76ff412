import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WrittenEvent } from '../../support/products/demand-events.ts';
import { callOver, countOnly, evenBaseline } from '../../support/products/demand-service.ts';
import { startService, type TestService } from '../../support/service/service.ts';

/** A Sunday: the week is not over. */
const NOW = new Date('2026-11-22T12:00:00Z');
let service: TestService;
beforeAll(async () => {
  service = await startService({ clock: { now: () => NOW } });
});
afterAll(() => service.close());

const ask = (body: object) => service.call('POST', '/v1/demand_trends', body);
const LISBON = { destination: 'LIS', market: 'FR', audience: 'family', metric: 'searches' };
const YEAR = { start: '2025-11-03', end: '2026-11-01' };

test('several lines over the same weeks, each with its label, season, growth and forecast', async () => {
  const { status, body } = await ask({
    series: [LISBON, { destination: 'BCN' }, { market: 'PAR', metric: 'bookings' }, {}],
    period: YEAR,
    granularity: 'week',
    forecast_periods: 8,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ granularity: 'week', period: YEAR, basis: 'synthetic', sample_size: 0, notes: [] });
  expect(body.series.map(({ label }: { label: string }) => label)).toEqual([
    'Searches for Lisbon from France, families',
    'Searches for Barcelona',
    'Bookings for all destinations from Paris',
    'Searches for all destinations',
  ]);
  expect(body.series[0]).toMatchObject({
    destination: 'LIS',
    market: 'FR',
    audience: 'family',
    metric: 'searches',
    growth_against: 'year_before',
  });
  expect(body.series[3]).toMatchObject({ destination: null, market: null, audience: null });
  for (const series of body.series) {
    expect(series.points).toHaveLength(52);
    expect(series.points[0]).toMatchObject({ date: '2025-11-03', is_partial: false });
    expect(series.points.at(-1).date).toBe('2026-10-26');
    const indexes: number[] = series.points.map(({ index }: { index: number }) => index);
    expect(indexes.reduce((sum, index) => sum + index, 0) / 52).toBeCloseTo(100, 0);
    expect(series.seasonality.map(({ unit, value }: { unit: string; value: number }) => `${unit} ${value}`)).toEqual(
      Array.from({ length: 12 }, (_, month) => `month ${month + 1}`),
    );
    expect(series.growth).toBeTypeOf('number');
    expect(series.forecast.map(({ date }: { date: string }) => date)).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
      '2026-12-07',
      '2026-12-14',
      '2026-12-21',
    ]);
    for (const { p10, p50, p90 } of series.forecast) {
      expect([p10, p50, p90].every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
      expect(p10 <= p50 && p50 <= p90).toBe(true);
    }
    expect(series).not.toHaveProperty('compared');
  }
});

test('the whole is at least its parts: a market of a destination is part of the destination', async () => {
  const { body } = await ask({
    series: [{}, { destination: 'LIS' }, { destination: 'LIS', market: 'FR' }, { destination: 'LIS', market: 'PAR' }],
    period: YEAR,
    granularity: 'month',
  });
  const sums: number[] = body.series.map(({ points }: { points: { value: number }[] }) =>
    points.reduce((sum, { value }) => sum + value, 0),
  );
  expect(sums[0]).toBeGreaterThan(sums[1] ?? 0);
  expect(sums[1]).toBeGreaterThan(sums[2] ?? 0);
  expect(sums[2]).toBeGreaterThan(sums[3] ?? 0);
  expect(sums[3]).toBeGreaterThan(0);
});

test('without a period or anything else: the last 30 complete days, by day, weekdays in the seasonality, no forecast', async () => {
  const { body } = await ask({ series: [{ destination: 'LIS' }] });
  expect(body).toMatchObject({ granularity: 'day', period: { start: '2026-10-23', end: '2026-11-21' } });
  const [series] = body.series;
  expect(series.metric).toBe('searches');
  expect(series.points).toHaveLength(30);
  expect(series.forecast).toEqual([]);
  expect(series).not.toHaveProperty('forecast_gap');
  const weekdays: number[] = series.seasonality.flatMap(({ unit, factor }: { unit: string; factor: number }) =>
    unit === 'weekday' ? [factor] : [],
  );
  expect(weekdays).toHaveLength(7);
  expect(weekdays.reduce((sum, factor) => sum + factor, 0)).toBeCloseTo(7, 2);
});

test('the granularity follows the length of the period', async () => {
  const granularityOf = async (start: string) =>
    (await ask({ series: [{}], period: { start, end: '2026-11-21' } })).body.granularity;
  expect(await granularityOf('2026-09-01')).toBe('day');
  expect(await granularityOf('2026-01-01')).toBe('week');
  expect(await granularityOf('2023-01-01')).toBe('month');
});

test('cut weeks and the running one are marked, and the forecast begins with what is not over yet', async () => {
  const { body } = await ask({
    series: [LISBON],
    period: { start: '2026-09-09', end: '2026-11-22' },
    granularity: 'week',
    forecast_periods: 2,
  });
  const { points, forecast } = body.series[0];
  expect(
    points.filter(({ is_partial }: { is_partial: boolean }) => is_partial).map(({ date }: { date: string }) => date),
  ).toEqual(['2026-09-07', '2026-11-16']);
  expect(forecast.map(({ date }: { date: string }) => date)).toEqual(['2026-11-16', '2026-11-23']);
  expect(body.notes).toHaveLength(1);
  const today = await ask({
    series: [LISBON],
    period: { start: '2026-11-20', end: '2026-11-22' },
    granularity: 'day',
    forecast_periods: 1,
  });
  expect(today.body.series[0].points.map(({ is_partial }: { is_partial: boolean }) => is_partial)).toEqual([
    false,
    false,
    true,
  ]);
  expect(today.body.series[0].forecast[0].date).toBe('2026-11-22');
});

test('a forecast from the past knows nothing of what came after', async () => {
  const { body } = await ask({
    series: [LISBON],
    period: { start: '2024-01-01', end: '2024-06-30' },
    granularity: 'month',
    forecast_periods: 3,
  });
  expect(body.series[0].forecast.map(({ date }: { date: string }) => date)).toEqual([
    '2024-07-01',
    '2024-08-01',
    '2024-09-01',
  ]);
  const later = await ask({
    series: [LISBON],
    period: { start: '2024-07-01', end: '2024-09-30' },
    granularity: 'month',
  });
  expect(later.body.series[0].points.map(({ date }: { date: string }) => date)).toEqual([
    '2024-07-01',
    '2024-08-01',
    '2024-09-01',
  ]);
});

test('with compare each point has its like before it, and the change is that of the complete points', async () => {
  const { body } = await ask({
    series: [LISBON],
    period: { start: '2026-10-05', end: '2026-10-18' },
    granularity: 'week',
    compare: 'previous_year',
  });
  const [series] = body.series;
  expect(series.compared.map(({ date }: { date: string }) => date)).toEqual(['2025-10-06', '2025-10-13']);
  const before = await ask({
    series: [LISBON],
    period: { start: '2025-10-06', end: '2025-10-19' },
    granularity: 'week',
  });
  expect(before.body.series[0].points.map(({ value }: { value: number }) => value)).toEqual(
    series.compared.map(({ value }: { value: number }) => value),
  );
  const [now, then] = [series.points, series.compared].map((points: { value: number }[]) =>
    points.reduce((sum, { value }) => sum + value, 0),
  );
  expect(series.change).toBeCloseTo((now ?? 0) / (then ?? 1) - 1, 1);
  const period = await ask({
    series: [LISBON],
    period: { start: '2026-10-05', end: '2026-10-18' },
    granularity: 'day',
    compare: 'previous_period',
  });
  expect(period.body.series[0].compared[0].date).toBe('2026-09-21');
  const months = await ask({
    series: [LISBON],
    period: { start: '2026-08-01', end: '2026-10-31' },
    granularity: 'month',
    compare: 'previous_period',
  });
  expect(months.body.series[0].compared.map(({ date }: { date: string }) => date)).toEqual([
    '2026-05-01',
    '2026-06-01',
    '2026-07-01',
  ]);
});

test('five years by day, ten lines, each with a forecast', async () => {
  const { status, body } = await ask({
    series: new Array(10).fill(LISBON),
    period: { start: '2021-11-22', end: '2026-11-22' },
    granularity: 'day',
    forecast_periods: 26,
  });
  expect(status).toBe(200);
  expect(
    body.series.map(
      ({ points, forecast }: { points: unknown[]; forecast: unknown[] }) => `${points.length} ${forecast.length}`,
    ),
  ).toEqual(new Array(10).fill('1827 26'));
});

test('before anything is known there are zeros, no growth, no comparison, no forecast, and a note', async () => {
  const { body } = await ask({
    series: [LISBON],
    period: { start: '2016-01-01', end: '2016-03-31' },
    granularity: 'month',
    compare: 'previous_year',
    forecast_periods: 3,
  });
  expect(body.series[0]).toMatchObject({
    growth: null,
    growth_against: null,
    seasonality: [],
    forecast: [],
    forecast_gap: 'nothing_counted',
    compared: null,
    change: null,
  });
  expect(
    body.series[0].points.map(({ value, index }: { value: number; index: number | null }) => [value, index]),
  ).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  expect(body.notes).toHaveLength(1);
});

test('an airport stands for its city', async () => {
  const { body } = await ask({ series: [{ destination: 'cdg', market: 'LHR' }], period: YEAR });
  expect(body.series[0]).toMatchObject({ destination: 'PAR', market: 'LON', label: 'Searches for Paris from London' });
});

describe('what was counted here', () => {
  const event: WrittenEvent = {
    day: '2026-10-05',
    kind: 'search',
    product: 'flight',
    destination: 'LIS',
    market: ['FR', 'PAR'],
    audience: 'couple',
    leadDays: 10,
    stayDays: 4,
    priceUsd: 4_000,
    caller: 'a',
  };
  const times = (count: number, changes: Partial<WrittenEvent>) =>
    Array.from({ length: count }, () => ({ ...event, ...changes }));
  const TWO_WEEKS = {
    series: [{ destination: 'LIS' }, { destination: 'LIS', market: 'DE' }],
    period: { start: '2026-10-05', end: '2026-10-18' },
    granularity: 'week',
  };
  beforeAll(() =>
    countOnly(service.app, [
      ...times(20, {}),
      ...times(4, { day: '2026-10-11' }),
      ...times(30, { day: '2026-10-18' }),
      ...times(6, { day: '2026-10-12', market: ['DE', 'BER'] }),
      // Outside the period, of another metric, of another place.
      ...times(9, { day: '2026-10-04' }),
      ...times(9, { day: '2026-10-19' }),
      ...times(9, { kind: 'booking' }),
      ...times(9, { destination: 'OPO' }),
    ]),
  );
  afterAll(() => countOnly(service.app, []));

  test('is each point, without a baseline, and the sample is the period only', async () => {
    const { body } = await callOver(service.app, { demandBaseline: undefined })('POST', '/v1/demand_trends', {
      ...TWO_WEEKS,
      forecast_periods: 4,
    });
    expect(body.series[0]).toMatchObject({
      points: [
        { date: '2026-10-05', value: 24, index: 80 },
        { date: '2026-10-12', value: 36, index: 120 },
      ],
      basis: 'observed',
      sample_size: 60,
      growth: 0.5,
      growth_against: 'half_before',
      seasonality: [],
      forecast: [],
      forecast_gap: 'too_short',
    });
    expect(body.series[1]).toMatchObject({
      points: [
        { value: 0, index: 0 },
        { value: 6, index: 200 },
      ],
      sample_size: 6,
    });
    expect(body).toMatchObject({ basis: 'observed', sample_size: 66 });
  });

  test('lies over the baseline where there is one, and the answer says so', async () => {
    const over = callOver(service.app, { demandBaseline: evenBaseline({ LIS: 10, OPO: 30 }, '2024-01-01') });
    const { body } = await over('POST', '/v1/demand_trends', {
      ...TWO_WEEKS,
      series: [...TWO_WEEKS.series, { destination: 'ROM' }],
      forecast_periods: 2,
      compare: 'previous_year',
    });
    expect(body.series[0]).toMatchObject({
      points: [{ value: 94 }, { value: 106 }],
      compared: [{ value: 70 }, { value: 70 }],
      change: 0.4286,
      growth: 0.4286,
      growth_against: 'year_before',
      basis: 'mixed',
      sample_size: 60,
    });
    // Germans search for Lisbon only as they were counted, and nobody for Rome.
    expect(body.series[1]).toMatchObject({ points: [{ value: 0 }, { value: 6 }], change: null, basis: 'observed' });
    expect(body.series[2]).toMatchObject({
      points: [
        { value: 0, index: null },
        { value: 0, index: null },
      ],
      growth: null,
      forecast: [],
      forecast_gap: 'nothing_counted',
      basis: 'synthetic',
    });
    expect(body.series[0].forecast).toHaveLength(2);
    expect(body.basis).toBe('mixed');
  });

  test('in production days that are not closed are partial, and what is withheld is said', async () => {
    const config = { ...service.app.config, environment: 'production' as const };
    const { body } = await callOver(service.app, { demandBaseline: undefined, config })(
      'POST',
      '/v1/demand_trends',
      TWO_WEEKS,
    );
    expect(body.series[0].points.map(({ is_partial }: { is_partial: boolean }) => is_partial)).toEqual([true, true]);
    expect(body.series[0]).toMatchObject({ growth: null, points: [{ index: null }, { index: null }] });
    expect(body.notes[0]).toMatch(/fewer than five callers/);
  });
});

describe('a question that cannot be answered is 422 and names every bad field', () => {
  const four = (part: object) => [{}, {}, {}, part];
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ['no series', { series: [] }, ['series']],
    ['series left out', {}, ['series']],
    ['eleven series', { series: new Array(11).fill({}) }, ['series']],
    ['an unknown market', { series: four({ market: 'XQ' }) }, ['series[3].market']],
    [
      'an unknown destination and market in different series',
      { series: [{ destination: 'QQQ' }, {}, { market: 'XQX' }] },
      ['series[0].destination', 'series[2].market'],
    ],
    ['a country as destination', { series: [{ destination: 'FR' }] }, ['series[0].destination']],
    ['a fictional place', { series: [{ destination: 'QAB' }] }, ['series[0].destination']],
    ['an unknown audience', { series: four({ audience: 'pets' }) }, ['series[3].audience']],
    ['an unknown metric', { series: [{ metric: 'clicks' }] }, ['series[0].metric']],
    ['a series that is none', { series: ['LIS'] }, ['series[0]']],
    ['a reversed period', { series: [{}], period: { start: '2026-02-01', end: '2026-01-31' } }, ['period.end']],
    ['six years', { series: [{}], period: { start: '2020-01-01', end: '2025-12-31' } }, ['period.end']],
    ['five years and a day', { series: [{}], period: { start: '2021-11-21', end: '2026-11-22' } }, ['period.end']],
    ['tomorrow', { series: [{}], period: { start: '2026-11-01', end: '2026-11-23' } }, ['period.end']],
    ['a day no calendar has', { series: [{}], period: { start: '2026-02-30', end: '2026-03-31' } }, ['period.start']],
    [
      'an unknown market and a reversed period at once',
      { series: [{ market: 'XQX' }], period: { start: '2026-02-01', end: '2026-01-31' } },
      ['series[0].market', 'period.end'],
    ],
    ['27 periods', { series: [{}], forecast_periods: 27 }, ['forecast_periods']],
    ['-1 periods', { series: [{}], forecast_periods: -1 }, ['forecast_periods']],
    ['half a period', { series: [{}], forecast_periods: 1.5 }, ['forecast_periods']],
    ['hours', { series: [{}], granularity: 'hour' }, ['granularity']],
    ['an unknown comparison', { series: [{}], compare: 'yesterday' }, ['compare']],
  ];
  test.each(cases)('%s', async (_, body, paths) => {
    const answer = await ask(body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('BAD_REQUEST');
    expect(answer.body.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});
