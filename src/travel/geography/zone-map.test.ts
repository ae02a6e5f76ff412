import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { instantOfLocal } from '../dates.ts';
import { certainZone, zonesAround } from './zone-map.ts';

test('a point far from every border has the zone of its place', () => {
  expect(certainZone({ latitude: 38.7223, longitude: -9.1393 })).toBe('Europe/Lisbon');
  expect(certainZone({ latitude: 35.6762, longitude: 139.6503 })).toBe('Asia/Tokyo');
  expect(certainZone({ latitude: 40.7128, longitude: -74.006 })).toBe('America/New_York');
});

test('on a border no zone is certain, and all that may hold are listed', () => {
  // Haparanda and Tornio: one town on the border of Sweden and Finland, an hour apart.
  const border = { latitude: 65.83, longitude: 24.14 };
  expect(certainZone(border)).toBeUndefined();
  expect(zonesAround(border)).toContain('Europe/Helsinki');
  expect(zonesAround(border).length).toBeGreaterThan(1);
});

test('every point of the globe has zones that the calendar knows', () => {
  const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      for (const zone of zonesAround({ latitude, longitude }))
        expect(instantOfLocal('2027-03-01T12:00', zone)).toBeInstanceOf(Date);
    }),
  );
});
