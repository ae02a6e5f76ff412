import { expect, test } from 'vitest';
import { aRental, aRentalItem } from '../../../test/support/products/products.ts';
import { money } from '../../travel/money.ts';
import { payNowOfRental } from '../../travel/rental.ts';
import { itemOriginTotal } from './items/item-price.ts';
import { scheduleWithExtras } from './cancellation-cost.ts';

const [EARLY, LATE] = [new Date('2026-08-01T00:00:00Z'), new Date('2026-10-01T00:00:00Z')];

test('who loses the whole price of a rental loses the extras paid with it; a part of it is that part', () => {
  const whole = payNowOfRental(aRental());
  const part = money(1_000, whole.currency);
  const item = aRentalItem({
    rental: aRental({
      cancellation: [
        { from: EARLY, penalty: part, basis: 'percent' },
        { from: LATE, penalty: whole, basis: 'percent' },
      ],
    }),
    ancillaries: [{ ancillaryKey: 'child_seat', travelerId: undefined, quantity: 1 }],
  });
  const paid = itemOriginTotal(item);
  expect(paid.value).toBeGreaterThan(whole.value);
  expect(scheduleWithExtras(item)).toEqual([
    { from: EARLY, penalty: part, basis: 'percent' },
    { from: LATE, penalty: paid, basis: 'percent' },
  ]);
});

test('a schedule that is not stated stays unknown', () => {
  expect(scheduleWithExtras(aRentalItem({ rental: aRental({ cancellation: 'unknown' }) }))).toBe('unknown');
});
