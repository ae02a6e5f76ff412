import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertFareTotal, type FareMoney, sumOfParts } from './fare-total.ts';
import { addMoney, convertMoney, type Money, money, subtractMoney, timesMoney } from './money.ts';
import { PASSENGER_KINDS } from './passengers.ts';

const CURRENCIES = ['JPY', 'KWD', 'USD', 'EUR'] as const;
const PER_EURO = { JPY: 186.75, KWD: 0.3583, USD: 1.1684, EUR: 1 } as const;
const RUNS = { numRuns: 500, seed: 72 };

const anyFare = fc.constantFrom(...CURRENCIES).chain((currency) => {
  const amount = fc.nat({ max: 5_000_000 }).map((value) => money(value, currency));
  const part = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), baseFare: amount, taxes: amount });
  return fc
    .tuple(fc.array(part, { minLength: 1, maxLength: PASSENGER_KINDS.length }), amount)
    .map(([parts, bookingFees]): FareMoney => {
      const passengerPrices = parts.map((price, index) => ({
        ...price,
        kind: PASSENGER_KINDS[index] ?? 'adt',
        taxLines: [],
      }));
      return { passengerPrices, bookingFees, total: sumOfParts(passengerPrices, bookingFees) };
    });
});
const anyCase = fc.record({ fare: anyFare, currency: fc.constantFrom(...CURRENCIES) }).map(({ fare, currency }) => {
  const from = CURRENCIES.find((code) => code === fare.total.currency) ?? 'EUR';
  return { fare, currency, rate: PER_EURO[currency] / PER_EURO[from] };
});

/** The plain form of `convertFareTotal`: the whole fare in another currency, part by part. */
function convertFare(fare: FareMoney, currency: string, rate: number): FareMoney {
  if (fare.total.currency === currency) return fare;
  const convert = (amount: Money): Money => convertMoney(amount, currency, rate);
  const passengerPrices = fare.passengerPrices.map(({ kind, quantity, baseFare, taxes, taxLines }) => ({
    kind,
    quantity,
    baseFare: convert(baseFare),
    taxes: convert(taxes),
    taxLines,
  }));
  const bookingFees = convert(fare.bookingFees);
  const rest = subtractMoney(fare.total, sumOfParts(fare.passengerPrices, fare.bookingFees));
  return { passengerPrices, bookingFees, total: addMoney(sumOfParts(passengerPrices, bookingFees), convert(rest)) };
}

describe('a fare in another currency', () => {
  test("the total is every person's base and taxes times their number, and the fees", () => {
    fc.assert(
      fc.property(anyCase, ({ fare, currency, rate }) => {
        const converted = convertFare(fare, currency, rate);
        expect(converted.total).toEqual(sumOfParts(converted.passengerPrices, converted.bookingFees));
        expect(converted.total.currency).toBe(currency);
        expect(convertFareTotal(fare, currency, rate)).toEqual(converted.total);
      }),
      RUNS,
    );
  });

  test('every part is converted once, each person for themselves', () => {
    fc.assert(
      fc.property(anyCase, ({ fare, currency, rate }) => {
        const converted = convertFare(fare, currency, rate);
        const convert = (amount: Money) => convertMoney(amount, currency, rate);
        expect(converted.passengerPrices.map(({ baseFare, taxes, quantity }) => [baseFare, taxes, quantity])).toEqual(
          fare.passengerPrices.map(({ baseFare, taxes, quantity }) => [convert(baseFare), convert(taxes), quantity]),
        );
      }),
      RUNS,
    );
  });

  test('it is off the converted sum by no more than half a minor unit for each amount added up', () => {
    fc.assert(
      fc.property(anyCase, ({ fare, currency, rate }) => {
        const amounts = 2 + fare.passengerPrices.reduce((sum, price) => sum + 2 * price.quantity, 0);
        const once = convertMoney(fare.total, currency, rate).value;
        expect(Math.abs(convertFareTotal(fare, currency, rate).value - once)).toBeLessThanOrEqual(amounts / 2);
      }),
      RUNS,
    );
  });

  test('in its own currency a fare stays as it is filed', () => {
    fc.assert(
      fc.property(anyFare, (fare) => convertFare(fare, fare.total.currency, 1) === fare),
      RUNS,
    );
  });

  test('what a supplier charges beyond the parts is not lost', () => {
    const baseFare = money(5_000, 'EUR');
    const fare: FareMoney = {
      passengerPrices: [{ kind: 'adt', quantity: 1, baseFare, taxes: money(1_000, 'EUR'), taxLines: [] }],
      bookingFees: money(0, 'EUR'),
      total: money(7_000, 'EUR'),
    };
    expect(convertFareTotal(fare, 'USD', 2)).toEqual(addMoney(timesMoney(money(6_000, 'USD'), 2), money(2_000, 'USD')));
  });
});
