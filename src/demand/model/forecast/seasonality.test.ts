import { expect, test } from 'vitest';
import { createDraw } from '../../../../scripts/backtest/draw.ts';
import { isoDateToEpochDay } from '../../../travel/dates.ts';
import { fitSeasons, logCounts, seasonAt, toFactors } from './seasonality.ts';
import { calendarFrom } from './series.ts';

const MONDAY = isoDateToEpochDay('2022-01-03');

test('weekday factors are found again under a trend, noise and a few wild days', () => {
  const draw = createDraw(1);
  const factors = [0.7, 0.8, 0.9, 1, 1.1, 1.3, 1.2];
  const counts = Array.from(
    { length: 364 },
    (_, day) => draw.poisson(500 * (factors[day % 7] ?? 1) * Math.exp(day / 1_000)) * (day % 97 === 13 ? 6 : 1),
  );
  const { weekday, year } = fitSeasons(logCounts(counts), 364, calendarFrom(MONDAY, 'day', 364));
  expect(toFactors(weekday ?? []).map((factor) => Math.round(factor * 10) / 10)).toEqual(factors);
  expect(year).toBeUndefined();
});

test('months differ as they did in each year, whatever the growth', () => {
  const swing = (month: number) => 1 + 0.4 * Math.sin((2 * Math.PI * month) / 12);
  const counts = Array.from({ length: 36 }, (_, month) => Math.round(10_000 * swing(month % 12) * 1.2 ** (month / 12)));
  const { year } = fitSeasons(logCounts(counts), 36, calendarFrom(isoDateToEpochDay('2023-01-01'), 'month', 36));
  const factors = toFactors(year ?? []);
  expect(factors).toHaveLength(12);
  for (const [month, factor] of factors.entries()) expect(factor / swing(month)).toBeCloseTo(1, 1);
  expect(factors.reduce((sum, factor) => sum + factor, 0)).toBeCloseTo(12, 9);
});

test('what is chance in one year is not taken for a season', () => {
  const draw = createDraw(2);
  const counts = Array.from({ length: 208 }, () => draw.poisson(50));
  const { year } = fitSeasons(logCounts(counts), 208, calendarFrom(MONDAY, 'week', 208));
  for (const factor of toFactors(year ?? [])) expect(Math.abs(factor - 1)).toBeLessThan(0.1);
});

test('a season is the same one bucket before the turn of the year and one after, nearly', () => {
  const counts = Array.from({ length: 1_461 }, (_, day) =>
    Math.round(1_000 * (1 + 0.3 * Math.cos((2 * Math.PI * day) / 365.25))),
  );
  const calendar = calendarFrom(isoDateToEpochDay('2022-01-01'), 'day', 1_461);
  const seasons = fitSeasons(logCounts(counts), 1_461, calendar);
  expect(Math.abs(seasonAt(seasons, calendar, 364) - seasonAt(seasons, calendar, 365))).toBeLessThan(0.02);
  expect(seasonAt(seasons, calendar, 182)).toBeLessThan(seasonAt(seasons, calendar, 364) - 0.5);
});

test('too short a history has no seasons', () => {
  const calendar = calendarFrom(MONDAY, 'day', 27);
  expect(fitSeasons(logCounts(new Array(27).fill(3)), 27, calendar)).toEqual({ weekday: undefined, year: undefined });
});
