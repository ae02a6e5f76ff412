import { expect, test } from 'vitest';
import { explainNearNames, findNearName } from './near-names.ts';

test('singular and plural, other spellings and names in common use are near; others are not', () => {
  const names = ['origins', 'destinations', 'departure_date', 'return_date', 'adults'];
  expect(
    ['origin', 'destination', 'to', 'departure', 'departureDate', 'return', 'adult', 'From'].map((name) =>
      findNearName(name, names),
    ),
  ).toEqual([
    'origins',
    'destinations',
    'destinations',
    'departure_date',
    'departure_date',
    'return_date',
    'adults',
    'origins',
  ]);
  expect(['colour', 'constructor', '__proto__', 'x'.repeat(50), ''].map((name) => findNearName(name, names))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a missing field is explained by the name it was sent under; a field of another name there is, and one that is known, explain nothing', () => {
  const missing = [
    { path: 'origins', problem: 'is required' },
    { path: 'adults', problem: 'must be an integer' },
  ];
  expect(explainNearNames(missing, { origin: 'PAR', adult: 1 }, ['origins', 'adults'])).toEqual([
    { path: 'origins', problem: 'is required. origin is not a field here: did you mean origins?' },
    missing[1],
  ]);
  expect(explainNearNames(missing, { origin: 'PAR' }, ['origin', 'origins'])).toEqual(missing);
  const where = [{ path: 'city_name', problem: 'Say where: city_name or place_id.' }];
  expect(explainNearNames(where, { city: 'Lisbon' }, ['city_name', 'place_id'])).toEqual([
    {
      path: 'city_name',
      problem: 'Say where: city_name or place_id. city is not a field here: did you mean city_name?',
    },
  ]);
  expect(explainNearNames(missing, { colour: 'blue' }, [])).toEqual(missing);
  expect(explainNearNames(missing, undefined, [])).toEqual(missing);
});
