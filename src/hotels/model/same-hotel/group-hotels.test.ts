import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runParts } from '../../../platform/scheduling/in-parts.ts';
import { groupHotels, type HotelEntry } from './group-hotels.ts';

const NAMES = ['Hotel Sacher', 'Hotel Imperial', 'Pension Aviano', 'Hotel Bristol'];

function entry(supplierId: string, name: string, north = 0, phone?: string): HotelEntry {
  const hotel = { name, cityName: 'Wien', latitude: 48.2 + north, longitude: 16.37, starRating: undefined, phone };
  return { supplierId, hotel };
}
const group = (entries: readonly HotelEntry[]) => runParts(groupHotels(entries));

test('entries of one hotel come together in the order of their suppliers, others stay alone', () => {
  const [one, two, other] = [
    entry('a', 'Hotel Sacher'),
    entry('b', 'Sacher Hotel Wien', 0.0005),
    entry('b', 'Imperial'),
  ];
  expect(group([one, other, two])).toEqual([[one, two], [other]]);
});

test('entries of one supplier are never joined, however alike', () => {
  const [one, two, three] = [entry('a', 'Hotel Sacher'), entry('a', 'Hotel Sacher'), entry('b', 'Hotel Sacher')];
  expect(group([one, two, three])).toEqual([[one, three], [two]]);
});

test('large grounds are brought together by their telephone', () => {
  const [one, two] = [entry('a', 'Atlantis', 0, '+971 4 426 2000'), entry('b', 'Atlantis', 0.006, '97144262000')];
  expect(group([one, two])).toEqual([[one, two]]);
  expect(group([one, entry('b', 'Atlantis', 0.006)])).toHaveLength(2);
});

test('every entry is in one group, with no other entry of its supplier', () => {
  const any = fc.record({
    supplierId: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom(...NAMES),
    steps: fc.integer({ min: 0, max: 12 }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), (drawn) => {
      const entries = drawn.map(({ supplierId, name, steps }) => entry(supplierId, name, steps * 0.0004));
      const groups = group(entries);
      expect(new Set(groups.flat())).toEqual(new Set(entries));
      expect(groups.flat()).toHaveLength(entries.length);
      for (const members of groups)
        expect(new Set(members.map(({ supplierId }) => supplierId)).size).toBe(members.length);
    }),
  );
});
