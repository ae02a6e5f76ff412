import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { comparableHotel, isSameHotel, type StatedHotel } from './same-hotel.ts';

interface Pair {
  readonly same: string;
  readonly city: string;
  readonly 'first name': string;
  readonly 'second name': string;
  readonly metres: string;
  readonly phone: '=' | '≠' | '?';
  readonly 'post code': '=' | '≠' | '?';
}
/** Pairs as two suppliers write them, and whether they are one hotel: judged by people, not by the rule. */
const PAIRS: readonly Pair[] = parse(readFileSync(new URL('gold-pairs.tsv', import.meta.url)), {
  columns: true,
  delimiter: '\t',
  quote: false,
});
const METRES_PER_DEGREE = 111_195;

function hotelsOf(pair: Pair): readonly [StatedHotel, StatedHotel] {
  const place = { cityName: pair.city, latitude: 0, longitude: 10, starRating: undefined };
  const known = { phone: '+43 1 514 560', postCode: '1010' };
  const second = {
    phone: { '=': '0043-1-514560', '≠': '+43 1 999 111', '?': undefined }[pair.phone],
    postCode: { '=': '1010', '≠': '1090', '?': undefined }[pair['post code']],
  };
  return [
    { ...place, ...known, name: pair['first name'] },
    { ...place, ...second, name: pair['second name'], longitude: 10 + Number(pair.metres) / METRES_PER_DEGREE },
  ];
}
const wordsOf = (pair: Pair) => `${pair['first name']} | ${pair['second name']}`;
const areOne = (one: StatedHotel, other: StatedHotel) => isSameHotel(comparableHotel(one), comparableHotel(other));

test('of 200 pairs none is merged wrongly, and at least nine of ten that are one hotel are found', () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(200);
  const [same, different] = [PAIRS.filter((pair) => pair.same === '1'), PAIRS.filter((pair) => pair.same === '0')];
  expect(different.length).toBeGreaterThanOrEqual(100);
  expect(different.filter((pair) => areOne(...hotelsOf(pair))).map(wordsOf)).toEqual([]);
  const missed = same.filter((pair) => !areOne(...hotelsOf(pair))).map(wordsOf);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(same.length / 10);
});

test('it does not matter which of the two comes first', () => {
  for (const pair of PAIRS) {
    const [one, other] = hotelsOf(pair);
    expect(areOne(other, one), wordsOf(pair)).toBe(areOne(one, other));
  }
});

test('nothing but the name, far apart or two stars apart, is not one hotel', () => {
  const one: StatedHotel = {
    name: 'Hotel Sacher',
    cityName: 'Wien',
    latitude: 48.2,
    longitude: 16.37,
    starRating: 5,
  };
  expect(areOne(one, { ...one })).toBe(true);
  expect(areOne(one, { ...one, latitude: 48.203 })).toBe(false);
  expect(areOne(one, { ...one, starRating: 3 })).toBe(false);
  expect(areOne(one, { ...one, starRating: 4.5 })).toBe(true);
});
