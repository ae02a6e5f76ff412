import { expect, test } from 'vitest';
import { isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { rentalSeason } from './rental-seasons.ts';

const factor = (height: number, latitude: number, date: string): number =>
  Math.round(rentalSeason(height, latitude, isoDateToEpochDay(date)) * 1_000) / 1_000;

test('beaches cost most in summer, their own summer, and refuges from winter in winter', () => {
  expect([factor(1, 40, '2027-07-15'), factor(1, 40, '2027-01-15')]).toEqual([2, 0.755]);
  expect([factor(1, -40, '2027-07-15'), factor(1, -40, '2027-01-15')]).toEqual([0.755, 2]);
  expect([factor(-0.5, 20, '2027-07-15'), factor(-0.5, 20, '2027-01-15')]).toEqual([0.878, 1.5]);
});

test('Christmas costs more everywhere', () => {
  expect([
    factor(0, 40, '2026-12-19'),
    factor(0, 40, '2026-12-20'),
    factor(0, -40, '2027-01-03'),
    factor(0, 40, '2027-01-04'),
  ]).toEqual([1, 1.18, 1.18, 1]);
});

test('where summer is too hot, winter is the season', () => {
  expect([factor(0.5, 25.8, '2027-07-15'), factor(0.5, 25.8, '2027-02-15')]).toEqual([0.951, 1.2]);
});
