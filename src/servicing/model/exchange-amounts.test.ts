import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fare } from '../../travel/flight.ts';
import { money } from '../../travel/money.ts';
import { aFare } from '../../../test/support/products/bookings.ts';
import { convertStated, convertDifference, costOf, paymentOutcome, settleExchange } from './exchange-amounts.ts';

const usd = (value: number) => money(value, 'USD');
/** One adult's fare with half of it taxes. */
function fareOf(total: number, currency: string): Fare {
  const taxes = Math.floor(total / 2);
  return aFare({
    total: money(total, currency),
    bookingFees: money(0, currency),
    passengerPrices: [
      {
        kind: 'adt',
        quantity: 1,
        baseFare: money(total - taxes, currency),
        taxes: money(taxes, currency),
        taxLines: [],
      },
    ],
  });
}

describe('what is due and what comes back', () => {
  test.each([
    ['dearer, with a fee', 5_000, 7_000, 12_000, 0, 'collect'],
    ['the same price, with a fee', 0, 7_000, 7_000, 0, 'collect'],
    ['cheaper by less than the fee', -3_000, 7_000, 4_000, 0, 'collect'],
    ['cheaper by just the fee', -7_000, 7_000, 0, 0, 'even'],
    ['cheaper by more than the fee', -9_000, 7_000, 0, 2_000, 'refund'],
    ['free of charge at the same price', 0, 0, 0, 0, 'even'],
  ])('%s', (_, difference, penalty, due, refund, outcome) => {
    const amounts = settleExchange({ fareDifference: usd(difference), penalty: usd(penalty), refundable: usd(50_000) });
    expect([amounts.due.value, amounts.refund.value, paymentOutcome(amounts)]).toEqual([due, refund, outcome]);
  });

  test('no more comes back than was paid and not used up', () => {
    const amounts = settleExchange({ fareDifference: usd(-60_000), penalty: usd(0), refundable: usd(50_000) });
    expect(amounts.refund).toEqual(usd(50_000));
    expect(amounts.fareDifference).toEqual(usd(-50_000));
  });

  test('due less refund is difference and penalty together, one of them is nothing, and the refund never exceeds what was paid: in yen, dinars and dollars', () => {
    const amount = fc.integer({ min: 0, max: 5_000_000 });
    const currency = fc.constantFrom('JPY', 'KWD', 'USD');
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        currency,
        currency,
        fc.double({ min: 0.001, max: 500, noNaN: true }),
        (oldTotal, newTotal, fee, filed, shown, given) => {
          const rate = filed === shown ? 1 : given;
          const [old, fresh] = [fareOf(oldTotal, filed), fareOf(newTotal, filed)];
          const fareDifference = convertDifference(
            { fare: fresh, fareDifference: money(newTotal - oldTotal, filed) },
            old,
            { currency: shown, rate },
          );
          const refundable = money(oldTotal, shown);
          const made = settleExchange({ fareDifference, penalty: money(fee, shown), refundable });
          expect(made.due.value - made.refund.value).toBe(made.fareDifference.value + made.penalty.value);
          expect(Math.min(made.due.value, made.refund.value)).toBe(0);
          expect(made.refund.value).toBeLessThanOrEqual(refundable.value);
          if (oldTotal === newTotal) expect(fareDifference.value).toBe(0);
        },
      ),
    );
  });
});

describe('the difference in another currency', () => {
  test('is that of the two fares as they are shown, part by part', () => {
    // 10.05 and 10.05 dollars at 1.5 are 15.08 and 15.08; 10.01 and 10.00 are 15.02 and 15.00.
    const old = aFare({
      total: usd(2_001),
      bookingFees: usd(0),
      passengerPrices: [{ kind: 'adt', quantity: 1, baseFare: usd(1_001), taxes: usd(1_000), taxLines: [] }],
    });
    const fresh = aFare({
      total: usd(2_010),
      bookingFees: usd(0),
      passengerPrices: [{ kind: 'adt', quantity: 1, baseFare: usd(1_005), taxes: usd(1_005), taxLines: [] }],
    });
    expect(convertDifference({ fare: fresh, fareDifference: usd(9) }, old, { currency: 'EUR', rate: 1.5 })).toEqual(
      money(14, 'EUR'),
    );
  });

  test("is the supplier's own where it goes by another old fare", () => {
    expect(
      convertDifference({ fare: fareOf(2_000, 'USD'), fareDifference: usd(500) }, fareOf(1_900, 'USD'), {
        currency: 'EUR',
        rate: 0.5,
      }),
    ).toEqual(money(250, 'EUR'));
  });
});

describe('what a supplier asks', () => {
  const asked = (fareDifference: number | undefined, penalty: number | undefined, changeTotal: number) => ({
    fare: fareOf(40_000, 'GBP'),
    fareDifference: fareDifference === undefined ? undefined : money(fareDifference, 'GBP'),
    penalty: penalty === undefined ? undefined : money(penalty, 'GBP'),
    changeTotal: money(changeTotal, 'GBP'),
  });
  const settled = (offer: ReturnType<typeof asked>, refundable = 60_000) => {
    const { isSplitKnown, ...amounts } = convertStated(offer, fareOf(25_000, 'GBP'), { currency: 'EUR', rate: 1.15 });
    return { isSplitKnown, ...settleExchange({ ...amounts, refundable: money(refundable, 'EUR') }) };
  };

  test('part by part where it states both', () => {
    // 100.00 and 25.00 pounds at 1.15 are 115.00 and 28.75 euros.
    expect(settled(asked(10_000, 2_500, 12_500))).toEqual({
      isSplitKnown: undefined,
      fareDifference: money(11_500, 'EUR'),
      penalty: money(2_875, 'EUR'),
      due: money(14_375, 'EUR'),
      refund: money(0, 'EUR'),
    });
  });

  test('as one sum, which nobody calls a fee of nothing, where it states the sum alone', () => {
    const amounts = settled(asked(undefined, undefined, 12_500));
    expect(amounts).toMatchObject({ isSplitKnown: false, due: money(14_375, 'EUR'), refund: money(0, 'EUR') });
    // 40.00 pounds come back as 46.00 euros, and never more than was paid.
    expect(settled(asked(undefined, 2_500, -4_000))).toMatchObject({
      isSplitKnown: false,
      refund: money(4_600, 'EUR'),
    });
    expect(settled(asked(undefined, 2_500, -4_000), 3_000).refund).toEqual(money(3_000, 'EUR'));
  });

  test('costs what is due less what comes back', () => {
    expect([costOf(settled(asked(10_000, 2_500, 12_500))), costOf(settled(asked(-9_000, 2_500, -6_500)))]).toEqual([
      14_375, -7_475,
    ]);
  });
});
