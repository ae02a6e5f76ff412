import { expect, test } from 'vitest';
import { creditLookInSeconds } from './credit-looks.ts';

const ended = new Date('2027-01-10T12:00:00Z');

test.each([
  ['2027-01-10T12:00:00Z', 600],
  ['2027-01-10T12:10:00Z', 3_000],
  ['2027-01-10T13:00:00Z', 18_000],
  ['2027-01-10T18:00:00Z', 64_800],
  ['2027-01-11T12:00:00Z', 86_400],
  ['2027-02-09T11:59:59Z', 1],
  ['2027-02-09T12:00:00Z', undefined],
])('at %s the next look is in %s seconds', (at, seconds) => {
  expect(creditLookInSeconds(ended, new Date(at))).toBe(seconds);
});
