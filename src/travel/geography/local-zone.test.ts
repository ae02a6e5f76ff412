import { expect, test } from 'vitest';
import { findZone } from './local-zone.ts';
import type { PlaceDirectory } from '../place-directory.ts';

const AIRPORTS = [
  { code: 'LIS', country: 'PT', latitude: 38.77, longitude: -9.13, zone: 'Europe/Lisbon' },
  { code: 'BJZ', country: 'ES', latitude: 38.89, longitude: -6.82, zone: 'Europe/Madrid' },
  { code: 'ONE', country: 'AU', latitude: -28.1, longitude: 153.5, zone: 'Australia/Brisbane' },
  { code: 'TWO', country: 'AU', latitude: -28.3, longitude: 153.5, zone: 'Australia/Sydney' },
];
const CITIES: Readonly<Record<string, readonly string[]>> = { LIS: ['LIS'], BOTH: ['ONE', 'TWO'] };
const places = {
  airports: () => AIRPORTS,
  airport: (code: string) => AIRPORTS.find((airport) => airport.code === code),
  city: (code: string) => CITIES[code] && { airports: CITIES[code] },
} as unknown as PlaceDirectory;

test.each([
  ['its city says', { cityCode: 'LIS', country: 'PT', latitude: 0, longitude: 0 }, 'Europe/Lisbon'],
  ['an airport of its country nearby says', { country: 'PT', latitude: 38.7, longitude: -9.4 }, 'Europe/Lisbon'],
  ['the only airport nearby is abroad', { country: 'PT', latitude: 38.88, longitude: -7.1 }, undefined],
  ['no airport is near', { country: 'PT', latitude: 41.8, longitude: -6.7 }, undefined],
  ['far from airports and borders the map says', { country: 'ML', latitude: 20.5, longitude: -3 }, 'Africa/Bamako'],
  ['airports of its city disagree', { cityCode: 'BOTH', country: 'AU', latitude: -28.2, longitude: 153.5 }, undefined],
  ['airports nearby disagree', { country: 'AU', latitude: -28.2, longitude: 153.5 }, undefined],
])('a zone is taken from the directory, else the map, never guessed: %s', (_, place, zone) => {
  expect(findZone(places, place)).toBe(zone);
});
