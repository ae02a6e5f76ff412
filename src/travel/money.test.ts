import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMoney,
  apportion,
  convertMoney,
  decimalPlaces,
  describeMoney,
  majorUnits,
  money,
  moneyFromMajor,
  presentAmount,
  presentValue,
  shareOfMoney,
  subtractMoney,
  sumMoney,
  timesMoney,
} from './money.ts';

const currencies = fc.constantFrom('USD', 'EUR', 'JPY', 'KRW', 'KWD', 'BHD', 'HUF', 'CLP');
const minor = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('decimal places', () => {
  test('come from ISO 4217, not from habit', () => {
    expect(['USD', 'JPY', 'KRW', 'KWD', 'BHD', 'HUF', 'IDR', 'CLF'].map(decimalPlaces)).toEqual([
      2, 0, 0, 3, 3, 2, 2, 4,
    ]);
  });
});

describe('arithmetic', () => {
  test('adding and subtracting is exact in every currency', () => {
    fc.assert(
      fc.property(currencies, minor, minor, (currency, a, b) => {
        const sum = addMoney(money(a, currency), money(b, currency));
        expect(sum.value).toBe(a + b);
        expect(subtractMoney(sum, money(b, currency))).toEqual(money(a, currency));
      }),
    );
  });

  test('two currencies never meet', () => {
    expect(() => addMoney(money(1, 'USD'), money(1, 'EUR'))).toThrow(TypeError);
    expect(() => sumMoney([money(1, 'USD')], 'JPY')).toThrow(TypeError);
  });

  test('a fraction of a minor unit is refused', () => {
    expect(() => money(0.5, 'USD')).toThrow(RangeError);
    expect(() => timesMoney(money(10, 'USD'), 1.5)).toThrow(RangeError);
    expect(() => money(Number.MAX_SAFE_INTEGER + 1, 'USD')).toThrow(RangeError);
  });

  test('a share rounds half away from zero', () => {
    expect(shareOfMoney(money(1050, 'USD'), 0.07)).toEqual(money(74, 'USD'));
    expect(shareOfMoney(money(-1050, 'USD'), 0.07)).toEqual(money(-74, 'USD'));
    expect(shareOfMoney(money(5, 'JPY'), 0.5)).toEqual(money(3, 'JPY'));
  });
});

describe('conversion', () => {
  test('respects the decimals of both sides', () => {
    expect(convertMoney(money(10_000, 'USD'), 'JPY', 150)).toEqual(money(15_000, 'JPY'));
    expect(convertMoney(money(15_000, 'JPY'), 'USD', 1 / 150)).toEqual(money(10_000, 'USD'));
    expect(convertMoney(money(100_00, 'USD'), 'KWD', 0.307)).toEqual(money(30_700, 'KWD'));
  });

  test('is always a whole number of minor units, off by less than half of one', () => {
    fc.assert(
      fc.property(
        currencies,
        currencies,
        minor,
        fc.double({ min: 0.0005, max: 1_500, noNaN: true }),
        (from, to, value, rate) => {
          const converted = convertMoney(money(value, from), to, rate);
          expect(Number.isSafeInteger(converted.value)).toBe(true);
          if (from === to) return;
          const exact = value * rate * 10 ** (decimalPlaces(to) - decimalPlaces(from));
          expect(Math.abs(converted.value - exact)).toBeLessThanOrEqual(0.5 + Math.abs(exact) * 1e-12);
        },
      ),
    );
  });

  test('an impossible rate is refused', () => {
    expect(() => convertMoney(money(1, 'USD'), 'EUR', 0)).toThrow(RangeError);
    expect(() => convertMoney(money(1, 'USD'), 'EUR', Number.NaN)).toThrow(RangeError);
  });
});

describe('a sum shared out', () => {
  const parts = fc
    .array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 12 })
    .filter((amounts) => amounts.some((amount) => amount > 0));

  test('is the sum of its shares, and no share is a unit or more from its exact one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), parts, (whole, amounts) => {
        const shares = apportion(whole, amounts);
        const all = amounts.reduce((sum, amount) => sum + amount, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole);
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (whole * (amounts[index] ?? 0)) / all)).toBeLessThan(1 + 1e-6);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('gives what is left to the largest remainders, the earlier of equal ones first', () => {
    expect([apportion(100, [1, 1, 1]), apportion(10, [70, 25, 5]), apportion(0, [0, 0])]).toEqual([
      [34, 33, 33],
      [7, 3, 0],
      [0, 0],
    ]);
    expect(() => apportion(1, [0])).toThrow(RangeError);
  });
});

describe('major units', () => {
  test('are only a way to write minor units', () => {
    fc.assert(
      fc.property(currencies, minor, (currency, value) => {
        expect(moneyFromMajor(majorUnits(money(value, currency)), currency)).toEqual(money(value, currency));
      }),
    );
  });

  test('a hundred yen is a hundred yen', () => {
    expect(presentValue(moneyFromMajor(100, 'JPY'))).toEqual({ value: 100, currency: 'JPY', decimal_places: 0 });
    expect(presentAmount(moneyFromMajor(1.5, 'KWD'))).toEqual({ amount: 1500, currency: 'KWD', decimal_places: 3 });
    expect(describeMoney(money(12_340, 'EUR'))).toBe('EUR 123.40');
    expect(moneyFromMajor(1.005, 'USD')).toEqual(money(101, 'USD'));
  });
});
