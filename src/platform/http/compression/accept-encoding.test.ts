import { expect, test } from 'vitest';
import { chooseCoding } from './accept-encoding.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, compress', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br; q=0.5 , gzip;q=0.4', 'br'],
  ['zstd;q=0, br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['*', 'zstd'],
  ['*;q=0.1', 'zstd'],
  ['zstd;q=0, *', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=0.5, *;q=0', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0', undefined],
  ['gzip;q=lots', undefined],
  ['gzip;q=7, br;q=1', 'br'],
  ['br;q=-1', undefined],
  [',;q=1,,', undefined],
  [['gzip', 'br'], 'br'],
])('%j is answered in %s', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});

test('a header of thousands of entries is read in no time', () => {
  expect(chooseCoding(`${'x;q=0.1,'.repeat(4_000)}gzip`)).toBeUndefined();
});
