import { expect, test } from 'vitest';
import { readAmount } from './amounts.ts';

test.each([
  [163.66, 'EUR', 16_366],
  [199.990_000_000_000_01, 'EUR', 19_999],
  [0.1 + 0.2, 'EUR', 30],
  [1.005, 'USD', 101],
  [5_000, 'JPY', 5_000],
  [4_999.5, 'JPY', 5_000],
  [12.345, 'KWD', 12_345],
  ['90.8', 'GBP', 9_080],
  [-4.5, 'EUR', -450],
  [0, 'EUR', 0],
  [-0.001, 'EUR', 0],
])('%s %s is %i minor units', (value, currency, minor) => {
  expect(readAmount(value, currency)).toEqual({ value: minor, currency });
});

test('what is no amount is none', () => {
  for (const value of [null, undefined, '', 'free', '1e3', 1e21, Number.NaN, Number.POSITIVE_INFINITY, {}, '1,5'])
    expect(readAmount(value, 'EUR')).toBeUndefined();
});
