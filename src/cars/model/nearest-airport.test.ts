import { expect, test } from 'vitest';
import { fewPlaces } from '../../../test/support/products/flights.ts';
import { nearestAirport } from './nearest-airport.ts';

const at = (iata: string, latitude: number, longitude: number) => ({
  iata,
  latitude,
  longitude,
  name: iata,
  cityCode: iata,
  cityName: iata,
  country: 'XX',
  zone: 'UTC',
  rank: 1,
});

test('over the date line and near the pole the globe counts, not the map', () => {
  const airports = [at('FIJ', -17.8, 177.4), at('APW', -13.8, -172), at('SYD', -33.9, 151.2)];
  expect(nearestAirport(airports, { latitude: -15, longitude: -179.9 })?.iata).toBe('FIJ');
  expect(nearestAirport([at('A', 89, 0), at('B', 80, 170)], { latitude: 89, longitude: 180 })?.iata).toBe('A');
});

test('a world without airports has none; an airport is nearest to itself', () => {
  expect(nearestAirport([], { latitude: 0, longitude: 0 })).toBeUndefined();
  for (const airport of fewPlaces.airports()) expect(nearestAirport(fewPlaces.airports(), airport)).toBe(airport);
});
