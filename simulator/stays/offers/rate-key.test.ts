import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STAY_ASKING, testStays } from '../../../test/support/products/stays.ts';
import { BOARD_TYPES } from '../../../src/travel/stay.ts';
import { PLAN_CODES } from '../rooms/boards-plans.ts';
import { readRateKey, writeRateKey } from './rate-key.ts';

const contents = fc.record({
  hotelId: fc.constantFrom('bhlis-12', 'bh0a9z3kq-4', 'bhnemo-price_up'),
  day: fc.integer({ min: 20_000, max: 25_000 }),
  nights: fc.integer({ min: 1, max: 30 }),
  kind: fc.constantFrom('dbl', 'ta12', 'fmx'),
  board: fc.constantFrom(...BOARD_TYPES),
  plan: fc.constantFrom(...PLAN_CODES),
  party: fc.record({
    adults: fc.integer({ min: 1, max: 9 }),
    childrenAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 6 }),
  }),
});

test('a key holds its rate', () => {
  expect(
    writeRateKey({
      hotelId: 'bhlis-12',
      day: 20_727,
      nights: 3,
      kind: 'dbl',
      board: 'BB',
      plan: 'F',
      party: { adults: 2, childrenAges: [3, 9] },
    }),
  ).toBe('bhlis-12~20261001~3~dbl~BB~F~2-3-9');
  fc.assert(
    fc.property(contents, (content) => {
      expect(readRateKey(writeRateKey(content))).toEqual(content);
    }),
  );
});

test('a garbled key is nobody’s, and never a crash', () => {
  const garbled = fc.oneof(
    fc.string(),
    contents.chain((content) => {
      const key = writeRateKey(content);
      return fc
        .record({ at: fc.nat({ max: key.length - 1 }), by: fc.string({ maxLength: 3 }) })
        .map(({ at, by }) => key.slice(0, at) + by + key.slice(at + 1));
    }),
  );
  fc.assert(
    fc.property(fc.array(garbled, { maxLength: 3 }), (keys) => {
      const stay = testStays().stay(keys, STAY_ASKING);
      expect(stay === undefined || stay.rates.length === keys.length).toBe(true);
      expect(testStays().roomUses(keys) === undefined || keys.length > 0).toBe(true);
    }),
  );
  for (const key of [
    '',
    'bhlis-12',
    'bhlis-0~20261001~3~dbl~RO~F~2',
    'bhlis-99999~20261001~3~dbl~RO~F~2',
    'bhlis-12~20261301~3~dbl~RO~F~2',
    'bhlis-12~20261001~31~dbl~RO~F~2',
    'bhlis-12~20261001~3~dbl~RO~F~0',
    'bhlis-12~20261001~3~dbl~RO~F~2-18',
    'bhlis-12~20261001~3~drm~RO~F~2',
  ])
    expect([key, testStays().stay([key], STAY_ASKING)]).toEqual([key, undefined]);
});
