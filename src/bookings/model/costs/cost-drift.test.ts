import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money, type Money } from '../../../travel/money.ts';
import { describeDrift, driftOf, driftTransfers, findDrift, reversedDriftTransfers } from './cost-drift.ts';
import { asId } from '../../../platform/ids.ts';

const item = (quoted: Money, taken: Money | undefined, total = quoted, rate = 1) => ({
  itemId: asId('item', 'itm_1'),
  supplierId: 'duffel',
  total,
  originTotal: quoted,
  rate,
  supplierTotal: taken,
});

describe('what a supplier took', () => {
  test('is a drift only where it is another sum of the same currency', () => {
    expect(findDrift(money(100, 'GBP'), money(100, 'GBP'))).toBeUndefined();
    expect(findDrift(money(100, 'GBP'), money(104, 'GBP'))).toEqual(money(104, 'GBP'));
    expect(findDrift(money(100, 'GBP'), money(104, 'EUR'))).toBeUndefined();
  });

  test('beyond what was quoted is our cost, in the currency of the trip at the rate of the quote', () => {
    const dearer = item(money(10_000, 'GBP'), money(10_400, 'GBP'), money(12_500, 'USD'), 1.25);
    expect(driftOf(dearer)).toEqual(money(500, 'USD'));
    expect(driftTransfers(dearer)).toEqual([
      { debit: 'cost_drift', credit: 'supplier_payable:duffel', amount: money(500, 'USD') },
    ]);
    const cheaper = item(money(10_000, 'JPY'), money(9_000, 'JPY'), money(6_500, 'EUR'), 0.0065);
    expect(driftOf(cheaper)).toEqual(money(-650, 'EUR'));
    // Too little to be a unit of the trip's currency: nothing, and no negative zero.
    expect(driftOf(item(money(10_001, 'KWD'), money(10_000, 'KWD'), money(4_545, 'JPY'), 454.5))).toEqual(
      money(0, 'JPY'),
    );
    expect(driftTransfers(cheaper)).toEqual([
      { debit: 'supplier_payable:duffel', credit: 'cost_drift', amount: money(650, 'EUR') },
    ]);
    expect(describeDrift(dearer)).toEqual(['itm_1 cost GBP 104.00 where GBP 100.00 was quoted']);
    expect(describeDrift(item(money(1, 'GBP'), undefined))).toEqual([]);
  });
});

test('what is entered for it is the drift to the last unit, and taking it back leaves nothing', () => {
  const currency = fc.constantFrom('JPY', 'USD', 'KWD');
  const amount = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(
      currency,
      currency,
      amount,
      amount,
      fc.double({ min: 0.001, max: 1_000, noNaN: true }),
      (from, to, quoted, taken, rate) => {
        const sold = item(money(quoted, from), findDrift(money(quoted, from), money(taken, from)), money(1, to), rate);
        const entered = [...driftTransfers(sold), ...reversedDriftTransfers(sold)].reduce(
          (sum, { debit, amount: { value, currency: code } }) => {
            expect(code).toBe(to);
            return sum + (debit === 'cost_drift' ? value : -value);
          },
          0,
        );
        expect(entered).toBe(0);
        const [first] = driftTransfers(sold);
        const signed =
          first === undefined ? 0 : first.debit === 'cost_drift' ? first.amount.value : -first.amount.value;
        expect(signed + 0).toBe(driftOf(sold).value + 0);
        expect(Math.sign(driftOf(sold).value) * Math.sign(taken - quoted)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
