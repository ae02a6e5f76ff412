import fc from 'fast-check';
import { test } from 'vitest';
import { passesLuhn } from './luhn.ts';

test('one wrong digit never passes the check digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (at, add) => {
      const digits = [...'4242424242424242'];
      digits[at] = String((Number(digits[at]) + add) % 10);
      return !passesLuhn(digits.join(''));
    }),
  );
});
