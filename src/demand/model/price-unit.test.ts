import { expect, test } from 'vitest';
import { lastSunday } from './price-unit.ts';

test('a Sunday is the end of its own week, every other day has that of the week before', () => {
  expect(['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-28', '2027-01-02'].map(lastSunday)).toEqual([
    '2026-11-15',
    '2026-11-22',
    '2026-11-22',
    '2026-11-22',
    '2026-12-27',
  ]);
});
