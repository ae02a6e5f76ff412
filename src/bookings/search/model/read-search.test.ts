import { expect, test } from 'vitest';
import { readSearch } from './read-search.ts';

test('a word may be a reference, a PNR, a last name and an end user', () => {
  expect(readSearch(' blyxqz ')).toEqual({
    refs: ['BLY-BLYXQZ'],
    email: undefined,
    names: ['BLYXQZ'],
    numbers: ['BLYXQZ'],
    ids: ['blyxqz'],
  });
});

test('of a whole name every ending may be the last name, accents and case aside', () => {
  expect(readSearch('Vincent van Gogh').names).toEqual(['VINCENTVANGOGH', 'VANGOGH', 'GOGH', 'VINCENT']);
  expect(readSearch('müller').names).toEqual(['MULLER']);
});

test('what holds an @ is the beginning of an address, what holds a digit no name', () => {
  expect(readSearch('Nellie@Example.com')).toMatchObject({ email: 'nellie@example.com', names: [], refs: [] });
  expect(readSearch('AB12CD')).toMatchObject({ names: [], numbers: ['AB12CD'] });
});
