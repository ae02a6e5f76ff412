import { describe, expect, test } from 'vitest';
import { bodyOf, categoryOf, isAcrissCode, readWantedClass } from './acriss.ts';

describe('one entry of categories', () => {
  test.each([
    ['Compact', ['C???']],
    ['premium elite', ['U???']],
    ['mini', ['M???']],
    ['c', ['C???']],
    ['SUV', ['?F??', '?G??', '?J??']],
    ['cdmr', ['CDMR']],
  ])('%s', (text, wanted) => expect(readWantedClass(text)?.toSorted()).toEqual(wanted));
  test.each(['', 'A', 'Z', 'limousine', 'CDM', 'CDMRR', 'CDXR', 'AAAA', '1234'])('%j means nothing', (text) =>
    expect(readWantedClass(text)).toBeUndefined(),
  );
});

test.each([
  ['MBMR', 'mini', 'car'],
  ['IWAR', 'intermediate', 'estate'],
  ['SFAH', 'standard', 'suv'],
  ['FVMD', 'fullsize', 'van'],
  ['STAR', 'standard', 'convertible'],
  ['QQQQ', 'q', 'pickup'],
])('%s is a %s %s', (code, category, body) => expect([categoryOf(code), bodyOf(code)]).toEqual([category, body]));

test('codes of the matrix and others', () => {
  expect(['CDMR', 'XXAR', 'OPDC'].map(isAcrissCode)).toEqual([true, true, true]);
  expect(['QDMR', 'CAMR', 'CDZR', 'CDMJ', 'cdmr', 'CDM'].map(isAcrissCode)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
