import { knownFee } from '../../src/travel/penalty.ts';
import { expect, test } from 'vitest';
import type { FareFamily } from './fare-family.ts';
import { brandTerms } from './fare-rules.ts';

const euros = { currency: 'EUR', minorPerUsd: 50, step: 100 };
const family: FareFamily = {
  code: 'STANDARD',
  name: 'Standard',
  extraShare: 0,
  extraUsd: 0,
  checkedPieces: 1,
  checkedKg: 23,
  carryOnPieces: 1,
  carryOnKg: 8,
  hasSeat: true,
  hasPriority: false,
  change: { earlyUsd: 70, lateUsd: 90 },
  refund: undefined,
  noShowUsd: 120,
  isNameChangeable: false,
  isUnrestricted: false,
};
const windows = (set: Parameters<typeof brandTerms>[0], part: Partial<FareFamily>) =>
  brandTerms(set, { ...family, ...part }, euros).rules.map((rule) => [
    rule.ruleType,
    rule.isAllowed,
    knownFee(rule)?.value,
    rule.minMinutesBeforeDeparture,
    rule.maxMinutesBeforeDeparture,
    rule.maxMinutesAfterDeparture,
  ]);

test('a fee that rises has one rule for each window, in the currency of the carrier, and a missed flight one until a day after', () => {
  expect(windows('short_haul', {})).toEqual([
    ['change', true, 3500, 1440, undefined, undefined],
    ['change', true, 4500, 60, 1440, undefined],
    ['refund', false, undefined, undefined, undefined, undefined],
    ['no_show', true, 6000, undefined, 60, 1440],
  ]);
});

test('a fee that stays the same, and no fee at all, have one rule until the counter closes', () => {
  expect(
    windows('long_haul', {
      change: { earlyUsd: 0, lateUsd: 0 },
      refund: { earlyUsd: 80, lateUsd: 80 },
      noShowUsd: undefined,
    }),
  ).toEqual([
    ['change', true, undefined, 120, undefined, undefined],
    ['refund', true, 4000, 120, undefined, undefined],
    ['no_show', false, undefined, undefined, 120, undefined],
  ]);
});

test('bags have a weight and a size only where there are some, and a low-cost cabin bag goes under the seat', () => {
  const bags = (set: Parameters<typeof brandTerms>[0], part: Partial<FareFamily>) => {
    const { checkedBags, carryOn } = brandTerms(set, { ...family, ...part }, euros);
    return { checkedBags, carryOn };
  };
  expect(bags('low_cost_asia', { checkedPieces: 0, checkedKg: 0, carryOnKg: 7 })).toEqual({
    checkedBags: { pieces: 0, weight: undefined, dimensions: undefined },
    carryOn: { pieces: 1, weight: 7, dimensions: '40 x 30 x 20 cm' },
  });
  expect(bags('asia_short', { checkedKg: 30, carryOnKg: 7 })).toEqual({
    checkedBags: { pieces: 1, weight: 30, dimensions: '158 cm' },
    carryOn: { pieces: 1, weight: 7, dimensions: '55 x 40 x 23 cm' },
  });
});
