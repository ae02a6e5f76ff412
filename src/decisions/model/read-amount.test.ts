import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalPlaces, majorUnits, money } from '../../travel/money.ts';
import { readTypedAmount } from './read-amount.ts';

test('amounts are read as they are typed, and nothing that may mean another amount', () => {
  const read = (text: string, currency: string) => readTypedAmount(text, currency)?.value;
  expect([read('120', 'EUR'), read('120.5', 'EUR'), read(' 120,50 ', 'EUR'), read('0', 'EUR')]).toEqual([
    12_000, 12_050, 12_050, 0,
  ]);
  expect([read('5000', 'JPY'), read('1.234', 'KWD')]).toEqual([5_000, 1_234]);
  for (const text of ['', '-1', '1.234,50', '1,234.50', '1.234', '1e3', '0x10', '12.', 'EUR 5', '5 €'])
    expect(read(text, 'EUR')).toBeUndefined();
  expect(read('12.5', 'JPY')).toBeUndefined();
});

test('what is written is what is read: currencies with 0, 2 and 3 decimals', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('JPY', 'EUR', 'KWD'),
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.constantFrom('.', ','),
      (currency, value, separator) => {
        const text = majorUnits(money(value, currency)).toFixed(decimalPlaces(currency)).replace('.', separator);
        expect(readTypedAmount(text, currency)).toEqual(money(value, currency));
      },
    ),
  );
});
