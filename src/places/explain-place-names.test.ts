import { expect, test } from 'vitest';
import { testWorld } from '../../test/support/service/service.ts';
import { describePlaceName, explainPlaceNames } from './explain-place-names.ts';
import { PLACE_CODE_PROBLEM, PLACE_OR_COUNTRY_PROBLEM } from './place-code.ts';

const { places } = testWorld();
const describeCity = (text: string) =>
  describePlaceName(places, { text, kinds: ['city', 'airport'], isSearched: true });

test.each([
  ['Paris', 'PAR', 'Paris (city, FR)'],
  ['lisboa', 'LIS', 'Lisbon (city, PT)'],
  ['LONDON', 'LON', 'London (city, GB)'],
  ['München', 'MUC', 'Munich (city, DE)'],
  ['Paris, France', 'PAR', 'Paris (city, FR)'],
])('%s is a name: send %s', (text, code, label) => {
  expect(describeCity(text)).toEqual({
    problem: `Is a name, not a code. ${label} is ${code}: send ${code}`,
    suggested_value: code,
    candidates: [{ value: code, label }],
  });
});

test('a name of several places is answered with each of them, the busiest first, and no suggestion', () => {
  expect(describeCity('San Jose')).toEqual({
    problem:
      'Is the name of several places. Send the one that is meant: SJC is San Jose (city, US), SJO is San Jose (city, CR)',
    candidates: [
      { value: 'SJC', label: 'San Jose (city, US)' },
      { value: 'SJO', label: 'San Jose (city, CR)' },
    ],
  });
  expect(describeCity('San Jose, Costa Rica')?.suggested_value).toBe('SJO');
});

test('a misspelt name is answered with what may be meant; nothing is suggested as certain', () => {
  expect(describeCity('Barcelna')).toEqual({
    problem: 'Is not a code, and no place is called exactly that. Perhaps: BCN is Barcelona (city, ES)',
    candidates: [{ value: 'BCN', label: 'Barcelona (city, ES)' }],
  });
  expect(describeCity('Heathrow')?.candidates?.[0]?.value).toBe('LHR');
  expect([
    describeCity('Xyzzyville'),
    describeCity('x'.repeat(1_000_000)),
    describeCity('42'),
    describeCity(''),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

test('problems of place codes are explained by what was sent under their paths; others stay as they are', () => {
  const sent = {
    filters: { locations: { origins: ['MUC', 'Lisbon'] } },
    destinations: ['Portugal', 'Xyzzyville'],
    adults: 'two',
  };
  const problems = [
    { path: 'filters.locations.origins[1]', problem: PLACE_CODE_PROBLEM },
    { path: 'destinations[0]', problem: PLACE_OR_COUNTRY_PROBLEM },
    { path: 'destinations[1]', problem: PLACE_OR_COUNTRY_PROBLEM },
    { path: 'adults', problem: 'must be an integer' },
    { path: 'nowhere[9].at', problem: PLACE_CODE_PROBLEM },
  ];
  expect(explainPlaceNames(places, problems, sent)).toEqual([
    {
      path: 'filters.locations.origins[1]',
      problem: 'Is a name, not a code. Lisbon (city, PT) is LIS: send LIS',
      suggested_value: 'LIS',
      candidates: [{ value: 'LIS', label: 'Lisbon (city, PT)' }],
    },
    {
      path: 'destinations[0]',
      problem: 'Is a name, not a code. Portugal (country) is PT: send PT',
      suggested_value: 'PT',
      candidates: [{ value: 'PT', label: 'Portugal (country)' }],
    },
    { path: 'destinations[1]', problem: `${PLACE_OR_COUNTRY_PROBLEM}. Look it up with GET /v1/places.` },
    problems[3],
    problems[4],
  ]);
});
