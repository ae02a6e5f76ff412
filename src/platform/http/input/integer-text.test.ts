import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { integerText } from './integer-text.ts';

const limit = integerText(1, 50, 10);

test('decimal digits are read, and what is left out is what stands for it', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), (value) => limit.parse(String(value)) === value));
  expect([limit.parse(undefined), limit.parse(7), integerText(-5, 5).parse('-3')]).toEqual([10, 7, -3]);
});

test.each(['0x5', '1e1', ' 5', '5 ', '', '+5', '1.5', '５', 'five', '0', '51', '99999999999999999999'])(
  '%j is refused',
  (text) => {
    expect(limit.safeParse(text).success).toBe(false);
    expect(integerText(1, 50).safeParse(text).success).toBe(false);
  },
);
