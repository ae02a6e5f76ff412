import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../../../travel/money.ts';
import { toAmountText } from '../amounts.ts';
import { readChangeKey, toChangeKey } from './change-key.ts';
import { readChangePrice, readChangeTotal } from './change-price.ts';

const gbp = (value: number) => money(value, 'GBP');
const ORDER = gbp(40_000);
const wire = (changes: object = {}) => ({
  change_total_amount: '125.00',
  change_total_currency: 'GBP',
  new_total_amount: '500.00',
  new_total_currency: 'GBP',
  penalty_total_amount: '25.00',
  penalty_total_currency: 'GBP',
  refund_to: 'original_form_of_payment',
  ...changes,
});

describe('what a change costs', () => {
  test('difference and penalty make the sum; the new total is the one that is said', () => {
    expect(readChangePrice(wire(), ORDER)).toEqual({
      changeTotal: gbp(12_500),
      fareDifference: gbp(10_000),
      penalty: gbp(2_500),
      newTotal: gbp(50_000),
    });
  });

  test('the penalty has one of two names', () => {
    const other = {
      penalty_total_amount: null,
      penalty_total_currency: null,
      penalty_amount: '5.00',
      penalty_currency: 'GBP',
    };
    expect(readChangePrice(wire(other), ORDER)).toMatchObject({ penalty: gbp(500), fareDifference: gbp(12_000) });
  });

  test.each([
    ['not said', { penalty_total_amount: null }],
    ['in another currency', { penalty_total_currency: 'EUR' }],
    ['less than nothing', { penalty_total_amount: '-1.00' }],
    ['no amount of the currency', { penalty_total_amount: '25.005' }],
  ])('a penalty that is %s is unknown, and the difference with it', (_, changes) => {
    expect(readChangePrice(wire(changes), ORDER)).toMatchObject({
      changeTotal: gbp(12_500),
      penalty: undefined,
      fareDifference: undefined,
    });
  });

  test('a new total that is not said follows from a difference that is, else there is no price', () => {
    expect(readChangePrice(wire({ new_total_amount: null }), ORDER)).toMatchObject({ newTotal: gbp(50_000) });
    expect(readChangePrice(wire({ new_total_amount: null, penalty_total_amount: null }), ORDER)).toBe('unstated');
  });

  test.each([
    ['no sum', { change_total_amount: null }],
    ['a sum without a currency', { change_total_currency: null }],
    ['a sum in another currency', { change_total_currency: 'USD' }],
  ])('%s is no price', (_, changes) => {
    expect(readChangePrice(wire(changes), ORDER)).toBe('unstated');
  });

  test('what comes back as a credit is no money', () => {
    for (const refund_to of ['voucher', 'airline_credits', 'awaiting_payment', null, 'something_new'])
      expect(readChangeTotal(wire({ change_total_amount: '-40.00', refund_to }), 'GBP')).toBe('credit');
    for (const refund_to of ['balance', 'card', 'arc_bsp_cash', 'original_form_of_payment'])
      expect(readChangeTotal(wire({ change_total_amount: '-40.00', refund_to }), 'GBP')).toEqual(gbp(-4_000));
    // A change that costs something gives nothing back, wherever that would go.
    expect(readChangeTotal(wire({ refund_to: 'voucher' }), 'GBP')).toEqual(gbp(12_500));
  });

  test('in any currency parts that are known make the sum to the last unit, and no part is made up', () => {
    const amounts = fc.record({
      currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
      sum: fc.integer({ min: -9_000_000, max: 9_000_000 }),
      penalty: fc.option(fc.nat(9_000_000), { nil: undefined }),
      total: fc.nat(90_000_000),
    });
    fc.assert(
      fc.property(amounts, ({ currency, sum, penalty, total }) => {
        const text = (value: number) => toAmountText(money(value, currency));
        const price = readChangePrice(
          {
            change_total_amount: text(sum),
            change_total_currency: currency,
            new_total_amount: text(total),
            new_total_currency: currency,
            ...(penalty !== undefined && { penalty_amount: text(penalty), penalty_currency: currency }),
            refund_to: 'balance',
          },
          money(1_000_000, currency),
        );
        if (typeof price === 'string') throw new Error(price);
        expect(price.changeTotal).toEqual(money(sum, currency));
        expect(price.newTotal).toEqual(money(total, currency));
        expect(price.penalty?.value).toBe(penalty);
        expect(price.fareDifference?.value).toBe(penalty === undefined ? undefined : sum - penalty);
      }),
    );
  });
});

test('a key is read as it was written, and other texts are none', () => {
  const keys = fc.record({
    kind: fc.constantFrom('offer' as const, 'change' as const),
    id: fc.string({ minLength: 1 }),
  });
  fc.assert(
    fc.property(keys, (key) => {
      expect(readChangeKey(toChangeKey(key))).toEqual(key);
    }),
  );
  for (const text of ['', 'offer', 'offer:', 'oco_1', 'order:ord_1']) expect(readChangeKey(text)).toBeUndefined();
});
