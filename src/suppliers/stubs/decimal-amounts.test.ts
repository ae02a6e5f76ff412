import { expect, test } from 'vitest';
import { readMinor, toAmount } from './decimal-amounts.ts';

test('amounts are written and read with the decimals of their currency', () => {
  expect([toAmount(9080, 'GBP'), toAmount(9080, 'JPY'), toAmount(9080, 'KWD'), toAmount(-5, 'EUR')]).toEqual([
    '90.80',
    '9080',
    '9.080',
    '-0.05',
  ]);
  expect(['90.80', '90.8', '90', '90.801', '9e1', '', '-0.05'].map((text) => readMinor(text, 'GBP'))).toEqual([
    9080,
    9080,
    9000,
    undefined,
    undefined,
    undefined,
    -5,
  ]);
  expect([readMinor('9080', 'JPY'), readMinor('9080.5', 'JPY'), readMinor('9080.00', 'JPY')]).toEqual([
    9080,
    undefined,
    9080,
  ]);
});
