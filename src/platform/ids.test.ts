import { afterEach, expect, test, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

test('ids of one process sort in the order they were made, none twice: within a millisecond, and when the clock is put back', () => {
  const ids = Array.from({ length: 5_000 }, () => newId('auditEvent'));
  vi.useFakeTimers({ now: Date.now() - 3_600_000 });
  ids.push(...Array.from({ length: 3_000 }, () => newId('auditEvent')));
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id is its prefix, 11 characters of its moment and 12 of chance', () => {
  const [one = '', other = ''] = [newId('trip'), newId('trip')];
  expect(one).toMatch(/^trip_[0-9a-z]{11}[0-9A-Za-z]{12}$/);
  expect(other.slice(-12)).not.toBe(one.slice(-12));
});
