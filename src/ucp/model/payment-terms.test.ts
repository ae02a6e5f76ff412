import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf } from './payment-terms.ts';

const due = fc.record({
  amount: fc.oneof(fc.constant(null), fc.nat()),
  currency: fc.constantFrom('EUR', 'USD'),
  decimal_places: fc.constant(2),
  where: fc.constantFrom('property' as const, 'desk' as const),
});

test('a term covers the total to the last unit, and the rows before the total come to it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(due, { maxLength: 5 }), fc.boolean(), (amount, dues, hasTerms) => {
      const { totals, term } = costOf({ amount, fee: Math.floor(amount / 10), currency: 'EUR' }, dues, hasTerms);
      const total = totals.at(-1)?.amount;
      expect(totals.slice(0, -1).reduce((sum, row) => sum + row.amount, 0)).toBe(total);
      if (term === undefined) expect(total).toBe(amount);
      else expect(term.schedules.reduce((sum, schedule) => sum + schedule.amount, 0)).toBe(total);
      const isNow = term === undefined || amount === 0 || term.schedules[0]?.type === 'immediate';
      expect(isNow).toBe(true);
    }),
  );
});

test('what is unknown, or in another currency, is in no sum', () => {
  const later = { decimal_places: 2, where: 'property' } as const;
  const dues = [
    { ...later, amount: null, currency: 'EUR' },
    { ...later, amount: 500, currency: 'USD' },
  ];
  expect(costOf({ amount: 100, fee: 0, currency: 'EUR' }, dues, true)).toEqual({
    totals: [
      { type: 'subtotal', display_text: 'Price', amount: 100 },
      { type: 'total', display_text: 'Total', amount: 100 },
    ],
    term: undefined,
  });
});
