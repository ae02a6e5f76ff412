import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../../travel/money.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';

const exact = (value: number, currency: string) => {
  const amount = toStripeAmount(money(value, currency));
  return amount.kind === 'exact' ? amount.value : amount.reason;
};

describe('amounts as Stripe takes them', () => {
  test.each([
    ['USD', 12_345, 12_345],
    ['EUR', 1, 1],
    ['HUF', 12_345, 12_345],
    ['TWD', 12_345, 12_345],
    ['JPY', 5_000, 5_000],
    ['KRW', 70_000, 70_000],
    ['CLP', 990, 990],
    ['XAF', 6_500, 6_500],
  ])('%s %i is %i', (currency, ours, theirs) => expect(exact(ours, currency)).toBe(theirs));

  test('ISK and UGX have no minor unit and are written with two decimals', () => {
    expect(exact(5, 'ISK')).toBe(500);
    expect(exact(12_000, 'UGX')).toBe(1_200_000);
    expect(fromStripeAmount(500, 'isk')).toEqual({ value: 5, currency: 'ISK' });
    expect(fromStripeAmount(550, 'isk')).toBeUndefined();
  });

  test('MGA has two decimals here and none there', () => {
    expect(exact(500_000, 'MGA')).toBe(5_000);
    expect(exact(500_050, 'MGA')).toBe('MGA 5000.50 cannot be charged exactly: Stripe takes MGA in steps of MGA 1.00.');
    expect(fromStripeAmount(5_000, 'mga')).toEqual({ value: 500_000, currency: 'MGA' });
  });

  test.each(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])('%s: the third decimal must be 0', (currency) => {
    expect(exact(12_340, currency)).toBe(12_340);
    expect(exact(12_345, currency)).toBe(
      `${currency} 12.345 cannot be charged exactly: Stripe takes ${currency} in steps of ${currency} 0.010.`,
    );
  });

  test.each(['IQD', 'LYD', 'CLF', 'UYW', 'UYI'])('%s is refused rather than guessed', (currency) => {
    expect(exact(1_000, currency)).toBe(`Stripe does not take ${currency}.`);
    expect(fromStripeAmount(1_000, currency.toLowerCase())).toBeUndefined();
  });

  test('what Stripe is told is always what it is read back as', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom('USD', 'JPY', 'KRW', 'KWD', 'ISK', 'UGX', 'MGA', 'TND', 'EUR'),
        (value, currency) => {
          const signed = toStripeAmount(money(value, currency));
          if (signed.kind === 'exact')
            expect(fromStripeAmount(signed.value, currency.toLowerCase())).toEqual({ value, currency });
        },
      ),
    );
  });
});
