import { expect, test } from 'vitest';
import { createDraw } from '../../../../scripts/backtest/draw.ts';
import { backTest, summarise } from '../../../../scripts/backtest/measure.ts';
import { otherSeries } from '../../../../scripts/backtest/series.ts';
import { isoDateToEpochDay } from '../../../travel/dates.ts';
import { forecast } from './forecast.ts';
import { calendarFrom, type Granularity } from './series.ts';

function forecastOf(values: readonly number[], periods: number, granularity: Granularity = 'day') {
  return forecast(values, calendarFrom(isoDateToEpochDay('2024-01-01'), granularity, values.length + periods), periods);
}

function pointsOf(values: readonly number[], periods: number, granularity: Granularity = 'day') {
  const made = forecastOf(values, periods, granularity);
  if (made.kind !== 'made') throw new Error(made.reason);
  return made.points;
}

test('on 210 series of random structure it errs less than the last season repeated, and about four in five counts lie in the band', {
  timeout: 60_000,
}, () => {
  const { series, mase, naiveMase, maseMedian, naiveMaseMedian, better, coverage } = summarise(
    backTest(otherSeries(210, 7), [13]),
  );
  expect(series).toBeGreaterThanOrEqual(200);
  expect(mase).toBeLessThan(naiveMase);
  expect(maseMedian).toBeLessThan(0.95 * naiveMaseMedian);
  expect(better).toBeGreaterThan(0.7);
  expect(coverage).toBeGreaterThan(0.7);
  expect(coverage).toBeLessThan(0.9);
});

test('the last complete week comes again where nothing but the weekday matters', () => {
  const week = [100, 110, 120, 130, 200, 300, 250];
  const points = pointsOf(
    Array.from({ length: 140 }, (_, day) => week[day % 7] ?? 0),
    7,
  );
  expect(points.map(({ p50 }) => p50)).toEqual(week);
});

test('a summer is expected where there were summers, of weeks and of months', () => {
  const years = (perYear: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      Math.round(1_000 * (1 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / perYear))),
    );
  const months = pointsOf(years(12, 48), 12, 'month').map(({ p50 }) => p50);
  expect(Math.max(...months)).toBe(Math.max(...months.slice(5, 7)));
  expect(months[6]).toBeGreaterThan(1_350);
  expect(months[0]).toBeLessThan(650);
  const weeks = pointsOf(years(52.18, 208), 26, 'week').map(({ p50 }) => p50);
  expect(weeks[25]).toBeGreaterThan(1_350);
  expect(weeks[0]).toBeLessThan(650);
});

test('a lasting shift is followed, one wild day is not', () => {
  const draw = createDraw(1);
  const calm = Array.from({ length: 120 }, () => draw.poisson(400));
  const shifted = pointsOf(
    calm.map((value, day) => (day < 100 ? value : value * 2)),
    4,
  );
  expect(shifted[3]?.p50).toBeGreaterThan(700);
  const wild = pointsOf(
    calm.map((value, day) => (day === 119 ? value * 10 : value)),
    4,
  );
  expect(wild[3]?.p50).toBeLessThan(600);
});

test('whole numbers in order, none below nothing, however small, large or odd the history', () => {
  const draw = createDraw(3);
  const histories = [
    Array.from({ length: 8 }, () => 1),
    Array.from({ length: 400 }, () => (draw.happens(0.02) ? 1 : 0)),
    [0, 0, 0, 0, 0, 0, 0, 1_000_000],
    Array.from({ length: 800 }, (_, day) => 2 ** (day / 20)),
    Array.from({ length: 60 }, (_, day) => 1_000 / (day + 1)),
    Array.from({ length: 30 }, () => 0.25),
  ];
  for (const history of histories) {
    for (const granularity of ['day', 'week', 'month'] as const) {
      for (const { p10, p50, p90 } of pointsOf(history, 26, granularity)) {
        expect([p10, p50, p90].every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
        expect(p10 <= p50 && p50 <= p90).toBe(true);
      }
    }
  }
});

test('the band widens with the distance where the level wanders', () => {
  const draw = createDraw(5);
  let level = 0;
  const points = pointsOf(
    Array.from({ length: 300 }, () => {
      level += 0.08 * draw.normal();
      return draw.poisson(2_000 * Math.exp(level));
    }),
    26,
  );
  const width = (ahead: number): number => Math.log((points[ahead]?.p90 ?? 1) / (points[ahead]?.p10 ?? 1));
  expect(width(25)).toBeGreaterThan(1.5 * width(0));
});

test('without a year of history the band leaves room for a season nobody has seen', () => {
  const flat = pointsOf(
    Array.from({ length: 20 }, () => 10_000),
    26,
    'week',
  );
  expect((flat[25]?.p90 ?? 0) / (flat[25]?.p10 ?? 1)).toBeGreaterThan(1.8);
});

test('nothing is forecast from seven points, or from nothing', () => {
  expect(forecastOf([5, 6, 7, 5, 6, 7, 5], 4)).toEqual({ kind: 'not_made', reason: 'too_short' });
  expect(forecastOf([0, 0, 0, 0, 0, 0, 0, 0, 0], 4)).toEqual({ kind: 'not_made', reason: 'nothing_counted' });
  expect(forecastOf([5, 6, 7, 5, 6, 7, 5, 6], 4).kind).toBe('made');
});
