import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '../../travel/money.ts';
import { readAmount, toAmountText } from './amounts.ts';

test('amounts are read to the last minor unit of their currency, or not at all', () => {
  expect(readAmount('90.80', 'GBP')).toEqual({ value: 9080, currency: 'GBP' });
  expect(readAmount('90.8', 'GBP')).toEqual({ value: 9080, currency: 'GBP' });
  expect(readAmount('-0.01', 'GBP')).toEqual({ value: -1, currency: 'GBP' });
  expect(readAmount('9080', 'JPY')).toEqual({ value: 9080, currency: 'JPY' });
  expect(readAmount('9080.00', 'JPY')).toEqual({ value: 9080, currency: 'JPY' });
  expect(readAmount('12.345', 'KWD')).toEqual({ value: 12_345, currency: 'KWD' });
  expect(readAmount('90.805', 'GBP')).toBeUndefined();
  for (const text of ['', '1e3', '1,000.00', ' 1', 'NaN', '.5', '1.', '123456789012'])
    expect([text, readAmount(text, 'GBP')]).toEqual([text, undefined]);
});

test('whatever is written is read as the same, in currencies of no, two and three decimals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
      fc.constantFrom('JPY', 'GBP', 'KWD', 'CLF'),
      (minor, currency) => {
        const amount = money(minor, currency);
        expect(readAmount(toAmountText(amount), currency)).toEqual({ value: minor + 0, currency });
      },
    ),
  );
});
