import { expect, test } from 'vitest';
import { monthsBefore } from './erasure-cutoff.ts';

test.each([
  ['2030-06-15T10:00:00.000Z', 48, '2026-06-15T10:00:00.000Z'],
  ['2030-03-31T23:59:59.000Z', 1, '2030-02-28T23:59:59.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2027-02-28T00:00:00.000Z'],
  ['2030-01-10T08:00:00.000Z', 13, '2028-12-10T08:00:00.000Z'],
])('%s, %i months before: %s', (now, months, before) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(before);
});
