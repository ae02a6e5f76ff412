import { expect, test } from 'vitest';
import { readSearch } from './read-search.ts';

test('a word may be a reference, a PNR, a last name and an end user', () => {
  expect(readSearch(' blyxqz ')).toEqual({
    refs: ['BLY-BLYXQZ'],
    email: undefined,
    names: ['BLYXQZ'],
    numbers: ['BLYXQZ'],
    tickets: [],
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

test.each(['2201234567890', '220-1234567890', '220 1234567890', '22012345678904', '220-1234567890-4'])(
  '%s is a ticket, with its hyphen and without',
  (typed) => {
    expect(readSearch(typed).tickets).toEqual(['2201234567890', '220-1234567890']);
  },
);

test('fewer digits, and more of them, are no ticket', () => {
  for (const typed of ['1234567890', '220123456789012', '220-123-4567890', '2201234567890a'])
    expect(readSearch(typed).tickets, typed).toEqual([]);
});
