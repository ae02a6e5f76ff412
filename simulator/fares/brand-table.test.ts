import { expect, test } from 'vitest';
import { CABIN_CLASSES } from '../../src/travel/flight.ts';
import { fareBasisTail } from './fare-conditions.ts';
import { fareFamilies, penaltyWindows } from './fare-families.ts';
import { FAMILY_SETS } from './fare-family.ts';

const cabins = FAMILY_SETS.flatMap((set) =>
  CABIN_CLASSES.map((cabin) => ({ set, cabin, brands: fareFamilies(set, cabin) })),
);

test('every cabin of every kind of carrier has two to four brands, each with its own code, name and fare basis', () => {
  for (const { brands } of cabins) {
    expect(brands.length).toBeGreaterThanOrEqual(2);
    expect(brands.length).toBeLessThanOrEqual(4);
    for (const field of [
      brands.map(({ code }) => code),
      brands.map(({ name }) => name),
      brands.map((brand) => fareBasisTail(brand, 'one_way')),
    ]) {
      expect(new Set(field).size).toBe(brands.length);
    }
  }
});

test('a dearer brand gives no less of bags, seats, changes and refunds than the cheapest, and each costs more than the one before', () => {
  for (const { brands } of cabins) {
    const [cheapest] = brands;
    expect([cheapest?.extraShare, cheapest?.extraUsd]).toEqual([0, 0]);
    // Sold without a minimum stay it would be dearer than the next one on a return that stays.
    expect(cheapest?.isUnrestricted).toBe(false);
    brands.slice(1).forEach((brand, index) => {
      const before = brands[index];
      expect(brand.extraShare).toBeGreaterThan(before?.extraShare ?? 0);
      expect(brand.extraUsd).toBeGreaterThan(before?.extraUsd ?? 0);
      expect(brand.checkedPieces).toBeGreaterThanOrEqual(cheapest?.checkedPieces ?? 0);
      expect(brand.change?.lateUsd ?? 1000).toBeLessThanOrEqual(before?.change?.lateUsd ?? 1000);
      expect(brand.refund?.lateUsd ?? 1000).toBeLessThanOrEqual(before?.refund?.lateUsd ?? 1000);
    });
  }
});

test('asking late never costs less than asking early', () => {
  for (const { brands } of cabins) {
    for (const { change, refund } of brands) {
      for (const ladder of [change, refund]) expect(ladder?.lateUsd ?? 0).toBeGreaterThanOrEqual(ladder?.earlyUsd ?? 0);
    }
  }
});

test('the windows of penalties follow the kind of carrier and the length of the flight', () => {
  expect(penaltyWindows('low_cost_europe')).toEqual({ earlyMinutes: 10_080, cutOffMinutes: 120, noShowMinutes: 60 });
  expect(penaltyWindows('short_haul')).toEqual({ earlyMinutes: 1440, cutOffMinutes: 60, noShowMinutes: 1440 });
  expect(penaltyWindows('asia_long')).toEqual({ earlyMinutes: 4320, cutOffMinutes: 120, noShowMinutes: 1440 });
});
