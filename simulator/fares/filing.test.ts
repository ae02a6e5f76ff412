import { expect, test } from 'vitest';
import { fewRates } from '../../test/support/products/flights.ts';
import { filingIn, fileUsd } from './filing.ts';

test('fares are filed in round sums of about a dollar: whole dollars and euros, hundreds of yen', () => {
  const filed = (usd: number) =>
    ['USD', 'EUR', 'JPY'].map((currency) => fileUsd(filingIn(currency, fewRates), usd).value);
  expect(filed(123.4)).toEqual([12_300, 6200, 12_300]);
  expect(filed(0)).toEqual([100, 100, 100]);
});

test('a currency without a rate cannot be filed in', () => {
  expect(() => filingIn('GBP', fewRates)).toThrow('No rate');
});
