import { describe, expect, test } from 'vitest';
import { fewPlaces } from '../../test/support/products/flights.ts';
import { resolvePlace } from './resolve-place.ts';

const airportsOf = (code: string, type?: 'city' | 'airport') => {
  const place = resolvePlace(fewPlaces, code, type);
  return place.kind === 'found' ? place.airports.map((airport) => airport.iata) : place.problem;
};

describe('resolvePlace', () => {
  test('a metropolitan code means all airports of the city', () => {
    expect(airportsOf('PAR')).toEqual(['CDG', 'ORY']);
    expect(airportsOf('PAR', 'city')).toEqual(['CDG', 'ORY']);
  });
  test("an airport's code means that airport", () => {
    expect(airportsOf('ORY')).toEqual(['ORY']);
    expect(airportsOf('ORY', 'airport')).toEqual(['ORY']);
  });
  test('a type that does not fit says what would', () => {
    expect(airportsOf('PAR', 'airport')).toBe('PAR is a city. Send type city, or the code of one of its airports.');
    expect(airportsOf('CDG', 'city')).toBe('CDG is an airport. Send type airport, or the city code PAR.');
  });
  test('an unknown code is a problem that points at the look-up', () => {
    expect(airportsOf('QQQ')).toBe('No airport or city has the code QQQ. Look it up with GET /v1/places.');
  });
});
