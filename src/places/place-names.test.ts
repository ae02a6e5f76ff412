import { describe, expect, test } from 'vitest';
import { countMistakes, foldPlaceName } from './place-names.ts';

describe('foldPlaceName', () => {
  test.each([
    ['Zü', 'zu'],
    ['São Paulo', 'sao paulo'],
    ['Saint-Denis', 'saint denis'],
    ['St. Petersburg', 'saint petersburg'],
    ['st petersburg', 'saint petersburg'],
    ['Ste. Marie', 'sainte marie'],
    ['St', 'st'],
    ['st.', 'saint'],
    ['Stockholm', 'stockholm'],
    ['Chicago O’Hare', 'chicago ohare'],
    ["Xi'an", 'xian'],
    ['Tromsø', 'tromso'],
    ['Łódź', 'lodz'],
    ['  Fort-de-France  ', 'fort de france'],
    ['', ''],
  ])('%j is compared as %j', (name, folded) => {
    expect(foldPlaceName(name)).toBe(folded);
  });
});

describe('countMistakes', () => {
  test.each([
    ['newyrok', 'newyork', 1],
    ['paris', 'paris', 0],
    ['pari', 'paris', 1],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['hongkogn', 'hongkong', 1],
    ['london', 'lisbon', 3],
  ])('%j and %j differ by %i', (a, b, mistakes) => {
    expect(countMistakes(a, b)).toBe(mistakes);
    expect(countMistakes(b, a)).toBe(mistakes);
  });
});
