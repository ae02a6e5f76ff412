import { expect, test } from 'vitest';
import { testWorld } from '../../test/support/service/service.ts';
import { findPlaceAlike, findPlaceByCode, findPlaceById, findPlaceByName } from './find-place.ts';

const { places } = testWorld();
const query = (text: string, countryCode?: string) => ({
  text,
  kinds: ['city', 'airport', 'country'] as const,
  countryCode,
  locale: 'en' as const,
});
const find = (text: string, countryCode?: string) => findPlaceByName(places, query(text, countryCode))?.placeId;

test.each([
  ['Lyon', 'city-LYS'],
  ['lisboa', 'city-LIS'],
  ['東京', 'city-TYO'],
  ['Paris, France', 'city-PAR'],
  ['Paris Frankreich', 'city-PAR'],
  ['Portland, OR', 'city-PDX'],
  ['San Jose, CA', 'city-SJC'],
  ['San Jose, Costa Rica', 'city-SJO'],
  ['New York City', 'city-NYC'],
  ['London UK', 'city-LON'],
  ['Deutschland', 'country-DE'],
])('%s is %s', (text, placeId) => {
  expect(find(text)).toBe(placeId);
});

test.each(['Par', 'Lis', 'Paris, TX', 'Lyon, DE', 'Barcelnoa', ''])('%j is no whole name', (text) => {
  expect(find(text)).toBeUndefined();
});

test('a country narrows a name, and a mistake is forgiven only where it is asked', () => {
  expect([find('Valencia', 'ES'), find('Paris', 'US')]).toEqual(['city-VLC', undefined]);
  expect(findPlaceAlike(places, query('Barcelnoa'))?.placeId).toBe('city-BCN');
  expect(findPlaceAlike(places, query('Barcelnoa', 'FR'))?.placeId).toBeUndefined();
});

test.each(['Siena', 'Gent', 'Marbella', 'Leon', 'Rothenburg', 'Hoi An', 'Lisb'])(
  '%s is no other town misspelt',
  (text) => {
    expect(findPlaceAlike(places, query(text))?.placeId).toBeUndefined();
  },
);

test.each([
  ['Lisbom', 'city-LIS'],
  ['New Yrok', 'city-NYC'],
  ['Barcelnoa', 'city-BCN'],
])('%s is forgiven', (text, placeId) => {
  expect(findPlaceAlike(places, query(text))?.placeId).toBe(placeId);
});

test('codes and ids are whole, names come in the language asked for', () => {
  expect([
    findPlaceByCode(places, 'JFK', 'en')?.placeId,
    findPlaceByCode(places, 'LIS', 'de')?.name,
    findPlaceByCode(places, 'LI', 'en'),
  ]).toEqual(['airport-JFK', 'Lissabon', undefined]);
  expect([findPlaceById(places, 'city-MUC', 'fr')?.name, findPlaceById(places, 'city-muc', 'fr')]).toEqual([
    'Munich',
    undefined,
  ]);
});
