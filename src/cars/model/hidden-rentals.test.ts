import { expect, test } from 'vitest';
import { aRental } from '../../../test/support/products/products.ts';
import { isHiddenKnown } from './hidden-rentals.ts';

const { vehicle } = aRental();
const automatic = { vehicle: { ...vehicle, transmission: 'automatic' as const } };
const manual = { vehicle: { ...vehicle, transmission: 'manual' as const } };
const only = { transmission: 'automatic' as const, acrissPatterns: [] };

test('what is hidden is known where suppliers received no filter, or each shows that it did not apply it', () => {
  expect(isHiddenKnown([[automatic], []], undefined)).toBe(true);
  expect(isHiddenKnown([[automatic, manual], [manual]], only)).toBe(true);
  expect(isHiddenKnown([[automatic, manual], [automatic]], only)).toBe(false);
  expect(isHiddenKnown([[manual], []], only)).toBe(false);
});
