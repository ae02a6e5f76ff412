import { describe, expect, test } from 'vitest';
import { fewPlaces } from '../../test/support/products/flights.ts';
import { PLACE_KINDS } from './list-places.ts';
import { searchPlaces } from './search-places.ts';

const find = (text: string, kinds: readonly (typeof PLACE_KINDS)[number][] = PLACE_KINDS) =>
  searchPlaces(fewPlaces, { text, kinds, limit: 10, locale: 'en' }).map((place) => place.placeId);

describe('searchPlaces', () => {
  test('a beginning finds the city first, with its airports', () => {
    expect(find('par')[0]).toBe('city-PAR');
    expect(
      searchPlaces(fewPlaces, { text: 'par', kinds: ['city'], limit: 1, locale: 'en' })[0]?.airports.map(
        (airport) => airport.code,
      ),
    ).toEqual(['CDG', 'ORY']);
  });
  test('a code finds its airport', () => {
    expect(find('lga')[0]).toBe('airport-LGA');
  });
  test('a typing mistake and missing accents are forgiven', () => {
    expect(find('Aukland')[0]).toBe('city-AKL');
    expect(find('Aückländ')[0]).toBe('city-AKL');
  });
  test('kinds are kept to', () => {
    expect(find('france', ['country'])).toEqual(['country-FR']);
    expect(find('paris', ['airport'])).toEqual(['airport-CDG', 'airport-ORY']);
  });
  test.each(['new yrok', 'nwe york', 'newyork', 'NEW-YORK'])(
    'a mistake across the words of %j is forgiven too',
    (text) => {
      expect(find(text)[0]).toBe('city-NYC');
      expect(find(text, ['airport']).toSorted()).toEqual(['airport-JFK', 'airport-LGA']);
    },
  );
  test('airports alone come busiest first', () => {
    expect(find('lon', ['airport'])).toEqual(['airport-LHR']);
    expect(find('york', ['airport'])).toEqual(['airport-JFK', 'airport-LGA']);
    expect(find('lga', ['airport'])).toEqual(['airport-LGA']);
  });
  test('nothing alike, nothing found', () => {
    expect(find('qqqqqq')).toEqual([]);
  });
});
