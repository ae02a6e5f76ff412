import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partyKey, spreadOverRooms } from './occupancy.ts';

test('adults are dealt first, children go on where they stopped', () => {
  expect(spreadOverRooms({ adults: 2, childrenAges: [3, 9], rooms: 2 })).toEqual([
    { adults: 1, childrenAges: [3] },
    { adults: 1, childrenAges: [9] },
  ]);
  expect(spreadOverRooms({ adults: 3, childrenAges: [4, 9], rooms: 2 })).toEqual([
    { adults: 2, childrenAges: [9] },
    { adults: 1, childrenAges: [4] },
  ]);
  expect(spreadOverRooms({ adults: 2, childrenAges: [3, 9], rooms: 1 })).toEqual([{ adults: 2, childrenAges: [3, 9] }]);
});

test('nobody is lost, no room has two guests more than another, and every room has an adult where there are enough', () => {
  const party = fc.record({
    rooms: fc.integer({ min: 1, max: 8 }),
    adults: fc.integer({ min: 1, max: 72 }),
    childrenAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 64 }),
  });
  fc.assert(
    fc.property(party, (input) => {
      const rooms = spreadOverRooms(input);
      expect(rooms).toHaveLength(input.rooms);
      expect(rooms.reduce((sum, { adults }) => sum + adults, 0)).toBe(input.adults);
      expect(rooms.flatMap(({ childrenAges }) => childrenAges).sort()).toEqual([...input.childrenAges].sort());
      const sizes = rooms.map(({ adults, childrenAges }) => adults + childrenAges.length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(rooms.every(({ adults }) => adults > 0)).toBe(input.adults >= input.rooms);
    }),
  );
});

test('parties are equal whatever order their children stand in', () => {
  expect(partyKey({ adults: 2, childrenAges: [9, 10, 3] })).toBe(partyKey({ adults: 2, childrenAges: [10, 3, 9] }));
  expect(partyKey({ adults: 2, childrenAges: [3] })).not.toBe(partyKey({ adults: 2, childrenAges: [3, 3] }));
});
