import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testStayFacts } from '../../../test/support/products/stays.ts';
import type { RoomParty } from '../../../src/travel/stay.ts';
import { fitsRoom, guestFactor, mealsOf } from './room-party.ts';
import type { RoomKind } from '../content/stay-tables.ts';

const kinds = testStayFacts().tables.rooms;
const party = fc.record({
  adults: fc.integer({ min: 1, max: 6 }),
  childrenAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 4 }),
});
const kind = fc.constantFrom(...kinds);

function kindOf(name: string): RoomKind {
  const found = kinds.find((candidate) => candidate.kind === name);
  if (!found) throw new Error(`No room ${name}`);
  return found;
}
const costs = (name: string, { adults, childrenAges }: RoomParty): number =>
  Math.round(1000 * guestFactor(kindOf(name), { adults, childrenAges })) / 1000;

test('a double costs a tenth less for one, and an older child nearly what an adult does', () => {
  expect(costs('dbl', { adults: 1, childrenAges: [] })).toBe(0.9);
  expect(costs('dbl', { adults: 2, childrenAges: [] })).toBe(1);
  expect(costs('dbl', { adults: 2, childrenAges: [9] })).toBe(1.12);
  expect(costs('dbl', { adults: 2, childrenAges: [14] })).toBe(1.204);
  expect(costs('tpl', { adults: 3, childrenAges: [] })).toBe(1);
});

test('a family with an infant pays what it pays without', () => {
  expect(costs('fam', { adults: 2, childrenAges: [1, 9] })).toBe(costs('fam', { adults: 2, childrenAges: [9] }));
});

test('one guest more never makes a room or its meals cheaper, and an infant not dearer', () => {
  fc.assert(
    fc.property(kind, party, fc.integer({ min: 0, max: 17 }), (room, guests, age) => {
      const more = { ...guests, childrenAges: [...guests.childrenAges, age] };
      const adult = { ...guests, adults: guests.adults + 1 };
      expect(guestFactor(room, more)).toBeGreaterThanOrEqual(guestFactor(room, guests) - 1e-12);
      expect(guestFactor(room, adult)).toBeGreaterThanOrEqual(guestFactor(room, more) - 1e-12);
      expect(mealsOf(more)).toBeGreaterThanOrEqual(mealsOf(guests));
      if (age <= 2)
        expect([guestFactor(room, more), mealsOf(more)]).toEqual([guestFactor(room, guests), mealsOf(guests)]);
    }),
  );
});

test('a child who grows up never becomes cheaper, and at no age costs more than an adult', () => {
  fc.assert(
    fc.property(kind, party, fc.integer({ min: 0, max: 16 }), (room, guests, age) => {
      const at = (years: number) => guestFactor(room, { ...guests, childrenAges: [...guests.childrenAges, years] });
      expect(at(age + 1)).toBeGreaterThanOrEqual(at(age) - 1e-12);
      expect(at(17)).toBeLessThanOrEqual(guestFactor(room, { ...guests, adults: guests.adults + 1 }) + 1e-12);
    }),
  );
});

test('who fits: everyone has a place, and a bed in a dormitory is for one adult', () => {
  expect(fitsRoom(kindOf('dbl'), { adults: 2, childrenAges: [0] })).toBe(true);
  expect(fitsRoom(kindOf('dbl'), { adults: 2, childrenAges: [0, 4] })).toBe(false);
  expect(fitsRoom(kindOf('dbl'), { adults: 3, childrenAges: [] })).toBe(false);
  expect(fitsRoom(kindOf('fam'), { adults: 2, childrenAges: [3, 9] })).toBe(true);
  expect(fitsRoom(kindOf('drm'), { adults: 1, childrenAges: [] })).toBe(true);
  expect(fitsRoom(kindOf('drm'), { adults: 1, childrenAges: [5] })).toBe(false);
});
