import { expect, test } from 'vitest';
import { planPartitions } from './partition-months.ts';

test('this month and the next are made ahead, over the end of a year too', () => {
  expect(planPartitions(new Date('2026-12-31T23:59:59Z'), [])).toMatchObject({
    toCreate: ['2026-12-01', '2027-01-01'],
    toDrop: [],
  });
});

test('a month is dropped before any row of it is older than 13 months, and not a day sooner than it must', () => {
  const existing = ['2025-06-01', '2025-07-01', '2026-06-01', '2026-07-01', '2026-08-01'];
  expect(planPartitions(new Date('2026-06-30T23:59:59Z'), existing)).toEqual({
    toCreate: [],
    toDrop: [],
    retainedFrom: '2025-06-01',
  });
  expect(planPartitions(new Date('2026-07-01T00:00:00Z'), existing)).toEqual({
    toCreate: [],
    toDrop: ['2025-06-01'],
    retainedFrom: '2025-07-01',
  });
});
